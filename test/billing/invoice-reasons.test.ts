import { expect, test } from 'vitest';
import { invoiceNow, must, openInvoice, shopWithCustomer } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test('an invoice says that a request has marked it as uncollectible', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const open = await openInvoice(shop, customer);
  expect(open).not.toHaveProperty('status_details');
  const marked = await must(shop.post(`/v1/invoices/${open.id}/mark_uncollectible`));
  expect(marked.status_details).toEqual({ uncollectible: { reason: 'user_forgiven' } });
});

test('an invoice of a subscription whose collection is paused says so', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const price_data = { currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' }, product_data: { name: 'App' } };
  const price = await must(shop.post('/v1/prices', price_data));
  const subscription = await must(shop.post('/v1/subscriptions', { customer, items: [{ price: price.id }] }));
  await must(shop.post(`/v1/subscriptions/${subscription.id}`, { pause_collection: { behavior: 'mark_uncollectible' } }));
  const anchored = { billing_cycle_anchor: 'now', proration_behavior: 'none' };
  const { latest_invoice } = await must(shop.post(`/v1/subscriptions/${subscription.id}`, anchored));
  const invoice = await invoiceNow(shop, { id: latest_invoice });
  expect([invoice.status, invoice.status_details?.uncollectible.reason]).toEqual(['uncollectible', 'subscription_paused']);
});

test('400: an invoice is paid under an active mandate of its payment method only', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const open = await openInvoice(shop, customer);
  const sent = { customer, payment_method: 'pm_card_mastercard', confirm: true, usage: 'off_session' };
  const mandate_data = { customer_acceptance: { type: 'offline' } };
  const automatic_payment_methods = { enabled: true, allow_redirects: 'never' };
  const setup = await must(shop.post('/v1/setup_intents', { ...sent, mandate_data, automatic_payment_methods }));
  const { mandate } = setup;
  const other = await shop.post(`/v1/invoices/${open.id}/pay`, { mandate });
  expect([other.status, other.body.error.param]).toEqual([400, 'mandate']);
  const paid = await must(shop.post(`/v1/invoices/${open.id}/pay`, { mandate, payment_method: setup.payment_method }));
  expect(paid.status).toBe('paid');
});

test('the payments of an invoice are shown with expand', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const open = await openInvoice(shop, customer);
  await must(shop.post(`/v1/invoices/${open.id}/pay`));
  const { payments } = await must(shop.get(`/v1/invoices/${open.id}?expand[0]=payments`));
  expect(payments).toMatchObject({ object: 'list', data: [{ object: 'invoice_payment', status: 'paid' }] });
});

test('the options of payment methods reach the payment intent of an invoice', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const options = { card: { request_three_d_secure: 'any' }, us_bank_account: { verification_method: 'instant' } };
  const open = await openInvoice(shop, customer, 2000, { payment_settings: { payment_method_options: options } });
  expect(open.payment_settings.payment_method_options).toMatchObject(options);
  const intent = await must(shop.get(`/v1/payment_intents/${open.payment_intent}`));
  expect(intent.payment_method_options).toMatchObject(options);
});
