import { about, internal } from '../../../kernel/base/fields.js';
import { ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** What a customer may use, as long as one of their subscriptions gives it. */
export const activeEntitlement = resource({
  object: 'entitlements.active_entitlement',
  title: 'active entitlement',
  prefix: 'ent',
  fields: {
    customer: internal(ref('customer')),
    feature: about('The feature that the customer is entitled to.', ref('entitlements.feature')),
    /** The subscriptions that give it. */
    given_by: internal(listOf(ref('subscription'))),
    lookup_key: about('The lookup key of the feature, to compare with in your code.', textOf(80)),
  },
  start: null,
  owner: 'customer',
  columns: ['customer'],
  removable: true,
});

/** An active entitlement as rules see it. */
export type ActiveEntitlement = It<typeof activeEntitlement>;

/** How many entitlements a customer may have; what more there would be is not given. */
export const entitlements_max = 2000;
