import { internal, nullable, required, type Values } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { coupon_value } from '../coupons/coupon.js';

const source = object({ coupon: nullable(ref('coupon')), type: oneOf('coupon') });

/** A redeemed coupon. It outlives the coupon, and sends events where a customer or a subscription has it. */
export const discount = resource({
  object: 'discount',
  prefix: 'di',
  fields: {
    checkout_session: nullable(text),
    /** The coupon as it was redeemed. */
    coupon: coupon_value,
    customer: nullable(ref('customer')),
    customer_account: nullable(text),
    /** When it is over; null where nothing but its use ends it, or nothing at all. */
    end: nullable(timestamp),
    invoice: nullable(text),
    invoice_item: nullable(text),
    promotion_code: nullable(ref('promotion_code')),
    /** Another discount has replaced it, so its end changes nothing. */
    replaced: internal(flag),
    /** The coupon by its id, as SDKs since 2025-09-30 read it. */
    source,
    start: integer(),
    subscription: nullable(text),
    subscription_item: nullable(text),
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
  id: required(text),
  object: required(oneOf('discount')),
  checkout_session: required(fields.checkout_session),
  coupon: required(coupon_value),
  customer: required(fields.customer),
  customer_account: required(fields.customer_account),
  end: required(fields.end),
  invoice: required(fields.invoice),
  invoice_item: required(fields.invoice_item),
  promotion_code: required(fields.promotion_code),
  source: required(source),
  start: required(timestamp),
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
