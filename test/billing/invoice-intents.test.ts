import { afterAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { eventsSoFar, invoiceNow, must, openInvoice, shopWithCustomer, toldSince } from '../support/billing.js';
import { intentNow, paid, refusal } from '../support/payments.js';
import { card } from '../support/service.js';
import { commonService, rowsOf } from '../support/services.js';

const service = await commonService();

const manual = { payment_method_options: { card: { capture_method: 'manual' } } };

test.each([
  ['its amount', { amount: 100 }, 'amount'],
  ['its currency', { amount: 2000, currency: 'jpy' }, 'currency'],
  ['its customer', { customer: true }, 'customer'],
  ['when it is captured', { capture_method: 'manual' }, 'capture_method'],
  ['when it is captured by card', manual, 'payment_method_options[card][capture_method]'],
])('400: the payment of an invoice follows the invoice, and %s cannot be changed', async (_, given, param) => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const other = (await must(shop.post('/v1/customers'))).id;
  const wanted = 'customer' in given ? { customer: other } : given;
  const intent = { id: invoice.payment_intent };
  const before = await intentNow(shop, intent);
  const answer = await shop.post(`/v1/payment_intents/${intent.id}`, wanted);
  expect(refusal(answer)).toEqual([400, 'payment_intent_unexpected_state', param]);
  expect(answer.body.error.message).toContain(invoice.id);
  expect(await intentNow(shop, intent)).toEqual(before);
});

test('descriptive members of an invoice’s payment can be changed, and unchanged values are accepted', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const same = { amount: 2000, currency: 'usd', customer, metadata: { a: 'b' } };
  expect(await must(shop.post(`/v1/payment_intents/${invoice.payment_intent}`, same))).toMatchObject({
    amount: 2000,
    metadata: { a: 'b' },
  });
});

test.each([
  ['capture_method', { capture_method: 'manual' }],
  ['payment_method_options[card][capture_method]', manual],
])('400: confirming the payment of an invoice cannot request manual capture by %s', async (param, given) => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const { id, client_secret } = await intentNow(shop, { id: invoice.payment_intent });
  const said = { payment_method: 'pm_card_visa', return_url: 'https://example.com', ...given };
  const answer = await shop.post(`/v1/payment_intents/${id}/confirm`, said);
  expect(refusal(answer)).toEqual([400, 'payment_intent_unexpected_state', param]);
  const browser = await service.client(shop.publishable_key).post(`/v1/payment_intents/${id}/confirm`, { ...said, client_secret });
  expect(browser.status).toBe(403);
  const confirmed = await shop.post(`/v1/payment_intents/${id}/confirm`, {
    payment_method: 'pm_card_visa',
    return_url: 'https://example.com',
  });
  expect(confirmed.body.status).toBe('succeeded');
  expect((await invoiceNow(shop, invoice)).status).toBe('paid');
});

test.each(['browser', 'server'])(
  'a %s that confirms the payment of an invoice receives the payment with the step of the payer',
  async (by) => {
    const { shop, customer } = await shopWithCustomer(service);
    const invoice = await openInvoice(shop, customer);
    const { id, client_secret } = await intentNow(shop, { id: invoice.payment_intent });
    const before = await eventsSoFar(shop);
    const caller = by === 'browser' ? service.client(shop.publishable_key) : shop;
    const said = { payment_method_data: card('4000002760003184'), return_url: 'https://example.com', client_secret };
    const confirmed = await must(caller.post(`/v1/payment_intents/${id}/confirm`, said));
    expect(confirmed).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    expect(await toldSince(shop, before)).toEqual(['payment_intent.requires_action', 'invoice.payment_action_required']);
    expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'open', attempted: true, attempt_count: 1 });
  },
);

test('400: the payment of an open invoice cannot be canceled, and the invoice can still be paid', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const answer = await shop.post(`/v1/payment_intents/${invoice.payment_intent}/cancel`);
  expect(refusal(answer)).toEqual([400, 'payment_intent_unexpected_state']);
  expect(answer.body.error.message).toContain('Void the invoice');
  expect((await must(shop.post(`/v1/invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' }))).status).toBe('paid');
});

test('400: a payment attached to an invoice keeps its amount', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const { id } = await must(shop.post('/v1/payment_intents', { amount: 500, currency: 'usd', customer }));
  await must(shop.post(`/v1/invoices/${invoice.id}/attach_payment`, { payment_intent: id }));
  expect(refusal(await shop.post(`/v1/payment_intents/${id}`, { amount: 5000 }))).toEqual([
    400,
    'payment_intent_unexpected_state',
    'amount',
  ]);
});

test('an invoice whose payment was canceled has another one, and is paid by that', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  await rowsOf(
    service,
    `update objects set doc = jsonb_set(doc::jsonb, '{status}', '"canceled"')::json, status = 'canceled' where id = $1`,
    invoice.payment_intent,
  );
  const now = await must(shop.post(`/v1/invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' }));
  expect(now).toMatchObject({ status: 'paid', amount_paid: 2000 });
  expect(now.payment_intent).not.toBe(invoice.payment_intent);
  expect(await intentNow(shop, { id: now.payment_intent })).toMatchObject({ status: 'succeeded', invoice: invoice.id, amount: 2000 });
});

test('a payment in another currency than the invoice pays nothing of it', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const yen = await paid(shop, { currency: 'jpy', customer });
  expect(refusal(await shop.post(`/v1/invoices/${invoice.id}/attach_payment`, { payment_intent: yen.id }))).toEqual([
    400,
    'parameter_invalid',
    'payment_intent',
  ]);
});

afterAll(async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});
