import type { BalanceChange } from '../../../arithmetic/billing/totals.js';
import type { Around, Effects } from '../../../kernel/base/effects.js';
import { balanceMoved } from '../../customers/customer-balance/move.js';
import type { Customer } from '../../customers/customers/customer.js';
import type { Invoice } from './invoice.js';

/** Moves the customer's balance for an invoice; `customer` is the customer as they are by now. */
export function movedFor(
  of: Pick<Invoice, 'id' | 'currency'>,
  changes: readonly BalanceChange[],
  customer: Customer,
  around: Around,
): Effects {
  let now = customer;
  return changes.map(({ amount, type }) => {
    const moved = balanceMoved(now, { amount, currency: of.currency, invoice: of.id, type }, around);
    now = moved.customer;
    return moved.effects;
  });
}
