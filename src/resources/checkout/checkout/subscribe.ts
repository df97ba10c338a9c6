import { type Decision, run, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { url } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { otherwise, rule } from '../../../kernel/base/rules.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { creditsIn } from '../../billing/invoices/parts.js';
import { create as createSubscription } from '../../billing/subscriptions/create.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { isOpen } from '../../payments/intents/open.js';
import { confirm } from '../../payments/payment-intents/confirm.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';
import { payment_method_data } from '../../payments/payment-methods/payment-method-data.js';
import { complete } from './complete.js';
import { release, releaseRedemptions } from './reserve.js';
import { type OpenSession, session } from './session.js';
import { type LineItem, manualRatesOn } from './sums.js';
import { requireNotUnderWay } from './under-way.js';

const means = {
  default_payment_method: about('The payment method for later invoices of the subscription.', method_ref),
  payment_method: about('The saved payment method that pays the first invoice.', method_ref),
  payment_method_data: about('The payment method that the payer has entered.', payment_method_data),
  return_url: about('The address to which the payer returns from a step at their bank.', url),
} as const;

/**
 * Subscribes the payer, and pays the first invoice. An earlier subscription that could not be paid is continued; a
 * subscription whose time begins without a payment is there at once.
 */
export const subscribe = rule(session, 'subscribe by', {
  from: ['open'],
  takes: means,
  reads: { pending: one(subscription, 'pending_subscription') },
  decide: ({ it, input: { default_payment_method, ...how }, pending }, asked) => {
    // A subscription paid by other means since then is not created and paid again.
    if (pending && !isOver(pending)) return run(payFirst, it, how);
    const id = asked.fresh(subscription);
    const named = set(it, { pending_subscription: id }, null);
    const given = { ...subscriptionFrom(it), ...(default_payment_method && { default_payment_method }) };
    return [
      named,
      run(releaseRedemptions, named, {}),
      run(createSubscription, id, { ...given, agreed: 'session' }),
      run(payFirst, named, how),
    ];
  },
});

const isOver = ({ status }: It<typeof subscription>): boolean => status === 'incomplete_expired' || status === 'canceled';

/** What is asked for, in the words of subscriptions. */
function subscriptionFrom(it: OpenSession) {
  const { metadata, ...said } = it.subscription_data ?? {};
  const items = it.line_items?.data ?? [];
  return {
    ...said,
    ...(metadata && { metadata }),
    ...(it.currency && { currency: it.currency }),
    ...(it.automatic_tax.enabled && { automatic_tax: { enabled: true } }),
    add_invoice_items: items.filter(({ price }) => !price.recurring).map(one_of),
    customer: it.customer ?? '',
    discounts: (it.discounts ?? []).map(({ coupon, promotion_code }) => (promotion_code ? { promotion_code } : { coupon: coupon ?? '' })),
    items: items.filter(({ price }) => price.recurring).map(one_of),
    payment_behavior: 'default_incomplete' as const,
    payment_settings: { payment_method_types: it.payment_method_types, save_default_payment_method: 'on_subscription' as const },
  };
}

const one_of = (item: LineItem) => ({
  ...(item.quantity !== null && { quantity: item.quantity }),
  metadata: item.metadata,
  price: item.price.id,
  tax_rates: manualRatesOn(item).map(({ id }) => id),
});

const dearer: Refusal = {
  code: 'parameter_invalid',
  param: 'expected_amount',
  message: 'The total has changed. Reload the page.',
};

const given_up: Refusal = {
  code: 'checkout_session_unexpected_state',
  message: 'The first invoice of this subscription can no longer be paid. Create another Checkout Session.',
};

/** Whether the first invoice has other taxes than the total that was confirmed; a balance and billing credits of the customer may lower it. */
const isTaxedOtherwise = (it: OpenSession, bill: It<typeof invoice>): boolean =>
  it.automatic_tax.enabled && bill.total !== it.amount_total && creditsIn(bill.total_pretax_credit_amounts ?? []).length === 0;

/** Pays the first invoice of the new subscription; without an amount due the session is complete. */
const payFirst = rule(session, 'pay', {
  from: ['open'],
  takes: means,
  reads: {
    pending: one(subscription, 'pending_subscription'),
    bill: one(invoice, 'pending.latest_invoice'),
    intent: one(paymentIntent, 'bill.payment_intent'),
  },
  decide: ({ it, input, pending, bill, intent }, asked): Decision => {
    if (!pending) return null;
    if (pending.status !== 'incomplete') {
      const payment_status = bill && bill.amount_paid > 0 ? ('paid' as const) : ('no_payment_required' as const);
      return run(complete, it, { payment_status });
    }
    requireNotUnderWay(intent, asked);
    if (!bill || !intent || !isOpen(intent)) return asked.refuse(given_up);
    if (bill.amount_due > (it.amount_total ?? 0) || isTaxedOtherwise(it, bill)) return asked.refuse(dearer);
    const marked = set(intent, { checkout_session: it.id, payment_link: it.payment_link }, null);
    const { payment_method_options: options, payment_method_types } = it;
    const terms = { payment_method_types, ...(options && { payment_method_options: options }) };
    return [marked, run(confirm, marked, { ...input, ...terms, setup_future_usage: 'off_session' as const })];
  },
});

/** The subscription could not be created: the page shows why. */
export const notSubscribed = otherwise(session, 'go without a subscription', {
  decide: ({ it, input: { refusal } }) => {
    const told = set(it, { refused: refusal.message ?? refusal.code }, null);
    return [told, run(release, told, {})];
  },
});
