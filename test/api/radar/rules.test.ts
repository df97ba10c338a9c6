import { describe, expect, test } from 'vitest';
import { passDays } from '../../support/money-back.js';
import { chargeNow, intentWith, paid, pay, payerDoes, refusal, told } from '../../support/payments.js';
import { is, listWith, madeAt, ruleThat } from '../../support/radar.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import { type Answer, type Client, card } from '../../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');
const rules = '/v1/radar/rules';

const visa = { payment_method: 'pm_card_visa', confirm: true };
/** Pays with a card that is typed in. */
const payBy = (shop: Client, number: string, billing_details: object = {}, params: object = {}): Promise<Answer> =>
  pay(shop, { confirm: true, payment_method_data: { ...card(number), billing_details }, ...params });

const outcomeOf = async (shop: Client, { body }: Answer): Promise<Answer['body']> =>
  (await chargeNow(shop, body.error?.charge ?? body.latest_charge)).outcome;

test('200: a rule is created, changed, listed and deleted', async () => {
  const shop = client();
  const made = await madeAt(shop, rules, { action: 'block', conditions: [is('card_country', 'CA', 'MX')], name: 'No North' });
  expect(made).toMatchObject({
    object: 'radar.rule',
    action: 'block',
    conditions: [{ attribute: 'card_country', operator: 'is', values: ['CA', 'MX'] }],
    enabled: true,
    name: 'No North',
    predicate: 'card_country is CA or MX',
  });
  const off = (await shop.post(`${rules}/${made.id}`, { enabled: false })).body;
  expect(off).toEqual({ ...made, enabled: false });
  expect((await shop.get(`${rules}/${made.id}`)).body).toEqual(off);
  expect((await shop.get(rules)).body.data).toEqual([off]);
  expect((await shop.del(`${rules}/${made.id}`)).body).toEqual({ id: made.id, object: 'radar.rule', deleted: true });
  expect((await shop.get(rules)).body.data).toEqual([]);
});

describe.each(roads)('a payment that a rule blocks, %s,', (road) => {
  test('402 card_declined: never reaches its processor, and its charge says which rule it was', async () => {
    const shop = both.client(road);
    const rule = await ruleThat(shop, 'block', { attribute: 'amount', operator: 'at_least', number: 2000 });
    const declined = await pay(shop, visa);
    expect(refusal(declined)).toEqual([402, 'card_declined']);
    const { error } = declined.body;
    expect([error.decline_code, error.payment_intent.status]).toEqual(['generic_decline', 'requires_payment_method']);
    expect(await chargeNow(shop, error.charge)).toMatchObject({
      status: 'failed',
      failure_code: 'card_declined',
      outcome: {
        network_status: 'not_sent_to_network',
        reason: 'rule',
        risk_level: 'not_assessed',
        rule: rule.id,
        seller_message: 'A rule of yours has blocked this payment.',
        type: 'blocked',
      },
      processor: null,
    });
    expect((await paid(shop, { amount: 1999 })).status).toBe('succeeded');
    expect(await told(shop)).toEqual([
      ['payment_intent.created', 'requires_confirmation'],
      ['charge.failed', 'failed'],
      ['payment_intent.payment_failed', 'requires_payment_method'],
      ['payment_intent.created', 'requires_confirmation'],
      ['charge.succeeded', 'succeeded'],
      ['payment_intent.succeeded', 'succeeded'],
    ]);
  });

  test('402 card_declined: a check that fails after the approval releases the money', async () => {
    const shop = both.client(road);
    const rule = await ruleThat(shop, 'block', is('cvc_check', 'fail'));
    const declined = await payBy(shop, '4000000000000101');
    expect(refusal(declined)).toEqual([402, 'card_declined']);
    expect(await outcomeOf(shop, declined)).toMatchObject({ type: 'blocked', reason: 'rule', rule: rule.id });
    expect((await shop.get('/v1/balance')).body.pending[0]?.amount ?? 0).toBe(0);
  });

  test('402 card_declined: a charge without an intent is blocked likewise', async () => {
    const shop = both.client(road);
    const rule = await ruleThat(shop, 'block', is('currency', 'usd'));
    const declined = await shop.post('/v1/charges', { amount: 2000, currency: 'usd', source: 'tok_visa' });
    expect(refusal(declined)).toEqual([402, 'card_declined']);
    expect(await outcomeOf(shop, declined)).toMatchObject({ type: 'blocked', reason: 'rule', rule: rule.id });
    expect((await shop.post('/v1/charges', { amount: 2000, currency: 'eur', source: 'tok_visa' })).body.status).toBe('succeeded');
  });
});

describe('each attribute', () => {
  const here = { address: { country: 'DE', postal_code: '10115' }, email: 'jo@Example.com' };
  test.each([
    ['amount', { attribute: 'amount', operator: 'at_most', number: 2000 }, { attribute: 'amount', operator: 'at_most', number: 1999 }],
    ['billing_country', is('billing_country', 'de'), is('billing_country', 'US')],
    ['billing_postal_code', is('billing_postal_code', '10115'), is('billing_postal_code', '10116')],
    ['card_bin', is('card_bin', '424242'), is('card_bin', '424243')],
    ['card_brand', is('card_brand', 'visa'), is('card_brand', 'mastercard')],
    ['card_country', is('card_country', 'us'), is('card_country', 'DE')],
    ['card_funding', is('card_funding', 'credit'), is('card_funding', 'debit')],
    ['currency', is('currency', 'usd'), is('currency', 'eur')],
    ['email', is('email', 'JO@example.com'), is('email', 'mo@example.com')],
    ['email_domain', is('email_domain', 'example.com'), is('email_domain', 'example.org')],
    ['metadata', { ...is('metadata', 'coat'), metadata_key: 'goods' }, { ...is('metadata', 'hat'), metadata_key: 'goods' }],
    ['payment_method_type', is('payment_method_type', 'card'), is('payment_method_type', 'sepa_debit')],
    ['radar_session', is('radar_session', 'rse_1'), is('radar_session', 'rse_2')],
    ['a text by is_not', { ...is('currency', 'eur'), operator: 'is_not' }, { ...is('currency', 'usd'), operator: 'is_not' }],
    ['what is missing', { attribute: 'customer', operator: 'is_missing' }, { attribute: 'email', operator: 'is_missing' }],
    ['what is not known', { attribute: 'customer', operator: 'is_missing' }, is('customer', 'cus_1')],
    ['address_line1_check', { attribute: 'address_line1_check', operator: 'is_missing' }, is('address_line1_check', 'pass')],
    ['address_postal_code_check', is('address_postal_code_check', 'pass'), is('address_postal_code_check', 'fail')],
    ['cvc_check', is('cvc_check', 'pass'), is('cvc_check', 'fail')],
    ['risk_level', is('risk_level', 'normal'), is('risk_level', 'elevated')],
    [
      'risk_score',
      { attribute: 'risk_score', operator: 'at_most', number: 60 },
      { attribute: 'risk_score', operator: 'at_least', number: 65 },
    ],
  ])('%s blocks what has the value, and nothing else', async (_, matching, other) => {
    const shop = client();
    const bought = () => payBy(shop, '4242424242424242', here, { metadata: { goods: 'coat' }, radar_options: { session: 'rse_1' } });
    const { id } = await ruleThat(shop, 'block', matching);
    expect(refusal(await bought())).toEqual([402, 'card_declined']);
    expect((await shop.post(`${rules}/${id}`, { conditions: [other] })).status).toBe(200);
    expect((await bought()).body.status).toBe('succeeded');
    // All conditions must hold.
    await shop.post(`${rules}/${id}`, { conditions: [matching, other] });
    expect((await bought()).body.status).toBe('succeeded');
  });

  test('card_fingerprint and customer', async () => {
    const shop = client();
    const customer = await madeAt(shop, '/v1/customers', { payment_method: 'pm_card_visa', email: 'jo@example.com' });
    const [method] = (await shop.get('/v1/payment_methods', { customer: customer.id, type: 'card' })).body.data;
    const bought = () => pay(shop, { confirm: true, customer: customer.id, payment_method: method.id });
    const { id } = await ruleThat(shop, 'block', is('card_fingerprint', method.card.fingerprint));
    expect(refusal(await bought())).toEqual([402, 'card_declined']);
    for (const condition of [is('customer', customer.id), is('email', 'jo@example.com')]) {
      await shop.post(`${rules}/${id}`, { conditions: [condition] });
      expect(refusal(await bought())).toEqual([402, 'card_declined']);
    }
    await shop.post(`${rules}/${id}`, { enabled: false });
    expect((await bought()).body.status).toBe('succeeded');
  });

  test('ip_address: as the mandate names it, as a value and in a list', async () => {
    const shop = client();
    const from = (ip_address: string) =>
      pay(shop, { ...visa, mandate_data: { customer_acceptance: { type: 'online', online: { ip_address, user_agent: 'Test' } } } });
    const { id } = await ruleThat(shop, 'block', is('ip_address', '192.0.2.1'));
    expect(refusal(await from('192.0.2.1'))).toEqual([402, 'card_declined']);
    expect((await from('192.0.2.2')).body.status).toBe('succeeded');
    const value_list = await listWith(shop, 'ip_address', '192.0.2.2');
    await shop.post(`${rules}/${id}`, { conditions: [{ attribute: 'ip_address', operator: 'in_list', value_list }] });
    expect(refusal(await from('192.0.2.2'))).toEqual([402, 'card_declined']);
    expect((await from('192.0.2.1')).body.status).toBe('succeeded');
  });

  test('ip_address: of a payer with a publishable key', async () => {
    const shop = client();
    await ruleThat(shop, 'block', is('ip_address', '127.0.0.1', '::1', '::ffff:127.0.0.1'));
    const { id, client_secret } = await intentWith(shop);
    const confirmed = await shop.post(
      `/v1/payment_intents/${id}/confirm`,
      { client_secret, payment_method_data: card() },
      { key: shop.publishable_key },
    );
    expect(refusal(confirmed)).toEqual([402, 'card_declined']);
    expect(confirmed.text).not.toMatch(/rule|block/i);
    expect((await paid(shop)).status).toBe('succeeded');
  });
});

describe('value lists', () => {
  test.each([
    ['card_bin', 'card_bin', '424242'],
    ['card_country', 'country', 'us'],
    ['email', 'email', 'Jo@example.com'],
    ['email_domain', 'string', 'EXAMPLE.com'],
    ['email_domain', 'case_sensitive_string', 'example.com'],
    ['billing_country', 'country', 'DE'],
    ['billing_postal_code', 'string', '10115'],
  ])('%s in a list of %s: the newest state of the list decides', async (attribute, item_type, value) => {
    const shop = client();
    const bought = () => payBy(shop, '4242424242424242', { address: { country: 'DE', postal_code: '10115' }, email: 'jo@example.com' });
    const value_list = await listWith(shop, item_type);
    const { id } = await ruleThat(shop, 'block', { attribute, operator: 'in_list', value_list });
    expect((await bought()).body.status).toBe('succeeded');
    const item = await madeAt(shop, '/v1/radar/value_list_items', { value_list, value });
    expect(refusal(await bought())).toEqual([402, 'card_declined']);
    await shop.post(`${rules}/${id}`, { conditions: [{ attribute, operator: 'not_in_list', value_list }] });
    expect((await bought()).body.status).toBe('succeeded');
    await shop.del(`/v1/radar/value_list_items/${item.id}`);
    expect(refusal(await bought())).toEqual([402, 'card_declined']);
  });
});

describe('charges of a time', () => {
  test.each(['card', 'customer', 'email'])('charge_count per %s: the third payment within an hour is blocked', async (per) => {
    const shop = client();
    await ruleThat(shop, 'block', { attribute: 'charge_count', operator: 'at_least', number: 2, per, within: 'hour' });
    const customer = await madeAt(shop, '/v1/customers', { payment_method: 'pm_card_visa', email: 'jo@example.com' });
    const [{ id: payment_method }] = (await shop.get('/v1/payment_methods', { customer: customer.id, type: 'card' })).body.data;
    const bought = () => pay(shop, { confirm: true, customer: customer.id, payment_method });
    expect((await bought()).body.status).toBe('succeeded');
    expect((await bought()).body.status).toBe('succeeded');
    expect(refusal(await bought())).toEqual([402, 'card_declined']);
    // Another payer is not concerned, and what was blocked does not count.
    expect((await payBy(shop, '5555555555554444')).body.status).toBe('succeeded');
    await passDays(shop, 1);
    expect((await bought()).body.status).toBe('succeeded');
  });

  test('charge_amount: the amount of a day in the currency of the payment', async () => {
    const shop = client();
    await ruleThat(shop, 'block', { attribute: 'charge_amount', operator: 'at_least', number: 4000, per: 'card', within: 'day' });
    const bought = (params: object = {}) => payBy(shop, '4242424242424242', {}, params);
    await bought();
    await bought({ currency: 'eur' });
    expect((await bought()).body.status).toBe('succeeded');
    expect(refusal(await bought())).toEqual([402, 'card_declined']);
    expect((await bought({ currency: 'eur' })).body.status).toBe('succeeded');
  });
});

describe('each action', () => {
  test('allow comes before block, and block before review', async () => {
    const shop = client();
    const review = await ruleThat(shop, 'review', is('currency', 'usd'));
    expect(await outcomeOf(shop, await pay(shop, visa))).toMatchObject({ type: 'manual_review', reason: 'rule', rule: review.id });
    const block = await ruleThat(shop, 'block', is('currency', 'usd'));
    expect(await outcomeOf(shop, await pay(shop, visa))).toMatchObject({ type: 'blocked', reason: 'rule', rule: block.id });
    const allow = await ruleThat(shop, 'allow', is('currency', 'usd'));
    const allowed = await pay(shop, visa);
    expect(await outcomeOf(shop, allowed)).toMatchObject({ type: 'authorized', reason: 'rule', rule: allow.id });
    const { outcome } = (await shop.get(`/v1/charges/${allowed.body.latest_charge}`, { 'expand[]': 'outcome.rule' })).body;
    expect(outcome.rule).toMatchObject({ id: allow.id, action: 'allow', predicate: 'currency is usd' });
  });

  test('request_three_d_secure sends the payer to their bank, unless they are absent', async () => {
    const shop = client();
    await ruleThat(shop, 'request_three_d_secure', is('currency', 'usd'));
    const payment = (await payBy(shop, '4242424242424242', {}, { return_url: 'https://shop.example.com' })).body;
    expect(payment.status).toBe('succeeded');
    const asked = (await payBy(shop, '4111111111111111', {}, { return_url: 'https://shop.example.com' })).body;
    expect(asked.status).toBe('requires_action');
    await payerDoes(shop, asked, 'succeed');
    await payerDoes(shop, asked, 'succeed');
    const done = (await shop.get(`/v1/payment_intents/${asked.id}`, { 'expand[]': 'latest_charge' })).body;
    expect([done.status, done.latest_charge.payment_method_details.card.three_d_secure.result]).toEqual(['succeeded', 'authenticated']);
    expect((await payBy(shop, '4111111111111111', {}, { off_session: true })).body.status).toBe('succeeded');
    // `automatic` leaves it to the issuer and the rules, as the parameter does that is not sent.
    const automatic = { payment_method_options: { card: { request_three_d_secure: 'automatic' } }, return_url: 'https://shop.example.com' };
    expect((await payBy(shop, '4111111111111111', {}, automatic)).body.status).toBe('requires_action');
  });

  test('the highest risk is declined by the processor, whatever a rule allows', async () => {
    const shop = client();
    await ruleThat(shop, 'allow', is('currency', 'usd'));
    const declined = await payBy(shop, '4100000000000019');
    expect(await outcomeOf(shop, declined)).toMatchObject({
      type: 'blocked',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      rule: null,
    });
  });

  test('a rule about risk blocks what the processor has approved', async () => {
    const shop = client();
    const rule = await ruleThat(shop, 'block', is('risk_level', 'highest'));
    expect(await outcomeOf(shop, await payBy(shop, '4000000000004954'))).toMatchObject({
      risk_level: 'highest',
      rule: rule.id,
      type: 'blocked',
    });
    expect((await payBy(shop, '4000000000009235')).body.status).toBe('succeeded');
  });
});

describe('400: a condition that makes no sense is refused with its part', () => {
  test.each([
    ['no conditions', [], 'conditions', 'parameter_invalid_empty'],
    ['an unknown attribute', [is('weather', 'rain')], 'conditions[0][attribute]', 'parameter_invalid'],
    ['a number without one', [{ attribute: 'amount', operator: 'at_least' }], 'conditions[0][number]', 'parameter_invalid'],
    ['a text as a number', [is('amount', '5')], 'conditions[0][operator]', 'parameter_invalid'],
    ['a number as a text', [{ attribute: 'currency', operator: 'at_least', number: 5 }], 'conditions[0][operator]', 'parameter_invalid'],
    ['values without any', [is('currency')], 'conditions[0][values]', 'parameter_invalid'],
    ['both values and a number', [{ ...is('currency', 'usd'), number: 1 }], 'conditions[0][number]', 'parameter_invalid'],
    ['metadata without a key', [is('metadata', 'a')], 'conditions[0][metadata_key]', 'parameter_invalid'],
    ['a key without metadata', [{ ...is('currency', 'usd'), metadata_key: 'a' }], 'conditions[0][metadata_key]', 'parameter_invalid'],
    [
      'a count of nothing',
      [{ attribute: 'charge_count', operator: 'at_least', number: 1, within: 'day' }],
      'conditions[0][per]',
      'parameter_invalid',
    ],
    [
      'a count without a time',
      [{ attribute: 'charge_count', operator: 'at_least', number: 1, per: 'card' }],
      'conditions[0][within]',
      'parameter_invalid',
    ],
    ['a missing list', [{ attribute: 'email', operator: 'in_list', value_list: 'rsl_1' }], 'conditions[0][value_list]', 'resource_missing'],
    ['the second one', [is('currency', 'usd'), is('amount', '5')], 'conditions[1][operator]', 'parameter_invalid'],
  ])('%s', async (_, conditions, param, code) => {
    expect(refusal(await client().post(rules, { action: 'block', conditions }))).toEqual([400, code, param]);
  });

  test('a list of another type, and a check before 3D Secure', async () => {
    const shop = client();
    const value_list = await listWith(shop, 'country');
    const condition = { attribute: 'email', operator: 'in_list', value_list };
    expect(refusal(await shop.post(rules, { action: 'block', conditions: [condition] }))).toEqual([
      400,
      'parameter_invalid',
      'conditions[0][value_list]',
    ]);
    const early = { action: 'request_three_d_secure', conditions: [is('cvc_check', 'fail')] };
    expect(refusal(await shop.post(rules, early))).toEqual([400, 'parameter_invalid', 'conditions[0][attribute]']);
  });
});

test('404: rules decide about the payments of their own account only', async () => {
  const [shop, other] = [client(), client()];
  const { id } = await ruleThat(shop, 'block', is('currency', 'usd'));
  expect((await paid(other)).status).toBe('succeeded');
  expect((await other.get(`${rules}/${id}`)).status).toBe(404);
  expect((await other.del(`${rules}/${id}`)).status).toBe(404);
});

expectSoundBooks(both);
