import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContents } from '../../src/kernel/vault/vault.js';
import { as, bank, connected } from '../support/connect.js';
import { chargeNow, pay } from '../support/payments.js';
import { is, ruleThat } from '../support/radar.js';
import { card, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';
import { upload } from '../support/uploads.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const said = {
  bacs_debit_payments: { display_name: 'Tea & Co' },
  card_issuing: { tos_acceptance: { date: 1_700_000_000, ip: '192.0.2.1', user_agent: 'Test' } },
  card_payments: {
    decline_on: { avs_failure: true, cvc_failure: false },
    statement_descriptor_prefix: 'TEA',
    statement_descriptor_prefix_kana: 'ティー',
    statement_descriptor_prefix_kanji: '茶',
  },
  invoices: { hosted_payment_method_save: 'offer' },
  payments: { statement_descriptor: 'TEA SHOP', statement_descriptor_kana: 'ティー', statement_descriptor_kanji: '茶店' },
  sepa_debit_payments: { creditor_id: 'DE98ZZZ09999999999' },
};

test('settings and groups of an account are shown as they were sent, at its creation and later', async () => {
  const client = service.client();
  const groups = { payments_pricing: 'group_1' };
  const made = await connected(client, { type: 'custom', business_profile: { name: 'Tea' }, groups, settings: said });
  const shown = {
    ...said,
    dashboard: { display_name: 'Tea', timezone: 'Etc/UTC' },
    payments: { ...said.payments, statement_descriptor_prefix_kana: 'ティー', statement_descriptor_prefix_kanji: '茶' },
  };
  expect(made).toMatchObject({ groups, settings: shown });
  const changed = await client.post(`/v1/accounts/${made.id}`, {
    business_profile: { name: 'Coffee' },
    groups: { payments_pricing: '' },
    settings: { card_payments: { decline_on: { cvc_failure: true } } },
  });
  expect(changed.body, changed.text).toMatchObject({
    groups: { payments_pricing: null },
    settings: {
      ...shown,
      card_payments: { ...said.card_payments, decline_on: { avs_failure: true, cvc_failure: true } },
      dashboard: { display_name: 'Coffee' },
    },
  });
});

test('the password of a website for PayPay is in the vault, and shown as provided', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const site = { in_development: { username: 'tea', password: 'a secret word' }, type: 'in_development' };
  const { body, text } = await client.post(`/v1/accounts/${id}`, { settings: { paypay_payments: { goods_type: 'other', site } } });
  expect(body.settings?.paypay_payments, text).toEqual({
    goods_type: 'other',
    site: { in_development: { username: 'tea', password_provided: true }, type: 'in_development' },
  });
  expect(text).not.toContain('a secret word');
  const stored = 'select id, key_id, sealed from vault where account = $1 and id = $2';
  const rows = await rowsOf<{ id: string; key_id: string; sealed: Buffer }>(service, stored, `${id}_test`, id);
  const kept = rows.flatMap((row) => Object.keys(openContents(service.engine.vault, `${id}_test`, row.id, row)));
  expect(kept).toEqual(['paypay_site_password']);
});

test.each([
  ['[additional_files][0]', (file: string) => ({ additional_files: [file] })],
  ['[site][restricted][payment_flow_file]', (file: string) => ({ site: { restricted: { payment_flow_file: file }, type: 'restricted' } })],
] as const)('400: a file for PayPay that is missing or has another purpose is refused: %s', async (at, sent) => {
  const client = service.client();
  const { id } = await connected(client);
  const settingsWith = (file: string) => ({ settings: { paypay_payments: sent(file) } });
  const uploaded = async (purpose: string, headers = {}) => (await upload(service, client, { purpose, headers })).body.id;
  const refused = [400, `settings[paypay_payments]${at}`];
  for (const file of ['file_0000000000000000000000', await uploaded('dispute_evidence', as(id).headers)]) {
    const { status, body } = await client.post(`/v1/accounts/${id}`, settingsWith(file));
    expect([status, body.error?.param]).toEqual(refused);
  }
  for (const file of ['file_0000000000000000000000', await uploaded('dispute_evidence')]) {
    const { status, body } = await client.post('/v1/accounts', { type: 'custom', ...settingsWith(file) });
    expect([status, body.error?.param]).toEqual(refused);
  }
  const fit = await uploaded('account_requirement', as(id).headers);
  const { body, text } = await client.post(`/v1/accounts/${id}`, settingsWith(fit));
  expect(body.settings?.paypay_payments, text).toEqual(sent(fit));
});

test.each([
  ['a wrong verification code', 'cvc_failure', '4000000000000101', {}],
  ['a wrong postal code', 'avs_failure', '4000000000000036', { address: { postal_code: '94103' } }],
] as const)('402: %s declines a payment where the account says so, unless a rule allows it', async (_, name, number, billing_details) => {
  const client = service.client();
  const payment_method_data = { ...card(number), billing_details };
  const tried = () => pay(client, { payment_method: undefined, payment_method_data, confirm: true });
  const before = await tried();
  expect(before.body.status, before.text).toBe('succeeded');
  const { id } = (await client.get('/v1/account')).body;
  await client.post(`/v1/accounts/${id}`, { settings: { card_payments: { decline_on: { [name]: true } } } });
  const declined = await tried();
  expect([declined.status, declined.body.error?.code]).toEqual([402, 'card_declined']);
  const { outcome } = await chargeNow(client, declined.body.error.charge);
  expect(outcome).toMatchObject({ type: 'blocked', reason: 'rule' });
  await ruleThat(client, 'allow', is('currency', 'usd'));
  expect((await tried()).status).toBe(200);
});

test('a default currency takes its own bank account as the destination of payouts, and none without one', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const refused = await client.post(`/v1/accounts/${id}`, { default_currency: 'eur' });
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'default_currency']);
  const euro = { ...bank, country: 'DE', currency: 'eur', account_number: 'DE89370400440532013000', routing_number: undefined };
  const added = (await client.post(`/v1/accounts/${id}/external_accounts`, { external_account: euro })).body;
  const changed = await client.post(`/v1/accounts/${id}`, { default_currency: 'eur' });
  expect(changed.body, changed.text).toMatchObject({ default_currency: 'eur', default_destination: added.id });
});

test('an account that is rejected with payouts_action=none takes no payments and is still paid out', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const rejected = await client.post(`/v1/accounts/${id}/reject`, { reason: 'other', payouts_action: 'none' });
  expect(rejected.body, rejected.text).toMatchObject({ charges_enabled: false, payouts_enabled: true });
  const payment = await pay(client, {}, as(id));
  expect(payment.status).not.toBe(200);
  const paused = await client.post(`/v1/accounts/${id}/reject`, { reason: 'other' });
  expect(paused.body).toMatchObject({ payouts_enabled: false });
});
