import { about, internal, nullable, required, type Values } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { coupon_value } from '../coupons/coupon.js';

const source = about(
  'The coupon that was redeemed, in the form of versions since 2025-09-30.',
  object({ coupon: about('The id of the redeemed coupon.', nullable(ref('coupon'))), type: about('Always `coupon`.', oneOf('coupon')) }),
);

/** A redeemed coupon. It outlives the coupon, and sends events where a customer or a subscription has it. */
export const discount = resource({
  object: 'discount',
  prefix: 'di',
  fields: {
    checkout_session: about('The Checkout session that redeemed the coupon; null for other discounts.', nullable(text)),
    coupon: about('The coupon as it was when it was redeemed; later changes and its deletion do not matter.', coupon_value),
    customer: about('The customer who redeemed the coupon; null for an invoice item or session without one.', nullable(ref('customer'))),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    end: about('When the discount ends, in Unix seconds; null for a coupon that is used once or lasts forever.', nullable(timestamp)),
    invoice: about('The invoice that is discounted; null when the discount belongs to something else.', nullable(text)),
    invoice_item: about('The invoice item or line that is discounted; null when the discount belongs to something else.', nullable(text)),
    promotion_code: about('The promotion code that was redeemed; null when the coupon was named itself.', nullable(ref('promotion_code'))),
    /** Another discount has replaced it, so its end changes nothing. */
    replaced: internal(flag),
    source,
    start: about('When the coupon was redeemed, in Unix seconds.', integer()),
    subscription: about(
      'The subscription whose invoices are discounted; null when the discount belongs to something else.',
      nullable(text),
    ),
    subscription_item: about('The subscription item that is discounted; null when the discount belongs to something else.', nullable(text)),
  },
  start: null,
  events: { removed: 'customer.discount.deleted', told: ['customer.discount.created', 'customer.discount.updated'] },
  timers: ['end'],
  removable: true,
});

/** A discount as rules see it. */
export type Discount = It<typeof discount>;

const { fields } = discount;

/** A discount as a member of what has it: customers, subscriptions, their items, invoices and their lines. */
export const discount_value = sparse({
  id: about('The id of the discount.', required(text)),
  object: about('Always `discount`.', required(oneOf('discount'))),
  checkout_session: required(fields.checkout_session),
  coupon: about('The coupon as it was when it was redeemed.', required(coupon_value)),
  customer: required(fields.customer),
  customer_account: required(fields.customer_account),
  end: required(fields.end),
  invoice: required(fields.invoice),
  invoice_item: required(fields.invoice_item),
  promotion_code: required(fields.promotion_code),
  source: required(source),
  start: about('When the coupon was redeemed, in Unix seconds.', required(timestamp)),
  subscription: required(fields.subscription),
  subscription_item: required(fields.subscription_item),
});

/** A discount as its owner's document holds it. */
export type DiscountValue = Values<{ value: typeof discount_value }>['value'];

/** The current value of a discount, as its owner stores it. */
export const discountNow = (it: Discount): DiscountValue => ({
  id: it.id,
  object: it.object,
  checkout_session: it.checkout_session,
  coupon: it.coupon,
  customer: it.customer,
  customer_account: it.customer_account,
  end: it.end,
  invoice: it.invoice,
  invoice_item: it.invoice_item,
  promotion_code: it.promotion_code,
  source: it.source,
  start: it.start,
  subscription: it.subscription,
  subscription_item: it.subscription_item,
});

/** Whether something is still taken off for it. */
export const isInForce = ({ end }: Pick<DiscountValue, 'end'>, now: number): boolean => end === null || now < end;
