import type { Around, Effect, Effects } from '../../../kernel/base/effects.js';
import { set } from '../../../kernel/base/effects.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { CreditGrant } from '../credits/grant.js';
import { creditsUsed } from '../credits/use.js';
import type { Draft } from './invoice.js';
import { type Parties, termsOf } from './relined.js';
import { partsOf } from './shares.js';
import { plainsOf, totalled } from './sums.js';

/** A draft after billing credits, and the effects that take them from their grants. */
export type Credited = { readonly invoice: Draft; readonly effects: Effects };

/** Pays the metered lines of a draft with the customer's billing credits: after discounts, before taxes. */
export function withCredits(
  it: Draft,
  { grants, discounts, ...parties }: Parties & { readonly grants: readonly CreditGrant[]; readonly discounts: readonly DiscountValue[] },
  around: Around,
): Credited {
  const used = creditsUsed(it, grants, around);
  if (!used) return { invoice: it, effects: null };
  const plains = plainsOf(it).map((plain, place) => ({ ...plain, credits: used.lines[place] ?? [] }));
  const sums = totalled(plains, { ...termsOf(it, parties, around), discounts }, around);
  const invoice: Draft & Effect = set(it, { ...sums, ...partsOf(it, sums.amount_due) }, null);
  return { invoice, effects: [invoice, used.effects] };
}
