import type { Rate } from '../../../arithmetic/fx/rates.js';
import { sample_rates } from '../../../arithmetic/fx/sample.js';
import { type Asked, at, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { own, type RateTable, rates } from '../../../kernel/base/reads.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { fxQuote, lock_seconds, usage_type } from './fx-quote.js';
import { askedRate, currentRates, not_loaded } from './rates.js';

/** Quotes the rates at which currencies are converted, and holds them for as long as is asked. */
export const create = creation(fxQuote, {
  takes: {
    from_currencies: about(
      'The currencies to convert, at least one and at most 200; each gets a rate into `to_currency`.',
      required(listOf(currency, 200)),
    ),
    lock_duration: fxQuote.fields.lock_duration,
    to_currency: about('The currency to convert the others into.', required(currency)),
    usage: about(
      'What you will use the quote for; by default payments.',
      object({ type: about('The operation that may use the quote; a quote of another type is refused.', required(usage_type)) }),
    ),
  },
  reads: { account: own(account), loaded: rates('to_currency') },
  decide: ({ it, input, account: owner, loaded }, asked) => {
    const table = currentRates(loaded, asked.livemode);
    if (!table) return asked.refuse(not_loaded);
    const members = quoteOf(table, input, owner?.fx.spread_basis_points ?? 0, asked);
    const made = set(it, members);
    return [made, at(members.lock_expires_at, made, 'expire')];
  },
});

type Asking = Pick<Settable<typeof fxQuote>, 'lock_duration' | 'usage'> & {
  readonly from_currencies: readonly string[];
  readonly to_currency: string;
};

/** The members of a quote by a table of rates. */
export function quoteOf(table: RateTable, wanted: Asking, spread: number, asked: Asked) {
  const { from_currencies, lock_duration = 'none', to_currency, usage = { type: 'payment' as const } } = wanted;
  const { rates: found } = quoted(table, from_currencies, to_currency, spread, asked);
  const seconds = lock_seconds[lock_duration];
  const lock_expires_at = seconds && asked.now + seconds;
  const { date, provider } = table;
  const rate_table = { date, provider, sample: table === sample_rates };
  const lock = { lock_duration, lock_expires_at, lock_status: seconds ? ('active' as const) : ('none' as const) };
  return { ...lock, rate_table, rates: found, to_currency, usage };
}

type Quoted = { readonly rates: NonNullable<Settable<typeof fxQuote>['rates']> };

/** The rate of each currency into the one, or why one of them has none. */
function quoted(table: RateTable, from_currencies: readonly string[], to: string, spread: number, asked: Asked): Quoted {
  if (from_currencies.length === 0)
    return asked.refuse({ code: 'parameter_invalid_empty', param: 'from_currencies', message: no_currencies });
  const rates: Record<string, ReturnType<typeof shown>> = {};
  for (const [place, from] of from_currencies.entries()) {
    const rate = askedRate(table, { from, to, from_param: `from_currencies[${place}]`, to_param: 'to_currency' }, spread, asked);
    rates[from] = shown(rate, table);
  }
  return { rates };
}

const no_currencies = 'Send at least one currency to convert.';

/** A rate as a quote shows it: digits that a JSON number holds exactly, and as text. */
const shown = ({ base_rate, exchange_rate, fx_fee_rate }: Rate, { provider }: RateTable) => ({
  exchange_rate: Number(exchange_rate),
  exchange_rate_decimal: exchange_rate,
  rate_details: {
    base_rate: Number(base_rate),
    duration_premium: 0,
    fx_fee_rate: Number(fx_fee_rate),
    reference_rate: Number(base_rate),
    reference_rate_provider: provider,
  },
});

/** The rates are held no longer. */
export const expire = timer(fxQuote, 'expire', {
  decide: ({ it }) => set(it, { lock_status: 'expired' }, 'fx_quote.expired'),
});

/** The FX quotes group. */
export const fxQuotes = [
  action('POST /v1/fx_quotes', create, {
    about:
      'Creates a quote of exchange rates from one or more currencies into another. With `lock_duration` the rates can be used in a payment or payout until the lock ends.',
  }),
  expire,
  retrieve(fxQuote, 'GET /v1/fx_quotes/:id', { about: 'Retrieves an FX quote; its rates do not change after it was created.' }),
  list(fxQuote, ['GET /v1/fx_quotes', 'GET /v1/fx_quotes/list'], {}, { about: 'Lists FX quotes, newest first.' }),
] as const;
