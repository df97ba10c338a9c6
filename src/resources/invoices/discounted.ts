import type { Around, Effects } from '../../base/effects.js';
import type { Given } from '../../base/fields.js';
import type { Refusal } from '../../base/refusal.js';
import { discounts_input, discounts_reads, intentsBy, type Redeemable } from '../discounts/asked.js';
import type { DiscountValue } from '../discounts/discount.js';
import { redeemed } from '../discounts/redeem.js';

/** What callers send to have discounts on an invoice or on an item of one. */
export const discounted_input = { discounts: discounts_input } as const;

/** What is read for it. */
export const discounted_reads = { ...discounts_reads, intents: intentsBy('customer') } as const;

/** What was read for it. */
export type Seen = Redeemable & { readonly intents: readonly unknown[] };

/** Who redeems, for what, and what there is to be kept. */
export type For = {
  readonly customer: string;
  readonly currency: string;
  readonly of: Partial<Pick<DiscountValue, 'invoice' | 'invoice_item'>>;
  readonly kept: readonly DiscountValue[];
};

type Asked = Given<typeof discounted_input>['discounts'];

/** The discounts that a caller wants from now on; those that there are where they say nothing, and none where they send an empty list. */
export function discountsAsked(
  asked: Asked,
  { intents, ...redeemable }: Seen,
  { customer, currency, kept, of }: For,
  around: Around,
): { readonly discounts: readonly DiscountValue[]; readonly effects: Effects } | Refusal {
  if (asked === undefined) return { discounts: kept, effects: null };
  const asking = (asked ?? []).map((given, place) => ({ given, param: `discounts[${place}]`, of }));
  const purchase = { currency, amount: null };
  return redeemed(asking, { ...redeemable, customer, has_paid: intents.length > 0, kept, purchase, tells: null }, around);
}
