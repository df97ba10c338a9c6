import { about, initially } from '../../../kernel/base/fields.js';
import { flag, metadata, ref, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** Something that customers may use, which products are mapped to. */
export const feature = resource({
  object: 'entitlements.feature',
  title: 'feature',
  prefix: 'feat',
  fields: {
    active: about(
      'Whether products can get the feature. Setting it to false archives the feature for good; subscribers keep it.',
      initially(true, flag),
    ),
    lookup_key: about('The name by which your code checks the feature, up to 80 characters; unique among active features.', textOf(80)),
    metadata,
    name: about('The name of the feature for your own use, up to 80 characters.', textOf(80)),
  },
  start: null,
  columns: ['active', 'lookup_key'],
  unique: { lookup_key: ({ active, lookup_key }) => (active && typeof lookup_key === 'string' ? lookup_key : null) },
});

/** A feature as rules see it. */
export type Feature = It<typeof feature>;

/** A feature as whatever gives it to customers keeps it: its key is never another. */
export const given_feature = object({
  feature: about('The feature that the product grants to subscribers.', ref('entitlements.feature')),
  lookup_key: about('The lookup key of the granted feature.', textOf(80)),
});
