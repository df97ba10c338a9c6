import { type Asked, type Effects, remove, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { type Feature, feature } from '../../billing/entitlements/feature.js';
import { features_max, type Product, product } from '../products/product.js';
import { productFeature } from './product-feature.js';

const of_path = { product: about('The product whose features are meant.', required(ref('product'))) } as const;

const wrong = (message: string): Refusal => ({ code: 'parameter_invalid', param: 'entitlement_feature', message });

/** Why a product cannot be given a feature. */
function requireFeature({ id, features = [] }: Product, { active, id: named, lookup_key }: Feature, asked: Asked): void {
  if (!active) asked.refuse(wrong('This feature is archived. Make another one, or send one that is active.'));
  if (features.some((each) => each.feature === named))
    asked.refuse({ ...wrong(`${id} has the feature ${lookup_key} already.`), code: 'resource_already_exists' });
  if (features.length >= features_max) asked.refuse(wrong(`A product has at most ${features_max} features. Take one away first.`));
}

/** From the first feature of a product on it is looked for what subscriptions give. */
const sold = (owner: It<typeof account> | null): Effects => owner && !owner.sells_features && set(owner, { sells_features: true }, null);

/** Adds a feature to a product. Existing subscribers get it with their next period. */
export const attach = creation(productFeature, {
  takes: {
    ...of_path,
    entitlement_feature: about(
      'The active feature to grant. A product grants each feature once, and at most 100 features.',
      required(ref('entitlements.feature')),
    ),
  },
  reads: { product, feature: one(feature, 'entitlement_feature'), account: own(account) },
  decide: ({ it, input, product: of, feature: given, account: owner }, asked) => {
    requireFeature(of, given, asked);
    const features = [...(of.features ?? []), { feature: given.id, lookup_key: given.lookup_key }];
    return [set(it, input), set(of, { features }, null), sold(owner)];
  },
});

/** Removes a feature from a product. Existing subscribers keep it until their next period. */
export const detach = rule(productFeature, 'delete', {
  takes: of_path,
  reads: { product },
  decide: ({ it, input, product: of }, asked) => {
    if (it.product !== input.product)
      return asked.refuse({ code: 'resource_missing', param: 'id', message: `No such product_feature: '${it.id}'` });
    const left = (of.features ?? []).filter((each) => each.feature !== it.entitlement_feature);
    return [remove(it), set(of, { features: left }, null)];
  },
});

/** The features of products. */
export const productFeatures = [
  action('POST /v1/products/:product/features', attach, {
    about: 'Adds a feature to a product. New subscriptions grant it at once; existing ones from their next period on.',
  }),
  action('DELETE /v1/products/:product/features/:id', detach, {
    about: 'Removes a feature from a product. Existing subscribers keep it until their next period begins.',
  }),
  retrieve(productFeature, 'GET /v1/products/:product/features/:id', { within: 'product', about: 'Retrieves a feature of a product.' }),
  list(productFeature, 'GET /v1/products/:product/features', of_path, {
    created: false,
    about: 'Lists the features of a product, newest first.',
  }),
] as const;
