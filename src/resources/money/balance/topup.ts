import { at, set } from '../../../kernel/base/effects.js';
import { about, nullable, required } from '../../../kernel/base/fields.js';
import { amount, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
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
    failure_code: about('Always null: the bank transfer of a top-up does not fail.', nullable(text)),
    failure_message: about('Always null: the bank transfer of a top-up does not fail.', nullable(text)),
    metadata,
    source: about('Always null: top-ups come without a stored bank account.', nullable(text)),
    statement_descriptor: about(
      'The text for the statement of the bank account that is debited, of at most 15 characters.',
      nullable(textOf(15)),
    ),
    transfer_group: about('Your name for a group of related transfers and top-ups.', nullable(text)),
  },
  start: { pending: 'topup.created', succeeded: 'topup.succeeded' },
  states: { pending: { succeeded: 'topup.succeeded', canceled: 'topup.canceled' }, succeeded: {}, canceled: {} },
  timers: ['arrive'],
  unexpected: 'topup_unexpected_state',
  columns: ['status'],
});

const { fields } = topup;

const described = {
  amount: about('The amount to add to the balance, in minor units.', required(amount)),
  currency: about('The currency of the balance to top up.', required(currency)),
  ...pick(fields, 'description', 'destination_balance', 'metadata', 'statement_descriptor'),
};

/** The movement that brings the funds to a balance. */
const topped_up = { payments: 'topped_up', issuing: 'issuing_topped_up' } as const;

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
  arrive,
  retrieve(topup, 'GET /v1/topups/:id', { about: 'Retrieves a top-up.' }),
  list(
    topup,
    ['GET /v1/topups', 'GET /v1/topups/list'],
    { status: about('Only top-ups in this state; no top-up ever has `failed`.', oneOf('pending', 'succeeded', 'canceled', 'failed')) },
    { about: 'Lists top-ups, newest first.' },
  ),
] as const;
