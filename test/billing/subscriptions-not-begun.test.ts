import { describe, expect, test } from 'vitest';
import { allEvents } from '../support/callers.js';
import { made } from '../support/populate.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import type { Answer } from '../support/service.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

type Body = Answer['body'];

const both = onBothRoads();

/** Creates a subscription that must be paid at once, with everything that a first invoice can include, and answers with the refusal. */
async function tried({ client, customer, price, product }: ClockedShop): Promise<Body> {
  await made(client, '/v1/coupons', { id: 'TEN', percent_off: 10, duration: 'once' });
  const once = await made(client, '/v1/prices', { product, currency: 'usd', unit_amount: 300 });
  const { status, body } = await client.post('/v1/subscriptions', {
    customer,
    items: [{ price: await price(1000) }, { price: await price(400), quantity: 2 }],
    add_invoice_items: [{ price: once.id }],
    discounts: [{ coupon: 'TEN' }],
    payment_behavior: 'error_if_incomplete',
  });
  expect(status).toBe(402);
  return body.error;
}

const listed = async ({ client, customer }: ClockedShop, path: string, more: object = {}): Promise<Body[]> =>
  (await client.get(path, { customer, ...more })).body.data;

/** Its objects in lists, search and events. */
async function left(shop: ClockedShop): Promise<unknown> {
  const { client, customer } = shop;
  const invoices = await client.get('/v1/invoices/search', { query: `customer:"${customer}"` });
  const told = (await allEvents(client)).map(({ data }: Body) => data.object.object);
  return {
    subscriptions: await listed(shop, '/v1/subscriptions', { status: 'all' }),
    invoices: await listed(shop, '/v1/invoices'),
    payments: (await client.get('/v1/invoice_payments')).body.data,
    found: invoices.body.data,
    told: told.filter((object: string) => ['subscription', 'invoice', 'invoiceitem', 'invoice_payment'].includes(object)),
  };
}

const nothing = { subscriptions: [], invoices: [], payments: [], found: [], told: [] };

describe.each(roads)('%s', (road) => {
  test.each([
    ['pm_card_chargeCustomerFail', 'card_declined', 'failed'],
    ['pm_card_authenticationRequired', 'invoice_payment_intent_requires_action', null],
  ])(
    '402 of %s: a subscription that must be paid at once leaves its intent and its charge, and nothing else',
    async (card, code, charge) => {
      const shop = await openClockedShop(both.service(road), { at: '2026-01-01', card });
      const error = await tried(shop);
      expect(error.code).toBe(code);
      expect(await left(shop)).toEqual(nothing);
      const [intent] = await listed(shop, '/v1/payment_intents');
      expect(intent).toMatchObject({ id: error.payment_intent?.id ?? intent.id, status: 'canceled', invoice: null });
      const charges = await listed(shop, '/v1/charges');
      expect(charges.map(({ status, invoice }) => [status, invoice])).toEqual(charge ? [[charge, null]] : []);
      const again = await shop.client.get(`/v1/payment_intents/${intent.id}`, { 'expand[]': 'latest_charge' });
      expect(again.status).toBe(200);
      await shop.advance('2026-03-01');
      expect(await left(shop)).toEqual(nothing);
    },
  );

  test('402: the items, balance and coupon that the first invoice used are unchanged', async () => {
    const shop = await openClockedShop(both.service(road), { at: '2026-01-01', card: 'pm_card_chargeCustomerFail' });
    const { client, customer } = shop;
    await made(client, `/v1/customers/${customer}/balance_transactions`, { amount: -200, currency: 'usd' });
    const item = await made(client, '/v1/invoiceitems', { customer, currency: 'usd', amount: 700 });
    await tried(shop);
    expect((await listed(shop, '/v1/invoiceitems', { pending: true })).map(({ id, invoice }) => [id, invoice])).toEqual([[item.id, null]]);
    expect(await listed(shop, '/v1/invoiceitems')).toHaveLength(1);
    expect((await client.get(`/v1/customers/${customer}`)).body.balance).toBe(-200);
    const moved = (await client.get(`/v1/customers/${customer}/balance_transactions`)).body.data;
    expect(moved.map(({ amount }: Body) => amount)).toEqual([-200]);
    expect((await client.get('/v1/coupons/TEN')).body.times_redeemed).toBe(0);
    const good = await made(client, '/v1/payment_methods/pm_card_visa/attach', { customer });
    const paid = await shop.subscribe([{ price: await shop.price(1000) }], {
      ...{ default_payment_method: good.id, payment_behavior: 'error_if_incomplete', expand: ['latest_invoice'] },
    });
    expect([paid.status, paid.latest_invoice.status, paid.latest_invoice.amount_due]).toEqual(['active', 'paid', 1500]);
  });

  test('a debit that the bank returns days later ends a subscription that had to be paid at once, and its objects stay', async () => {
    const shop = await openClockedShop(both.service(road), { at: '2026-01-01', card: null });
    const { client, customer } = shop;
    const method = await made(client, '/v1/payment_methods', {
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Jo', email: 'jo@example.com' },
    });
    await made(client, `/v1/payment_methods/${method.id}/attach`, { customer });
    const sub = await shop.subscribe([{ price: await shop.price(1000, { currency: 'eur' }) }], {
      ...{ default_payment_method: method.id, payment_behavior: 'error_if_incomplete', expand: ['latest_invoice'] },
      payment_settings: { payment_method_types: ['sepa_debit'] },
    });
    expect(sub.status).toBe('incomplete');
    const intent = sub.latest_invoice.payment_intent;
    await made(client, `/v1/test_helpers/payment_intents/${intent}/next_action`, { outcome: 'fail' });
    expect((await client.get(`/v1/subscriptions/${sub.id}`)).body.status).toBe('incomplete_expired');
    expect((await client.get(`/v1/invoices/${sub.latest_invoice.id}`)).body.status).toBe('void');
  });
});

expectSoundBooks(both);
