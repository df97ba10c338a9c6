import { decimalNumber } from '../../../kernel/base/decimal.js';
import { alwaysThere, initially, internal, nullable, required, sometimes, type Values } from '../../../kernel/base/fields.js';
import { amount, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { place } from '../../../kernel/base/place.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** What is taken off in a further currency. */
export const currency_options = mapOf(currency, object({ amount_off: required(amount) }));

const shown = {
  amount_off: nullable(amount),
  /** The products whose lines it takes something off; all lines where it is not there. */
  applies_to: alwaysThere(sometimes(object({ products: listOf(ref('product'), 100) }))),
  currency: nullable(currency),
  currency_options: alwaysThere(currency_options),
  duration: oneOf('once', 'repeating', 'forever'),
  duration_in_months: nullable(integer({ minimum: 1, maximum: 1200 })),
  max_redemptions: nullable(integer({ minimum: 1 })),
  metadata,
  name: nullable(textOf(40)),
  percent_off: nullable(decimalNumber({ minimum: 0, maximum: 100, places: 4 })),
  redeem_by: nullable(timestamp),
  times_redeemed: integer({ minimum: 0 }),
  valid: initially(true, flag),
} as const;

/** What a discount takes off, and who may still have it. */
export const coupon = resource({
  object: 'coupon',
  prefix: 'cpn',
  fields: { ...shown, place, /** Redemptions by payments under way. */ reserved: internal(integer({ minimum: 0 })) },
  start: 'coupon.created',
  events: { updated: 'coupon.updated', removed: 'coupon.deleted' },
  timers: ['expire', 'retire_codes'],
  removable: true,
  columns: ['place'],
});

/** A coupon as rules see it. */
export type Coupon = It<typeof coupon>;

/** A coupon as it was when something was given for it: it goes on when the coupon itself is deleted. */
export const coupon_value = sparse({
  id: required(text),
  object: required(oneOf('coupon')),
  amount_off: required(shown.amount_off),
  applies_to: shown.applies_to,
  created: required(timestamp),
  currency: required(shown.currency),
  currency_options: shown.currency_options,
  duration: required(shown.duration),
  duration_in_months: required(shown.duration_in_months),
  livemode: required(flag),
  max_redemptions: required(shown.max_redemptions),
  metadata: required(metadata),
  name: required(shown.name),
  percent_off: required(shown.percent_off),
  redeem_by: required(shown.redeem_by),
  times_redeemed: required(shown.times_redeemed),
  valid: required(flag),
});

/** What is kept of a coupon in what was given for it. */
export type CouponValue = Values<{ value: typeof coupon_value }>['value'];

/** A coupon as it is now, to be kept. */
export const couponNow = (it: Coupon): CouponValue => ({
  id: it.id,
  object: it.object,
  amount_off: it.amount_off,
  ...(it.applies_to && { applies_to: it.applies_to }),
  created: it.created,
  currency: it.currency,
  currency_options: it.currency_options,
  duration: it.duration,
  duration_in_months: it.duration_in_months,
  livemode: it.livemode,
  max_redemptions: it.max_redemptions,
  metadata: it.metadata,
  name: it.name,
  percent_off: it.percent_off,
  redeem_by: it.redeem_by,
  times_redeemed: it.times_redeemed,
  valid: it.valid,
});

/** What a coupon takes off in a currency: an amount in minor units, or null where it takes a percentage or nothing in that currency. */
export const amountOffIn = ({ amount_off, currency, currency_options = {} }: CouponValue | Coupon, code: string): number | null =>
  currency === code ? amount_off : (currency_options[code]?.amount_off ?? null);
