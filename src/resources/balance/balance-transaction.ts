import { type Made, make, type Posting } from '../../base/decision.js';
import { listOf, nullable, object } from '../../base/fields.js';
import { integer, oneOf, ref, text, timestamp } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { resource, type Surroundings } from '../../base/resource.js';
import { type MovementName, post } from '../../ledger/movements.js';

/** Why a balance changed (Stripe's `type` of a balance transaction). */
export const balance_transaction_types = ['payout', 'payout_cancel', 'payout_failure', 'topup'] as const;

/** The merchant's view of a posting: what changed the balance, by how much, and what explains it. */
export const balanceTransaction = resource({
  object: 'balance_transaction',
  prefix: 'txn',
  fields: {
    amount: integer(),
    available_on: timestamp,
    balance_type: oneOf('payments'),
    currency,
    description: nullable(text),
    exchange_rate: nullable(integer()),
    fee: integer(),
    fee_details: listOf(object({ amount: integer(), currency, description: nullable(text), type: text })),
    net: integer(),
    payout: nullable(ref('payout')),
    reporting_category: text,
    source: nullable(text),
    type: oneOf(...balance_transaction_types),
  },
  start: { available: null, pending: null },
  states: { pending: { available: null }, available: {} },
  columns: ['currency', 'payout', 'source', 'type'],
});

/** A change of the balance to be explained. `amount` is signed, in minor units: below zero takes funds away. */
export type Change = {
  readonly type: (typeof balance_transaction_types)[number];
  readonly movement: MovementName;
  readonly amount: number;
  readonly currency: string;
  readonly source: string;
  readonly payout?: string;
  readonly description?: string | null;
};

/** A posting and the balance transaction that explains it; they go into one Decision, so neither is ever without the other. */
export function explained(
  { type, movement, amount, currency, source, payout, description }: Change,
  { fresh, now }: Surroundings,
): { id: string; make: Made[]; post: Posting[] } {
  const id = fresh(balanceTransaction);
  const reporting_category = type === 'payout_cancel' || type === 'payout_failure' ? 'payout_reversal' : type;
  const set = {
    amount,
    available_on: now,
    currency,
    description: description ?? null,
    fee: 0,
    net: amount,
    payout: payout ?? null,
    reporting_category,
    source,
    type,
  };
  return {
    id,
    make: [make(balanceTransaction, { id, to: 'available', set })],
    post: [post(movement, { amount: Math.abs(amount), currency, source })],
  };
}
