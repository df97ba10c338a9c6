import { about } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { replaced } from '../../parts.js';
import { snapshotOf } from '../../snapshot.js';
import { type ActiveEntitlement, activeEntitlement } from './active-entitlement.js';

/** How many entitlements a summary shows, as many as the largest page of their list. */
const shown_max = 100;

const updated = 'entitlements.active_entitlement_summary.updated';

/** All that a customer may use, as events tell it. */
export const entitlementSummary = resource({
  object: 'entitlements.active_entitlement_summary',
  prefix: 'entsum',
  fields: {
    customer: about('The customer whose entitlements changed.', ref('customer')),
    entitlements: about(
      "The customer's current entitlements, newest first.",
      replaced(
        object({
          object: about('Always `list`.', oneOf('list')),
          data: about('Up to 100 active entitlements.', listOf(snapshotOf(activeEntitlement), shown_max)),
          has_more: about('Whether the customer has more entitlements than `data` shows.', flag),
          url: about('The path that lists all of them.', text),
        }),
      ),
    ),
  },
  start: updated,
  events: { updated },
  owner: 'customer',
  columns: ['customer'],
  removable: true,
});

/** What is internal stays with the entitlement. */
const shownOf = (it: ActiveEntitlement): ActiveEntitlement => ({ ...it, ...{ customer: undefined, given_by: undefined } });

/** The entitlements of a customer as their summary shows them, the newest first. */
export const summed = (customer: string, all: readonly ActiveEntitlement[]) => ({
  object: 'list' as const,
  data: [...all]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, shown_max)
    .map(shownOf),
  has_more: all.length > shown_max,
  url: `/v1/entitlements/active_entitlements?customer=${customer}`,
});
