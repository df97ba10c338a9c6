import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, alwaysThere, initially, internal, nullable, required, sometimes, type Values } from '../../../kernel/base/fields.js';
import { amount, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { place } from '../../../kernel/base/place.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** What is taken off in a further currency. */
export const currency_options = about(
  'Amounts to take off in further currencies, by currency code; only for a coupon with `amount_off`.',
  mapOf(currency, object({ amount_off: about('The amount to take off in this currency, in minor units.', required(amount)) })),
);

const shown = {
  amount_off: about('The amount taken off, in minor units of `currency`; null for a coupon with a percentage.', nullable(amount)),
  applies_to: about(
    'The products that the coupon reduces the price of; absent for a coupon that applies to all lines.',
    alwaysThere(
      sometimes(object({ products: about('The ids of up to 100 products whose lines are discounted.', listOf(ref('product'), 100)) })),
    ),
  ),
  currency: about('The currency of `amount_off`; null for a coupon with a percentage.', nullable(currency)),
  currency_options: about('The amounts taken off in further currencies, by currency code.', alwaysThere(currency_options)),
  duration: about(
    'How long a subscription keeps the discount: for its next invoice (`once`, the default), for some months (`repeating`), or `forever`.',
    oneOf('once', 'repeating', 'forever'),
  ),
  duration_in_months: about(
    'The months for which a `repeating` coupon discounts invoices; null for other durations.',
    nullable(integer({ minimum: 1, maximum: 1200 })),
  ),
  max_redemptions: about(
    'How often the coupon can be redeemed by all customers together; null for no limit.',
    nullable(integer({ minimum: 1 })),
  ),
  metadata,
  name: about('What customers read on pages and invoices instead of the id; up to 40 characters.', nullable(textOf(40))),
  percent_off: about(
    'The percentage taken off, above 0 and up to 100, with at most four decimal places; null for a coupon with an amount.',
    nullable(decimalNumber({ minimum: 0, maximum: 100, places: 4 })),
  ),
  redeem_by: about(
    'The last moment of redemption in Unix seconds, at most five years ahead; existing discounts stay. Null for no end.',
    nullable(timestamp),
  ),
  times_redeemed: about('How often the coupon has been redeemed, directly or by a promotion code.', integer({ minimum: 0 })),
  valid: about('Whether the coupon can still be redeemed: it has not expired, is not used up and is not deleted.', initially(true, flag)),
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
  id: about('The id of the coupon.', required(text)),
  object: about('Always `coupon`.', required(oneOf('coupon'))),
  amount_off: required(shown.amount_off),
  applies_to: shown.applies_to,
  created: about('When the coupon was created, in Unix seconds.', required(timestamp)),
  currency: required(shown.currency),
  currency_options: shown.currency_options,
  duration: required(shown.duration),
  duration_in_months: required(shown.duration_in_months),
  livemode: about('Whether the coupon belongs to live mode.', required(flag)),
  max_redemptions: required(shown.max_redemptions),
  metadata: required(metadata),
  name: required(shown.name),
  percent_off: required(shown.percent_off),
  redeem_by: required(shown.redeem_by),
  times_redeemed: required(shown.times_redeemed),
  valid: about('Whether the coupon could still be redeemed at that time.', required(flag)),
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
