import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf, success_url } from '../support/checkout.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

type Body = Answer['body'];

const service = await commonService();
const adaptive_pricing = { enabled: true };
const visa = { email: 'jo@example.com', payment_method_data: cardOf('4242424242424242') };

const at = ({ id, url }: Body, verb: 'adjust' | 'confirm' | 'look', params: object = {}): Promise<Answer> =>
  pageAt(service, url).post(`/v1/checkout/sessions/${id}/${verb}`, { ...params });
const read = (shop: Client, { id }: Body): Promise<Body> => must(shop.get(`/v1/checkout/sessions/${id}`));
const pageIn = async (url: string, language: string): Promise<string> =>
  (await fetch(url, { headers: { 'accept-language': language } })).text();

test('a payer pays in the currency they choose, and the merchant receives no less than the price', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { adaptive_pricing });
  expect(session).toMatchObject({ adaptive_pricing, currency_conversion: null });
  const chosen = await must(at(session, 'adjust', { presentment_currency: 'eur' }));
  const { presentment_amount } = chosen.presentment_details;
  expect(chosen).toMatchObject({
    amount_total: 1000,
    currency: 'usd',
    currency_conversion: { amount_subtotal: 1000, amount_total: 1000, source_currency: 'usd' },
    presentment_details: { presentment_currency: 'eur' },
  });
  await must(at(session, 'confirm', { ...visa, expected_amount: 1000 }));
  const done = await read(shop, session);
  expect(done).toMatchObject({ payment_status: 'paid', presentment_details: { presentment_amount, presentment_currency: 'eur' } });
  const intent = await must(shop.get(`/v1/payment_intents/${done.payment_intent}?expand[]=latest_charge.balance_transaction`));
  const details = { presentment_amount, presentment_currency: 'eur' };
  expect(intent).toMatchObject({ amount: presentment_amount, currency: 'eur', presentment_details: details });
  expect(intent.latest_charge).toMatchObject({ amount: presentment_amount, currency: 'eur', presentment_details: details });
  expect(intent.latest_charge.balance_transaction.currency).toBe('usd');
  expect(intent.latest_charge.balance_transaction.amount).toBeGreaterThanOrEqual(1000);
  expect(intent.latest_charge.balance_transaction.amount).toBeLessThanOrEqual(1001);
  const refund = await must(shop.post('/v1/refunds', { charge: intent.latest_charge.id, amount: 200 }));
  expect(refund.presentment_details).toEqual({ presentment_amount: 200, presentment_currency: 'eur' });
});

test('the conversion follows the order, and ends with the currency of the session', async () => {
  const shop = service.client();
  const line_items = [{ ...mug, adjustable_quantity: { enabled: true, maximum: 5 } }];
  const session = await sessionOf(shop, { adaptive_pricing, line_items });
  const one = await must(at(session, 'adjust', { presentment_currency: 'eur' }));
  const line = session.line_items.data[0].id;
  const two = await must(at(session, 'adjust', { line_items: [{ id: line, quantity: 2 }] }));
  expect(two.presentment_details.presentment_amount).toBeGreaterThanOrEqual(2 * one.presentment_details.presentment_amount - 1);
  expect(two.currency_conversion).toMatchObject({ amount_total: 2000, fx_rate: one.currency_conversion.fx_rate });
  const back = await must(at(session, 'adjust', { presentment_currency: 'usd' }));
  expect(back).toMatchObject({ currency_conversion: null, presentment_details: null });
  await must(at(session, 'confirm', visa));
  const { payment_intent } = await read(shop, session);
  expect(await must(shop.get(`/v1/payment_intents/${payment_intent}`))).toMatchObject({ amount: 2000, currency: 'usd' });
});

test('a payment that was declined in one currency is made in another', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { adaptive_pricing });
  await must(at(session, 'adjust', { presentment_currency: 'eur' }));
  expect((await at(session, 'confirm', { payment_method_data: cardOf('4000000000000002') })).status).toBe(402);
  await must(at(session, 'adjust', { presentment_currency: 'usd' }));
  await must(at(session, 'confirm', visa));
  const { payment_intent } = await read(shop, session);
  expect(await must(shop.get(`/v1/payment_intents/${payment_intent}`))).toMatchObject({
    amount: 1000,
    currency: 'usd',
    status: 'succeeded',
  });
});

test('the page shows the currency of the country of the payer’s browser, and a button for that of the session', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { adaptive_pricing, locale: 'en' });
  expect(await pageIn(session.url, 'en')).toContain('$10.00');
  const shown = await pageIn(session.url, 'de-DE,de;q=0.9');
  expect(shown).toContain('data-testid="currency-usd"');
  expect(shown).toMatch(/data-testid="amount"><bdi>€/);
  expect((await read(shop, session)).presentment_details).toMatchObject({ presentment_currency: 'eur' });
  const plain = await sessionOf(shop, { locale: 'en' });
  expect(await pageIn(plain.url, 'de-DE')).toContain('$10.00');
  expect(await read(shop, plain)).toMatchObject({ currency_conversion: null });
});

test('400: a currency cannot be chosen without adaptive pricing, without a rate, or for a payment that is only held', async () => {
  const shop = service.client();
  const refusedOf = async (params: Readonly<Record<string, unknown>>, presentment_currency: string): Promise<unknown> => {
    const { status, body } = await at(await sessionOf(shop, params), 'adjust', { presentment_currency });
    return [status, body.error?.param];
  };
  expect(await refusedOf({}, 'eur')).toEqual([400, 'presentment_currency']);
  const held = { adaptive_pricing, payment_intent_data: { capture_method: 'manual' } };
  expect(await refusedOf(held, 'eur')).toEqual([400, 'presentment_currency']);
  const subscribed = await shop.post('/v1/checkout/sessions', { adaptive_pricing, line_items: [club], mode: 'subscription', success_url });
  expect([subscribed.status, subscribed.body.error?.param]).toEqual([400, 'adaptive_pricing[enabled]']);
});

test('400: a session with an invoice is paid in its own currency', async () => {
  const params = { mode: 'payment', line_items: [mug], success_url, adaptive_pricing, invoice_creation: { enabled: true } };
  const { status, body } = await service.client().post('/v1/checkout/sessions', params);
  expect([status, body.error.param]).toEqual([400, 'adaptive_pricing[enabled]']);
});
