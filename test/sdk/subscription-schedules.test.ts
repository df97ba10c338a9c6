import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

/** A customer who pays by card, and a monthly price. */
async function opened(stripe: Stripe): Promise<{ customer: string; price: string }> {
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const product = await stripe.products.create({ name: 'Gold' });
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' } });
  return { customer: customer.id, price: price.id };
}

forEachSdk('$name: a schedule is created, retrieved, updated, listed, released and canceled', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer, price } = await opened(stripe);
  const product = await stripe.products.create({ name: 'Setup' });
  const { id: setup } = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 500 });
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10 });
  const two_months = sdk.name === 'stripe 17' ? { iterations: 2 } : { duration: { interval: 'month', interval_count: 2 } };
  const phases = untyped<Stripe.SubscriptionScheduleCreateParams.Phase[]>([
    { items: [{ price, quantity: 1, discounts: [{ coupon }] }], ...two_months, add_invoice_items: [{ price: setup, quantity: 2 }] },
  ]);
  const made = await stripe.subscriptionSchedules.create({ customer, start_date: 'now', end_behavior: 'release', phases });
  expect(made).toMatchObject({ object: 'subscription_schedule', status: 'active', end_behavior: 'release', released_at: null });
  expect(made.phases[0]).toMatchObject({
    items: [{ price, plan: price, quantity: 1, discounts: [{ coupon }], tax_rates: [] }],
    add_invoice_items: [{ price: setup, quantity: 2, discounts: [], tax_rates: [] }],
    currency: 'usd',
    proration_behavior: 'create_prorations',
  });
  const found = await stripe.subscriptionSchedules.retrieve(made.id, {
    expand: ['subscription', 'phases.items.price', 'phases.add_invoice_items.price'],
  });
  expect((found.subscription as Stripe.Subscription).schedule).toBe(made.id);
  expect(found.phases[0]?.items[0]?.price).toMatchObject({ id: price, unit_amount: 1000 });
  expect(found.phases[0]?.add_invoice_items[0]?.price).toMatchObject({ id: setup, unit_amount: 500 });
  const changed = await stripe.subscriptionSchedules.update(made.id, { metadata: { a: 'b' }, end_behavior: 'cancel' });
  expect([changed.metadata, changed.end_behavior]).toEqual([{ a: 'b' }, 'cancel']);
  expect((await stripe.subscriptions.retrieve(String(made.subscription))).cancel_at).toBe(made.phases[0]?.end_date);
  expect((await stripe.subscriptionSchedules.list({ customer, scheduled: false })).data.map(({ id }) => id)).toEqual([made.id]);
  expect((await stripe.subscriptionSchedules.release(made.id)).status).toBe('released');
  const later = await stripe.subscriptionSchedules.create({ customer, start_date: made.created + 86_400, phases });
  expect((await stripe.subscriptionSchedules.cancel(later.id, { invoice_now: false, prorate: false })).status).toBe('canceled');
  expect(await errorOf(stripe.subscriptionSchedules.release(later.id))).toMatchObject({ statusCode: 400 });
});

forEachSdk('$name: an existing subscription is put on a schedule', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer, price } = await opened(stripe);
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const made = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  expect([made.status, made.subscription, made.customer]).toEqual(['active', subscription.id, customer]);
  expect(made.current_phase).toEqual({ start_date: made.phases[0]?.start_date, end_date: made.phases[0]?.end_date });
});

forEachSdk('$name: the next invoice of a schedule is previewed, with and without a customer', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer, price } = await opened(stripe);
  const customers = (await stripe.customers.list({ limit: 100 })).data.length;
  const { id: tax_rate } = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20 });
  const items = [{ price, quantity: 2, tax_rates: [tax_rate] }];
  const two_months = sdk.name === 'stripe 17' ? { iterations: 2 } : { duration: { interval: 'month', interval_count: 2 } };
  const phases = untyped<Stripe.InvoiceCreatePreviewParams.ScheduleDetails.Phase[]>([{ items, ...two_months }]);
  const first = await stripe.invoices.createPreview({ customer, schedule_details: { end_behavior: 'cancel', phases } });
  expect([first.total, first.customer, first.lines.data.length]).toEqual([2400, customer, 1]);
  const tax_ids = [{ type: 'eu_vat' as const, value: 'DE123456789' }];
  const customer_details = { address: { country: 'DE' }, tax: { ip_address: '203.0.113.7' }, tax_exempt: 'reverse' as const, tax_ids };
  const without_customer = await stripe.invoices.createPreview({ customer_details, schedule_details: { phases } });
  expect([without_customer.total, without_customer.customer, without_customer.customer_tax_ids]).toEqual([2000, null, tax_ids]);
  expect((await stripe.customers.list({ limit: 100 })).data.length).toBe(customers);
  const schedule = await stripe.subscriptionSchedules.create(untyped({ customer, start_date: 'now', phases }));
  const invoice_items = [{ amount: 300, currency: 'usd' }];
  expect((await stripe.invoices.createPreview({ schedule: schedule.id, invoice_items })).total).toBe(2700);
  expect((await stripe.invoices.createPreview({ schedule: schedule.id, invoice_items, preview_mode: 'recurring' })).total).toBe(2400);
});
