import { expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { draftOf, invoiceNow, itemFor, must, openInvoice, shopWithCustomer, toldSince } from '../support/billing.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';
import { dated, openClockedShop } from '../support/subscribed.js';

const service = await commonService();
const hour = 3600;
const day = 24 * hour;

/** A customer on a test clock, and a function that advances it. */
async function onClock(params: object = {}) {
  const shop = service.client();
  const clock = await must(shop.post('/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 }));
  let now = 1_800_000_000;
  const made = await must(shop.post('/v1/customers', { name: 'Jo', test_clock: clock.id, ...params }));
  const pass = async (seconds: number) => {
    now += seconds;
    await must(shop.post(`/v1/test_helpers/test_clocks/${clock.id}/advance`, { frozen_time: now }));
    await service.until(async () => (await shop.get(`/v1/test_helpers/test_clocks/${clock.id}`)).body.status === 'ready');
  };
  return { shop, customer: made.id as string, pass, now: () => now };
}

const withCard = (card: string) => ({ payment_method: card, invoice_settings: { default_payment_method: card } });

test('a draft with auto_advance is finalized and paid an hour later', async () => {
  const { shop, customer, pass, now } = await onClock(withCard('pm_card_visa'));
  await itemFor(shop, customer, { amount: 2000 });
  const draft = await draftOf(shop, customer, { auto_advance: true });
  expect(draft).toMatchObject({ status: 'draft', automatically_finalizes_at: now() + hour });
  await pass(hour - 1);
  expect((await invoiceNow(shop, draft)).status).toBe('draft');
  await pass(1);
  expect(await invoiceNow(shop, draft)).toMatchObject({
    status: 'paid',
    attempt_count: 1,
    auto_advance: false,
    next_payment_attempt: null,
  });
});

test('a declined card is retried after 3, 5, 7 and 6 days, and then no longer', async () => {
  const { shop, customer, pass, now } = await onClock(withCard('pm_card_chargeCustomerFail'));
  await itemFor(shop, customer, { amount: 2000 });
  const draft = await draftOf(shop, customer, { auto_advance: true });
  await pass(hour);
  const tries: unknown[] = [];
  for (const days of [3, 5, 7, 6]) {
    const { attempt_count, next_payment_attempt } = await invoiceNow(shop, draft);
    tries.push([attempt_count, (next_payment_attempt - now()) / day]);
    await pass(days * day);
  }
  expect(tries).toEqual([
    [1, 3],
    [2, 5],
    [3, 7],
    [4, 6],
  ]);
  expect(await invoiceNow(shop, draft)).toMatchObject({ status: 'open', attempt_count: 5, next_payment_attempt: null });
  expect((await toldSince(shop)).filter((type) => type === 'invoice.payment_failed')).toHaveLength(5);
});

test('a new default card pays open invoices at the next retry', async () => {
  const { shop, customer, pass } = await onClock(withCard('pm_card_chargeCustomerFail'));
  await itemFor(shop, customer, { amount: 2000 });
  const draft = await draftOf(shop, customer, { auto_advance: true });
  await pass(hour);
  await keepCard(shop, customer, 'pm_card_visa');
  await pass(3 * day);
  expect(await invoiceNow(shop, draft)).toMatchObject({ status: 'paid', attempt_count: 2 });
});

const keepCard = async (shop: Client, customer: string, name: string) => {
  const { id } = await must(shop.post(`/v1/payment_methods/${name}/attach`, { customer }));
  await must(shop.post(`/v1/customers/${customer}`, { invoice_settings: { default_payment_method: id } }));
};

test('without a card the schedule continues and nothing is charged', async () => {
  const { shop, customer, pass } = await onClock();
  await itemFor(shop, customer, { amount: 2000 });
  const draft = await draftOf(shop, customer, { auto_advance: true });
  await pass(hour);
  expect(await invoiceNow(shop, draft)).toMatchObject({ status: 'open', attempt_count: 1, attempted: true });
  expect((await must(shop.get('/v1/charges'))).data).toEqual([]);
  await keepCard(shop, customer, 'pm_card_visa');
  await pass(3 * day);
  expect((await invoiceNow(shop, draft)).status).toBe('paid');
});

/** A subscription of ten dollars a month that is paid by its own card. */
async function subscribedByOwnCard(card: string | null) {
  const shop = await openClockedShop(service, { at: '2026-01-01', card });
  const own = await must(shop.client.post('/v1/payment_methods/pm_card_mastercard/attach', { customer: shop.customer }));
  const { id } = await shop.subscribe([{ price: await shop.price(1000) }], { default_payment_method: own.id });
  await must(shop.client.post(`/v1/payment_methods/${own.id}/detach`));
  const now = () => must(shop.client.get(`/v1/subscriptions/${id}`, { 'expand[0]': 'latest_invoice' }));
  return { shop, now };
}

test('a card detached from the customer pays nothing, and their other method is charged instead', async () => {
  const { shop, now } = await subscribedByOwnCard('pm_card_visa');
  const other = await must(shop.client.post('/v1/payment_methods/pm_card_visa/attach', { customer: shop.customer }));
  await must(shop.client.post(`/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: other.id } }));
  await shop.advance('2026-02-01T02:00');
  expect(await now()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 1000 } });
});

test('without any payment method, the schedule of retries continues before the subscription ends', async () => {
  const { shop, now } = await subscribedByOwnCard(null);
  await shop.advance('2026-02-01T02:00');
  const declined = await now();
  expect(declined).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
  expect(dated(declined.latest_invoice.next_payment_attempt)).toBe('2026-02-04T01:00');
  await keepCard(shop.client, shop.customer, 'pm_card_visa');
  await shop.advance('2026-02-05');
  expect(await now()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
});

test('invoices that waited while collection was paused are retried from then on, and not all at once', async () => {
  const { shop, customer, pass, now } = await onClock(withCard('pm_card_chargeCustomerFail'));
  await itemFor(shop, customer, { amount: 2000 });
  const draft = await draftOf(shop, customer, { auto_advance: true });
  await pass(hour);
  await must(shop.post(`/v1/invoices/${draft.id}`, { auto_advance: false }));
  await pass(25 * day);
  await must(shop.post(`/v1/invoices/${draft.id}`, { auto_advance: true }));
  await pass(hour);
  const tried = await invoiceNow(shop, draft);
  expect([tried.attempt_count, (tried.next_payment_attempt - now()) / day]).toEqual([2, 5]);
  await pass(5 * day);
  expect((await must(shop.get('/v1/charges', { customer }))).data).toHaveLength(3);
});

test('an account sets its own retry days', async () => {
  const { shop, customer, pass, now } = await onClock(withCard('pm_card_chargeCustomerFail'));
  const account = (await must(shop.get('/v1/account'))).id;
  const changed = await must(shop.post(`/v1/accounts/${account}`, { settings: { invoices: { retry_days: [2] } } }));
  expect(changed.settings.invoices).toMatchObject({ retry_days: [2], numbering: 'customer', days_until_due: 30, tax_rounding: 'line' });
  await itemFor(shop, customer, { amount: 2000 });
  const draft = await draftOf(shop, customer, { auto_advance: true });
  await pass(hour);
  expect((await invoiceNow(shop, draft)).next_payment_attempt).toBe(now() + 2 * day);
  await pass(2 * day);
  expect(await invoiceNow(shop, draft)).toMatchObject({ attempt_count: 2, next_payment_attempt: null });
});

test('a sent invoice is due after thirty days, has reminders, and is overdue then', async () => {
  const { shop, customer, pass, now } = await onClock();
  await itemFor(shop, customer, { amount: 2000 });
  const draft = await draftOf(shop, customer, { collection_method: 'send_invoice' });
  expect(draft).toMatchObject({ due_date: now() + 30 * day, next_payment_attempt: null });
  const sent = await must(shop.post(`/v1/invoices/${draft.id}/send`));
  expect(sent).toMatchObject({ status: 'open', hosted_invoice_url: expect.stringContaining('/invoice/') });
  expect(sent.invoice_pdf).toBe(`${sent.hosted_invoice_url}/pdf`);
  await pass(31 * day);
  expect((await toldSince(shop)).filter((type) => /^invoice\.(sent|will|over)/.test(type))).toEqual([
    'invoice.sent',
    'invoice.will_be_due',
    'invoice.overdue',
  ]);
});

test('an invoice has a page for its payer, and a PDF', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const open = await openInvoice(shop, customer, 2000, { description: 'Thank you', metadata: { secret: 'margin 80 %' } });
  const page = await fetch(open.hosted_invoice_url);
  const text = await page.text();
  expect([page.status, text.includes(open.number), text.includes('$20.00'), text.includes('margin 80')]).toEqual([200, true, true, false]);
  const pdf = await fetch(open.invoice_pdf);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('400: an invoice prefix consists of capitals and digits', async () => {
  const { status, body } = await service.client().post('/v1/customers', { invoice_prefix: 'a b' });
  expect([status, body.error.param]).toEqual([400, 'invoice_prefix']);
  const shop = service.client();
  const { id } = await must(shop.get('/v1/account'));
  for (const prefix of ['R', 'later', 'RE-2026']) {
    const refused = await shop.post(`/v1/accounts/${id}`, { settings: { invoices: { prefix } } });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'settings[invoices][prefix]']);
  }
});

test('400: a prefix chosen for one customer is not available to another, until it is released', async () => {
  const shop = service.client();
  const one = await must(shop.post('/v1/customers', { invoice_prefix: 'ACME' }));
  const refused = await shop.post('/v1/customers', { invoice_prefix: 'ACME' });
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([400, 'resource_already_exists', 'invoice_prefix']);
  const other = await must(shop.post('/v1/customers', { invoice_prefix: 'OTHER' }));
  const changed = await shop.post(`/v1/customers/${other.id}`, { invoice_prefix: 'ACME' });
  expect([changed.status, changed.body.error.param]).toEqual([400, 'invoice_prefix']);
  expect((await must(shop.post(`/v1/customers/${one.id}`, { invoice_prefix: 'ACME', name: 'Jo' }))).invoice_prefix).toBe('ACME');
  await must(shop.post(`/v1/customers/${one.id}`, { invoice_prefix: 'ELSE' }));
  expect((await must(shop.post(`/v1/customers/${other.id}`, { invoice_prefix: 'ACME' }))).invoice_prefix).toBe('ACME');
  expect((await service.client().post('/v1/customers', { invoice_prefix: 'ACME' })).status).toBe(200);
});

test("an invoice keeps its customer's tax ids from its finalization", async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const one = await must(shop.post(`/v1/customers/${customer}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' }));
  await must(shop.post(`/v1/customers/${customer}/tax_ids`, { type: 'ch_vat', value: 'CHE-123.456.789 MWST' }));
  const open = await openInvoice(shop, customer, 2000);
  const both = [
    { type: 'eu_vat', value: 'DE123456789' },
    { type: 'ch_vat', value: 'CHE-123.456.789 MWST' },
  ];
  expect(open.customer_tax_ids).toEqual(both);
  await must(shop.del(`/v1/customers/${customer}/tax_ids/${one.id}`));
  expect((await invoiceNow(shop, open)).customer_tax_ids).toEqual(both);
  expect((await openInvoice(shop, customer, 2000)).customer_tax_ids).toEqual(both.slice(1));
});

test.each(['invoices', 'subscriptions', 'invoices/create_preview'])(
  'automatic_tax of %s is off, and on only with settings',
  async (path) => {
    const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
    const price = { currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' }, product_data: { name: 'Tea' } };
    const items = [{ price: (await must(shop.post('/v1/prices', price))).id }];
    const of = path === 'subscriptions' ? { items } : path === 'invoices' ? {} : { subscription_details: { items } };
    const made = await must(shop.post(`/v1/${path}`, { customer, ...of, automatic_tax: { enabled: false } }));
    expect(made.automatic_tax.enabled).toBe(false);
    const { status, body } = await shop.post(`/v1/${path}`, { customer, ...of, automatic_tax: { enabled: true } });
    expect([status, body.error.param]).toEqual([400, 'automatic_tax[enabled]']);
  },
);

test('an invoice is paid out of band, and its payment is canceled', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const open = await openInvoice(shop, customer);
  const paid = await must(shop.post(`/v1/invoices/${open.id}/pay`, { paid_out_of_band: true }));
  expect(paid).toMatchObject({
    status: 'paid',
    paid_out_of_band: true,
    amount_paid: 2000,
    amount_paid_off_stripe: 2000,
    amount_remaining: 0,
  });
  expect((await must(shop.get(`/v1/payment_intents/${open.payment_intent}`))).status).toBe('canceled');
  expect((await toldSince(shop)).filter((type) => type.startsWith('invoice.pa'))).toEqual(['invoice.paid']);
});

test('an uncollectible invoice can still be paid, or voided', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const open = await openInvoice(shop, customer);
  expect((await must(shop.post(`/v1/invoices/${open.id}/mark_uncollectible`))).status).toBe('uncollectible');
  expect((await must(shop.post(`/v1/invoices/${open.id}/pay`))).status).toBe('paid');
  const again = await shop.post(`/v1/invoices/${open.id}/void`);
  expect([again.status, again.body.error.code]).toEqual([400, 'invoice_unexpected_state']);
});

test('invoices are listed and searched by customer and status', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const open = await openInvoice(shop, customer);
  const draft = await draftOf(shop, customer, { collection_method: 'send_invoice' });
  const other = (await must(shop.post('/v1/customers'))).id;
  await openInvoice(shop, other);
  const found = async (query: object) => (await must(shop.get('/v1/invoices', query as never))).data.map(({ id }: { id: string }) => id);
  expect(await found({ customer })).toEqual([draft.id, open.id]);
  expect(await found({ customer, status: 'open' })).toEqual([open.id]);
  expect(await found({ collection_method: 'send_invoice' })).toEqual([draft.id]);
  expect(await found({ 'due_date[gt]': draft.due_date - 1, 'due_date[lte]': draft.due_date })).toEqual([draft.id]);
  const searched = await must(shop.get('/v1/invoices/search', { query: `number:"${open.number}"` }));
  expect(searched.data.map(({ id }: { id: string }) => id)).toEqual([open.id]);
  const payments = await must(shop.get(`/v1/invoice_payments?payment[type]=payment_intent&payment[payment_intent]=${open.payment_intent}`));
  expect(payments.data.map(({ invoice }: { invoice: string }) => invoice)).toEqual([open.id]);
});

test('every invariant holds afterwards', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});
