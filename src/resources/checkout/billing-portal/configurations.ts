import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { price } from '../../catalogue/prices/price.js';
import { portalConfiguration } from './configuration.js';
import { requireDefault, requireFeatures, requireProducts } from './feature-checks.js';
import { features_input } from './features.js';
import { featuresFrom } from './offered.js';

const said = {
  ...pick(portalConfiguration.fields, 'business_profile', 'default_return_url', 'metadata', 'name'),
  login_page: about(
    'A page on which customers log in to the portal; not available.',
    object({ enabled: about('Only false is accepted: customers enter the portal with a session.', required(flag)) }),
  ),
} as const;

const reads = { prices: one(price, 'features.subscription_update.products.prices') } as const;

/** Makes a configuration: what it does not enable, customers may not do. */
export const create = creation(portalConfiguration, {
  takes: {
    ...said,
    features: about('What customers can see and do in the portal; what is not enabled is not available.', required(features_input)),
  },
  reads,
  decide: ({ it, input: { features, login_page, ...given }, prices }, asked) => {
    const made = set(it, { ...given, features: featuresFrom(features), updated: asked.now });
    const { products } = made.features.subscription_update;
    requireLogin(login_page, asked);
    requireFeatures(made, asked);
    requireProducts(products ?? [], prices, asked);
    return made;
  },
});

/** Changes what is given and leaves the rest. */
export const update = rule(portalConfiguration, 'update', {
  takes: {
    ...said,
    ...pick(portalConfiguration.fields, 'active'),
    features: about('What changes of the features; members that are not sent stay as they are.', features_input),
  },
  reads,
  decide: ({ it, input: { features = {}, login_page, ...given }, prices }, asked) => {
    const changed = set(it, { ...given, features: featuresFrom(features), updated: asked.now });
    const named = features.subscription_update?.products ? changed.features.subscription_update.products : null;
    requireLogin(login_page, asked);
    requireDefault(it, given.active, asked);
    requireFeatures(changed, asked);
    requireProducts(named ?? [], prices, asked);
    return changed;
  },
});

/** Customers enter with a session made for them: there is no login. */
const requireLogin = (login_page: { readonly enabled: boolean } | undefined, asked: Asked): void => {
  if (login_page?.enabled) {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'login_page[enabled]',
      message: 'There is no login page. Create a session for the customer with POST /v1/billing_portal/sessions.',
    });
  }
};
