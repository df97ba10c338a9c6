import type { Around } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import type { Facts } from '../../core/radar/evaluate.js';
import { type Routed, routeBy } from '../../core/routing/route.js';
import type { RouteRule } from '../../core/routing/rule-fields.js';

type Owner = It<typeof account> | null;

/** The routing rules of an account, in the order in which they are compared. */
export const rulesOf = (owner: Owner): readonly RouteRule[] => owner?.routing_rules ?? [];

/** The processors that an account has switched off. */
export const disabledBy = (owner: Owner): readonly string[] => owner?.settings.payments.disabled_processors ?? [];

/** Whether an account says how its payments are routed; without that the routes of the operator decide. */
export const isRouting = (owner: Owner): boolean => rulesOf(owner).some(({ enabled }) => enabled) || disabledBy(owner).length > 0;

/** The route of an attempt; null if the account has neither rules nor switched off a processor. */
export function routed(owner: Owner, facts: Facts, attempt: string, { account, processors }: Around): Routed | null {
  if (!isRouting(owner)) return null;
  return routeBy(rulesOf(owner), { facts, attempt, offered: processors(account, 'charge'), disabled: disabledBy(owner) });
}
