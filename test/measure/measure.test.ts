import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountOf } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { besides, columns } from './groups.js';
import { openShop, type Shop } from './shop.js';

const day = 86_400;

/** Moves the clock, and waits until all due work has run. */
async function advance(it: TestService, client: Client, to: number): Promise<void> {
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: to });
  await it.until(async () => (await client.get('/v1/test_helpers/sandbox_clock')).body.status === 'ready');
}

type Renewed = Shop & { readonly due: number; readonly subscription: string; readonly invoice: string };

/** A shop with a due subscription that has just been renewed: its invoice is a draft, and finalizes an hour later. */
async function renewed(it: TestService): Promise<Renewed> {
  const opened = await openShop(it.client());
  const { client, customer, price } = opened;
  const { id, current_period } = (await client.post('/v1/subscriptions', { customer, items: [{ price, quantity: 1 }] })).body;
  await advance(it, client, current_period.end);
  const invoice = (await client.get(`/v1/subscriptions/${id}`)).body.latest_invoice;
  return { ...opened, due: current_period.end, subscription: id, invoice };
}

/** The types of all events, oldest first. */
async function eventsOf(client: Client): Promise<string[]> {
  const told: string[] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await client.get('/v1/events', { limit: 100, ...(after && { starting_after: after }) });
    for (const { type } of body.data) told.push(type);
    if (!body.has_more) return told.reverse();
    after = body.data.at(-1).id;
  }
}

/** The number of objects of some kinds in a sandbox, by kind and status. */
async function countsOf(it: TestService, client: Client): Promise<Record<string, number>> {
  const rows = await it.engine.database.query<{ kind: string; count: number }>({
    text: `select concat_ws(' ', object, doc::jsonb ->> 'status') as kind, count(*)::integer as count from objects
      where account = $1 and object in ('customer', 'subscription', 'invoice', 'payment_intent', 'charge') group by kind order by kind`,
    values: [`${await accountOf(client)}_test`],
  });
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

describe.each([
  ['one write', {}],
  ['two writes', { FLORIN_ONE_WRITE: 'off' }],
])('with %s', (_, environment) => {
  let it: TestService;
  beforeAll(async () => {
    it = await startService(environment, { besides });
    await it.engine.database.query({ text: columns, values: [] });
  });
  afterAll(() => it.stop());

  test('a renewal drafts an invoice of items, pending items and a coupon, finalizes it an hour later and collects it', async () => {
    const { client, customer, price } = await openShop(it.client());
    const coupon = (await client.post('/v1/coupons', { percent_off: 10 })).body.id;
    const subscription = (await client.post('/v1/subscriptions', { customer, coupon, items: [{ price, quantity: 2 }] })).body;
    expect(subscription).toMatchObject({ status: 'active', current_period: { end: subscription.current_period.start + 30 * day } });
    const item = (await client.post('/v1/invoiceitems', { customer, amount: 500, currency: 'usd', description: 'Setup' })).body;
    await advance(it, client, subscription.current_period.end + 7200);
    const later = (await client.get(`/v1/subscriptions/${subscription.id}`)).body;
    const bill = (await client.get(`/v1/invoices/${later.latest_invoice}`)).body;
    expect(bill).toMatchObject({
      status: 'paid',
      number: 'INV-1',
      amount_due: 2250,
      amount_paid: 2250,
      amount_remaining: 0,
      attempt_count: 1,
    });
    expect(bill.lines).toEqual([
      { amount: 2000, description: 'Tea', price, quantity: 2 },
      { amount: 500, description: 'Setup', price: null, quantity: 1 },
    ]);
    expect((await client.get(`/v1/invoiceitems/${item.id}`)).body.invoice).toBe(bill.id);
    expect(later.current_period.end).toBe(subscription.current_period.end + 30 * day);
    const told = await eventsOf(client);
    expect(told.slice(told.indexOf('invoice.created'))).toEqual([
      'invoice.created',
      'invoiceitem.updated',
      'customer.subscription.updated',
      'payment_intent.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  test('a renewal whose first method is declined is paid by the second one, and the subscription is active again', async () => {
    const { client, customer, due, subscription, invoice } = await renewed(it);
    const bad = (await client.post('/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer })).body.id;
    await it.engine.database.query({
      text: `update objects set doc = jsonb_set(doc::jsonb, '{default_payment_method}', to_jsonb($2::text))::json where id = $1`,
      values: [invoice, bad],
    });
    await advance(it, client, due + 7200);
    const bill = (await client.get(`/v1/invoices/${invoice}`)).body;
    expect(bill).toMatchObject({ status: 'paid', attempt_count: 2, amount_remaining: 0 });
    expect((await client.get(`/v1/subscriptions/${subscription}`)).body.status).toBe('active');
    const charges = (await client.get('/v1/charges', { payment_intent: bill.payment_intent })).body.data;
    expect(charges.map(({ status }: { status: string }) => status)).toEqual(['succeeded', 'failed']);
    const told = await eventsOf(client);
    expect(told.slice(told.indexOf('invoice.finalized') + 1)).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.updated',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
  });

  test('402: the decline of a payment shows the current state of its invoice', async () => {
    const { client, invoice: id } = await renewed(it);
    expect((await client.post(`/v1/invoices/${id}/pay`)).status).toBe(400);
    expect((await client.post(`/v1/invoices/${id}/finalize`)).body).toMatchObject({ status: 'open', number: 'INV-1' });
    const headers = { 'idempotency-key': 'once' };
    const paid = await client.post(`/v1/invoices/${id}/pay`, { payment_method: 'pm_card_chargeDeclined' }, { headers });
    expect([paid.status, paid.body.error.code]).toEqual([402, 'card_declined']);
    const again = await client.post(`/v1/invoices/${id}/pay`, { payment_method: 'pm_card_chargeDeclined' }, { headers });
    expect([again.status, again.text]).toEqual([402, paid.text]);
    expect((await client.get(`/v1/invoices/${id}`)).body).toMatchObject({ status: 'open', attempt_count: 1 });
    expect((await client.post(`/v1/invoices/${id}/pay`)).body).toMatchObject({ id, status: 'paid', attempt_count: 2 });
  });

  test('the completion of a checkout creates customer, subscription, invoice and intent, and pays', async () => {
    const { client, price } = await openShop(it.client());
    const session = (await client.post('/v1/checkout/sessions', { customer_email: 'a@example.com', line_items: [{ price, quantity: 3 }] }))
      .body;
    const done = (await client.post(`/v1/checkout/sessions/${session.id}/complete`, { payment_method: 'pm_card_visa' })).body;
    expect(done).toMatchObject({ id: session.id, status: 'complete', payment_status: 'paid' });
    const bill = (await client.get(`/v1/invoices/${done.invoice}`)).body;
    expect(bill).toMatchObject({ status: 'paid', amount_paid: 3000, customer: done.customer, subscription: done.subscription });
    expect(bill).not.toHaveProperty('checkout_session');
    expect((await client.get(`/v1/subscriptions/${done.subscription}`)).body).toMatchObject({ status: 'active', latest_invoice: bill.id });
    expect((await client.get(`/v1/payment_intents/${bill.payment_intent}`)).body).toMatchObject({
      status: 'succeeded',
      customer: done.customer,
    });
    const told = (await client.get('/v1/events', { limit: 100 })).text;
    expect(told).not.toContain('"checkout_session"');
  });

  test('a checkout with a declined card stays open, has no second amount due, and can be completed with another card', async () => {
    const { client, price } = await openShop(it.client());
    const session = (await client.post('/v1/checkout/sessions', { line_items: [{ price, quantity: 1 }] })).body;
    const refused = await client.post(`/v1/checkout/sessions/${session.id}/complete`, { payment_method: 'pm_card_chargeDeclined' });
    expect([refused.status, refused.body.error.code]).toEqual([402, 'card_declined']);
    expect((await client.get(`/v1/checkout/sessions/${session.id}`)).body).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    const { status, body } = await client.post(`/v1/checkout/sessions/${session.id}/complete`, { payment_method: 'pm_card_visa' });
    expect([status, body.status, body.payment_status]).toEqual([200, 'complete', 'paid']);
    expect(await countsOf(it, client)).toEqual({
      ...{ customer: 2, 'subscription active': 1, 'invoice paid': 1 },
      ...{ 'payment_intent succeeded': 1, 'charge failed': 1, 'charge succeeded': 1 },
    });
  });

  test('deleting a customer ends all of their subscriptions, however many', async () => {
    const { client, customer, price } = await openShop(it.client());
    const made = Array.from({ length: 120 }, () => client.post('/v1/subscriptions', { customer, items: [{ price, quantity: 1 }] }));
    const ids = (await Promise.all(made)).map(({ body }) => body.id);
    await client.del(`/v1/customers/${customer}`);
    const isOver = async (id: string) => (await client.get(`/v1/subscriptions/${id}`)).body.status === 'canceled';
    for (const id of ids) await it.until(() => isOver(id));
    expect((await eventsOf(client)).filter((type) => type === 'customer.subscription.deleted')).toHaveLength(120);
  });

  test('20 concurrent finalizations use 20 consecutive numbers, and two of one invoice use one', async () => {
    const { client, customer, price } = await openShop(it.client());
    const made = Array.from({ length: 20 }, () => client.post('/v1/subscriptions', { customer, items: [{ price, quantity: 1 }] }));
    const subscriptions = (await Promise.all(made)).map(({ body }) => body);
    await advance(it, client, Math.max(...subscriptions.map(({ current_period }) => current_period.end)));
    const bills = await Promise.all(subscriptions.map(async ({ id }) => (await client.get(`/v1/subscriptions/${id}`)).body.latest_invoice));
    const finalized = await Promise.all([...bills, ...bills].map((id) => client.post(`/v1/invoices/${id}/finalize`)));
    expect(finalized.filter(({ status }) => status === 200)).toHaveLength(20);
    const numbers = finalized.flatMap(({ status, body }) => (status === 200 ? [Number(body.number.slice('INV-'.length))] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
  });

  test('one of ten prices that concurrently claim a lookup key gets it, the others are refused, and it can be transferred', async () => {
    const { client, price } = await openShop(it.client());
    const { product } = (await client.post(`/v1/prices/${price}`)).body;
    const claim = () => client.post('/v1/prices', { currency: 'usd', interval_days: 30, product, unit_amount: 1, lookup_key: 'tea' });
    const answers = await Promise.all(Array.from({ length: 10 }, claim));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.error.code, body.error.param]);
    expect(new Set(refused.map((each) => JSON.stringify(each)))).toEqual(new Set(['[400,"resource_already_exists","lookup_key"]']));
    const owner = answers.find(({ status }) => status === 200)?.body.id;
    expect((await client.post(`/v1/prices/${owner}`, { lookup_key: null })).status).toBe(200);
    expect((await claim()).status).toBe(200);
  });

  test('a reference inside a list that does not exist is refused with its place', async () => {
    const { client, customer, price } = await openShop(it.client());
    const items = [
      { price, quantity: 1 },
      { price: 'price_none', quantity: 1 },
    ];
    const { status, body } = await client.post('/v1/subscriptions', { customer, items });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', 'items[1][price]']);
  });
});
