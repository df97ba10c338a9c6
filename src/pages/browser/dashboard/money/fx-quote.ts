import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { dates } from '../kit/filters.js';
import * as member from '../kit/members.js';

type Quote = {
  readonly id: string;
  readonly created: number;
  readonly lock_duration: string;
  readonly lock_expires_at: number | null;
  readonly lock_status: string;
  readonly rates: Readonly<Record<string, { readonly exchange_rate: number }>>;
  readonly to_currency: string;
};

const ratesOf = ({ rates, to_currency }: Quote): string =>
  Object.entries(rates)
    .map(([from, { exchange_rate }]) => `1 ${from.toUpperCase()} = ${exchange_rate} ${to_currency.toUpperCase()}`)
    .join(', ');

const create: Action<null> = {
  label: 'Get a rate',
  is_primary: true,
  fields: () => [
    { name: 'from_currencies', label: 'From currencies', kind: 'tags', initial: ['eur'], is_required: true },
    { name: 'to_currency', label: 'To currency', kind: 'text', initial: 'usd', is_required: true },
    {
      ...{ name: 'lock_duration', label: 'Lock', kind: 'choice' },
      choices: [
        { value: 'none', label: 'None' },
        { value: 'five_minutes', label: 'Five minutes' },
        { value: 'hour', label: 'An hour' },
        { value: 'day', label: 'A day' },
      ],
    },
    {
      ...{ name: 'usage[type]', label: 'For', kind: 'choice' },
      choices: [
        { value: 'payment', label: 'Payments' },
        { value: 'payout', label: 'Payouts' },
        { value: 'transfer', label: 'Transfers' },
      ],
    },
  ],
  request: (_, parameters) => post('fx_quotes', parameters),
  next: (answer) => `/exchange-rates/${(answer as Quote).id}`,
};

/** Quotes of exchange rates. */
export const fxQuotes: Description<Quote> = {
  name: 'exchange-rates',
  path: 'fx_quotes',
  label: 'Exchange rates',
  one: 'quote',
  title: ratesOf,
  status: ({ lock_status }) => lock_status,
  columns: [
    member.text('Rates', ratesOf),
    member.status((it) => it.lock_status),
    member.constant('Lock', (it) => it.lock_duration),
    member.time('Expires', (it) => it.lock_expires_at),
    member.created,
    member.id,
  ],
  filters: [dates()],
  empty: {
    text: 'Quoted rates appear here. This command gets one:',
    command: "fx_quotes -d to_currency=usd -d 'from_currencies[]=eur' -d lock_duration=none",
  },
  create,
  facts: [
    member.text('Rates', ratesOf),
    member.constant('Lock', (it) => it.lock_duration),
    member.time('Expires', (it) => it.lock_expires_at),
    member.created,
  ],
  is_silent: true,
};
