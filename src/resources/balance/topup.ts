import { set } from '../../base/effects.js';
import { nullable, pick, required } from '../../base/fields.js';
import { amount, metadata, ref, text, textOf, timestamp } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { resource } from '../../base/resource.js';
import { action, creation, list, retrieve } from '../../base/rules.js';
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
    expected_availability_date: nullable(timestamp),
    failure_code: nullable(text),
    failure_message: nullable(text),
    metadata,
    source: nullable(text),
    statement_descriptor: nullable(textOf(15)),
    transfer_group: nullable(text),
  },
  start: { succeeded: 'topup.succeeded' },
  states: { succeeded: {} },
});

const { fields } = topup;

/** Tops the available balance up at once (test mode). */
export const create = creation(topup, {
  takes: { amount: required(amount), currency: required(currency), ...pick(fields, 'description', 'metadata', 'statement_descriptor') },
  decide: ({ it, input }, around) => {
    const { amount, currency, description = null } = input;
    const { id: source } = it;
    const money = booked({ type: 'topup', movement: 'topped_up', amount, currency, source, description }, around);
    return [
      money.effects,
      set(it, { status: 'succeeded', ...input, balance_transaction: money.id, expected_availability_date: around.now }),
    ];
  },
});

/** The top-ups of a sandbox. */
export const topups = [
  action('POST /v1/test_helpers/top_ups', create),
  retrieve(topup, 'GET /v1/topups/:id'),
  list(topup, ['GET /v1/topups', 'GET /v1/topups/list'], {}),
] as const;
