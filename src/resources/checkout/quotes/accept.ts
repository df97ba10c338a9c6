import { type Asked, type Decision, run, set } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { addLines } from '../../billing/invoices/add-lines.js';
import { create as createInvoice } from '../../billing/invoices/create.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { create as createSchedule } from '../../billing/subscription-schedules/create.js';
import { subscriptionSchedule } from '../../billing/subscription-schedules/schedule.js';
import { create as createSubscription } from '../../billing/subscriptions/create.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import { customer } from '../../customers/customers/customer.js';
import { isCalculated } from '../../tax/rate-ids.js';
import { redeemedAs } from './discounts.js';
import { type QuoteItem, quote } from './quote.js';
import { isRecurring } from './terms.js';

type Open = It<typeof quote, 'open'>;

/** Accepts an open quote: it becomes an invoice, a subscription, or the schedule of one that begins later. */
export const accept = rule(quote, 'accept', {
  from: ['open'],
  reads: { customer },
  decide: ({ it, customer: payer }, asked): Decision => {
    if (it.expires_at <= asked.now) return asked.refuse(expired);
    if (!payer) return asked.refuse(without_customer);
    if (!isRecurring(it)) return billed(it, payer.id, asked);
    const { effective_date } = it.subscription_data;
    return effective_date !== null && effective_date > asked.now
      ? scheduled(it, payer.id, effective_date, asked)
      : subscribed(it, payer.id, asked);
  },
});

/** The timer that cancels the quote may be late. */
const expired: Refusal = {
  code: 'quote_unexpected_state',
  message: 'This quote has expired. Copy it into a new quote with from_quote, and finalize that one.',
};

const without_customer: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'customer',
  message: 'The customer of this quote has been deleted, so it cannot be accepted.',
};

const acceptedAt = (now: number) => ({ status: 'accepted' as const, status_transitions: { accepted_at: now } });

/** A draft invoice of one-time line items. */
function billed(it: Open, payer: string, { fresh, now }: Asked): Decision {
  const id = fresh(invoice);
  const accepted = set(it, { ...acceptedAt(now), invoice: id });
  const { application_fee_amount: fee, currency, invoice_settings: settings, on_behalf_of, transfer_data: passed } = it;
  const { custom_fields, days_until_due, description, footer, issuer } = settings;
  const shared = passed && { destination: passed.destination, ...(passed.amount !== null && { amount: passed.amount }) };
  const lines = it.line_items.data.map((item, place) => ({ ...quantityOf(item), price: item.price.id, ...ownOf(it, item, place) }));
  const drafted = {
    ...{ collection_method: it.collection_method, customer: payer, issuer, quote: it.id },
    ...taxedAs(it),
    ...(currency && { currency }),
    ...(custom_fields && { custom_fields }),
    ...(days_until_due !== null && { days_until_due }),
    ...(description && { description }),
    ...(footer && { footer }),
    ...(fee !== null && { application_fee_amount: fee }),
    ...(on_behalf_of && { on_behalf_of }),
    ...(shared && { transfer_data: shared }),
    ...discountsOf(it.discounts_kept),
  };
  return [accepted, run(createInvoice, id, drafted), run(addLines, id, { agreed: 'quote', lines })];
}

/** The subscription of a quote that takes effect now. */
function subscribed(it: Open, payer: string, { fresh, now }: Asked): Decision {
  const id = fresh(subscription);
  const accepted = set(it, { ...acceptedAt(now), subscription: id });
  const { days_until_due } = it.invoice_settings;
  const { billing_mode, trial_period_days } = it.subscription_data;
  const given = {
    ...{ agreed: 'quote' as const, billing_mode: modeOf(billing_mode), customer: payer },
    ...settingsOf(it),
    ...itemsOf(it),
    ...(it.currency && { currency: it.currency }),
    ...(days_until_due !== null && { days_until_due }),
    ...(trial_period_days !== null && { trial_period_days }),
    ...discountsOf(it.discounts_kept),
    invoice_settings: shownBy(it),
  };
  return [accepted, run(createSubscription, id, given)];
}

/** The schedule of a subscription that begins later. A trial is a phase of its own. */
function scheduled(it: Open, payer: string, start_date: number, { fresh, now }: Asked): Decision {
  const id = fresh(subscriptionSchedule);
  const accepted = set(it, { ...acceptedAt(now), subscription_schedule: id });
  const { billing_mode, trial_period_days: days } = it.subscription_data;
  const { add_invoice_items, items } = itemsOf(it);
  const { days_until_due } = it.invoice_settings;
  const phase = {
    ...settingsOf(it),
    items,
    ...discountsOf(it.discounts_kept),
    invoice_settings: { ...shownBy(it), ...(days_until_due !== null && { days_until_due }) },
  };
  const trial = days !== null && { ...phase, trial: true, duration: { interval: 'day' as const, interval_count: days } };
  const first = trial ? { ...trial, add_invoice_items } : { ...phase, add_invoice_items, iterations: 1 };
  const phases = trial ? [first, { ...phase, iterations: 1 }] : [first];
  const given = {
    ...{ agreed: 'quote' as const, billing_mode: modeOf(billing_mode), customer: payer },
    ...{ end_behavior: 'release' as const, phases, start_date },
  };
  return [accepted, run(createSchedule, id, given)];
}

const modeOf = ({ flexible, type }: Open['subscription_data']['billing_mode']) => ({ type, ...(flexible && { flexible }) });

/** The members that a subscription and the phases of a schedule have in common. */
function settingsOf(it: Open) {
  const { application_fee_percent: fee, collection_method, on_behalf_of, transfer_data: passed } = it;
  const { description, metadata } = it.subscription_data;
  const { destination, amount_percent: part } = passed ?? { destination: null, amount_percent: null };
  return {
    collection_method,
    ...taxedAs(it),
    ...(description && { description }),
    ...(metadata && { metadata }),
    ...(fee !== null && { application_fee_percent: fee }),
    ...(on_behalf_of && { on_behalf_of }),
    ...(destination && { transfer_data: { destination, ...(part !== null && { amount_percent: part }) } }),
  };
}

/** What the invoices of a subscription show. */
function shownBy({ invoice_settings: { custom_fields, description, footer, issuer } }: Open) {
  return { issuer, ...(custom_fields && { custom_fields }), ...(description && { description }), ...(footer && { footer }) };
}

/** The line items: those that recur, and what the first invoice charges once. */
function itemsOf(it: Open) {
  const all = it.line_items.data.map((item, place) => ({
    item,
    asked: { ...quantityOf(item), price: item.price.id, ...ownOf(it, item, place) },
  }));
  return {
    add_invoice_items: all.filter(({ item }) => !item.price.recurring).map(({ asked }) => asked),
    items: all.filter(({ item }) => item.price.recurring).map(({ asked }) => asked),
  };
}

const quantityOf = ({ quantity }: QuoteItem) => (quantity === null ? {} : { quantity });

const ownOf = ({ own_terms }: Open, { taxes }: QuoteItem, place: number) => ({
  ...discountsOf(own_terms?.[place]?.discounts),
  ...(manual(taxes).length > 0 && { tax_rates: manual(taxes).map(({ rate }) => rate.id) }),
});

/** The tax rates that were named; calculated ones are none of them. */
const manual = (taxes: QuoteItem['taxes']): QuoteItem['taxes'] => taxes.filter(({ rate }) => !isCalculated(rate));

/** Automatic taxes are calculated again for what is billed. */
const taxedAs = ({ automatic_tax: { enabled } }: Open) => (enabled ? { automatic_tax: { enabled } } : {});

const discountsOf = (kept: readonly DiscountValue[] | undefined) => (kept?.length ? { discounts: kept.map(redeemedAs) } : {});
