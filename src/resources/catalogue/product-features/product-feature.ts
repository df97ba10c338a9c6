import { about, type Field, internal } from '../../../kernel/base/fields.js';
import { type Id, ref } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';
import { feature } from '../../billing/entitlements/feature.js';

type FeatureId = Id<'entitlements.feature'>;

/** The feature as it is now, in the place of its id. */
const feature_shown: Field<FeatureId, FeatureId, 'optional'> = {
  ...ref(feature.object),
  schema: { $ref: `#/components/schemas/${feature.object}` },
  shown_whole: true,
};

/** A feature that a product grants to its subscribers. */
export const productFeature = resource({
  object: 'product_feature',
  title: 'feature of a product',
  prefix: 'prodft',
  fields: {
    entitlement_feature: about('The current state of the feature that the product grants, as a whole object.', feature_shown),
    product: internal(ref('product')),
  },
  start: null,
  owner: 'product',
  columns: ['product'],
  removable: true,
});
