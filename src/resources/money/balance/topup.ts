import { at, set } from '../../../kernel/base/effects.js';
import { nullable, required } from '../../../kernel/base/fields.js';
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
  prefix: 'tu',
  fields: {
    amount,
    balance_transaction: nullable(ref('balance_transaction')),
    currency,
    description: nullable(text),
    /** Where the funds go: to what is paid out, or to what issued cards spend. */
    destination_balance: oneOf('payments', 'issuing'),
    expected_availability_date: nullable(timestamp),
    failure_code: nullable(text),
    failure_message: nullable(text),
    metadata,
    source: nullable(text),
    statement_descriptor: nullable(textOf(15)),
    transfer_group: nullable(text),
  },
  start: { pending: 'topup.created', succeeded: 'topup.succeeded' },
  states: { pending: { succeeded: 'topup.succeeded', canceled: 'topup.canceled' }, succeeded: {}, canceled: {} },
  timers: ['arrive'],
  unexpected: 'topup_unexpected_state',
  columns: ['status'],
});

const { fields } = topup;

const described = {
  amount: required(amount),
  currency: required(currency),
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
  action('POST /v1/test_helpers/top_ups', createArrived),
  action('POST /v1/topups', create),
  action('POST /v1/topups/:id', update),
  action('POST /v1/topups/:id/cancel', cancel),
  arrive,
  retrieve(topup, 'GET /v1/topups/:id'),
  list(topup, ['GET /v1/topups', 'GET /v1/topups/list'], { status: oneOf('pending', 'succeeded', 'canceled', 'failed') }),
] as const;
