import { settled } from '../../../arithmetic/billing/totals.js';
import { type Asked, refusingAs, run } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { requireCharge } from '../../../kernel/base/money.js';
import { sequence, unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type Rule, rule } from '../../../kernel/base/rules.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import { requireMovable } from '../../customers/customer-balance/move.js';
import type { Customer } from '../../customers/customers/customer.js';
import { useUpDiscount } from '../../customers/customers/discounted.js';
import { stored } from '../../tax/automatic.js';
import { openGrantsOf } from '../credits/grant.js';
import type { Subscription } from '../subscriptions/subscription.js';
import { balanceIn } from './bill.js';
import { withCredits } from './credited.js';
import { type Draft, type Invoice, invoice, isManual } from './invoice.js';
import { numberedIn, requireNumber } from './number.js';
import { opened } from './opened.js';
import { collecting, methods, numbers, others, printing } from './reads.js';
import { relined } from './relined.js';
import { replaceRevised } from './revise.js';
import { requirePassable } from './shares.js';
import { discountsOf, plainsOf } from './sums.js';
import { calculatedIn, requireTaxed } from './taxed-by.js';

const takes = {
  auto_advance: about('Whether the finalized invoice is collected automatically; the setting of the draft by default.', flag),
} as const;
/** Whether the invoice that this one revises has been taken back already, and whether it is collected at once, not in an hour. */
const ours = { revised: flag, collected: flag } as const;

/**
 * Makes a draft final: it has its number, the customer's billing credits and balance are applied to it, and the remainder is due. Its
 * amounts can no longer change. The invoice that it revises is voided first, so that its balance is restored.
 */
export const finalize: Rule<typeof invoice, Given<typeof takes> & Given<typeof ours>, 'rule'> = rule(invoice, 'finalize', {
  from: ['draft'],
  takes,
  ours,
  reads: {
    ...methods,
    ...collecting,
    ...numbers,
    ...others,
    ...printing,
    taken: unique(invoice, { by: 'number', of: 'number' }),
    series: sequence('invoice'),
    grants: openGrantsOf('customer'),
  },
  decide: ({ it, input: { revised = false, collected = false, ...input }, customer, grants, taken, ...seen }, asked) => {
    if (it.from_invoice && !revised) return [run(replaceRevised, it, {}), run(finalize, it, { ...input, collected, revised: true })];
    if (!customer) return asked.refuse(without_customer);
    const owned = discountsOf(it).filter((each) => !isTakenBack(each, it, { ...seen, customer }));
    const has_lost = owned.length < it.discounts.length;
    const is_summed = has_lost || it.automatic_tax.enabled;
    const relisted = is_summed ? relined(it, plainsOf(it), { account: seen.account, customer }, asked, { discounts: owned }) : null;
    const credits = withCredits(relisted ?? it, { account: seen.account, customer, grants, discounts: owned }, asked);
    const draft = credits.invoice;
    requireTaxed(draft, asked);
    requireChargeable(draft, customer, asked);
    if (taken) asked.refuse(takenBy(taken));
    requireNumber(it.number, seen.account, asked);
    requirePassable(draft, seen.destination, asked.account, asked);
    const opening = { ...seen, ...input, collected };
    return [
      relisted,
      stored(calculatedIn(draft), seen.account, asked),
      credits.effects,
      numberedIn(it.number, opening, customer, (number, customer) => [
        opened(draft, { ...opening, customer, number }, asked),
        isUsedUp(draft, customer) && run(useUpDiscount, customer, {}),
      ]),
    ];
  },
});

/** Whether the customer's discount was for this one invoice. */
const isUsedUp = ({ discounts }: Draft, { discount }: Customer): boolean =>
  discount?.coupon.duration === 'once' && discounts.includes(discount.id);

const takenBy = ({ id }: Invoice): Refusal => ({
  code: 'resource_already_exists',
  param: 'number',
  message: `${id} has this number already. Choose another one, or leave it out.`,
});

const without_customer: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'customer',
  message: 'The customer of this invoice has been deleted.',
};

type Having = { readonly customer: Customer; readonly of_subscription: Subscription | null };

/**
 * Whether a discount for one invoice has been used up by another since this one was drafted: that of a customer by any, that of a subscription
 * by a period that was billed while this one was made by hand.
 */
function isTakenBack({ coupon, id, invoice, subscription }: DiscountValue, it: Draft, { customer, of_subscription: of }: Having): boolean {
  if (coupon.duration !== 'once' || invoice !== null) return false;
  if (subscription === null) return customer.discount?.id !== id;
  return isManual(it) && subscription === of?.id && !of.discounts.includes(id);
}

/** Refuses an amount due that cannot be charged; what is too little, or less than nothing, goes to the customer's balance, as far as that can take it. */
function requireChargeable({ total, currency }: Draft, customer: Customer, asked: Asked): void {
  const starting_balance = balanceIn(customer, currency);
  const { amount_due, ending_balance, balance_changes } = settled({ total, currency, starting_balance });
  const asTotal = (refusal: Refusal): Refusal => (refusal.param === 'amount' ? { ...refusal, param: 'total' } : refusal);
  if (amount_due > 0) requireCharge({ amount: amount_due, currency }, 'total', asked);
  else if (balance_changes.length > 0)
    requireMovable(customer, { amount: ending_balance - starting_balance, currency }, refusingAs(asked, asTotal));
}
