import { type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { chargeBounds, inWords } from '../../../kernel/base/money.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { charge, keptOf } from '../../payments/charges/charge.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { invoice, type Owed } from './invoice.js';
import { payments_max } from './payments.js';
import { received } from './received.js';

/** Lets a payment that was made for something else, or is yet to be made, pay an invoice. */
export const attachPayment = rule(invoice, 'attach a payment to', {
  from: ['open', 'uncollectible'],
  takes: {
    payment_intent: about(
      'A payment intent of the same customer and currency, of at most the remaining amount, that pays no other invoice.',
      required(ref('payment_intent')),
    ),
  },
  reads: {
    customer,
    payments: many(invoicePayment, { by: 'invoice', at_most: payments_max, cut: true }),
    given: one(paymentIntent, 'payment_intent'),
    charge: one(charge, 'given.latest_charge'),
  },
  decide: ({ it, given, charge, payments, customer }, asked): Decision => {
    if (!given) return asked.refuse(wrong('Name the PaymentIntent that is to pay the invoice.'));
    const { currency, id: payment_intent } = given;
    const is_paid = given.status === 'succeeded';
    const amount = is_paid && charge ? Math.min(given.amount_received, keptOf(charge)) : given.amount;
    requireAttachable(it, given, asked);
    requireRoom(payments, asked);
    requireFit(it, amount, asked);
    const intent = set(given, { invoice: it.id }, null);
    const payment = asked.make(invoicePayment, {
      status: 'open',
      amount_requested: amount,
      currency,
      invoice: it.id,
      payment: { payment_intent, type: 'payment_intent' },
    });
    const paying = { payment, amount, charge: given.latest_charge, customer };
    return [intent, payment, is_paid && received(it, paying, asked)];
  },
});

type Intent = It<typeof paymentIntent>;

const wrong = (message: string): Refusal => ({ code: 'parameter_invalid', param: 'payment_intent', message });

/** Why a payment cannot pay an invoice. */
function requireAttachable(it: Owed, { invoice: of, customer, currency, status }: Intent, asked: Asked): void {
  if (of !== null) asked.refuse(wrong(`This PaymentIntent pays the invoice ${of} already.`));
  if (status === 'canceled') asked.refuse(wrong('This PaymentIntent is canceled. Make another one.'));
  if (customer !== it.customer) asked.refuse(wrong('This PaymentIntent is of another customer than the invoice.'));
  if (currency !== it.currency) asked.refuse(wrong(`This PaymentIntent is in ${currency}, and the invoice in ${it.currency}.`));
}

const requireRoom = ({ length }: readonly unknown[], asked: Asked): void => {
  if (length >= payments_max) {
    asked.refuse(
      wrong(
        `An invoice can have ${payments_max} payments at most, canceled ones included. Pay the remaining amount of this one in one payment.`,
      ),
    );
  }
};

/** Why it pays nothing, too much, or nearly all: up to what is left can be attached (Stripe), and what is left then must be something that can be charged. */
function requireFit({ amount_remaining, currency }: Owed, amount: number, asked: Asked): void {
  if (amount === 0) asked.refuse(wrong('This PaymentIntent has been refunded, so it pays nothing. Make another one.'));
  const [left, { minimum }] = [amount_remaining - amount, chargeBounds(currency)];
  if (left > 0 && left < minimum) {
    const message = `This would leave ${inWords(left, currency)} to be paid, and less than ${inWords(minimum, currency)} cannot be charged. Attach a PaymentIntent of all that is left, or of ${inWords(amount_remaining - minimum, currency)} at most.`;
    asked.refuse({ code: 'amount_too_small', param: 'payment_intent', message });
  }
  if (left >= 0) return;
  const message = `${inWords(amount_remaining, currency)} of this invoice are left to be paid, and this PaymentIntent is of ${inWords(amount, currency)}. Make one of that much at most.`;
  asked.refuse({ code: 'amount_too_large', param: 'payment_intent', message });
}
