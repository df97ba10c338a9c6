import { type Around, type Effects, run, set, tell } from '../../base/effects.js';
import { many } from '../../base/reads.js';
import type { It } from '../../base/resource.js';
import { otherwise } from '../../base/rules.js';
import { isOpen } from '../intents/open.js';
import { type InvoicePayment, invoicePayment } from '../invoice-payments/invoice-payment.js';
import { cancel } from '../payment-intents/cancel.js';
import type { paymentIntent } from '../payment-intents/payment-intent.js';
import { invoice, type Owed } from './invoice.js';
import { asPaid, paidPayment } from './paid.js';

/** All that pays an invoice, or has. */
export const payments_of = many(invoicePayment, { by: 'invoice' });

type Intent = It<typeof paymentIntent>;

/** A payment that has succeeded, and the one by which an invoice is collected unless another comes before it. */
export type Received = { readonly payment: InvoicePayment; readonly by: Intent; readonly payment_intent: Intent | null };

/** An invoice that a payment has paid, or a part of it. */
export function received(it: Owed, { payment, by, payment_intent: usual }: Received, around: Around): Effects {
  const amount_paid = it.amount_paid + by.amount_received;
  const charge = by.latest_charge;
  const other = usual && usual.id !== by.id && isOpen(usual) ? usual : null;
  if (amount_paid < it.amount_due) return partly(it, amount_paid, payment, other, around);
  const amount_overpaid = amount_paid - it.amount_due;
  return [
    asPaid(it, payment, { amount_paid: it.amount_due, received: by.amount_received, amount_overpaid, charge }, around),
    amount_overpaid > 0 && tell(it, 'invoice.overpaid'),
    other && run(cancel, other, { cancellation_reason: 'duplicate' }, stillThere),
  ];
}

/** What is left is collected as before. */
function partly(it: Owed, amount_paid: number, payment: InvoicePayment, other: Intent | null, { now }: Around): Effects {
  const amount_remaining = it.amount_due - amount_paid;
  return [
    payment.status === 'open' && paidPayment(payment, amount_paid - it.amount_paid, now),
    set(it, { amount_paid, amount_remaining, attempted: true }),
    other && set(other, { amount: amount_remaining }, null),
  ];
}

/** A payment that cannot be canceled any more is on its way, and will be told as overpaid. */
const stillThere = otherwise(invoice, 'leave a payment of', { decide: () => null });
