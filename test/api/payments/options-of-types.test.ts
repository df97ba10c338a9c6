import { describe, expect, test } from 'vitest';
import { newCustomer } from '../../support/callers.js';
import { chargeNow, intentNow, intentWith, pay, refusal } from '../../support/payments.js';
import type { Client } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();
const return_url = 'https://shop.example.com/done';
const billing_details = { name: 'Jo Doe', email: 'jo@example.com' };
const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
const optionsOf = (type: string, options: object) => ({ payment_method_options: { [type]: options } });

const india = {
  amount: 5000,
  amount_type: 'maximum',
  interval: 'month',
  interval_count: 1,
  reference: 'plan-1',
  start_date: 1_900_000_000,
};
const company_details = {
  registered_address: { city: 'Berlin', country: 'DE' },
  registered_name: 'Ink GmbH',
  registration_number: 'HRB 1',
  registration_type: 'de_hrb',
  vat: 'DE123456789',
};
const subscription = {
  interval: 'month',
  interval_count: 1,
  name: 'Ink',
  next_billing: { amount: 900, date: '2027-01-31' },
  reference: 'sub-1',
};
const payto = {
  amount: 900,
  amount_type: 'fixed',
  end_date: '2027-12-31',
  payment_schedule: 'monthly',
  payments_per_period: 1,
  purpose: 'retail',
};
const pix = {
  ...{ amount: 900, amount_includes_iof: 'never', amount_type: 'maximum', currency: 'brl', payment_schedule: 'monthly' },
  ...{ reference: 'plan-1', start_date: '2027-01-31', end_date: '2027-12-31' },
};
const upi = { amount: 900, amount_type: 'maximum', description: 'Ink', end_date: 1_900_000_000 };
const connections = { filters: { account_subcategories: ['checking'] }, permissions: ['payment_method'], prefetch: ['balances'] };

/** Options of payments, and the currencies that their types need. */
const of_payments: readonly (readonly [string, string, object])[] = [
  ['billie', 'eur', { company_details, reference: 'order-1' }],
  ['blik', 'pln', { mandate_options: { expires_at: 1_900_000_000, type: 'off_session' } }],
  ['card', 'mxn', { installments: { enabled: true, plan: { count: 3, interval: 'month', type: 'fixed_count' } }, moto: true }],
  ['card', 'inr', { mandate_options: india, network: 'visa', setup_credential_usage: 'recurring' }],
  ['card', 'usd', { request_extended_authorization: 'if_available', request_multicapture: 'if_available', request_overcapture: 'never' }],
  [
    'card',
    'jpy',
    { statement_descriptor_suffix_kana: 'インク', statement_descriptor_suffix_kanji: '墨', stored_credential_usage: 'unscheduled' },
  ],
  [
    'klarna',
    'eur',
    { on_demand: { average_amount: 900, purchase_interval: 'month', purchase_interval_count: 1 }, subscriptions: [subscription] },
  ],
  ['p24', 'pln', { tos_shown_and_accepted: true }],
  ['paypal', 'usd', { risk_correlation_id: 'risk-1', reference: 'order-1' }],
  ['payto', 'aud', { mandate_options: payto }],
  ['pix', 'brl', { amount_includes_iof: 'always', mandate_options: pix }],
  ['upi', 'inr', { mandate_options: upi }],
  [
    'us_bank_account',
    'usd',
    { financial_connections: connections, mandate_options: { collection_method: 'paper' }, networks: { requested: ['ach'] } },
  ],
];

describe('Options of a payment for a single type', () => {
  test.each(of_payments)('200: are stored and shown: %s in %s', async (type, currency, options) => {
    const client = service.client();
    const made = await intentWith(client, { amount: 50_000, currency, payment_method_types: [type], ...optionsOf(type, options) });
    expect(made.payment_method_options).toEqual({ [type]: options });
    expect((await intentNow(client, made)).payment_method_options).toEqual({ [type]: options });
    const emptied = (await client.post(`/v1/payment_intents/${made.id}`, optionsOf(type, {}))).body;
    expect(emptied.payment_method_options).toEqual({ [type]: {} });
  });

  test.each([
    ['card', { mandate_options: { ...india, interval_count: undefined } }, 'mandate_options][interval_count'],
    ['card', { mandate_options: { ...india, interval: 'sporadic' } }, 'mandate_options][interval_count'],
    ['card', { mandate_options: { ...india, end_date: 1_800_000_000 } }, 'mandate_options][end_date'],
    ['card', { mandate_options: { amount: 5 } }, 'mandate_options][amount_type'],
    ['card', { installments: { enabled: true, plan: { type: 'fixed_count' } } }, 'installments][plan][count'],
    ['card', { setup_future_usage: 'off_session', stored_credential_usage: 'recurring' }, 'stored_credential_usage'],
    ['card', { statement_descriptor_suffix_kanji: '墨'.repeat(18) }, 'statement_descriptor_suffix_kanji'],
    ['konbini', { expires_after_days: 2, expires_at: 1_900_000_000 }, 'expires_at'],
    ['konbini', { confirmation_number: '0000000000' }, 'confirmation_number'],
    ['pix', { expires_after_seconds: 90, expires_at: 1_900_000_000 }, 'expires_at'],
    ['pix', { mandate_options: { end_date: '31.12.2027' } }, 'mandate_options][end_date'],
    ['payto', { mandate_options: { purpose: 'gambling' } }, 'mandate_options][purpose'],
    ['klarna', { subscriptions: [{ interval: 'month' }] }, 'subscriptions][0][reference'],
    [
      'klarna',
      { subscriptions: [{ ...subscription, next_billing: { amount: 900, date: 'next month' } }] },
      'subscriptions][0][next_billing][date',
    ],
    ['sepa_debit', { mandate_options: { reference_prefix: 'STRIPE-1' } }, 'mandate_options][reference_prefix'],
    ['us_bank_account', { target_date: 'tomorrow' }, 'target_date'],
  ])('400: are refused where they do not fit: %s with %j', async (type, options, param) => {
    const { status, body } = await pay(service.client(), { ...optionsOf(type, options) });
    expect([status, body.error.param]).toEqual([400, `payment_method_options[${type}][${param}]`]);
  });
});

describe('An option that acts', () => {
  const card = (options: object) => optionsOf('card', options);

  test('moto: a payer who gives the card by telephone is not asked to authenticate', async () => {
    const client = service.client();
    const begun = { payment_method: 'pm_card_authenticationRequired', confirm: true, return_url };
    expect((await intentWith(client, begun)).status).toBe('requires_action');
    expect((await intentWith(client, { ...begun, ...card({ moto: true }) })).status).toBe('succeeded');
  });

  test('network: 400 for a network that the card does not have', async () => {
    const client = service.client();
    expect(refusal(await pay(client, { payment_method: 'pm_card_visa', ...card({ network: 'amex' }) }))).toEqual([
      ...[400, 'parameter_invalid'],
      'payment_method_options[card][network]',
    ]);
    expect((await intentWith(client, { payment_method: 'pm_card_visa', confirm: true, ...card({ network: 'visa' }) })).status).toBe(
      'succeeded',
    );
  });

  test('network: the charge shows it in place of the network that the payer prefers', async () => {
    const client = service.client();
    const two_networks = { number: '4000002500001001', exp_month: 12, exp_year: 2040, networks: { preferred: 'cartes_bancaires' } };
    const tried = { confirm: true, payment_method_data: { type: 'card', card: two_networks }, ...card({ network: 'visa' }) };
    const { latest_charge } = await intentWith(client, { ...tried, currency: 'eur', return_url });
    expect((await chargeNow(client, latest_charge)).payment_method_details.card.network).toBe('visa');
    const setup = (await client.post('/v1/setup_intents', { ...tried, return_url })).body;
    const attempts = (await client.get('/v1/setup_attempts', { setup_intent: setup.id })).body.data;
    expect(attempts[0].payment_method_details.card.network).toBe('visa');
  });

  test.each([
    [
      { enabled: true, plan: { count: 3, interval: 'month', type: 'fixed_count' } },
      { count: 3, interval: 'month', type: 'fixed_count' },
    ],
    [{ enabled: true }, null],
  ])('installments: the charge shows the plan of %j', async (installments, plan) => {
    const client = service.client();
    const paying = { payment_method: 'pm_card_visa', confirm: true, currency: 'mxn', ...card({ installments }) };
    const { latest_charge } = await intentWith(client, paying);
    expect((await chargeNow(client, latest_charge)).payment_method_details.card.installments).toEqual(plan && { plan });
  });

  test('require_cvc_recollection: 400 for a saved card without its code', async () => {
    const client = service.client();
    const customer = (await newCustomer(client)).id;
    const saved = (await client.post('/v1/payment_methods/pm_card_visa/attach', { customer })).body.id;
    const paying = { customer, payment_method: saved, confirm: true };
    expect(refusal(await pay(client, { ...paying, ...card({ require_cvc_recollection: true }) }))).toEqual([
      ...[400, 'parameter_missing'],
      'payment_method_options[card][cvc_token]',
    ]);
    const cvc_token = (await client.post('/v1/tokens', { cvc_update: { cvc: '123' } })).body.id;
    const paid = await intentWith(client, { ...paying, ...card({ require_cvc_recollection: true, cvc_token }) });
    expect((await chargeNow(client, paid.latest_charge)).payment_method_details.card.checks.cvc_check).toBe('pass');
  });

  test('expires_at: a payment by Pix waits until then', async () => {
    const client = service.client();
    const paying = { amount: 50_000, currency: 'brl', payment_method_types: ['pix'], confirm: true, return_url };
    const data = { payment_method_data: { type: 'pix', billing_details: { ...billing_details, address: { country: 'BR' } } } };
    const begun = await intentWith(client, { ...paying, ...data, ...optionsOf('pix', { expires_at: soon(900) }) });
    const { timeout } = begun.next_action.pix_handle_redirect;
    expect(timeout).toBeGreaterThan(800);
    expect(timeout).toBeLessThanOrEqual(900);
    expect(refusal(await pay(client, { ...paying, ...data, ...optionsOf('pix', { expires_at: soon(-10) }) }))).toEqual([
      ...[400, 'parameter_invalid'],
      'payment_method_options[pix][expires_at]',
    ]);
  });
});

const mandateOf = async (client: Client, id: string) => (await client.get(`/v1/mandates/${id}`)).body.payment_method_details;
const mandate_data = { customer_acceptance: { type: 'offline' } };

describe('The mandate of a payment has the terms that its options name', () => {
  test.each([
    ['payto', 'aud', { ...payto, purpose: 'utility' }, { ...payto, purpose: 'utility', start_date: null }],
    ['upi', 'inr', upi, upi],
    ['pix', 'brl', pix, { amount_type: 'maximum', payment_schedule: 'monthly', reference: 'plan-1', start_date: '2027-01-31' }],
    ['blik', 'pln', { expires_at: 1_900_000_000 }, { expires_at: 1_900_000_000, type: 'off_session' }],
  ])('%s', async (type, currency, mandate_options, terms) => {
    const client = service.client();
    const { mandate } = await intentWith(client, {
      ...{ amount: 50_000, currency, payment_method_types: [type], confirm: true, return_url, mandate_data },
      payment_method_data: { type, billing_details: { ...billing_details, address: { country: type === 'pix' ? 'BR' : 'AU' } } },
      ...optionsOf(type, { mandate_options }),
    });
    expect(await mandateOf(client, mandate)).toMatchObject({ type, [type]: terms });
  });

  test('an amount has the currency of the options, else that of the payment', async () => {
    const client = service.client();
    const agreeing = { payment_method: 'pm_card_visa', confirm: true, return_url, mandate_data };
    const agreedIn = async (path: string, params: object, mandate_options: object) => {
      const { body } = await client.post(path, { ...agreeing, ...params, ...optionsOf('card', { mandate_options }) });
      return (await client.get(`/v1/mandates/${body.mandate}`)).body.multi_use;
    };
    const agreed = { amount: 5000, currency: 'inr' };
    expect(await agreedIn('/v1/payment_intents', { amount: 50_000, currency: 'inr' }, india)).toEqual(agreed);
    expect(await agreedIn('/v1/setup_intents', {}, { ...india, currency: 'inr' })).toEqual(agreed);
  });

  test('sepa_debit: its reference begins as the merchant wishes', async () => {
    const client = service.client();
    const { mandate } = await intentWith(client, {
      ...{ currency: 'eur', payment_method_types: ['sepa_debit'], confirm: true, mandate_data },
      payment_method_data: { type: 'sepa_debit', billing_details, sepa_debit: { iban: 'DE89370400440532013000' } },
      ...optionsOf('sepa_debit', { mandate_options: { reference_prefix: 'ink-' } }),
    });
    expect((await mandateOf(client, mandate)).sepa_debit.reference).toMatch(/^INK-[A-Z0-9]{12}$/);
  });
});

/** Options of setups. */
const of_setups: readonly (readonly [string, object])[] = [
  [
    'acss_debit',
    { currency: 'cad', mandate_options: { default_for: ['invoice'], payment_schedule: 'sporadic', transaction_type: 'business' } },
  ],
  ['bacs_debit', { mandate_options: { reference_prefix: 'INK' } }],
  ['blik', { code: '123456', mandate_options: { expires_at: 1_900_000_000 } }],
  ['bizum', {}],
  ['klarna', { currency: 'eur', preferred_locale: 'de-DE', on_demand: { average_amount: 900 }, subscriptions: [subscription] }],
  ['link', { persistent_token: 'token' }],
  ['paypal', { billing_agreement_id: 'B-1' }],
  ['payto', { mandate_options: { ...payto, start_date: '2027-01-31' } }],
  ['pix', { mandate_options: pix }],
  ['upi', { mandate_options: upi }],
  [
    'us_bank_account',
    { financial_connections: connections, mandate_options: { collection_method: 'paper' }, networks: { requested: ['ach'] } },
  ],
];

describe('Options of a setup for a single type', () => {
  test.each(of_setups)('200: are stored and shown: %s', async (type, options) => {
    const client = service.client();
    const { status, body } = await client.post('/v1/setup_intents', { payment_method_types: [type], ...optionsOf(type, options) });
    expect([status, body.payment_method_options]).toEqual([200, { card: null, [type]: options }]);
    expect((await client.get(`/v1/setup_intents/${body.id}`)).body.payment_method_options[type]).toEqual(options);
  });

  test('200: those of a card have the currency of later payments', async () => {
    const client = service.client();
    const mandate_options = { ...india, currency: 'inr', supported_types: ['india'] };
    const options = { mandate_options, network: 'visa', setup_credential_usage: 'recurring' };
    const made = (await client.post('/v1/setup_intents', optionsOf('card', options))).body;
    expect(made.payment_method_options.card).toEqual({ ...options, request_three_d_secure: null });
    const { status, body } = await client.post('/v1/setup_intents', optionsOf('card', { mandate_options: india }));
    expect([status, body.error.param]).toEqual([400, 'payment_method_options[card][mandate_options][currency]']);
  });

  test.each([
    ['upi', upi, upi],
    ['pix', pix, { reference: 'plan-1' }],
    ['klarna', undefined, {}],
    ['blik', { expires_at: 1_900_000_000 }, { expires_at: 1_900_000_000, type: 'off_session' }],
  ])('the mandate of %s has their terms, and its payer is charged later without a step', async (type, mandate_options, terms) => {
    const client = service.client();
    const customer = (await newCustomer(client)).id;
    const begun = (
      await client.post('/v1/setup_intents', {
        ...{ customer, confirm: true, return_url, payment_method_types: [type] },
        payment_method_data: { type, billing_details: { ...billing_details, address: { country: type === 'pix' ? 'BR' : 'DE' } } },
        ...(mandate_options && optionsOf(type, { mandate_options })),
      })
    ).body;
    expect(begun.status).toBe(type === 'blik' ? 'succeeded' : 'requires_action');
    if (begun.next_action) await client.post(`/v1/test_helpers/setup_intents/${begun.id}/next_action`, { outcome: 'succeed' });
    const done = (await client.get(`/v1/setup_intents/${begun.id}`)).body;
    expect(done.status).toBe('succeeded');
    expect(await mandateOf(client, done.mandate)).toMatchObject({ type, [type]: terms });
    const { multi_use } = (await client.get(`/v1/mandates/${done.mandate}`)).body;
    expect(multi_use).toEqual(type === 'pix' ? { amount: 900, currency: 'brl' } : {});
    const currency = { upi: 'inr', pix: 'brl', klarna: 'eur', blik: 'pln' }[type];
    const later = { amount: 50_000, currency, customer, payment_method: done.payment_method, payment_method_types: [type] };
    expect((await intentWith(client, { ...later, confirm: true, off_session: true })).status).toBe('succeeded');
  });
});

const card_code = optionsOf('card', { require_cvc_recollection: true });

describe('Sessions, invoices and subscriptions have the same options', () => {
  test('a session does not accept cards that are blocked, and its payment stores the options', async () => {
    const client = service.client();
    const options = {
      installments: { enabled: true },
      restrictions: { brands_blocked: ['mastercard'], funding_types_blocked: ['prepaid'] },
    };
    const pix_options = { amount_includes_iof: 'always', mandate_options: pix };
    const { status, body } = await client.post('/v1/checkout/sessions', {
      ...{ mode: 'payment', success_url: return_url, payment_method_types: ['card', 'pix'] },
      line_items: [{ quantity: 1, price_data: { currency: 'brl', unit_amount: 50_000, product_data: { name: 'Ink' } } }],
      payment_method_options: { card: options, pix: pix_options },
    });
    expect([status, body.payment_method_options]).toEqual([200, { card: options, pix: pix_options }]);
    const path = `/v1/payment_intents/${body.payment_intent}`;
    expect((await client.get(path)).body.payment_method_options).toEqual({ card: options, pix: pix_options });
    const blocked = await pay(client, { payment_method: 'pm_card_mastercard', confirm: true, ...optionsOf('card', options) });
    expect(refusal(blocked)).toEqual([400, 'payment_method_unexpected_state', 'payment_method']);
    expect((await intentWith(client, { payment_method: 'pm_card_visa', confirm: true, ...optionsOf('card', options) })).status).toBe(
      'succeeded',
    );
  });

  test('a session in setup mode passes on the options that a setup has', async () => {
    const client = service.client();
    const acss_debit = { currency: 'cad', mandate_options: { default_for: ['subscription'] } };
    const { body } = await client.post('/v1/checkout/sessions', {
      ...{ mode: 'setup', currency: 'cad', success_url: return_url, payment_method_types: ['card', 'acss_debit'] },
      payment_method_options: { acss_debit: { ...acss_debit, target_date: '2027-01-31' }, card: { request_three_d_secure: 'any' } },
    });
    const { payment_method_options } = (await client.get(`/v1/setup_intents/${body.setup_intent}`)).body;
    expect(payment_method_options).toMatchObject({ acss_debit, card: { request_three_d_secure: 'any' } });
    expect(payment_method_options.acss_debit).not.toHaveProperty('target_date');
  });

  test.each([
    [
      '/v1/checkout/sessions',
      { mode: 'setup', currency: 'usd', success_url: return_url, ...card_code },
      'payment_method_options[card][require_cvc_recollection]',
    ],
    ['/v1/payment_links', card_code, 'payment_method_options[card][require_cvc_recollection]'],
    ['/v1/invoices', { payment_settings: card_code }, 'payment_settings[payment_method_options][card][require_cvc_recollection]'],
    ['/v1/subscriptions', { payment_settings: card_code }, 'payment_settings[payment_method_options][card][require_cvc_recollection]'],
  ])('400: the code of a saved card is not asked for: %s', async (path, params, param) => {
    expect(refusal(await service.client().post(path, params))).toEqual([400, 'parameter_unknown', param]);
  });

  test('an invoice stores them, with a part of the terms of a mandate alone', async () => {
    const client = service.client();
    const customer = (await newCustomer(client)).id;
    const payment_method_options = {
      billie: { company_details },
      card: { mandate_options: { amount: 900, amount_type: 'maximum', description: 'Ink' }, network: 'visa' },
      pix: { mandate_options: { amount: 900, payment_schedule: 'monthly' } },
      us_bank_account: { financial_connections: connections },
    };
    const { status, body } = await client.post('/v1/invoices', { customer, payment_settings: { payment_method_options } });
    expect([status, body.payment_settings?.payment_method_options]).toEqual([200, payment_method_options]);
  });
});
