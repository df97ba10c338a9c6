import type { Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { pick } from '../../base/fields.js';
import { amount, oneOf, ref } from '../../base/kinds.js';
import { day } from '../../base/moments.js';
import { currency } from '../../base/money.js';
import { type It } from '../../base/resource.js';
import { action, answer, due, type Surroundings } from '../../base/legacy.js';
import { list, retrieve } from '../../base/rules.js';
import { post } from '../../ledger/movements.js';
import { account } from '../accounts/account.js';
import { bankAccount } from '../accounts/bank-account.js';
import { explained } from '../balance/balance-transaction.js';
import { described, payout } from './payout.js';

type Payout = It<typeof payout>;
type Draft = Decided<typeof payout>;

/** How long a bank that says nothing on the day of arrival is left in peace, in seconds. */
const asked_again_after = 3600;

/** When a payout is handed to the bank, and when it should arrive: seconds after its creation. */
const timing = { standard: { handed_over: day, arrives: 3 * day }, instant: { handed_over: 0, arrives: 1800 } } as const;

type Amounts = { readonly [K in 'amount' | 'source_amount' | 'payment_amount']?: number } & {
  readonly [K in 'currency' | 'source_currency' | 'payment_currency']?: string;
};

const currencyOf = (given: Amounts): string => given.currency ?? given.source_currency ?? given.payment_currency ?? '';

/** The one amount that three spellings may give (published: source_ and payment_; Stripe: amount), or what is wrong with them. */
function amountOf(given: Amounts): number | { refuse: Refusal } {
  const amounts = [given.amount, given.source_amount, given.payment_amount].filter((each) => each !== undefined);
  const currencies = new Set([given.currency, given.source_currency, given.payment_currency].filter((each) => each !== undefined));
  const [first] = amounts;
  if (first === undefined) return { refuse: { code: 'parameter_missing', param: 'amount', message: 'Missing required param: amount.' } };
  if (currencies.size === 0)
    return { refuse: { code: 'parameter_missing', param: 'currency', message: 'Missing required param: currency.' } };
  if (currencies.size > 1)
    return {
      refuse: {
        code: 'parameter_invalid',
        param: 'payment_currency',
        message: 'A payout is paid in the currency that funds it. Send one currency.',
      },
    };
  if (new Set(amounts).size > 1)
    return {
      refuse: {
        code: 'parameters_exclusive',
        param: 'payment_amount',
        message: 'Send only one of amount, source_amount and payment_amount.',
      },
    };
  return first;
}

/** Takes funds out of the available balance and puts them on their way. */
export const create = action(
  payout,
  'POST /v1/payouts',
  { amount, currency, payment_amount: amount, payment_currency: currency, source_amount: amount, source_currency: currency, ...described },
  ({ it, params, refs, balance, ...around }): Draft => {
    const sum = amountOf(params);
    if (typeof sum !== 'number') return sum;
    const code = currencyOf(params);
    const destination = params.destination ?? refs.account?.default_destination;
    const taken = params.destination ? refs.destination?.currency : refs.account?.default_currency;
    if (destination && taken !== code)
      return { refuse: { code: 'parameter_invalid', param: 'currency', message: `The destination takes ${taken}, not ${code}.` } };
    if (!destination) return { refuse: { code: 'payouts_not_allowed', param: 'destination' } };
    if (balance < sum) return { refuse: { code: 'balance_insufficient', param: 'amount' } };
    const { handed_over, arrives } = timing[params.method ?? 'standard'];
    const { id, ...booked } = explained(
      { type: 'payout', movement: 'payout_created', amount: -sum, currency: code, source: it.id, payout: it.id },
      { ...around, balance },
    );
    return {
      to: 'pending',
      set: { ...params, amount: sum, currency: code, destination, arrival_date: around.now + arrives, balance_transaction: id },
      later: [{ name: 'hand_over', at: around.now + handed_over }],
      ...booked,
    };
  },
  { needs: { account, destination: bankAccount }, balance: { ledger_account: 'merchant_available', currency: ['currency', 'source_currency', 'payment_currency'] } },
);

/** Changes metadata; a payout is otherwise as it was ordered. */
export const update = action(payout, 'POST /v1/payouts/:id', pick(payout.fields, 'metadata'), ({ params }) => ({ set: params }));

/** Takes a payout back before it is handed to the bank. */
export const cancel = action(payout, 'POST /v1/payouts/:id/cancel', {}, ({ it, ...around }): Draft => {
  if (it.status !== 'pending') {
    return { refuse: { code: 'payout_unexpected_state', message: `Only a pending payout can be canceled; this one is ${it.status}.` } };
  }
  const { id, ...booked } = givenBack(it, it.status, around);
  return { to: 'canceled', set: { failure_balance_transaction: id }, ...booked };
});

/** Funds come back from where they are by now: from on the way, or from the bank that had paid them out. */
const back_from = { pending: 'payout_canceled', in_transit: 'payout_failed', paid: 'payout_returned' } as const;

const givenBack = ({ id, amount, currency }: Payout, from: keyof typeof back_from, around: Surroundings): ReturnType<typeof explained> => {
  const type = from === 'pending' ? 'payout_cancel' : 'payout_failure';
  return explained({ type, movement: back_from[from], amount, currency, source: id, payout: id }, around);
};

const needs = { destination: bankAccount } as const;

/** Hands a payout to the bank, once. */
export const handOver = due(
  payout,
  'hand_over',
  ({ it, now }): Draft => (it.status === 'pending' ? { to: 'in_transit', ask: ask(it, now) } : {}),
  { needs },
);

/** Asks the bank whether the funds have arrived; the same ask with the same key moves nothing twice. */
export const arrive = due(payout, 'arrive', ({ it, now }): Draft => (it.status === 'in_transit' ? { ask: ask(it, now) } : {}), { needs });

const ask = ({ id, amount, currency, destination, arrival_date, processor }: Payout, now: number): NonNullable<Draft['ask']> => ({
  verb: 'pay_out',
  subject: { object: 'payout', id },
  attempt: id,
  ...(processor && { processor }),
  amount,
  currency,
  destination,
  arrival_date,
  now,
});

/** The bank's answer: on its way, arrived, or returned. Funds that are returned are available again. */
export const settle = answer(payout, ({ it, answer, asked: { processor }, ...around }): Draft => {
  if (it.status !== 'in_transit' && !(it.status === 'paid' && answer.result === 'declined')) return {};
  if (answer.result === 'approved') return { to: 'paid', set: { processor }, post: [post('payout_paid', { ...it, source: it.id })] };
  if (answer.result !== 'declined') {
    const at = it.arrival_date > around.now ? it.arrival_date : around.now + asked_again_after;
    return { set: { processor }, tell: [], later: [{ name: 'arrive', at }] };
  }
  const { id, ...booked } = givenBack(it, it.status, around);
  const failure_code = answer.decline_code ?? 'could_not_process';
  return {
    to: 'failed',
    set: {
      processor,
      failure_balance_transaction: id,
      failure_code,
      failure_message: failures[failure_code] ?? failures.could_not_process ?? null,
    },
    ...booked,
  };
});

/** Why banks return payouts, for people. */
const failures: Readonly<Record<string, string>> = {
  account_closed: 'The bank account has been closed.',
  could_not_process: 'The bank could not process this payout.',
  debit_not_authorized: 'The bank account does not allow debits.',
  insufficient_funds: 'The bank account has insufficient funds.',
  invalid_currency: 'The bank could not process this payout because of its currency.',
  no_account: 'The bank account details are correct, but the account does not exist.',
};

/** The payouts group. */
export const payouts = [
  create,
  update,
  cancel,
  handOver,
  arrive,
  settle,
  retrieve(payout, 'GET /v1/payouts/:id'),
  list(payout, ['GET /v1/payouts', 'GET /v1/payouts/list'], {
    destination: ref('bank_account'),
    status: oneOf('pending', 'in_transit', 'paid', 'failed', 'canceled'),
  }),
] as const;
