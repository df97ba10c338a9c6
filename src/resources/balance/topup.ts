import type { Decided } from '../../base/decision.js';
import { nullable, pick, required } from '../../base/fields.js';
import { amount, metadata, ref, text, textOf, timestamp } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { resource } from '../../base/resource.js';
import { action } from '../../base/legacy.js';
import { list, retrieve } from '../../base/rules.js';
import { explained } from './balance-transaction.js';

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

/** Tops the available balance up at once (test mode). */
export const create = action(
  topup,
  'POST /v1/test_helpers/top_ups',
  { amount: required(amount), currency: required(currency), ...pick(topup.fields, 'description', 'metadata', 'statement_descriptor') },
  ({ it, params, ...around }): Decided<typeof topup> => {
    const { amount, currency, description } = params;
    const change = { type: 'topup', movement: 'topped_up', amount, currency, source: it.id, description: description ?? null } as const;
    const { id, ...booked } = explained(change, around);
    return { to: 'succeeded', set: { ...params, balance_transaction: id, expected_availability_date: around.now }, ...booked };
  },
);

/** The top-ups of a sandbox. */
export const topups = [create, retrieve(topup, 'GET /v1/topups/:id'), list(topup, ['GET /v1/topups', 'GET /v1/topups/list'], {})] as const;
