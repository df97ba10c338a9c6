import { type Asked, run, set, tried } from '../../../kernel/base/effects.js';
import { about, type Field, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { integer, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { many, one, own, rates } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { giveUp } from '../../billing/subscriptions/follow.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { type Coupon, coupon } from '../../catalogue/coupons/coupon.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import { requireCode, requireCoupon, requireMinimum } from '../../catalogue/discounts/refusals.js';
import { inOneCase, type PromotionCode, promotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { customer } from '../../customers/customers/customer.js';
import { address } from '../../parts.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { boundsOf, isBillable } from './amounts.js';
import { most } from './items.js';
import { optional_changes, withAdded } from './optional.js';
import { presentedIn, presentedSums } from './presentment.js';
import { repriced } from './repriced.js';
import { release } from './reserve.js';
import { type OpenSession, session } from './session.js';
import type { LineItem } from './sums.js';
import { numbersEntered } from './tax-numbers.js';
import { deciding } from './taxed-customer.js';
import { discountToBe, namedBy, shippingOf, summedUp, termsOf } from './terms.js';
import { requireChargeable } from './types.js';
import { requireNotUnderWay } from './under-way.js';

const inner = textOf(500);

/** What a payer types in, in one case; nothing takes back what was typed in before. */
export const typed_code: Field<string, string, 'optional'> = {
  ...inner,
  read: (value, at, reading) => (value === '' ? '' : inCase(inner.read(value, at, reading))),
};

const inCase = (read: string | undefined): string | undefined => (read === undefined ? undefined : inOneCase(read.trim()));

const changes = listOf(
  object({
    id: about('The line item to change.', required(text)),
    amount: about('The amount that the payer chooses for one unit, in minor units, where the price allows it.', integer({ minimum: 0 })),
    quantity: about('The quantity that the payer chooses, within the bounds of the line item.', integer({ minimum: 0, maximum: 999_999 })),
  }),
  100,
);

type Changes = NonNullable<Given<{ changes: typeof changes }>['changes']>;

/** Changes what a payer may choose on the page: how many, how much where they say it, by which code, and how it is sent. */
export const adjust = rule(session, 'change', {
  from: ['open'],
  takes: {
    address: about(
      'The address that decides the automatic taxes, as the payer enters it: the one that goods are sent to, or else that of the bill.',
      address,
    ),
    line_items: about('What the payer changes of the line items, at most 100.', changes),
    optional_items: about('What the payer adds of the optional items, or removes again.', optional_changes),
    presentment_currency: about(
      'The currency in which the payer wants to see and pay the price, where the session has adaptive pricing; its own one ends the conversion.',
      currency,
    ),
    promotion_code: about('The promotion code that the payer has entered, in any letter case; an empty value removes it.', typed_code),
    shipping_rate: about('The shipping option that the payer chooses, by its rate.', ref('shipping_rate')),
    tax_id: about(
      'The tax id that the payer enters, which identifies a business for automatic taxes; an empty number removes it.',
      object({
        type: about('The type of the tax id, such as `eu_vat`.', textOf(40)),
        value: about('The number; an empty value removes it.', nullable(textOf(100))),
      }),
    ),
  },
  reads: {
    account: own(account),
    codes: many(promotionCode, { by: 'code_key', of: 'promotion_code', at_most: 20, cut: true, newest: true }),
    coupons: one(coupon, 'codes.of_coupon'),
    customer,
    kept: one(promotionCode, 'discounts.promotion_code'),
    intents: many(paymentIntent, { by: 'customer', of: 'customer', at_most: 2, cut: true }),
    payment_intent: paymentIntent,
    pending: one(subscription, 'pending_subscription'),
    bill: one(invoice, 'pending.latest_invoice'),
    intent_of_bill: one(paymentIntent, 'bill.payment_intent'),
    loaded: rates('presentment_currency'),
  },
  decide: (
    { it: before, input, codes, coupons, kept: known, intents, payment_intent: intent, pending, intent_of_bill, loaded, ...parties },
    asked,
  ) => {
    const located = { ...locatedBy(deciding(before, parties.customer, input.address)), ...numbersEntered(before, input.tax_id, asked) };
    const it = { ...before, ...located };
    requireNotUnderWay(intent, asked);
    if (pending?.status === 'incomplete') requireNotUnderWay(intent_of_bill, asked);
    if (it.line_items === null || it.currency === null) return asked.refuse(nothing_bought);
    const chosen = withAdded(it, it.line_items.data, input.optional_items ?? [], asked);
    const items = withAdded(it, changedItems(chosen, input.line_items ?? [], it.mode, asked), [], asked);
    const shipping_rate = input.shipping_rate ?? shippingOf(it);
    if (input.shipping_rate && !it.shipping_options.some((each) => each.shipping_rate === shipping_rate)) return asked.refuse(not_offered);
    const undiscounted = summedUp(it.id, items, termsOf({ ...it, discounts_kept: [] }, shipping_rate, parties, asked.now));
    const purchase = { currency: it.currency, amount: undiscounted.amount_subtotal };
    const of = { ...it, purchase, has_paid: intents.some(({ id }) => id !== it.payment_intent) };
    const typed = input.promotion_code;
    const discounts = typed === undefined ? stillTaken(of, known?.all ?? []) : codeTaken(of, typed, codes, coupons, asked);
    const kept = [...(discounts ?? [])];
    const sums = summedUp(it.id, items, termsOf({ ...it, discounts_kept: kept }, shipping_rate, parties, asked.now));
    const { presented, effects } = presentedIn({ ...it, currency: it.currency }, input.presentment_currency, { ...parties, loaded }, asked);
    requireChargeable({ ...it, ...sums, presented }, asked);
    const begun = pending?.status === 'incomplete' ? pending : null;
    const changed = set(
      before,
      {
        ...sums,
        ...located,
        ...(presented && { presented, ...presentedSums({ ...sums, currency: it.currency }, presented) }),
        ...(begun && { pending_subscription: null }),
        discounts: kept.map(namedBy),
        discounts_kept: kept,
      },
      null,
    );
    return [effects, changed, run(release, changed, {}), begun && run(giveUp, begun, {}, 'ignore'), repriced(changed, intent)];
  },
});

/** Where the payer is. */
const locatedBy = (sent: Partial<Address> | undefined) => sent && { tax_address: { ...nowhere, ...sent } };

type Address = { readonly [name in keyof typeof nowhere]: string | null };

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

const nothing_bought = wrong('line_items', 'Nothing is bought with this Checkout Session.');
const not_offered = wrong('shipping_rate', 'The shipping rate is not one of the shipping options of the Checkout Session.');

/** The things that are bought, as many of each as the payer wants; or why they cannot have that. */
function changedItems(items: readonly LineItem[], wanted: Changes, mode: OpenSession['mode'], asked: Asked): readonly LineItem[] {
  const changed = new Map(items.map((item) => [item.id, item]));
  for (const [place, { id, amount, quantity }] of wanted.entries()) {
    const at = `line_items[${place}]`;
    const item = changed.get(id);
    if (!item) return asked.refuse({ code: 'resource_missing', status: 400, param: `${at}[id]`, message: `No such line item: '${id}'` });
    requireQuantity(item, quantity, `${at}[quantity]`, asked);
    requireAmount(item, amount, `${at}[amount]`, asked);
    const now = { ...item, ...(quantity !== undefined && { quantity }), ...(amount !== undefined && { chosen_amount: amount }) };
    if (!isBillable(now.chosen_amount ?? 0, now.quantity))
      return asked.refuse(tooMuch(`${at}[${amount === undefined ? 'quantity' : 'amount'}]`));
    changed.set(id, now);
  }
  const left = [...changed.values()];
  // A subscription needs a recurring item beside its one-time items.
  const counts = left.filter(({ price }) => mode !== 'subscription' || price.recurring);
  return counts.some(({ quantity }) => quantity !== 0)
    ? left
    : asked.refuse(wrong('line_items', 'Something has to be bought. Choose at least one.'));
}

const tooMuch = (param: string): Refusal => ({
  code: 'amount_too_large',
  param,
  message: 'The total exceeds the maximum. Choose a smaller quantity or amount.',
});

function requireQuantity({ adjustable_quantity: adjustable }: LineItem, quantity: number | undefined, param: string, asked: Asked): void {
  if (quantity === undefined) return;
  if (!adjustable?.enabled) asked.refuse(wrong(param, 'How many of this are bought cannot be changed.'));
  const [least, at_most] = [adjustable.minimum ?? 0, adjustable.maximum ?? most];
  if (quantity < least || quantity > at_most) asked.refuse(wrong(param, `Choose ${least} to ${at_most}.`));
}

function requireAmount({ price: { custom_unit_amount: custom } }: LineItem, amount: number | undefined, param: string, asked: Asked): void {
  if (amount === undefined) return;
  if (!custom) asked.refuse(wrong(param, 'What this costs cannot be changed.'));
  const [least, at_most] = boundsOf(custom);
  if (amount < least || amount > at_most) asked.refuse(wrong(param, `Choose an amount of ${least} to ${at_most}.`));
}

type For = OpenSession & {
  readonly has_paid: boolean;
  /** What is bought by now, before anything is taken off. */
  readonly purchase: { readonly currency: string; readonly amount: number | null };
};
type Coupons = { readonly get: (id: string) => Coupon | null };

/** What is taken off already. A code that is for more than what is bought by now is taken back; what the merchant gives stays. */
const stillTaken = (it: For, known: readonly PromotionCode[]): readonly DiscountValue[] =>
  it.allow_promotion_codes && known.some((code) => tried({}, (asked) => requireMinimum(code, it, 'promotion_code', asked)).refusal)
    ? []
    : (it.discounts_kept ?? []);

/** What the code that a payer has typed in takes off; or why it takes off nothing. */
function codeTaken(it: For, typed: string, codes: readonly PromotionCode[], coupons: Coupons, asked: Asked): DiscountValue[] {
  if (typed === '') return [];
  if (!it.allow_promotion_codes) return asked.refuse(wrong('promotion_code', 'This Checkout Session takes no promotion codes.'));
  const mine = codes.filter(({ customer }) => customer === null || customer === it.customer);
  const code = mine.find(({ active }) => active) ?? mine[0];
  const coupon = code?.of_coupon === undefined ? null : coupons.get(code.of_coupon);
  if (!code || !coupon) return asked.refuse(wrong('promotion_code', 'No such promotion code. Check what you have typed in.'));
  const redeemer = { customer: it.customer, has_paid: it.has_paid, purchase: it.purchase };
  requireCode(code, redeemer, 'promotion_code', asked.now, asked);
  requireCoupon(coupon, redeemer, 'promotion_code', asked.now, asked);
  return [discountToBe(coupon, code, it, asked)];
}
