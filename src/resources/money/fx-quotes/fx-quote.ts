import { decimalNumber } from '../../../kernel/base/decimal.js';
import { nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** For how many seconds a quote holds its rates. */
export const lock_seconds = { none: null, five_minutes: 300, hour: 3600, day } as const;

/** What a quote is for: published, and Stripe's. */
export const usage_type = oneOf('payment', 'payin', 'payout', 'transfer');

const rate = object({
  exchange_rate: decimalNumber(),
  /** The same rate as text, for those who count in decimals. */
  exchange_rate_decimal: text,
  rate_details: object({
    base_rate: decimalNumber(),
    duration_premium: decimalNumber(),
    fx_fee_rate: decimalNumber(),
    reference_rate: decimalNumber(),
    reference_rate_provider: text,
  }),
});

/** Rates at which currencies are converted into one, held for a while where that was asked for. */
export const fxQuote = resource({
  object: 'fx_quote',
  title: 'FX quote',
  prefix: 'fxq',
  fields: {
    lock_duration: oneOf('none', 'five_minutes', 'hour', 'day'),
    lock_expires_at: nullable(timestamp),
    lock_status: oneOf('none', 'active', 'expired'),
    /** The source of the rates. A sample is for tests, and is not an offer. */
    rate_table: object({ date: textOf(10), provider: text, sample: flag }),
    /** By the currency that is converted. */
    rates: mapOf(currency, rate),
    to_currency: currency,
    usage: object({ payment: nullable(text), transfer: nullable(text), type: usage_type }),
  },
  start: null,
  events: { told: ['fx_quote.expired'] },
  timers: ['expire'],
});

/** A quote as rules see it. */
export type FxQuote = It<typeof fxQuote>;
