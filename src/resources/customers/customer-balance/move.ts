import { type Around, type Asked, type Effects, set } from '../../../kernel/base/effects.js';
import type { Values } from '../../../kernel/base/fields.js';
import { billed_max, inWords } from '../../../kernel/base/money.js';
import type { Customer } from '../customers/customer.js';
import { customerBalanceTransaction } from './balance-transaction.js';

type Members = Values<(typeof customerBalanceTransaction)['fields']>;

/** How a customer's balance is to change: above zero they owe that much more, below zero they are owed it. */
export type Move = Pick<Members, 'amount' | 'currency' | 'type'> &
  Partial<Pick<Members, 'checkout_session' | 'credit_note' | 'description' | 'invoice'>> & {
    readonly metadata?: Record<string, string> | '';
  };

/** The members to store: of the transaction, and of the customer. */
export function explained({ id, balance, currency }: Pick<Customer, 'id' | 'balance' | 'currency'>, move: Move) {
  const ending_balance = balance + move.amount;
  const in_currency = currency ?? move.currency;
  return {
    transaction: { ...move, customer: id, ending_balance },
    change: { balance: ending_balance, currency: in_currency, invoice_credit_balance: { [in_currency]: 0 - ending_balance } },
  };
}

/** The result: `customer` is the changed customer; it is among the effects. */
export type Moved = { readonly effects: Effects; readonly customer: Customer; readonly transaction: string };

/** Changes a customer's balance, and explains it by a transaction: there is no other way to change it. Ask `requireMovable` first. */
export function balanceMoved(customer: Customer, move: Move, { make }: Pick<Around, 'make'>): Moved {
  const { transaction, change } = explained(customer, move);
  const [made, changed] = [make(customerBalanceTransaction, transaction), set(customer, change)];
  return { effects: [made, changed], customer: changed, transaction: made.id };
}

/** Refuses a change of a balance in another currency than the customer's, or beyond the bounds; a change towards the bounds is always possible. */
export function requireMovable(
  customer: Pick<Customer, 'balance' | 'currency'>,
  move: Pick<Move, 'amount' | 'currency'>,
  asked: Pick<Asked, 'refuse'>,
): void {
  const { balance, currency: own } = customer;
  if (own !== null && own !== move.currency) {
    const message = `The balance of this customer is in ${own}. Send ${own}, or make another customer for ${move.currency}.`;
    asked.refuse({ code: 'parameter_invalid', param: 'currency', message });
  }
  if (Math.abs(balance + move.amount) <= Math.max(billed_max, Math.abs(balance))) return;
  const message = `The balance of a customer is at most ${inWords(billed_max, move.currency)} either way.`;
  asked.refuse({ code: 'amount_too_large', param: 'amount', message });
}
