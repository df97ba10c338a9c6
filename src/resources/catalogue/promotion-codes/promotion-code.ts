import { alwaysThere, field, initially, internal, invalid, nullable, required, type Values } from '../../../kernel/base/fields.js';
import { amount, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { coupon_value } from '../coupons/coupon.js';

/** What customers type in. */
export const code = (() => {
  const inner = textOf(500, { pattern: '^[A-Za-z0-9-]+$' });
  return field<string>(inner.schema, '', (value, at, reading) => {
    const read = inner.read(value, at, reading);
    if (read === undefined || /^[A-Za-z0-9-]+$/.test(read)) return read;
    return invalid(reading, at, 'Invalid code: send letters a to z in any case, digits and dashes.');
  });
})();

/** Codes are the same in every letter case. */
export const inOneCase = (code: string): string => code.toUpperCase();

/** The least purchase in a further currency. */
export const currency_options = mapOf(currency, object({ minimum_amount: required(amount) }));

const restrictions = {
  currency_options: alwaysThere(currency_options),
  first_time_transaction: flag,
  minimum_amount: nullable(amount),
  minimum_amount_currency: nullable(currency),
} as const;

/** Who may redeem a code, and with what. */
export type Restrictions = Values<typeof restrictions>;

/** A word by which customers redeem a coupon. */
export const promotionCode = resource({
  object: 'promotion_code',
  prefix: 'promo',
  fields: {
    active: initially(true, flag),
    code,
    /** The code in one letter case. */
    code_key: internal(textOf(500)),
    /** The coupon as it was when the code was made or last redeemed, and when it ended. */
    coupon: alwaysThere(nullable(coupon_value)),
    /** Where on lists the coupon is: one of the same id that comes after it is another. */
    coupon_place: internal(text),
    customer: nullable(ref('customer')),
    customer_account: nullable(text),
    expires_at: nullable(timestamp),
    max_redemptions: nullable(integer({ minimum: 1 })),
    metadata,
    of_coupon: internal(ref('coupon')),
    promotion: object({ coupon: nullable(ref('coupon')), type: oneOf('coupon') }),
    restrictions: object(restrictions),
    /** Redemptions by payments under way. */
    reserved: internal(integer({ minimum: 0 })),
    times_redeemed: integer({ minimum: 0 }),
  },
  start: 'promotion_code.created',
  events: { updated: 'promotion_code.updated' },
  timers: ['expire'],
  columns: ['active', 'code_key', 'customer', 'of_coupon'],
  unique: {
    /** Among active codes that everybody can use, and among those of each customer. */
    code: ({ active, code_key, customer }) =>
      active && typeof code_key === 'string' ? (typeof customer === 'string' ? `${code_key} ${customer}` : code_key) : null,
  },
});

/** A promotion code as rules see it. */
export type PromotionCode = It<typeof promotionCode>;

/** The least a purchase must be in a currency, in minor units: null where there is no such bound, `elsewhere` where only others have one. */
export function minimumIn(
  { minimum_amount, minimum_amount_currency, currency_options }: Restrictions,
  code: string,
): number | null | 'elsewhere' {
  if (minimum_amount === null) return null;
  if (minimum_amount_currency === code) return minimum_amount;
  return currency_options[code]?.minimum_amount ?? 'elsewhere';
}
