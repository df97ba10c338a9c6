import { at, set } from '../../../kernel/base/effects.js';
import { about, type Field, field, initially, nullable, required } from '../../../kernel/base/fields.js';
import { amount, type CreatedRange, integerOrDigits, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { booked } from './balance-transaction.js';

/** Funds put into a sandbox's balance, to have something to pay out. */
export const topup = resource({
  object: 'topup',
  title: 'top-up',
  prefix: 'tu',
  fields: {
    amount: about('The amount that is added to the balance, in minor units.', amount),
    balance_transaction: about(
      'The balance transaction that adds the amount; null until the top-up has succeeded.',
      nullable(ref('balance_transaction')),
    ),
    currency: about('The currency of the balance that is topped up.', currency),
    description: about('Your description of the top-up; it is copied to the balance transaction.', nullable(text)),
    destination_balance: about(
      'The balance that receives the funds: that of payments and payouts, the default, or that of issued cards.',
      oneOf('payments', 'issuing'),
    ),
    expected_availability_date: about(
      'When the funds are expected in the balance, in Unix seconds: a day after the top-up was created.',
      nullable(timestamp),
    ),
    failure_code: about(
      'Why the bank did not send the funds, such as `insufficient_funds`; null unless the top-up failed.',
      nullable(text),
    ),
    failure_message: about('The reason in `failure_code` as a sentence for people; null unless the top-up failed.', nullable(text)),
    initiated_by: about('Always `user`: a top-up is created by a request.', initially('user' as const, nullable(oneOf('user')))),
    metadata,
    source: about('Always null: top-ups come without a stored bank account.', nullable(text)),
    statement_descriptor: about(
      'The text for the statement of the bank account that is debited, of at most 15 characters.',
      nullable(textOf(15)),
    ),
    transfer_group: about('Your name for a group of related transfers and top-ups.', nullable(text)),
  },
  start: { pending: 'topup.created', succeeded: 'topup.succeeded' },
  for_sdks: forSdks,
  states: {
    pending: { succeeded: 'topup.succeeded', canceled: 'topup.canceled', failed: 'topup.failed' },
    // A bank may take back days later what it has sent.
    succeeded: { reversed: 'topup.reversed' },
    canceled: {},
    failed: {},
    reversed: {},
  },
  timers: ['arrive'],
  unexpected: 'topup_unexpected_state',
  columns: ['amount', 'status'],
});

const { fields } = topup;

const described = {
  amount: about('The amount to add to the balance, in minor units.', required(amount)),
  currency: about('The currency of the balance to top up.', required(currency)),
  ...pick(fields, 'description', 'destination_balance', 'metadata', 'statement_descriptor'),
};

/** The movement that brings the funds to a balance. */
const topped_up = { payments: 'topped_up', issuing: 'issuing_topped_up' } as const;

/** The movement that takes them back. */
const taken_back = { payments: 'topup_reversed', issuing: 'issuing_topup_reversed' } as const;

/** Tops the available balance, or that of issued cards, up at once (test mode). No bank sends these funds, so they are never pending. */
export const createArrived = creation(topup, {
  takes: described,
  decide: ({ it, input }, asked) => {
    const { amount, currency, description = null, destination_balance = 'payments' } = input;
    const { id: source } = it;
    const money = booked({ type: 'topup', movement: topped_up[destination_balance], amount, currency, source, description }, asked);
    return [
      money.effects,
      set(it, { status: 'succeeded', ...input, balance_transaction: money.id, expected_availability_date: asked.now }),
    ];
  },
});

/** Creates a top-up as Stripe has it: the funds come from a bank, and arrive a day later. */
export const create = creation(topup, {
  takes: { ...described, ...pick(fields, 'transfer_group') },
  decide: ({ it, input }, asked) => {
    const begun = set(it, { status: 'pending', ...input, expected_availability_date: asked.now + day });
    return [begun, at(asked.now + day, begun, 'arrive')];
  },
});

/** The funds have come. */
export const arrive = timer(topup, 'arrive', {
  from: ['pending'],
  decide: ({ it }, around) => {
    const money = booked({ ...it, type: 'topup', movement: topped_up[it.destination_balance], source: it.id }, around);
    return [money.effects, set(it, { status: 'succeeded', balance_transaction: money.id })];
  },
});

/** Changes what describes a top-up. */
export const update = rule(topup, 'update', {
  takes: pick(fields, 'description', 'metadata'),
  decide: ({ it, input }) => set(it, input, null),
});

/** Cancels a top-up whose funds have not come yet. */
export const cancel = rule(topup, 'cancel', { from: ['pending'], decide: ({ it }) => set(it, { status: 'canceled' }) });

/** The bank does not send the funds (test mode). */
export const fail = rule(topup, 'fail', {
  from: ['pending'],
  decide: ({ it }) => set(it, { status: 'failed', ...without_funds }),
});

const without_funds = {
  failure_code: 'insufficient_funds',
  failure_message: 'The bank account that was to send the funds does not have them.',
} as const;

/** The bank takes its funds back (test mode); the balance may be left below zero. */
export const reverse = rule(topup, 'reverse', {
  from: ['succeeded'],
  decide: ({ it }, asked) => {
    const { amount, currency, id: source, description } = it;
    const movement = taken_back[it.destination_balance];
    const money = booked({ type: 'topup_reversal', movement, amount: -amount, currency, source, description }, asked);
    return [money.effects, set(it, { status: 'reversed' })];
  },
});

const bound = integerOrDigits({ minimum: 0, maximum: billed_max });
const range = object({
  gt: about('Only top-ups of more than this amount.', bound),
  gte: about('Only top-ups of this amount or more.', bound),
  lt: about('Only top-ups of less than this amount.', bound),
  lte: about('Only top-ups of this amount or less.', bound),
});

/** An amount, or a range of amounts. */
const of_amount: Field<CreatedRange, CreatedRange, 'optional', string> = about(
  'Only top-ups of this amount in minor units, or within a range of `gt`, `gte`, `lt` and `lte`.',
  field<CreatedRange>({ anyOf: [bound.schema, range.schema] }, {}, (value, at, reading) => {
    if (typeof value === 'object') return range.read(value, at, reading);
    const exact = bound.read(value, at, reading);
    return exact === undefined ? undefined : { gte: exact, lte: exact };
  }),
);

/** The top-ups of a sandbox. */
export const topups = [
  action('POST /v1/test_helpers/top_ups', createArrived, {
    about: 'Adds funds to the balance of a sandbox at once, available immediately. Test mode only.',
  }),
  action('POST /v1/topups', create, {
    about: 'Creates a top-up from a bank. It is `pending` for a day; then it succeeds and its amount is available.',
  }),
  action('POST /v1/topups/:id', update, { about: 'Updates the description and metadata of a top-up.' }),
  action('POST /v1/topups/:id/cancel', cancel, { about: 'Cancels a top-up while it is `pending`; no funds arrive.' }),
  action('POST /v1/test_helpers/top_ups/:id/fail', fail, {
    about: 'Simulates a bank that does not send the funds of a pending top-up. Test mode only.',
    summary: 'Fail a top-up',
  }),
  action('POST /v1/test_helpers/top_ups/:id/reverse', reverse, {
    about: 'Simulates a bank that takes the funds of a top-up back; the balance can become negative. Test mode only.',
    summary: 'Reverse a top-up',
  }),
  arrive,
  retrieve(topup, 'GET /v1/topups/:id', { about: 'Retrieves a top-up.' }),
  list(
    topup,
    ['GET /v1/topups', 'GET /v1/topups/list'],
    {
      amount: of_amount,
      status: about('Only top-ups in this state.', oneOf('pending', 'succeeded', 'canceled', 'failed', 'reversed')),
    },
    { about: 'Lists top-ups, newest first.' },
  ),
] as const;
