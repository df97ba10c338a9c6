import { describe, expect, test } from 'vitest';
import { test_cards } from '../../../src/processors/sandbox/cards.js';
import { card_names, numberOfToken } from '../../../src/resources/payments/payment-methods/test-names.js';
import { newCustomer } from '../../support/callers.js';
import { act, chargeNow, intentWith, paid, pay, payerDoes, refusal } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import { type Answer, type Client, card } from '../../support/service.js';

const both = onBothRoads();

type Decline = { readonly code: string; readonly decline_code: string; readonly message?: string };

/** Cards that are declined, with the message for their payer. The holder of a lost or stolen card gets a generic message. */
const declines: Readonly<Record<string, Decline>> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  '4000000000009979': { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.' },
  '4000000000006975': { code: 'card_declined', decline_code: 'card_velocity_exceeded' },
  '4000000000000069': { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000119': { code: 'processing_error', decline_code: 'processing_error' },
  '4000000000000127': { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  '4000000000000341': { code: 'card_declined', decline_code: 'generic_decline' },
  '4100000000000019': { code: 'card_declined', decline_code: 'fraudulent', message: 'Your card was declined.' },
  '4000008400001280': { code: 'card_declined', decline_code: 'processing_error' },
};

/** Cards that require authentication, with the result of the payment after it. */
const authenticating: Readonly<Record<string, 'succeeded' | 'card_declined'>> = {
  '4000002500003155': 'succeeded',
  '4000002760003184': 'succeeded',
  '4000003800000446': 'succeeded',
  '4000008260003178': 'card_declined',
  '4000000000003220': 'succeeded',
  '4000008400000027': 'succeeded',
  '4000000000003063': 'succeeded',
  '4000000000003238': 'succeeded',
  '4000000000003246': 'succeeded',
  '4000000000003253': 'succeeded',
  '4000582600000094': 'succeeded',
  '4000582600000045': 'succeeded',
  '4000582600000102': 'succeeded',
  '4000582600000110': 'succeeded',
  '4000008400001629': 'card_declined',
};

/** Numbers of no existing card. */
const impossible = ['4242424242424241'];

const special = [...Object.keys(declines), ...Object.keys(authenticating), ...impossible];
const ordinary = [...test_cards.keys()].filter((number) => !special.includes(number));

/** The network of a card by its first digits (ISO/IEC 7812). */
const brandOf = (number: string): RegExp => {
  if (/^3[47]/.test(number)) return /^amex$/;
  if (/^(30|36|38)/.test(number)) return /^diners$/;
  if (/^35/.test(number)) return /^jcb$/;
  if (/^62/.test(number)) return /^unionpay$/;
  if (/^6/.test(number)) return /^(discover|diners|maestro|unionpay)$/;
  return /^4/.test(number) ? /^visa$/ : /^50/.test(number) ? /^maestro$/ : /^mastercard$/;
};

const payWith = (client: Client, number: string, params: object = {}): Promise<Answer> =>
  pay(client, { confirm: true, payment_method_data: card(number), ...params });

describe.each(roads)('a published test card, %s,', (road) => {
  const client = () => both.client(road);

  test('200: pays at once, unless it is special', async () => {
    const shop = client();
    expect(ordinary.length).toBeGreaterThan(120);
    for (const number of ordinary) {
      const { body } = await payWith(shop, number, { amount: 3000 });
      const charge = await chargeNow(shop, body.latest_charge);
      expect([number, body.status, charge.status, charge.paid, charge.amount_captured]).toEqual([
        number,
        'succeeded',
        'succeeded',
        true,
        3000,
      ]);
      const { brand, last4, network } = charge.payment_method_details.card;
      expect([number, last4, network]).toEqual([number, number.slice(-4), brand]);
      expect(brand, number).toMatch(brandOf(number));
    }
  });

  test.each(Object.entries(declines))(
    '402: %s is declined with $code and $decline_code, and leaves a failed charge',
    async (number, { code, decline_code, message }) => {
      const shop = client();
      const { status, body } = await payWith(shop, number);
      expect([status, body.error]).toMatchObject([402, { type: 'card_error', code, decline_code, ...(message && { message }) }]);
      const { payment_intent: intent } = body.error;
      expect(intent).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code, decline_code, message: body.error.message },
      });
      expect(await chargeNow(shop, body.error.charge)).toMatchObject({
        status: 'failed',
        failure_code: code,
        failure_message: body.error.message,
        outcome: { reason: expect.any(String) },
      });
      expect((await act(shop, intent, 'confirm', { payment_method: 'pm_card_visa' })).body.status).toBe('succeeded');
    },
  );

  test.each(Object.entries(authenticating))('200: %s requires authentication, and then has %s', async (number, outcome) => {
    const shop = client();
    const { body } = await payWith(shop, number);
    expect([body.status, body.next_action.type, body.latest_charge]).toEqual(['requires_action', 'redirect_to_url', null]);
    const done = (await payerDoes(shop, body, 'succeed')).body;
    if (outcome === 'succeeded') {
      const { three_d_secure } = (await chargeNow(shop, done.latest_charge)).payment_method_details.card;
      return expect([done.status, three_d_secure]).toMatchObject(['succeeded', { result: 'authenticated', version: '2.2.0' }]);
    }
    expect(done).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: outcome } });
  });

  test.each(impossible)('402 incorrect_number: %s is refused before anything is created', async (number) => {
    const shop = client();
    expect(refusal(await payWith(shop, number))).toEqual([402, 'incorrect_number', 'payment_method_data[card][number]']);
    expect((await shop.get('/v1/payment_intents')).body.data).toEqual([]);
  });

  test.each([
    ['4000000000003055', 'requires_action'],
    ['4111111111111111', 'requires_action'],
    ['4000000000003220', 'requires_action'],
    ['378282246310005', 'succeeded'],
    ['4242424242424242', 'succeeded'],
    ['4000000032200000', 'succeeded'],
  ])('200: %s with 3D Secure requested is %s', async (number, status) => {
    for (const request_three_d_secure of ['any', 'challenge']) {
      const { body } = await payWith(client(), number, { payment_method_options: { card: { request_three_d_secure } } });
      expect(body.status).toBe(status);
    }
    const { body } = await payWith(client(), '4000000000003055', {
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    });
    expect(body.status).toBe('succeeded');
  });

  test('402: 4000000000003097 is declined at the authentication lookup', async () => {
    const answer = await payWith(client(), '4000000000003097', { payment_method_options: { card: { request_three_d_secure: 'any' } } });
    expect([answer.status, answer.body.error]).toMatchObject([402, { code: 'card_declined', decline_code: 'processing_error' }]);
  });

  test('200: 4000000032200000 is authenticated without a challenge', async () => {
    const shop = client();
    const { latest_charge } = (await payWith(shop, '4000000032200000')).body;
    expect((await chargeNow(shop, latest_charge)).payment_method_details.card.three_d_secure).toMatchObject({ result: 'authenticated' });
  });

  test('200: 4000003800000446 was set up elsewhere, so off session it pays without authentication', async () => {
    expect((await payWith(client(), '4000003800000446', { off_session: true })).body.status).toBe('succeeded');
  });

  test('200: 4000000000000341 can be attached to a customer, and is declined when it pays', async () => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    const { body: method } = await shop.post('/v1/payment_methods', { ...card('4000000000000341') });
    expect((await shop.post(`/v1/payment_methods/${method.id}/attach`, { customer })).status).toBe(200);
    const answer = await pay(shop, { confirm: true, customer, payment_method: method.id, off_session: true });
    expect([answer.status, answer.body.error]).toMatchObject([402, { code: 'card_declined', payment_method: { id: method.id, customer } }]);
  });

  const address = { line1: 'Weg 1', postal_code: '3000' };

  test.each([
    ['4242424242424242', { cvc_check: 'pass', address_line1_check: 'pass', address_postal_code_check: 'pass' }],
    ['4000000000000101', { cvc_check: 'fail', address_line1_check: 'pass', address_postal_code_check: 'pass' }],
    ['4000000000000036', { cvc_check: 'pass', address_line1_check: 'pass', address_postal_code_check: 'fail' }],
    ['4000000000000028', { cvc_check: 'pass', address_line1_check: 'fail', address_postal_code_check: 'pass' }],
    ['4000000000000010', { cvc_check: 'pass', address_line1_check: 'fail', address_postal_code_check: 'fail' }],
    ['4000000000000044', { cvc_check: 'pass', address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' }],
  ])('200: %s has the published checks, and a failed check alone declines nothing', async (number, checks) => {
    const shop = client();
    const { body } = await pay(shop, { confirm: true, payment_method_data: { ...card(number), billing_details: { address } } });
    expect(body.status).toBe('succeeded');
    expect((await chargeNow(shop, body.latest_charge)).payment_method_details.card.checks).toMatchObject(checks);
    expect((await shop.get(`/v1/payment_methods/${body.payment_method}`)).body.card.checks).toMatchObject(checks);
  });

  test('200: only given values are checked', async () => {
    const shop = client();
    const { card: whole } = card('4000000000000101') as { card: { cvc: string } };
    const { cvc: _, ...without } = whole;
    const { latest_charge } = (await pay(shop, { confirm: true, payment_method_data: { type: 'card', card: without } })).body;
    expect((await chargeNow(shop, latest_charge)).payment_method_details.card.checks).toMatchObject({
      cvc_check: null,
      address_line1_check: null,
      address_postal_code_check: null,
    });
  });

  test.each([
    ['4242424242424242', { risk_level: 'normal', reason: null, type: 'authorized' }],
    ['4000000000009235', { risk_level: 'elevated', reason: 'elevated_risk_level', type: 'authorized' }],
    ['4000000000004954', { risk_level: 'highest', type: 'authorized' }],
    ['4100000000000019', { risk_level: 'highest', reason: 'highest_risk_level', type: 'blocked', network_status: 'not_sent_to_network' }],
    [
      '4000000000009995',
      { risk_level: 'normal', reason: 'insufficient_funds', type: 'issuer_declined', network_status: 'declined_by_network' },
    ],
  ])('%s has the published risk', async (number, outcome) => {
    const shop = client();
    const { body } = await payWith(shop, number);
    const { outcome: told } = await chargeNow(shop, body.latest_charge ?? body.error.charge);
    expect(told).toMatchObject(outcome);
    const [from, to] = { normal: [0, 64], elevated: [65, 74], highest: [75, 100] }[told.risk_level as 'normal'] as [number, number];
    expect(told.risk_score).toBeGreaterThanOrEqual(from);
    expect(told.risk_score).toBeLessThanOrEqual(to);
  });
});

/** The result of a payment by a card, in one word. */
const word = ({ body }: Answer): string => body.error?.decline_code ?? body.status;

const wordOf = (number: string): string => {
  if (Object.hasOwn(authenticating, number)) return 'requires_action';
  return declines[number]?.decline_code ?? 'succeeded';
};

describe('the name of a test card', () => {
  const names = [...card_names].map((name) => name.slice('pm_card_'.length));

  test('pays as its number does, as a payment method and as a token', async () => {
    const shop = both.client('in one write');
    expect(names.length).toBeGreaterThan(80);
    for (const name of names) {
      const expected = wordOf(numberOfToken(`tok_${name}`)?.reveal() ?? '');
      const by_name = await pay(shop, { confirm: true, payment_method: `pm_card_${name}` });
      const by_token = await pay(shop, { confirm: true, payment_method_data: { type: 'card', card: { token: `tok_${name}` } } });
      expect([name, word(by_name), word(by_token)]).toEqual([name, expected, expected]);
    }
  });

  test.each(['pm_card_gold', 'pm_card_', 'pm_card_toString', 'tok_visa'])('400: %s names no payment method', async (payment_method) => {
    expect(refusal(await pay(both.client('in one write'), { confirm: true, payment_method }))).toEqual([
      400,
      'resource_missing',
      'payment_method',
    ]);
  });

  test('creates a new payment method each time', async () => {
    const shop = both.client('in one write');
    const [one, two] = [await paid(shop), await paid(shop)];
    expect(one.payment_method).not.toBe(two.payment_method);
    const intent = await intentWith(shop, { payment_method: 'pm_card_amex' });
    const { body } = await act(shop, intent, 'confirm');
    expect((await chargeNow(shop, body.latest_charge)).payment_method_details.card).toMatchObject({ brand: 'amex', last4: '0005' });
  });
});

expectSoundBooks(both);
