import { type Around, type Effect, type Effects, set, tell } from '../../../kernel/base/effects.js';
import type { InvoicePayment } from '../invoice-payments/invoice-payment.js';
import type { Owed } from './invoice.js';
import { taxesOfPaid } from './tax-transaction.js';

/** What was paid of an invoice, and how. */
export type Paying = {
  /** Minor units, of all payments together. */
  readonly amount_paid: number;
  /** Minor units, of the payment that has just succeeded. */
  readonly received?: number;
  readonly charge?: string | null;
  readonly out_of_band?: boolean;
  /** What was paid beyond what was due. */
  readonly amount_overpaid?: number;
};

/** A paid invoice: its attempt, its payment and then the invoice change. Its timers no longer apply. */
export function asPaid(it: Owed, payment: InvoicePayment | null, paying: Paying, around: Around): Effects {
  const { now } = around;
  const { amount_paid, received = 0, charge = null, out_of_band = false, amount_overpaid = 0 } = paying;
  const tried = payment && !out_of_band ? set(it, { attempted: true, attempt_count: Math.max(1, it.attempt_count), charge }) : null;
  const record = taxesOfPaid(it, around);
  const paid = set(tried ?? it, {
    status: 'paid',
    amount_overpaid,
    amount_paid,
    amount_paid_off_stripe: out_of_band ? amount_paid - it.amount_paid : 0,
    amount_remaining: it.amount_due - amount_paid,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    paid: true,
    paid_out_of_band: out_of_band,
    ...(record && { tax_transaction: record.id }),
    status_transitions: { paid_at: now },
  });
  return [
    tried,
    payment?.status === 'open' && !out_of_band && paidPayment(payment, received, now),
    paid,
    !out_of_band && tell(paid, 'invoice.payment_succeeded'),
    record,
  ];
}

type Open = InvoicePayment & { readonly status: 'open' };

/** A payment of an invoice that was made. */
export const paidPayment = (it: Open, amount_paid: number, now: number): Effect =>
  set(it, { status: 'paid', amount_paid, status_transitions: { paid_at: now } });

/** A payment that will not be made. */
export const canceledPayment = (it: Open, now: number): Effect => set(it, { status: 'canceled', status_transitions: { canceled_at: now } });
