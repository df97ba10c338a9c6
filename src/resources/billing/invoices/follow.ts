import { isHardDecline } from '../../../arithmetic/billing/retries.js';
import { type Effects, instead, report, run, set, tell } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { on } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { isOpen } from '../../payments/intents/open.js';
import { confirm } from '../../payments/payment-intents/confirm.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import type { InvoicePayment } from '../invoice-payments/invoice-payment.js';
import { failed } from './failed.js';
import { invoice, isOwed, type Owed } from './invoice.js';
import { canceledPayment } from './paid.js';
import { openPayments, stop } from './payments.js';
import { collecting } from './reads.js';
import { received } from './received.js';
import { unpaid } from './unpaid.js';

/** Money may come for all that was ever owed. */
const final = ['open', 'uncollectible', 'paid', 'void'] as const;

/** A payment of an invoice has succeeded, made by any caller. */
export const collected = on(paymentIntent, 'payment_intent.succeeded', invoice, {
  via: 'invoice',
  from: final,
  reads: { customer, payments: openPayments('id') },
  decide: ({ it, by, customer, payments }, around) => {
    const payment = openOf(payments, by);
    if (!payment || by.currency !== it.currency) return null;
    return received(it, { payment, amount: by.amount_received, charge: by.latest_charge, customer }, around);
  },
});

/** A payment that was canceled pays no invoice. */
export const canceled = on(paymentIntent, 'payment_intent.canceled', invoice, {
  via: 'invoice',
  reads: { payments: openPayments('id') },
  decide: ({ by, payments }, { now }) => {
    const payment = openOf(payments, by);
    return payment && canceledPayment(payment, now);
  },
});

/** What may still be paid of a payment. */
const openOf = (payments: readonly InvoicePayment[], { id }: { readonly id: string }) =>
  payments.filter((each) => each.status === 'open').find((each) => each.payment.payment_intent === id);

/**
 * The payment of an invoice has been declined. Where the payer has to authenticate, they are asked to; else it is tried again later, unless
 * the invoice was paid by other means.
 */
export const declined = on(paymentIntent, 'payment_intent.payment_failed', invoice, {
  via: 'invoice',
  from: final,
  reads: { account: collecting.account },
  decide: ({ it, by, account }, around) => {
    if (!isOwed(it)) return run(stop, it, {});
    if (by.id !== it.payment_intent) return null;
    const { code = '', decline_code = null, payment_method: method = null, charge = null } = by.last_payment_error ?? {};
    if (code === 'authentication_required' && !it.steps_up && method && isOpen(by)) return steppingUp(it, by, method.id);
    const is_final = isHardDecline(decline_code ?? code) || isHardDecline(code);
    return failed(it, { account, charge, refused_method: is_final ? (method?.id ?? null) : null }, around);
  },
});

/** Asks the payer to authenticate what was declined while they were away. */
function steppingUp(it: Owed, by: Open, method: string): Effects {
  const sent = set(it, { steps_up: true }, null);
  const { hosted_invoice_url: return_url } = it;
  const terms = { off_session: false, payment_method: method, ...(return_url && { return_url }) };
  return [sent, run(confirm, by, terms, instead(unpaid, it))];
}

type Open = Extract<It<typeof paymentIntent>, { readonly status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' }>;

/** The payer has to act before the payment of an invoice can go on. A caller that confirms the payment receives the payment and its step. */
export const actionRequired = on(paymentIntent, 'payment_intent.requires_action', invoice, {
  via: 'invoice',
  from: final,
  reads: { account: collecting.account },
  decide: ({ it, by, account }, around) => {
    if (!isOwed(it)) return run(stop, it, {});
    if (by.id !== it.payment_intent) return null;
    if (it.steps_up) {
      const unpaid = failed(it, { account, charge: it.charge, refused_method: by.payment_method }, around);
      return [tell(it, 'invoice.payment_action_required'), unpaid, report(by, requires_action)];
    }
    const attempted = set(it, { attempted: true, attempt_count: Math.max(1, it.attempt_count) }, null);
    return [attempted, tell(attempted, 'invoice.payment_action_required'), !around.isAskedFor(by) && report(by, requires_action)];
  },
});

/** The payment waits for a step of the payer. */
export const requires_action: Refusal = { code: 'invoice_payment_intent_requires_action' };
