import { expect, test } from 'vitest';
import { must, toldSince } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf, success_url } from '../support/checkout.js';
import { advanceClock } from '../support/merchant.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

type Body = Answer['body'];

const service = await commonService();
const visa = { email: 'jo@example.com', payment_method_data: cardOf('4242424242424242') };
const enabled = { enabled: true };

const confirmed = async (session: Body, params: object = visa): Promise<Body> =>
  must(pageAt(service, session.url).post(`/v1/checkout/sessions/${session.id}/confirm`, { ...params }));
const read = (shop: Client, { id }: Body): Promise<Body> => must(shop.get(`/v1/checkout/sessions/${id}`));
const invoiceOf = async (shop: Client, session: Body): Promise<Body> =>
  must(shop.get(`/v1/invoices/${(await read(shop, session)).invoice}?expand[]=payments`));

test('a paid session makes a paid invoice of its items, for a payer who becomes a customer', async () => {
  const shop = service.client();
  const rate = await must(shop.post('/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: false }));
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once' }));
  const session = await sessionOf(shop, {
    discounts: [{ coupon: coupon.id }],
    invoice_creation: {
      enabled: true,
      invoice_data: {
        custom_fields: [{ name: 'Order', value: 'A-7' }],
        description: 'Thank you for your order',
        footer: 'No returns',
        metadata: { order: 'A-7' },
        rendering_options: { amount_tax_display: 'exclude_tax' },
      },
    },
    line_items: [{ ...mug, quantity: 2, tax_rates: [rate.id] }],
    shipping_options: [{ shipping_rate_data: { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } } }],
  });
  expect(session).toMatchObject({ customer_creation: 'always', invoice: null, invoice_creation: { enabled: true } });
  const before = (await toldSince(shop)).length;
  await confirmed(session);
  const told = await toldSince(shop, before);
  for (const each of ['invoice.created', 'invoice.finalized', 'invoice.paid', 'invoice.payment_succeeded', 'checkout.session.completed'])
    expect(told).toContain(each);
  const done = await read(shop, session);
  const invoice = await invoiceOf(shop, session);
  expect(invoice).toMatchObject({
    amount_due: 1700,
    amount_paid: 1700,
    amount_remaining: 0,
    custom_fields: [{ name: 'Order', value: 'A-7' }],
    customer: done.customer,
    customer_email: 'jo@example.com',
    description: 'Thank you for your order',
    footer: 'No returns',
    metadata: { order: 'A-7' },
    payment_intent: done.payment_intent,
    rendering: { amount_tax_display: 'exclude_tax' },
    status: 'paid',
    subtotal: 2500,
    total: 1700,
    lines: {
      data: [
        { amount: 2000, description: 'Mug', quantity: 2, pricing: { unit_amount_decimal: '1000' } },
        { amount: 500, description: 'Post' },
      ],
    },
    payments: { data: [{ amount_paid: 1700, status: 'paid', payment: { payment_intent: done.payment_intent } }] },
  });
  expect(invoice.number).toMatch(/-0001$/);
  expect(invoice.hosted_invoice_url).toContain('http');
  expect(await must(shop.get(`/v1/payment_intents/${done.payment_intent}`))).toMatchObject({ amount_received: 1700, invoice: invoice.id });
});

test('the balance of a customer is not applied to what was paid in full', async () => {
  const shop = service.client();
  const customer = await must(shop.post('/v1/customers', { email: 'jo@example.com', balance: -300 }));
  const session = await sessionOf(shop, { customer: customer.id, invoice_creation: enabled });
  await confirmed(session);
  expect(await invoiceOf(shop, session)).toMatchObject({ amount_paid: 1000, starting_balance: 0, status: 'paid' });
  expect((await must(shop.get(`/v1/customers/${customer.id}`))).balance).toBe(-300);
});

test('a payment that succeeds later makes the invoice then', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, {
    invoice_creation: enabled,
    line_items: [{ ...mug, price_data: { ...mug.price_data, currency: 'eur' } }],
    payment_method_types: ['sepa_debit'],
  });
  const payment_method_data = {
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE89370400440532013000' },
    billing_details: { email: 'jo@example.com', name: 'Jo' },
  };
  await confirmed(session, { email: 'jo@example.com', payment_method_data });
  const waiting = await read(shop, session);
  expect(waiting).toMatchObject({ invoice: null, payment_status: 'unpaid', status: 'complete' });
  await advanceClock(shop, 8 * 86_400);
  expect(await invoiceOf(shop, session)).toMatchObject({ amount_paid: 1000, status: 'paid' });
});

test('an order of nothing gets an invoice of nothing, and a session without invoice_creation none', async () => {
  const shop = service.client();
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 100, duration: 'once' }));
  const free = await sessionOf(shop, { discounts: [{ coupon: coupon.id }], invoice_creation: enabled });
  await confirmed(free, { email: 'jo@example.com' });
  expect(await invoiceOf(shop, free)).toMatchObject({ amount_due: 0, status: 'paid', total: 0 });
  const plain = await sessionOf(shop, { invoice_creation: { enabled: false } });
  await confirmed(plain);
  expect((await read(shop, plain)).invoice).toBeNull();
});

test('purchases by a payment link make invoices, and an update ends that', async () => {
  const shop = service.client();
  const given = { enabled: true, invoice_data: { footer: 'By link' } };
  const link = await must(shop.post('/v1/payment_links', { invoice_creation: given, line_items: [mug] }));
  expect(link.invoice_creation).toMatchObject(given);
  const opened = async (): Promise<Body> => must(pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`));
  const first = await opened();
  await confirmed(first);
  expect(await invoiceOf(shop, first)).toMatchObject({ footer: 'By link', status: 'paid' });
  await must(shop.post(`/v1/payment_links/${link.id}`, { invoice_creation: { enabled: false } }));
  const second = await opened();
  await confirmed(second);
  expect((await read(shop, second)).invoice).toBeNull();
});

test('400: invoices are refused where the session has others, or where money is only held', async () => {
  const shop = service.client();
  const refused = async (params: object): Promise<unknown> =>
    (await shop.post('/v1/checkout/sessions', { invoice_creation: enabled, success_url, ...params })).body.error?.param;
  expect(await refused({ line_items: [club], mode: 'subscription' })).toBe('invoice_creation[enabled]');
  expect(await refused({ line_items: [mug], mode: 'payment', payment_intent_data: { capture_method: 'manual' } })).toBe(
    'invoice_creation[enabled]',
  );
  const issuer = { enabled: true, invoice_data: { issuer: { type: 'account' } } };
  expect(await refused({ invoice_creation: issuer, line_items: [mug], mode: 'payment' })).toBe(
    'invoice_creation[invoice_data][issuer][account]',
  );
  const link = await shop.post('/v1/payment_links', { invoice_creation: enabled, line_items: [club] });
  expect([link.status, link.body.error?.param]).toEqual([400, 'invoice_creation[enabled]']);
});
