import { type Around, type Effects, run, set, tell, tried } from '../../../kernel/base/effects.js';
import { balanceMoved, requireMovable } from '../../customers/customer-balance/move.js';
import type { Customer } from '../../customers/customers/customer.js';
import type { InvoicePayment } from '../invoice-payments/invoice-payment.js';
import { type Invoice, isOwed, type Owed } from './invoice.js';
import { asPaid, paidPayment } from './paid.js';
import { askForRest, stop } from './payments.js';

/** A payment that has succeeded, how much of it counts, and whose it is. */
export type Received = {
  readonly payment: InvoicePayment & { readonly status: 'open' };
  readonly amount: number;
  readonly charge: string | null;
  readonly customer: Customer | null;
};

/** An invoice that can be paid, was paid, or is no longer collected. */
export type Final = Invoice & { readonly status: 'open' | 'uncollectible' | 'paid' | 'void' };

/** Money that has come for an invoice: it pays it, or a part of it, and what is beyond that is the customer's. */
export function received(it: Final, of: Received, around: Around): Effects {
  if (!isOwed(it)) return late(it, of, around);
  const amount_paid = it.amount_paid + of.amount;
  if (amount_paid < it.amount_due) return partly(it, of, around);
  const { payment, charge } = of;
  const amount_overpaid = amount_paid - it.amount_due;
  const paying = { amount_paid: it.amount_due, received: of.amount, amount_overpaid, charge };
  return [asPaid(it, payment, paying, around), overpaid(it, amount_overpaid, of.customer, around), run(stop, it, {})];
}

/** What is left is collected as before; a step that the payer was asked to take for the whole is over. */
function partly(it: Owed, { payment, amount }: Received, { now }: Around): Effects {
  const amount_paid = it.amount_paid + amount;
  const amount_remaining = it.amount_due - amount_paid;
  return [paidPayment(payment, amount, now), set(it, { amount_paid, amount_remaining, attempted: true }), run(askForRest, it, {})];
}

/** What comes after an invoice was paid, or ended otherwise, is the customer's. */
function late(it: Exclude<Final, Owed>, { payment, amount, customer }: Received, around: Around): Effects {
  return [
    paidPayment(payment, amount, around.now),
    set(it, { amount_overpaid: it.amount_overpaid + amount }),
    overpaid(it, amount, customer, around),
  ];
}

/** An overpayment is credited to the customer's balance, as far as its bounds allow; the event is sent in any case. */
export function overpaid(it: Invoice, amount: number, customer: Customer | null, around: Around): Effects {
  if (amount <= 0) return null;
  const move = { amount: -amount, currency: it.currency, invoice: it.id, type: 'invoice_overpaid' } as const;
  const credited =
    customer && !tried(around, (asked) => requireMovable(customer, move, asked)).refusal
      ? balanceMoved(customer, move, around).effects
      : null;
  return [credited, tell(it, 'invoice.overpaid')];
}
