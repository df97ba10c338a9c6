import type { Asked } from '../../../kernel/base/effects.js';
import { type Field, problem } from '../../../kernel/base/fields.js';
import { integer } from '../../../kernel/base/kinds.js';
import { billed_max } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';

const whole = integer();

/** How much a payout may be: a country may take more than a card payment can be. The bounds of a country apply once it is known. */
export const payout_amount: Field<number, number, 'optional'> = {
  ...whole,
  schema: { type: 'integer', minimum: 1, maximum: billed_max, description: 'In the smallest unit of the currency.' },
  read: (value, at, reading) => {
    const read = whole.read(value, at, reading);
    if (read === undefined) return undefined;
    if (read < 1) return problem(reading, { code: 'amount_too_small', param: at });
    return read > billed_max ? problem(reading, { code: 'amount_too_large', param: at }) : read;
  },
};

/** How callers may spell an amount and its currency: published as what is taken and what is paid, and as one with Stripe. */
const spellings = ['amount', 'source_amount', 'payment_amount'] as const;
const currencies = ['currency', 'source_currency', 'payment_currency'] as const;

/** Amounts and currencies as they are given. */
export type AmountsGiven = { readonly [K in (typeof spellings)[number]]?: number } & {
  readonly [K in (typeof currencies)[number]]?: string;
};

/** What is taken from the balance and paid out, and by which parameters it was said. */
export type Amount = { readonly amount: number; readonly currency: string; readonly param: string; readonly currency_param: string };

/** The one amount that three spellings may give, or what is wrong with them. */
export function amountOf(given: AmountsGiven, asked: Asked): Amount {
  const [param, ...more] = spellings.filter((name) => given[name] !== undefined);
  const [currency_param] = currencies.filter((name) => given[name] !== undefined);
  const [amount, currency] = [param && given[param], currency_param && given[currency_param]];
  if (!param || amount === undefined) return asked.refuse(missing('amount'));
  if (!currency_param || currency === undefined) return asked.refuse(missing('currency'));
  if (currencies.some((name) => given[name] !== undefined && given[name] !== currency)) return asked.refuse(one_currency);
  if (more.some((name) => given[name] !== amount)) return asked.refuse(one_amount);
  return { amount, currency, param, currency_param };
}

const missing = (param: string): Refusal => ({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });

const one_currency: Refusal = {
  code: 'parameter_invalid',
  param: 'payment_currency',
  message: 'To convert, send source_currency for what is taken and payment_currency for what is paid; otherwise send one currency.',
};

const one_amount: Refusal = {
  code: 'parameters_exclusive',
  param: 'payment_amount',
  message: 'Send only one of amount, source_amount and payment_amount.',
};
