import { type Decision, refuse, set } from '../../base/effects.js';
import { required } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { inWords } from '../../base/money.js';
import { computed, one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { rule } from '../../base/rules.js';
import { customer } from '../customers/customer.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { invoice, type Owed } from './invoice.js';
import { received } from './received.js';

/** Lets a payment that was made for something else, or is yet to be made, pay an invoice. */
export const attachPayment = rule(invoice, 'attach a payment to', {
  from: ['open', 'uncollectible'],
  takes: { payment_intent: required(ref('payment_intent')) },
  reads: {
    customer,
    given: one(paymentIntent, 'payment_intent'),
    usual: computed(paymentIntent, ({ it }: { readonly it: Owed }) => it.payment_intent),
  },
  decide: ({ it, given, usual, customer }, around): Decision => {
    if (!given) return refuse(wrong('Name the PaymentIntent that is to pay the invoice.'));
    const { amount, currency, id: payment_intent } = given;
    const refusal = unattachable(it, given) ?? tooMuch(it, amount);
    if (refusal) return refuse(refusal);
    const intent = set(given, { invoice: it.id }, null);
    const payment = around.make(invoicePayment, {
      status: 'open',
      amount_requested: amount,
      currency,
      invoice: it.id,
      payment: { payment_intent, type: 'payment_intent' },
    });
    const is_paid = given.status === 'succeeded';
    const paying = { payment, amount: given.amount_received, charge: given.latest_charge, usual, customer };
    return [intent, payment, is_paid && received(it, paying, around)];
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

/** Why it pays too much: up to what is left can be attached (Stripe). */
function tooMuch({ amount_remaining, currency }: Owed, amount: number): Refusal | null {
  if (amount <= amount_remaining) return null;
  const message = `${inWords(amount_remaining, currency)} of this invoice are left to be paid, and this PaymentIntent is of ${inWords(amount, currency)}. Make one of that much at most.`;
  return { code: 'amount_too_large', param: 'payment_intent', message };
}
