import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, nullable } from '../../../kernel/base/fields.js';
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
  exchange_rate: about(
    'How much of `to_currency` one unit converts to, after the spread; it has at most 10 significant digits.',
    decimalNumber(),
  ),
  exchange_rate_decimal: about('The same rate as a decimal string, for exact calculations.', text),
  rate_details: about(
    'The parts that the exchange rate was calculated from.',
    object({
      base_rate: about('The mid-market rate before the spread.', decimalNumber()),
      duration_premium: about('The surcharge for locking the rate; always 0.', decimalNumber()),
      fx_fee_rate: about('The spread as a fraction of the base rate: 0.015 for 150 basis points.', decimalNumber()),
      reference_rate: about('The published rate to compare with; it equals the base rate.', decimalNumber()),
      reference_rate_provider: about('The source of the reference rate, as the loaded rate table names it.', text),
    }),
  ),
});

/** Rates at which currencies are converted into one, held for a while where that was asked for. */
export const fxQuote = resource({
  object: 'fx_quote',
  title: 'FX quote',
  prefix: 'fxq',
  fields: {
    lock_duration: about(
      'For how long the rates can be used in payments and payouts; with `none`, the default, the quote only informs.',
      oneOf('none', 'five_minutes', 'hour', 'day'),
    ),
    lock_expires_at: about('When the lock on the rates ends, in Unix seconds; null without a lock.', nullable(timestamp)),
    lock_status: about(
      'Whether the rates are locked now; `expired` once the lock has ended, `none` without a lock.',
      oneOf('none', 'active', 'expired'),
    ),
    rate_table: about(
      'The table of exchange rates that the quote was calculated from.',
      object({
        date: about('The day of the rates, as `YYYY-MM-DD`.', textOf(10)),
        provider: about('The source of the rates, such as a central bank.', text),
        sample: about('Whether these are the built-in sample rates of test mode, which are no offer.', flag),
      }),
    ),
    rates: about('The rate of each currency into `to_currency`, under the code of the currency that is converted.', mapOf(currency, rate)),
    to_currency: about('The currency that the others are converted into.', currency),
    usage: about(
      'What the quote can be used for.',
      object({
        payment: about('Always null: a quote is not limited to payments of one account.', nullable(text)),
        transfer: about('Always null: a quote is not limited to transfers to one account.', nullable(text)),
        type: about('The operation that may use the quote; a quote of another type is refused. By default `payment`.', usage_type),
      }),
    ),
  },
  start: null,
  events: { told: ['fx_quote.expired'] },
  timers: ['expire'],
});

/** A quote as rules see it. */
export type FxQuote = It<typeof fxQuote>;
