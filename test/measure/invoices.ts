import { type Around, at, type Effects, instead, numbered, report, run, set, tell } from '../../src/kernel/base/effects.js';
import { ref } from '../../src/kernel/base/kinds.js';
import { one, type Series, sequence } from '../../src/kernel/base/reads.js';
import type { It } from '../../src/kernel/base/resource.js';
import { action, on, otherwise, retrieve, rule, timer } from '../../src/kernel/base/rules.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { confirm } from '../../src/resources/payments/payment-intents/confirm.js';
import { paymentIntent } from '../../src/resources/payments/payment-intents/payment-intent.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { invoice } from './objects.js';

type Draft = It<typeof invoice, 'draft'>;

/** The methods that can pay: the invoice's own, then the customer's. */
const methods = {
  customer,
  own: one(paymentMethod, 'default_payment_method'),
  of_customer: one(paymentMethod, 'customer.invoice_settings.default_payment_method'),
};

/** Opens an invoice: it is due from now on, has its number, and an intent collects it. */
export const finalize = rule(invoice, 'finalize', {
  from: ['draft'],
  reads: { number: sequence('invoice') },
  decide: ({ it, number }, around) => opened(it, number, around).effects,
});

/** The open invoice, with its intent. */
export function opened(
  it: Draft,
  series: Series,
  { make }: Around,
): { readonly intent: It<typeof paymentIntent, 'requires_payment_method'>; readonly effects: Effects } {
  const { amount_due: amount, currency, customer, id } = it;
  const intent = make(paymentIntent, {
    status: 'requires_payment_method',
    amount,
    currency,
    customer,
    invoice: id,
    payment_method_types: ['card'],
  });
  return {
    intent,
    effects: [intent, numbered(series, (number) => set(it, { status: 'open', number: `INV-${number}`, payment_intent: intent.id }))],
  };
}

/** Finalizes an hour after the draft was created, and collects at once. */
export const finalizeByItself = timer(invoice, 'finalize', {
  from: ['draft'],
  reads: { number: sequence('invoice') },
  decide: ({ it, number }, around) => [opened(it, number, around).effects, run(pay, it, {}, instead(unpaid, it))],
});

/** Collects the amount due by a saved method, off session. */
export const pay = rule(invoice, 'pay', {
  from: ['open'],
  takes: { payment_method: ref('payment_method') },
  reads: { ...methods, payment_intent: paymentIntent, given: one(paymentMethod, 'payment_method') },
  decide: ({ it, payment_intent: intent, given, own, of_customer }) => {
    const method = given ?? own ?? of_customer;
    if (it.amount_remaining === 0 || !intent) return set(it, { status: 'paid' });
    return run(confirm, intent, { off_session: true, ...(method && { payment_method: method.id }) }, instead(unpaid, it));
  },
});

/** No attempt was possible. */
export const unpaid = otherwise(invoice, 'fail to pay', {
  decide: ({ it, input }) => [failed(it), report(it, input.refusal)],
});

const failed = (it: It<typeof invoice>): Effects => [set(it, { attempt_count: it.attempt_count + 1 }), tell(it, 'invoice.payment_failed')];

/** Its intent has collected it. */
export const collected = on(paymentIntent, 'payment_intent.succeeded', invoice, {
  via: 'invoice',
  from: ['open'],
  decide: ({ it, by }) => {
    const amount_paid = by.amount_received;
    const attempt_count = it.attempt_count + 1;
    const paid = set(it, { status: 'paid', amount_paid, amount_remaining: it.amount_due - amount_paid, attempt_count });
    return [paid, tell(paid, 'invoice.payment_succeeded')];
  },
});

/** Its intent has been declined: the customer's method is tried after the invoice's own, and no other. */
export const declined = on(paymentIntent, 'payment_intent.payment_failed', invoice, {
  via: 'invoice',
  from: ['open'],
  reads: { ...methods, payment_intent: paymentIntent },
  decide: ({ it, own, of_customer, payment_intent: intent }) => {
    const again = own && of_customer && own.id !== of_customer.id && it.attempt_count === 0;
    return [
      failed(it),
      again && intent && run(confirm, intent, { off_session: true, payment_method: of_customer.id }, instead(unpaid, it)),
    ];
  },
});

/** A draft is finalized automatically an hour after it was created. */
export const finalizedLater = (it: Draft, { now }: Around): Effects => at(now + 3600, it, 'finalize');

export const invoices = [
  action('POST /v1/invoices/:id/finalize', finalize),
  action('POST /v1/invoices/:id/pay', pay),
  finalizeByItself,
  collected,
  declined,
  retrieve(invoice, 'GET /v1/invoices/:id'),
] as const;
