import { type Around, ask, at, type Effects, refuse, set } from '../../base/effects.js';
import { pick } from '../../base/fields.js';
import { amount, oneOf, ref } from '../../base/kinds.js';
import { day } from '../../base/moments.js';
import { currency } from '../../base/money.js';
import { balance, one, own } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { action, creation, list, result, retrieve, rule, timer } from '../../base/rules.js';
import { post } from '../../ledger/movements.js';
import type { Declined } from '../../processors/contract.js';
import { payOut } from '../../processors/questions.js';
import { account } from '../accounts/account.js';
import { bankAccount } from '../accounts/bank-account.js';
import { type Booked, booked } from '../balance/balance-transaction.js';
import { convert } from '../balance/conversion.js';
import { asConverted, conversion_reads, conversionOf, unconverted } from './conversion.js';
import { failureOf } from './failures.js';
import { described, payout } from './payout.js';
import { cameBack, comeBack, nextLook, overtaken, reverse } from './reverse.js';

type Payout = It<typeof payout>;

/** When a payout is handed to the bank, and when it should arrive: seconds after its creation. */
const timing = { standard: { handed_over: day, arrives: 3 * day }, instant: { handed_over: 0, arrives: 1800 } } as const;

type Amounts = { readonly [K in 'amount' | 'source_amount' | 'payment_amount']?: number } & {
  readonly [K in 'currency' | 'source_currency' | 'payment_currency']?: string;
};

const currencyOf = (given: Amounts): string => given.currency ?? given.source_currency ?? given.payment_currency ?? '';

/** The one amount that three spellings may give (published: source_ and payment_; Stripe: amount), or what is wrong with them. */
function amountOf(given: Amounts): number | Refusal {
  const amounts = [given.amount, given.source_amount, given.payment_amount].filter((each) => each !== undefined);
  const currencies = new Set([given.currency, given.source_currency, given.payment_currency].filter((each) => each !== undefined));
  const [first] = amounts;
  if (first === undefined) return { code: 'parameter_missing', param: 'amount', message: 'Missing required param: amount.' };
  if (currencies.size === 0) return { code: 'parameter_missing', param: 'currency', message: 'Missing required param: currency.' };
  if (currencies.size > 1) return { code: 'parameter_invalid', param: 'payment_currency', message: one_currency };
  if (new Set(amounts).size > 1) return { code: 'parameters_exclusive', param: 'payment_amount', message: one_amount };
  return first;
}

const one_currency =
  'To convert, send source_currency for what is taken and payment_currency for what is paid; otherwise send one currency.';
const one_amount = 'Send only one of amount, source_amount and payment_amount.';

/** Takes funds out of the available balance and puts them on their way. */
export const create = creation(payout, {
  takes: {
    ...{ amount, currency, payment_amount: amount, payment_currency: currency, source_amount: amount, source_currency: currency },
    ...described,
  },
  reads: {
    account: own(account),
    destination: bankAccount,
    available: balance('merchant_available', 'source_currency', 'currency', 'payment_currency'),
    ...conversion_reads,
  },
  decide: ({ it, input, account, destination: named, available, ...seen }, around) => {
    const conversion = conversionOf(input, { ...seen, account }, around);
    if (conversion && 'refuse' in conversion) return refuse(conversion.refuse);
    const amount = conversion?.amount ?? amountOf(input);
    if (typeof amount !== 'number') return refuse(amount);
    const currency = conversion?.currency ?? currencyOf(input);
    const destination = input.destination ?? account?.default_destination;
    const taken = named ? named.currency : account?.default_currency;
    if (destination && taken !== currency)
      return refuse({ code: 'parameter_invalid', param: 'currency', message: `The destination takes ${taken}, not ${currency}.` });
    if (!destination) return refuse({ code: 'payouts_not_allowed', param: 'destination' });
    const taken_param = conversion ? 'source_amount' : 'amount';
    if (available < (conversion?.source_amount ?? amount)) return refuse({ code: 'balance_insufficient', param: taken_param });
    const { now } = around;
    const { handed_over, arrives } = timing[input.method ?? 'standard'];
    const { id } = it;
    const into = conversion && convert({ ...conversion, payout: id }, around);
    const money = booked({ type: 'payout', movement: 'payout_created', amount: -amount, currency, source: id, payout: id }, around);
    const said = { ...input, ...(conversion && asConverted(conversion)), amount, currency, destination, arrival_date: now + arrives };
    const ordered = set(it, { status: 'pending', ...said, balance_transaction: money.id });
    return [into, money.effects, ordered, at(now + handed_over, ordered, 'hand_over')];
  },
});

/** Changes metadata; a payout is otherwise as it was ordered. */
export const update = rule(payout, 'update', { takes: pick(payout.fields, 'metadata'), decide: ({ it, input }) => set(it, input) });

/** Takes a payout back before it is handed to the bank. */
export const cancel = rule(payout, 'cancel', {
  decide: ({ it }, around) => {
    if (it.original_payout) return refuse(no_way_back);
    if (it.status !== 'pending') {
      return refuse({ code: 'payout_unexpected_state', message: `Only a pending payout can be canceled; this one is ${it.status}.` });
    }
    const money = givenBack(it, around);
    return [money.effects, set(it, { status: 'canceled', failure_balance_transaction: money.id })];
  },
});

const no_way_back: Refusal = {
  code: 'payout_unexpected_state',
  message: 'This payout reverses another one and cannot be canceled. Pay out again once it has been paid.',
};

/** Funds come back from where they are by now: from on the way, or from the bank that had paid them out. */
const back_from = {
  pending: { type: 'payout_cancel', movement: 'payout_canceled' },
  in_transit: { type: 'payout_failure', movement: 'payout_failed' },
  paid: { type: 'payout_failure', movement: 'payout_returned' },
} as const;

const givenBack = (it: It<typeof payout, keyof typeof back_from>, around: Around): Booked => {
  const { id, amount, currency, status } = it;
  const money = booked({ ...back_from[status], amount, currency, source: id, payout: id }, around);
  return { ...money, effects: [money.effects, unconverted(it, around)] };
};

/** Hands a payout to the bank, once. */
export const handOver = timer(payout, 'hand_over', {
  from: ['pending'],
  reads: { destination: bankAccount },
  decide: ({ it }) => [set(it, { status: 'in_transit' }), ask(payOut, it, asked(it))],
});

/** Asks the bank whether the funds have arrived; the same question with the same key moves nothing twice. */
export const arrive = timer(payout, 'arrive', {
  from: ['in_transit'],
  reads: { destination: bankAccount },
  decide: ({ it }) => ask(payOut, it, asked(it)),
});

const asked = ({ id, amount, currency, destination, arrival_date, processor }: Payout) => ({
  attempt: id,
  ...(processor && { processor }),
  amount,
  currency,
  destination,
  arrival_date,
});

/**
 * The bank's answer: on its way, arrived, or returned. Funds that are returned are available again, unless they have come back already
 * because the payout was reversed: they come back once.
 */
export const paidOut = result(payout, payOut, {
  from: ['in_transit', 'paid'],
  reads: { reversal: one(payout, 'reversed_by') },
  afresh: true,
  decide: ({ it, reversal, answer, by: processor }, around): Effects => {
    if (it.original_payout) return null;
    const isBack = reversal?.status === 'paid';
    if (answer.result === 'declined' && !isBack) return [returned(it, answer, processor, around), overtaken(reversal)];
    if (it.status === 'paid') return null;
    if (answer.result === 'pending' || answer.result === 'needs_action')
      return [set(it, { processor }, null), at(nextLook(it, around.now), it, 'arrive')];
    return [set(it, { status: 'paid', processor }), post('payout_paid', { ...it, source: it.id })];
  },
});

function returned(it: It<typeof payout, 'in_transit' | 'paid'>, declined: Declined, processor: string, around: Around): Effects {
  const money = givenBack(it, around);
  const failed = { failure_balance_transaction: money.id, ...failureOf(declined), processor, reversed_by: null };
  return [money.effects, set(it, { status: 'failed', ...failed })];
}

/** The payouts group. */
export const payouts = [
  action('POST /v1/payouts', create),
  action('POST /v1/payouts/:id', update),
  action('POST /v1/payouts/:id/cancel', cancel),
  action('POST /v1/payouts/:payout/reverse', reverse, { summary: 'Reverse a payout' }),
  handOver,
  arrive,
  paidOut,
  comeBack,
  cameBack,
  retrieve(payout, 'GET /v1/payouts/:id'),
  list(payout, ['GET /v1/payouts', 'GET /v1/payouts/list'], {
    destination: ref('bank_account'),
    status: oneOf('pending', 'in_transit', 'paid', 'failed', 'canceled'),
  }),
] as const;
