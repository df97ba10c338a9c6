import { expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { must } from '../../support/billing.js';
import { cardOf, holderOf } from '../../support/issued.js';
import { issuer, network, useCard, used } from '../../support/issuing.js';
import type { Client } from '../../support/service.js';

const service = await auditedService();

const added = (client: Client, card: string, params: object = {}) =>
  must(client.post('/v1/test_helpers/issuing/tokens', { card, ...params }));
const made = (client: Client, id: string, status: string) => client.post(`/v1/issuing/tokens/${id}`, { status });

test('a card that is added to a wallet has a token, and the purchase names it until it is captured', async () => {
  const of = await issuer(service);
  const { client, card } = of;
  const network_data = { device: { name: 'Phone', type: 'phone' }, wallet_provider: { device_trust_score: 5 } };
  const token = await added(client, card, { wallet_provider: 'google_pay', network_data });
  expect(token).toMatchObject({
    object: 'issuing.token',
    status: 'active',
    card,
    network: 'visa',
    wallet_provider: 'google_pay',
    last4: expect.stringMatching(/^\d{4}$/),
    network_data: { ...network_data, type: 'visa', visa: { token_requestor_id: 'google_pay', token_risk_score: '00' } },
  });
  expect(token.device_fingerprint).toBe(token.network_data.device.device_fingerprint);
  const watch = await added(client, card, { network_data });
  expect([watch.device_fingerprint === token.device_fingerprint, watch.wallet_provider]).toEqual([true, 'apple_pay']);
  const bought = await used(of, { token: token.id });
  expect([bought.approved, bought.token, bought.wallet]).toEqual([true, token.id, 'google_pay']);
  const { transactions } = await must(network(of, `authorizations/${bought.id}/capture`));
  expect([transactions[0].token, transactions[0].wallet]).toEqual([token.id, 'google_pay']);
  expect((await used(of)).token).toBe(null);
  const expanded = (await client.get(`/v1/issuing/authorizations/${bought.id}`, { 'expand[0]': 'token' })).body;
  expect(expanded.token).toEqual(token);
});

test('400: a token that is suspended or deleted pays nothing, and the card itself still does', async () => {
  const of = await issuer(service);
  const { client, card } = of;
  const { id } = await added(client, card);
  expect((await made(client, id, 'suspended')).body.status).toBe('suspended');
  const refused = await useCard(of, { token: id });
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([400, 'issuing_token_unexpected_state', 'token']);
  expect((await used(of)).approved).toBe(true);
  expect((await made(client, id, 'active')).body.status).toBe('active');
  expect((await used(of, { token: id })).approved).toBe(true);
  const wrong = await useCard(of, { token: id, wallet: 'samsung_pay' });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'wallet']);
  const other = (await cardOf(client)).id;
  const foreign = await useCard({ client, card: other }, { token: id });
  expect([foreign.status, foreign.body.error.param]).toEqual([400, 'token']);
  expect((await made(client, id, 'deleted')).body.status).toBe('deleted');
  expect((await made(client, id, 'active')).body.error.code).toBe('issuing_token_unexpected_state');
  const { data } = (await client.get('/v1/events', { type: 'issuing_token.*' })).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual([
    'issuing_token.updated',
    'issuing_token.updated',
    'issuing_token.updated',
    'issuing_token.created',
  ]);
});

test('a token that needs authentication is requested until it is activated', async () => {
  const { client, card } = await issuer(service);
  const { id, status } = await added(client, card, { network_data: { wallet_provider: { suggested_decision: 'require_auth' } } });
  expect(status).toBe('requested');
  expect((await made(client, id, 'suspended')).body.error).toMatchObject({ code: 'issuing_token_unexpected_state', param: 'status' });
  const found = async (params: object) => (await client.get('/v1/issuing/tokens', { card, ...params })).body.data.length;
  expect([await found({ status: 'requested' }), await found({ status: 'active' })]).toEqual([1, 0]);
  expect((await made(client, id, 'active')).body.status).toBe('active');
  expect((await client.get('/v1/issuing/tokens')).body.error.param).toBe('card');
});

test('a canceled card leaves its wallets, and an inactive one enters none', async () => {
  const { client, card } = await issuer(service);
  const { id } = await added(client, card);
  await must(client.post(`/v1/issuing/cards/${card}`, { status: 'canceled' }));
  await service.until(async () => (await client.get(`/v1/issuing/tokens/${id}`)).body.status === 'deleted');
  const refused = await client.post('/v1/test_helpers/issuing/tokens', { card });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'card_unexpected_state']);
});

test('400: a cardholder without an e-mail address and a phone number cannot add a card to a wallet', async () => {
  const client = service.client();
  const holder = await holderOf(client, { email: undefined, phone_number: undefined });
  const card = await cardOf(client, { cardholder: holder.id });
  const missing = { eligible: false, ineligible_reason: 'missing_cardholder_contact' };
  expect(card.wallets).toMatchObject({ apple_pay: missing, google_pay: missing });
  const refused = await client.post('/v1/test_helpers/issuing/tokens', { card: card.id });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'card']);
  await must(client.post(`/v1/issuing/cardholders/${holder.id}`, { email: 'jenny.rosen@example.com' }));
  const eligible = { eligible: true, ineligible_reason: null };
  await service.until(async () => (await client.get(`/v1/issuing/cards/${card.id}`)).body.wallets.apple_pay.eligible);
  expect((await client.get(`/v1/issuing/cards/${card.id}`)).body.wallets).toMatchObject({ apple_pay: eligible, google_pay: eligible });
  expect((await added(client, card.id)).status).toBe('active');
});

test('a card is canceled after so many payments, of which one may be without an authorization', async () => {
  const of = await issuer(service, 10_000, { lifecycle_controls: { cancel_after: { payment_count: 2 } } });
  const { client, card } = of;
  expect((await used(of, { amount: 0 })).approved).toBe(true);
  expect((await used(of, { amount: 20_000 })).approved).toBe(false);
  const { id } = await used(of);
  expect((await client.get(`/v1/issuing/cards/${card}`)).body.status).toBe('active');
  await must(network(of, 'transactions/create_force_capture', { card, amount: 100 }));
  const ended = (await client.get(`/v1/issuing/cards/${card}`)).body;
  expect([ended.status, ended.cancellation_reason]).toEqual(['canceled', null]);
  expect((await used(of)).request_history[0].reason).toBe('card_canceled');
  expect((await must(network(of, `authorizations/${id}/capture`))).status).toBe('closed');
});
