import { type Around, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { applicationIn } from '../../accounts/accounts/taking.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { type InvoicePayment, invoicePayment } from '../invoice-payments/invoice-payment.js';
import type { Invoice, Owed } from './invoice.js';
import { methodOf, type Stored } from './method.js';
import { canceledPayment } from './paid.js';
import { sharesOf } from './shares.js';

/** What can pay it, and who is paid. */
type Paying = Stored & { readonly account: It<typeof account> | null };

/** What is to pay an invoice, and how the invoice names it. */
export function paymentFor(it: Invoice, amount: number, seen: Paying, { make, fresh }: Around) {
  const id = fresh(invoicePayment);
  const intent = make(paymentIntent, {
    ...sharesOf(it, amount),
    ...(seen.account && applicationIn(seen.account)),
    on_behalf_of: it.on_behalf_of,
    status: 'requires_payment_method',
    amount,
    currency: it.currency,
    customer: it.customer,
    description: it.description ?? descriptionOf(it),
    invoice: it.id,
    payment_method_options: it.payment_settings.payment_method_options ?? {},
    payment_method_types: typesOf(it, seen),
    setup_future_usage: it.subscription === null ? null : 'off_session',
    statement_descriptor: it.statement_descriptor,
  });
  const payment = make(invoicePayment, partOf(it, amount, intent.id), id);
  return { members: { payment: id, payment_intent: intent.id }, intent, payment, effects: [intent, payment] };
}

/** The payment that has paid an invoice before it was one. */
export function paidBy(it: Invoice, amount: number, paid: It<typeof paymentIntent>, { make, fresh }: Around) {
  const id = fresh(invoicePayment);
  const intent = set(paid, { invoice: it.id }, null);
  const payment = make(invoicePayment, partOf(it, amount, intent.id), id);
  return { members: { payment: id, payment_intent: intent.id }, intent, payment, effects: [intent, payment] };
}

const partOf = ({ currency, id }: Invoice, amount_requested: number, payment_intent: string) => ({
  status: 'open' as const,
  amount_requested,
  currency,
  invoice: id,
  is_default: true,
  payment: { payment_intent, type: 'payment_intent' as const },
});

const descriptions = { subscription_create: 'Subscription creation', subscription_update: 'Subscription update' } as const;

const descriptionOf = ({ billing_reason }: Invoice): string =>
  billing_reason === 'subscription_create' || billing_reason === 'subscription_update'
    ? descriptions[billing_reason]
    : 'Payment for Invoice';

/** Who pays on the page of the invoice may choose among these; what is stored is always among them. */
function typesOf(it: Invoice, stored: Stored): MethodType[] {
  const kept = methodOf(it, stored)?.type;
  const named: readonly MethodType[] = it.payment_settings.payment_method_types ?? ['card'];
  return [...new Set([...named, ...(kept ? [kept as MethodType] : [])])];
}

type Intent = It<typeof paymentIntent>;

/** What an invoice was to be paid by so far. */
type Usual = { readonly payment: InvoicePayment | null; readonly payment_intent: Intent };

/** The payment for the amount due; a new one where the former was canceled or has been used. */
export function payableBy(it: Owed, { payment, payment_intent: intent }: Usual, seen: Paying, around: Around) {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return { intent, effects: null };
  const { members, effects, intent: other } = paymentFor(it, it.amount_remaining, seen, around);
  return { intent: other, effects: [payment?.status === 'open' && canceledPayment(payment, around.now), effects, set(it, members, null)] };
}
