import { describe, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { eventsOf } from '../support/callers.js';
import { issuer, used } from '../support/issuing.js';
import { advanceClock } from '../support/merchant.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const address = { line1: '1 Main Street', city: 'San Francisco', state: 'CA', postal_code: '94111', country: 'US' };

/** A session as the fixtures of `stripe trigger checkout.session.*` create it, and its payment method. */
async function opened(client: Client, currency: string, method: object, more: object = {}) {
  const product = await must(client.post('/v1/products', { name: 'myproduct' }));
  const price = await must(client.post('/v1/prices', { product: product.id, unit_amount: '1500', currency }));
  const session = await must(
    client.post('/v1/checkout/sessions', {
      ...{ success_url: 'https://example.com/done', cancel_url: 'https://example.com/back', mode: 'payment' },
      line_items: [{ price: price.id, quantity: 2 }],
      payment_intent_data: { shipping: { name: 'Jenny Rosen', address } },
      ...more,
    }),
  );
  const billing_details = { email: 'jenny@example.com', name: 'Jenny Rosen', address };
  const paid_with = await must(client.post('/v1/payment_methods', { ...method, billing_details }));
  return { session, paid_with };
}

describe('the requests of the fixtures of the Stripe CLI', () => {
  test.each([
    ['usd', { type: 'card', card: { token: 'tok_visa' } }, {}, 'paid'],
    ['eur', { type: 'sepa_debit', sepa_debit: { iban: 'AT611904300234573201' } }, { payment_method_types: ['sepa_debit'] }, 'unpaid'],
  ] as const)('200: a session in %s is completed through its payment page', async (currency, method, more, payment_status) => {
    const client = service.client();
    const { session, paid_with } = await opened(client, currency, method, more);
    const page = await must(client.get(`/v1/payment_pages/${session.id}`));
    expect(page).toMatchObject({ id: session.id, object: 'checkout.session', status: 'open', amount_total: 3000 });
    expect(page).not.toHaveProperty('page');
    const confirm = `/v1/payment_pages/${session.id}/confirm`;
    const changed = await client.post(confirm, { payment_method: paid_with.id, expected_amount: 2999 });
    expect([changed.status, changed.body.error.param]).toEqual([400, 'expected_amount']);
    const done = await must(client.post(confirm, { payment_method: paid_with.id, expected_amount: 3000 }));
    expect(done).toMatchObject({ id: session.id, status: 'complete', payment_status });
    expect(done.customer_details).toMatchObject({ email: 'jenny@example.com', name: 'Jenny Rosen' });
    expect(await eventsOf(client, session.id)).toContain('checkout.session.completed');
  });

  test('400 resource_missing: the saved method of another customer cannot pay', async () => {
    const client = service.client();
    const { session, paid_with } = await opened(client, 'usd', { type: 'card', card: { token: 'tok_visa' } });
    const customer = (await must(client.post('/v1/customers', {}))).id;
    await must(client.post(`/v1/payment_methods/${paid_with.id}/attach`, { customer }));
    const said = { email: 'jo@example.com', payment_method: paid_with.id };
    const { status, body } = await client.post(`/v1/payment_pages/${session.id}/confirm`, said);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', 'payment_method']);
  });

  test('403: a publishable key and the id of a session open no payment page', async () => {
    const client = service.client();
    const { session, paid_with } = await opened(client, 'usd', { type: 'card', card: { token: 'tok_visa' } });
    const browser = service.client(client.publishable_key);
    for (const { status, body, text } of [
      await browser.get(`/v1/payment_pages/${session.id}`),
      await browser.post(`/v1/payment_pages/${session.id}/confirm`, { payment_method: paid_with.id }),
    ]) {
      expect([status, body.error.code]).toEqual([403, 'secret_key_required']);
      expect(text).not.toMatch(/jenny|Jenny/);
    }
  });

  test.each([
    ['usd', {}],
    ['eur', { held_currency: 'eur' }],
  ])('200: an issued card of %s is used with held_amount', async (currency, more) => {
    const client = service.client();
    const cardholder = await must(
      client.post('/v1/issuing/cardholders', {
        ...{ name: 'My Cardholder', type: 'individual', phone_number: '+34666777888', billing: { address } },
        individual: {
          ...{ first_name: 'My', last_name: 'Cardholder' },
          card_issuing: { user_terms_acceptance: { date: 1470266163, ip: '91.121.146.224' } },
        },
      }),
    );
    const issued = { currency, type: 'virtual', cardholder: cardholder.id, status: 'active' };
    const card = await must(client.post('/v1/issuing/cards', issued));
    await must(client.post('/v1/test_helpers/top_ups', { amount: 1000, currency, destination_balance: 'issuing' }));
    const path = `/v1/issuing/cards/${card.id}/test/authorizations`;
    const used = await must(client.post(path, { held_amount: 100, authorization_method: 'online', ...more }));
    expect(used).toMatchObject({ object: 'issuing.authorization', approved: true, amount: 100, currency, authorization_method: 'online' });
    expect(await must(client.get(`/v1/issuing/authorizations/${used.id}`))).toMatchObject({ card: { id: card.id } });
    const without = await client.post(path, { authorization_method: 'online' });
    expect([without.status, without.body.error.param]).toEqual([400, 'held_amount']);
    expect((await client.post('/v1/issuing/cards/ic_unknown/test/authorizations', { held_amount: 1 })).status).toBe(404);
  });

  test('a failed debit of the published account has the event checkout.session.async_payment_failed', async () => {
    const client = service.client();
    const failing = { type: 'sepa_debit', sepa_debit: { iban: 'IT60X0542811101000000123456' } };
    const { session, paid_with } = await opened(client, 'eur', failing, { payment_method_types: ['sepa_debit'] });
    await must(client.post(`/v1/payment_pages/${session.id}/confirm`, { payment_method: paid_with.id, expected_amount: 3000 }));
    await advanceClock(client, 7 * 86_400);
    expect(await must(client.get(`/v1/checkout/sessions/${session.id}`))).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(await eventsOf(client, session.id)).toEqual(['checkout.session.completed', 'checkout.session.async_payment_failed']);
  });

  test.each([
    ['pause', 'paused', 'customer.subscription.paused'],
    ['cancel', 'canceled', 'customer.subscription.deleted'],
  ])('a trial that ends now without a payment method and with missing_payment_method=%s makes the subscription %s', async (...row) => {
    const [missing_payment_method, status, event] = row;
    const client = service.client();
    const customer = (await must(client.post('/v1/customers', {}))).id;
    const product = await must(client.post('/v1/products', { name: 'myproduct' }));
    const recurring = { interval: 'month' };
    const price = await must(client.post('/v1/prices', { product: product.id, unit_amount: '1500', currency: 'usd', recurring }));
    const trial = { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method } } };
    const sub = await must(client.post('/v1/subscriptions', { customer, items: [{ price: price.id }], ...trial }));
    const ended = await must(client.post(`/v1/subscriptions/${sub.id}`, { trial_end: 'now', metadata: { by: 'cli' } }));
    expect(ended).toMatchObject({ status, metadata: { by: 'cli' }, latest_invoice: sub.latest_invoice });
    expect(ended.trial_end).toBeLessThan(sub.trial_end);
    expect((await eventsOf(client, sub.id)).filter((type) => type === event)).toHaveLength(1);
  });

  test('a trial that ends now with a given payment method is invoiced', async () => {
    const client = service.client();
    const customer = (await must(client.post('/v1/customers', {}))).id;
    const method = await must(client.post('/v1/payment_methods/pm_card_visa/attach', { customer }));
    const price_data = { currency: 'usd', unit_amount: 1500, recurring: { interval: 'month' }, product_data: { name: 'myproduct' } };
    const trial = { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } };
    const price = await must(client.post('/v1/prices', price_data));
    const sub = await must(client.post('/v1/subscriptions', { customer, items: [{ price: price.id }], ...trial }));
    const ended = await must(client.post(`/v1/subscriptions/${sub.id}`, { trial_end: 'now', default_payment_method: method.id }));
    expect(ended.status).toBe('active');
  });

  test('the receipt of a purchase with an issued card has its own event', async () => {
    const client = service.client();
    const { card } = await issuer({ client });
    const receipt = [{ description: 'Ride from SFO to downtown', quantity: 1, unit_cost: 10_000 }];
    const forced = { card, amount: 100, currency: 'usd' };
    const path = '/v1/test_helpers/issuing/transactions/create_force_capture';
    const updated = 'issuing_transaction.purchase_details_receipt_updated';
    const bought = await must(client.post(path, { ...forced, purchase_details: { receipt } }));
    expect(await eventsOf(client, bought.id)).toEqual(['issuing_transaction.created', updated]);
    const plain = await must(client.post(path, forced));
    expect(await eventsOf(client, plain.id)).toEqual(['issuing_transaction.created']);
    const held = await used({ client, card });
    const captured = await must(
      client.post(`/v1/test_helpers/issuing/authorizations/${held.id}/capture`, { purchase_details: { receipt } }),
    );
    expect(await eventsOf(client, captured.transactions[0].id)).toEqual(['issuing_transaction.created', updated]);
  });
});
