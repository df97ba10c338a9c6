import { type Effects, set } from '../../../kernel/base/effects.js';
import { type IssuingTransaction, shownTransaction } from '../transactions/transaction.js';
import type { Authorization } from './authorization.js';

/** An authorization shows its current transactions without an event, because the transaction sends one. */
export function withTransaction(authorization: Authorization | null, changed: IssuingTransaction): Effects {
  if (!authorization) return null;
  const { transactions } = authorization;
  return set(
    authorization,
    { transactions: transactions.map((each) => (each.id === changed.id ? shownTransaction(changed) : each)) },
    null,
  );
}
