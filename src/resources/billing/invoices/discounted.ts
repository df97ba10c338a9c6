import type { Asked, Effects } from '../../../kernel/base/effects.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import { discounts_input, discounts_reads, intentsBy, type Redeemable } from '../../catalogue/discounts/input.js';
import { discountsOfEach, type OfEach, type Wanting } from '../../catalogue/discounts/of-each.js';
import type { PlainLine } from './plain-line.js';

/** What callers send to have discounts on an invoice or on an item of one. */
export const discounted_input = { discounts: discounts_input } as const;

/** What is read for it. */
export const discounted_reads = { ...discounts_reads, intents: intentsBy('customer') } as const;

/** What was read for it. */
export type Seen = Redeemable & { readonly intents: readonly unknown[] };

/** Who redeems, and in which currency. */
export type Payer = { readonly customer: string; readonly currency: string };

/** The discounts that a caller wants on each of several lines from now on. */
export function discountsOfLines(
  wanting: readonly Wanting[],
  { coupons, codes, coupons_of_codes, intents }: Seen,
  { customer, currency }: Payer,
  asked: Asked,
): OfEach {
  const redeemer = { customer, has_paid: intents.length > 0, purchase: { currency, amount: null }, tells: null };
  return discountsOfEach(wanting, { coupons, codes, coupons_of_codes, ...redeemer }, asked);
}

/** Lines that are changed, each with the discounts that a caller wants on it from now on. */
export function withDiscounts<C extends { readonly plain: PlainLine; readonly wanting: Wanting }>(
  changes: readonly C[],
  seen: Seen,
  payer: Payer,
  asked: Asked,
): { readonly changes: readonly C[]; readonly effects: Effects } {
  const wanting = changes.map((each) => each.wanting);
  const off = discountsOfLines(wanting, seen, payer, asked);
  const discounted = changes.map((each, place) => ({ ...each, plain: { ...each.plain, discounts: off.discounts[place] ?? [] } }));
  return { changes: discounted, effects: off.effects };
}

/** The discounts that a caller wants from now on; those that there are where they say nothing, and none where they send an empty list. */
export function discountsAsked(
  sent: Wanting['asked'],
  seen: Seen,
  { kept, of, ...payer }: Payer & Pick<Wanting, 'of' | 'kept'>,
  asked: Asked,
): { readonly discounts: readonly DiscountValue[]; readonly effects: Effects } {
  const done = discountsOfLines([{ asked: sent, at: '', of, kept }], seen, payer, asked);
  return { discounts: done.discounts[0] ?? [], effects: done.effects };
}
