import { type Decision, refuse, set } from '../../base/effects.js';
import { required } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { rule } from '../../base/rules.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { invoice, type Owed } from './invoice.js';
import { payments_of, received } from './received.js';

/** Lets a payment that was made for something else, or is yet to be made, pay an invoice. */
export const attachPayment = rule(invoice, 'attach a payment to', {
  from: ['open', 'uncollectible'],
  takes: { payment_intent: required(ref('payment_intent')) },
  reads: {
    given: one(paymentIntent, 'payment_intent'),
    payments: payments_of,
    intents: one(paymentIntent, 'payments.payment.payment_intent'),
  },
  decide: ({ it, given, intents }, around): Decision => {
    if (!given) return refuse(wrong('Name the PaymentIntent that is to pay the invoice.'));
    const refusal = unattachable(it, given);
    if (refusal) return refuse(refusal);
    const intent = set(given, { invoice: it.id }, null);
    const { amount, currency, id: payment_intent } = given;
    const payment = around.make(invoicePayment, {
      status: 'open',
      amount_requested: amount,
      currency,
      invoice: it.id,
      payment: { payment_intent, type: 'payment_intent' },
    });
    const usual = it.payment_intent === null ? null : intents.get(it.payment_intent);
    const is_paid = given.status === 'succeeded';
    return [intent, payment, is_paid && received(it, { payment, by: given, payment_intent: usual }, around)];
  },
});

type Intent = It<typeof paymentIntent>;

const wrong = (message: string): Refusal => ({ code: 'parameter_invalid', param: 'payment_intent', message });

/** Why a payment cannot pay an invoice. */
function unattachable(it: Owed, { invoice: of, customer, currency, status }: Intent): Refusal | null {
  if (of !== null) return wrong(`This PaymentIntent pays the invoice ${of} already.`);
  if (status === 'canceled') return wrong('This PaymentIntent is canceled. Make another one.');
  if (customer !== it.customer) return wrong('This PaymentIntent is of another customer than the invoice.');
  return currency === it.currency ? null : wrong(`This PaymentIntent is in ${currency}, and the invoice in ${it.currency}.`);
}
