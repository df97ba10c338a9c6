import { type Asked, type Effects, remove, set } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import { on, rule } from '../../../kernel/base/rules.js';
import { type Discount, type DiscountValue, discount } from '../../catalogue/discounts/discount.js';
import { intentsBy, older, older_input, older_reads } from '../../catalogue/discounts/input.js';
import { redeemed } from '../../catalogue/discounts/redeem.js';
import { type Customer, customer } from './customer.js';

/** What a customer's discount is given for. */
export const discount_input = older_input;

/** What is read to give a discount to a new customer. */
export const discount_reads = older_reads;

const current = one(discount, 'discount.id');

/** What is read besides where there is a customer already. */
export const discount_reads_of_known = { ...older_reads, current, intents: intentsBy('id') } as const;

type Given = { readonly coupon: string | null | undefined; readonly promotion_code: string | null | undefined };
type Seen = Parameters<typeof older>[0] & { readonly current?: Discount | null; readonly intents?: readonly unknown[] };
type Changed = { readonly change: { readonly discount?: DiscountValue }; readonly effects: Effects };

const unchanged: Changed = { change: {}, effects: null };

/** Changes a customer's discount: a coupon or code replaces it, an empty one removes it. */
export function discounted(it: Customer, given: Given, seen: Seen, asked: Asked): Changed {
  const { current = null, intents = [] } = seen;
  if (given.coupon == null && given.promotion_code == null)
    return current && (given.coupon === null || given.promotion_code === null) ? { change: {}, effects: remove(current) } : unchanged;
  const tells = it.discount ? 'customer.discount.updated' : 'customer.discount.created';
  const purchase = it.currency === null ? null : { currency: it.currency, amount: null };
  const redeeming = { ...older(seen), customer: it.id, has_paid: intents.length > 0, purchase, tells } as const;
  const done = redeemed([{ given, param: '' }], redeeming, asked);
  const [discount] = done.discounts;
  const replaced = current && set(current, { replaced: true }, null);
  return { change: { ...(discount && { discount }) }, effects: [replaced, done.effects] };
}

/** Takes the discount away that a customer has; what was taken off with it stays so. */
export const loseDiscount = rule(customer, 'take the discount from', {
  reads: { current },
  decide: ({ it, current }, asked) => {
    if (it.discount && current) return remove(current);
    return asked.refuse({ code: 'resource_missing', param: 'id', message: `No active discount for customer: '${it.id}'` });
  },
});

/** Uses up the discount that a customer has for one invoice. */
export const useUpDiscount = rule(customer, 'use up the discount of', {
  reads: { current },
  // Where another invoice has just used it up, this change of the customer makes the request decide again.
  decide: ({ it, current }) => (current ? remove(current) : set(it, { discount: null }, null)),
});

/** A customer has a discount for as long as it is there. */
export const withoutDiscount = on(discount, 'customer.discount.deleted', customer, {
  via: 'customer',
  decide: ({ it, by }) => it.discount?.id === by.id && set(it, { discount: null }, null),
});
