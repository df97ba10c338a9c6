import { type Asked, run } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about } from '../../../kernel/base/fields.js';
import { flag, ref } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { type Rule, rule, unexpected } from '../../../kernel/base/rules.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { mandate as mandates } from '../../payments/intents/mandate.js';
import { isOpen } from '../../payments/intents/open.js';
import { confirm } from '../../payments/payment-intents/confirm.js';
import type { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { method_ref, paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { card } from '../../payments/sources/card.js';
import { finalize } from './finalize.js';
import { invoice, type Owed } from './invoice.js';
import { methodOf } from './method.js';
import { asPaid } from './paid.js';
import { payableBy } from './payment-for.js';
import { payments_reads, requireNoneUnderWay, stop, under_way } from './payments.js';
import { collecting, methods } from './reads.js';

const takes = {
  mandate: about('The mandate under which the payment method is charged; it must be active and of that payment method.', ref('mandate')),
  off_session: about('Whether the customer is absent, so that authentication is impossible; true by default.', flag),
  paid_out_of_band: about('Marks the invoice as paid outside Florin, without a payment.', flag),
  payment_method: about('The payment method to charge, in place of the stored one.', method_ref),
  source: about('The card source to charge, in place of the stored payment method.', ref('card')),
} as const;
/** The invoice was a draft until now. Its total may be zero, or the customer's balance may have paid it. */
const ours = { finalized: flag } as const;

const reads = {
  ...methods,
  ...collecting,
  mandate: one(mandates, 'mandate'),
  given: one(paymentMethod, 'payment_method'),
  given_source: one(card, 'source'),
  method_of_given: one(paymentMethod, 'given_source.payment_method'),
} as const;

/** Pays an invoice with the given payment method or the stored one; the customer is off session unless `off_session` is false. A draft is finalized first (spec README, decision 29). */
export const pay: Rule<typeof invoice, Given<typeof takes> & Partial<Given<typeof ours>>, 'rule'> = rule(invoice, 'pay', {
  from: ['draft', 'open', 'paid', 'uncollectible'],
  takes,
  ours,
  reads,
  decide: ({ it, input: { finalized, ...input }, mandate, payment, payment_intent: intent, given, method_of_given, ...seen }, asked) => {
    if (it.status === 'draft') return [run(finalize, it, {}), run(pay, it, { ...input, finalized: true })];
    if (it.status === 'paid') return finalized ? null : asked.refuse(unexpected(pay, it.status));
    if (input.payment_method && input.source) return asked.refuse(two_methods);
    if (input.paid_out_of_band) return run(markPaid, it, {});
    if (!intent) return asked.refuse(nothing_to_pay);
    const { intent: paying, effects } = payableBy(it, { payment, payment_intent: intent }, seen, asked);
    if (!isOpen(paying)) return asked.refuse(under_way);
    const method = given ?? method_of_given ?? methodOf(it, seen);
    if (!method) return asked.refuse(no_method);
    if (mandate) requireMandate(mandate, method, asked);
    return [effects, run(confirm, paying, termsOf(it, paying, method, input.off_session ?? true))];
  },
});

/** Refuses a mandate that does not allow the charge. */
function requireMandate({ payment_method, status }: It<typeof mandates>, { id }: It<typeof paymentMethod>, asked: Asked): void {
  const wrong = (message: string): Refusal => ({ code: 'parameter_invalid', param: 'mandate', message });
  if (payment_method !== id)
    asked.refuse(wrong(`The mandate is of ${payment_method}, and the invoice is paid with ${id}. Send a mandate of that one.`));
  if (status !== 'active') asked.refuse(wrong(`The mandate is ${status}. Send an active one, or leave mandate out.`));
}

type Intent = It<typeof paymentIntent>;

/** What a confirmation of an invoice's payment takes. */
export const termsOf = (it: Owed, intent: Intent, method: It<typeof paymentMethod>, off_session: boolean) => ({
  off_session,
  payment_method: method.id,
  payment_method_types: [...new Set([...intent.payment_method_types, method.type as MethodType])],
  ...(it.hosted_invoice_url && { return_url: it.hosted_invoice_url }),
});

/** Marks the invoice as paid out of band; refused while a payment is in progress. */
const markPaid = rule(invoice, 'mark as paid', {
  from: ['open', 'uncollectible'],
  reads: payments_reads,
  decide: ({ it, intents }, asked) => {
    requireNoneUnderWay(intents, asked);
    return [asPaid(it, null, { amount_paid: it.amount_due, out_of_band: true }, asked), run(stop, it, {})];
  },
});

const two_methods: Refusal = {
  code: 'parameters_exclusive',
  param: 'source',
  message: 'Send only one of payment_method and source.',
};

const nothing_to_pay: Refusal = { code: 'invoice_unexpected_state', message: 'This invoice has no open payment that could be attempted.' };

const no_method: Refusal = {
  code: 'parameter_missing',
  param: 'payment_method',
  message:
    'There is no default payment method on this customer or invoice. Send payment_method, or set invoice_settings[default_payment_method] of the customer.',
};
