import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, connected, jo } from '../support/connect.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const { ssn_last_4: _, ...told } = jo;

test('an account is created from a token that a browser made, with the numbers in the vault, and the token is used up', async () => {
  const client = service.client();
  await client.get('/v1/account');
  const headers = { headers: { authorization: `Bearer ${client.publishable_key}` } };
  const given = { business_type: 'individual', individual: { ...told, ssn_last_4: '0000' }, tos_shown_and_accepted: true };
  const { status, body: token, text } = await client.post('/v1/tokens', { account: given }, headers);
  expect([status, token.type], text).toEqual([200, 'account']);
  expect(text).not.toContain(jo.last_name);
  const account = await connected(client, { type: 'custom', country: 'US', account_token: token.id });
  expect(account).toMatchObject({
    business_type: 'individual',
    individual: { first_name: jo.first_name, address: { city: jo.address.city }, ssn_last_4_provided: true },
    tos_acceptance: { date: expect.any(Number) },
  });
  const again = await client.post('/v1/accounts', { type: 'custom', account_token: token.id });
  expect([again.status, again.body.error.code, again.body.error.param]).toEqual([400, 'token_already_used', 'account_token']);
});

test('an account and a person are changed by tokens that were made in the name of the account', async () => {
  const client = service.client();
  const { id } = await connected(client, { type: 'custom', business_type: 'company' });
  const company = { name: 'Tea & Co', tax_id: '000000000', registration_date: { day: 2, month: 3, year: 1990 } };
  const token = (await client.post('/v1/tokens', { account: { company } }, as(id))).body;
  const changed = await client.post(`/v1/accounts/${id}`, { account_token: token.id });
  expect(changed.body.company).toMatchObject({
    name: 'Tea & Co',
    tax_id_provided: true,
    registration_date: { day: 2, month: 3, year: 1990 },
  });
  const person = (await client.post('/v1/tokens', { person: { ...jo, relationship: { owner: true, percent_ownership: 40 } } }, as(id)))
    .body;
  const { status, body, text } = await client.post(`/v1/accounts/${id}/persons`, { person_token: person.id });
  expect(status, text).toBe(200);
  expect(body).toMatchObject({ last_name: jo.last_name, relationship: { owner: true, percent_ownership: 40 }, ssn_last_4_provided: true });
});

test.each([
  ['account_token', { account_token: 'tok_none' }, 'resource_missing', 'account_token'],
  ['company beside it', { account_token: 'tok', company: { name: 'Tea' } }, 'parameters_exclusive', 'company'],
])('400: %s is refused', async (_, given, code, param) => {
  const client = service.client();
  const token = (await client.post('/v1/tokens', { account: { business_type: 'company' } })).body.id;
  const named = given.account_token === 'tok' ? token : given.account_token;
  const { status, body } = await client.post('/v1/accounts', { type: 'custom', ...given, account_token: named });
  expect([status, body.error?.code, body.error?.param]).toEqual([400, code, param]);
});

test('400: a token of a card is none of an account', async () => {
  const client = service.client();
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034 };
  const token = (await client.post('/v1/tokens', { card })).body.id;
  const { status, body } = await client.post('/v1/accounts', { type: 'custom', account_token: token });
  expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'account_token']);
});

test('addresses in Japan, revenues, declarations and finer reasons are kept, and future requirements are empty', async () => {
  const client = service.client();
  const kana = { city: 'シブヤク', town: 'ジングウマエ', line1: '1-2', postal_code: '1500001' };
  const declaration = { date: 1_700_000_000, ip: '127.0.0.1', user_agent: 'Browser' };
  const account = await connected(client, {
    ...{ type: 'custom', business_type: 'company' },
    business_profile: {
      annual_revenue: { amount: 1_000_000, currency: 'usd', fiscal_year_end: '2026-12-31' },
      ...{ estimated_worker_count: 12, minority_owned_business_designation: ['none_of_these_apply'] },
      monthly_estimated_revenue: { amount: 80_000, currency: 'usd' },
    },
    company: { address_kana: kana, ownership_declaration: declaration, ownership_exemption_reason: 'qualifies_as_financial_institution' },
  });
  expect(account).toMatchObject({
    business_profile: { annual_revenue: { amount: 1_000_000 }, estimated_worker_count: 12, monthly_estimated_revenue: { amount: 80_000 } },
    company: { address_kana: kana, ownership_declaration: declaration },
    future_requirements: { currently_due: [], disabled_reason: null },
  });
  const person = (await client.post(`/v1/accounts/${account.id}/persons`, { first_name: 'Jo', address_kanji: kana })).body;
  expect(person).toMatchObject({ address_kanji: kana, future_requirements: { currently_due: [] } });
  const rejected = (await client.post(`/v1/accounts/${account.id}/reject`, { reason: 'fraud_other' })).body;
  expect(rejected.requirements.disabled_reason).toBe('rejected.fraud');
});
