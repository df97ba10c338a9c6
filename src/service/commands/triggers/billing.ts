import type { Fixture } from '../fixture.js';
import { coupon } from './catalogue.js';
import { advance, clock, clock_begins, customer, customer_on_clock, days, del, post, type Triggers } from './requests.js';

const monthly = (name: string, unit_amount: number) =>
  post(name, 'prices', {
    currency: 'usd',
    unit_amount,
    recurring: { interval: 'month' },
    product_data: { name: 'Tea of the month' },
  });
const price = monthly('price', 2000);
const subscription = (params: object = {}) =>
  post('subscription', 'subscriptions', { customer: '${customer:id}', items: [{ price: '${price:id}' }], ...params });
const subscribed = [...customer_on_clock, price, subscription()];
const update = (params: object) => post('subscription_update', 'subscriptions/${subscription:id}', params);
const end = del('cancel', 'subscriptions/${subscription:id}');

/** Its first payment is paid, and those of the card that replaces the first are declined. */
const declined_later = [
  ...subscribed,
  post('bad_card', 'payment_methods/pm_card_chargeCustomerFail/attach', { customer: '${customer:id}' }),
  post('customer_update', 'customers/${customer:id}', { invoice_settings: { default_payment_method: '${bad_card:id}' } }),
];
const pending_update = [
  ...declined_later,
  monthly('dearer', 5000),
  update({
    items: [{ id: '${subscription:items.data[0].id}', price: '${dearer:id}' }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  }),
];
const without_card = [clock, post('customer', 'customers', { name: 'Jo Example', email: 'jo@example.com', test_clock: '${clock:id}' })];
const trial = [...customer_on_clock, price, subscription({ trial_period_days: 7 })];
const paused = [
  ...without_card,
  price,
  subscription({ trial_period_days: 5, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } }),
  advance('after_the_trial', 6),
];

const phases = (iterations: number) => [{ items: [{ price: '${price:id}', quantity: 1 }], iterations }];
const schedule = (params: object = {}, iterations = 1) =>
  post('schedule', 'subscription_schedules', {
    customer: '${customer:id}',
    start_date: clock_begins + days(10),
    phases: phases(iterations),
    ...params,
  });
const scheduled = [...customer_on_clock, price, schedule()];

/** Triggers of subscriptions and schedules, which run on test clocks. */
export const of_subscriptions: Triggers = {
  'customer.subscription.created': subscribed,
  'customer.subscription.deleted': [...subscribed, end],
  'customer.subscription.paused': paused,
  'customer.subscription.pending_update_applied': [
    ...pending_update,
    post('pay', 'invoices/${subscription_update:latest_invoice}/pay', { payment_method: 'pm_card_visa' }),
  ],
  'customer.subscription.pending_update_expired': [...pending_update, advance('after_23_hours', 1)],
  'customer.subscription.resumed': [
    ...paused,
    post('card', 'payment_methods/pm_card_visa/attach', { customer: '${customer:id}' }),
    post('customer_update', 'customers/${customer:id}', { invoice_settings: { default_payment_method: '${card:id}' } }),
    post('resume', 'subscriptions/${subscription:id}/resume', { billing_cycle_anchor: 'now' }),
  ],
  'customer.subscription.trial_will_end': [...trial, advance('three_days_before', 5)],
  'customer.subscription.updated': [...subscribed, update({ metadata: { order: '1742' } })],
  'entitlements.active_entitlement_summary.updated': [
    ...customer_on_clock,
    post('feature', 'entitlements/features', { name: 'Exports', lookup_key: 'exports_${customer:id}' }),
    price,
    post('product_feature', 'products/${price:product}/features', { entitlement_feature: '${feature:id}' }),
    subscription(),
  ],
  'subscription_schedule.aborted': [
    ...declined_later.filter(({ name }) => name !== 'subscription'),
    post('schedule', 'subscription_schedules', {
      customer: '${customer:id}',
      start_date: clock_begins,
      phases: phases(6),
      default_settings: { default_payment_method: '${bad_card:id}' },
    }),
    advance('after_the_retries', 60),
  ],
  'subscription_schedule.canceled': [...scheduled, post('cancel', 'subscription_schedules/${schedule:id}/cancel')],
  'subscription_schedule.completed': [...customer_on_clock, price, schedule({ end_behavior: 'cancel' }), advance('after_the_phase', 45)],
  'subscription_schedule.created': scheduled,
  'subscription_schedule.expiring': [...scheduled, advance('a_week_before_the_end', 36)],
  'subscription_schedule.released': [...scheduled, post('release', 'subscription_schedules/${schedule:id}/release')],
  'subscription_schedule.updated': [
    ...scheduled,
    post('schedule_update', 'subscription_schedules/${schedule:id}', { metadata: { order: '1742' } }),
  ],
};

const item = post('invoiceitem', 'invoiceitems', { customer: '${customer:id}', amount: 2000, currency: 'usd', description: 'Work' });
const draft = (params: object = {}) =>
  post('invoice', 'invoices', { customer: '${customer:id}', pending_invoice_items_behavior: 'include', ...params });
const finalize = post('finalize', 'invoices/${invoice:id}/finalize', { auto_advance: false });
const sending = { collection_method: 'send_invoice', days_until_due: 30 };
const of_clock = (...more: readonly Fixture[]) => [...customer_on_clock, item, ...more];
const open = [customer, item, draft({ auto_advance: false }), finalize];
const sent = of_clock(draft(sending), post('send', 'invoices/${invoice:id}/send'));
const pay = post('pay', 'invoices/${invoice:id}/pay', { payment_method: 'pm_card_visa' });
const paid_invoice = [...open, pay];
const failing = (card: string): readonly Fixture[] => [
  clock,
  post('customer', 'customers', { name: 'Jo Example', email: 'jo@example.com', test_clock: '${clock:id}' }),
  post('bad_card', `payment_methods/${card}/attach`, { customer: '${customer:id}' }),
  item,
  draft({ auto_advance: true, default_payment_method: '${bad_card:id}' }),
  advance('after_an_hour', 1),
];
const credit_note = [...open, post('credit_note', 'credit_notes', { invoice: '${invoice:id}', amount: 500, memo: 'One was broken' })];
const late_debit = [
  ...of_clock(draft({ auto_advance: false, currency: 'eur' }), finalize),
  post('debit', 'payment_intents', {
    amount: 2000,
    currency: 'eur',
    customer: '${customer:id}',
    confirm: true,
    payment_method_types: ['sepa_debit'],
    payment_method_data: {
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Jo Example', email: 'jo@example.com' },
    },
    mandate_data: { customer_acceptance: { type: 'offline' } },
  }),
  post('attach', 'invoices/${invoice:id}/attach_payment', { payment_intent: '${debit:id}' }),
  pay,
  post('arrived', 'test_helpers/payment_intents/${debit:id}/next_action', { outcome: 'succeed' }),
].map((each) => (each.name === 'invoiceitem' ? { ...each, params: { ...each.params, currency: 'eur' } } : each));

/** Triggers of invoices and credit notes. */
export const of_invoices: Triggers = {
  'credit_note.created': credit_note,
  'credit_note.updated': [...credit_note, post('credit_note_update', 'credit_notes/${credit_note:id}', { memo: 'Two were broken' })],
  'credit_note.voided': [...credit_note, post('void', 'credit_notes/${credit_note:id}/void')],
  'invoice.created': [customer, item, draft()],
  'invoice.deleted': [customer, item, draft(), del('invoice_delete', 'invoices/${invoice:id}')],
  'invoice.finalization_failed': of_clock(
    draft({ auto_advance: true }),
    post('lines', 'invoices/${invoice:id}/add_lines', { lines: [{ amount: 100_000_000, description: 'Too much' }] }),
    advance('after_an_hour', 1),
  ),
  'invoice.finalized': open,
  'invoice.marked_uncollectible': [...open, post('uncollectible', 'invoices/${invoice:id}/mark_uncollectible')],
  'invoice.overdue': [...sent, advance('after_the_due_date', 31)],
  'invoice.overpaid': late_debit,
  'invoice.paid': paid_invoice,
  'invoice.payment_action_required': failing('pm_card_authenticationRequired'),
  'invoice.payment_failed': failing('pm_card_chargeCustomerFail'),
  'invoice.payment_succeeded': paid_invoice,
  'invoice.sent': sent,
  'invoice.upcoming': [...subscribed, advance('before_the_renewal', 29)],
  'invoice.updated': [customer, item, draft(), post('invoice_update', 'invoices/${invoice:id}', { description: 'Thank you' })],
  'invoice.voided': [...open, post('void', 'invoices/${invoice:id}/void')],
  'invoice.will_be_due': [...sent, advance('before_the_due_date', 29)],
  'invoice_payment.paid': paid_invoice,
  'invoiceitem.created': [customer, item],
  'invoiceitem.deleted': [customer, item, del('invoiceitem_delete', 'invoiceitems/${invoiceitem:id}')],
};

const buyer = {
  email: 'jo@example.com',
  name: 'Jo Example',
  address: { line1: '1 High Street', city: 'Town', country: 'DE', postal_code: '10115' },
};
const session = (currency: string, more: object = {}) => [
  post('price', 'prices', { currency, unit_amount: 1500, product_data: { name: 'Mug' } }),
  post('session', 'checkout/sessions', {
    mode: 'payment',
    line_items: [{ price: '${price:id}', quantity: 2 }],
    success_url: 'https://example.com/done',
    ...more,
  }),
];
const method = (params: object) => post('payment_method', 'payment_methods', { ...params, billing_details: buyer });
const confirm = post('confirm', 'payment_pages/${session:id}/confirm', { payment_method: '${payment_method:id}', expected_amount: 3000 });
const by_debit = (outcome: 'succeed' | 'fail') => [
  ...session('eur', { payment_method_types: ['sepa_debit'] }),
  method({ type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' } }),
  confirm,
  post('bank', 'test_helpers/payment_intents/${confirm:payment_intent}/next_action', { outcome }),
];

/** Triggers of checkout sessions. */
export const of_checkout: Triggers = {
  'checkout.session.async_payment_failed': by_debit('fail'),
  'checkout.session.async_payment_succeeded': by_debit('succeed'),
  'checkout.session.completed': [...session('usd'), method({ type: 'card', card: { token: 'tok_visa' } }), confirm],
  'checkout.session.expired': [...session('usd'), post('expire', 'checkout/sessions/${session:id}/expire')],
};

/** Triggers of endpoints: the page of an expired session answers 410 to the next delivery, as an endpoint does that has been removed. */
export const of_endpoints: Triggers = {
  'webhook_endpoint.disabled': [
    ...session('usd'),
    post('expire', 'checkout/sessions/${session:id}/expire'),
    post('webhook_endpoint', 'webhook_endpoints', { url: '${session:url}', enabled_events: ['coupon.created'] }),
    coupon,
  ],
};
