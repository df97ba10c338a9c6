import { describe, expect, test } from 'vitest';
import { allEvents } from '../../support/callers.js';
import { advanceClock } from '../../support/merchant.js';
import { act, chargeNow, held, intentNow, intentWith, paid, pay, payerDoes, waiting } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import type { Answer, Client } from '../../support/service.js';

const both = onBothRoads();
const day = 86_400;

type Body = Answer['body'];

const ofMoney = async (shop: Client): Promise<Body[]> =>
  (await allEvents(shop)).filter(({ type }: Body) => /^(payment_intent|charge)\./.test(type));

/** The last event about an object shows its current state. */
async function expectTold(shop: Client, intent: Body): Promise<Body[]> {
  const events = await ofMoney(shop);
  const now = await intentNow(shop, intent);
  const lastOf = (id: string): Body => events.filter(({ data }: Body) => data.object.id === id).at(-1)?.data.object;
  expect(lastOf(intent.id)).toEqual(now);
  if (now.latest_charge) expect(lastOf(now.latest_charge)).toEqual(await chargeNow(shop, now.latest_charge));
  return events;
}

const iban = {
  type: 'sepa_debit',
  sepa_debit: { iban: 'DE89370400440532013000' },
  billing_details: { name: 'Jo', email: 'jo@example.com' },
};

type Told = readonly [type: string, object: object];

/** Payments, with all their events in order and the relevant part of each object. */
const stories: Readonly<Record<string, { tell: (shop: Client) => Promise<Body>; told: readonly Told[] }>> = {
  'by card': {
    tell: (shop) => paid(shop),
    told: [
      ['payment_intent.created', { status: 'requires_confirmation', amount_received: 0, latest_charge: null }],
      [
        'charge.succeeded',
        {
          status: 'succeeded',
          paid: true,
          captured: true,
          balance_transaction: expect.stringMatching(/^txn_/),
          payment_intent: expect.stringMatching(/^pi_/),
        },
      ],
      ['payment_intent.succeeded', { status: 'succeeded', amount_received: 2000, latest_charge: expect.stringMatching(/^ch_/) }],
    ],
  },
  'declined, and then by another card': {
    tell: async (shop) => {
      const { payment_intent } = (await pay(shop, { confirm: true, payment_method: 'pm_card_chargeDeclined' })).body.error;
      return (await act(shop, payment_intent, 'confirm', { payment_method: 'pm_card_visa' })).body;
    },
    told: [
      ['payment_intent.created', { status: 'requires_confirmation' }],
      ['charge.failed', { status: 'failed', failure_code: 'card_declined', balance_transaction: null }],
      [
        'payment_intent.payment_failed',
        { status: 'requires_payment_method', payment_method: null, last_payment_error: { code: 'card_declined' } },
      ],
      ['charge.succeeded', { status: 'succeeded' }],
      ['payment_intent.succeeded', { status: 'succeeded', last_payment_error: null }],
    ],
  },
  'with an authentication': {
    tell: async (shop) => (await payerDoes(shop, await waiting(shop), 'succeed')).body,
    told: [
      ['payment_intent.created', { status: 'requires_confirmation', next_action: null }],
      ['payment_intent.requires_action', { status: 'requires_action', next_action: { type: 'redirect_to_url' } }],
      ['charge.succeeded', { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } }],
      ['payment_intent.succeeded', { status: 'succeeded', next_action: null }],
    ],
  },
  'authorized and captured in part': {
    tell: async (shop) => (await act(shop, await held(shop), 'capture', { amount_to_capture: 1200 })).body,
    told: [
      ['payment_intent.created', { status: 'requires_confirmation', capture_method: 'manual' }],
      ['charge.succeeded', { captured: false, balance_transaction: null, amount_captured: 0 }],
      ['payment_intent.amount_capturable_updated', { status: 'requires_capture', amount_capturable: 2000, amount_received: 0 }],
      ['payment_intent.succeeded', { status: 'succeeded', amount_capturable: 0, amount_received: 1200 }],
      [
        'charge.captured',
        { captured: true, amount_captured: 1200, amount_refunded: 800, balance_transaction: expect.stringMatching(/^txn_/) },
      ],
    ],
  },
  'authorized and voided': {
    tell: async (shop) => (await act(shop, await held(shop), 'cancel', { cancellation_reason: 'abandoned' })).body,
    told: [
      ['payment_intent.created', {}],
      ['charge.succeeded', { captured: false }],
      ['payment_intent.amount_capturable_updated', { amount_capturable: 2000 }],
      ['payment_intent.canceled', { status: 'canceled', amount_capturable: 0, cancellation_reason: 'abandoned' }],
      ['charge.refunded', { refunded: true, amount_refunded: 2000 }],
    ],
  },
  'authorized for too long': {
    tell: async (shop) => {
      const intent = await held(shop);
      await advanceClock(shop, 8 * day);
      return intent;
    },
    told: [
      ['payment_intent.created', {}],
      ['charge.succeeded', { captured: false }],
      ['payment_intent.amount_capturable_updated', {}],
      ['payment_intent.canceled', { status: 'canceled', cancellation_reason: 'automatic' }],
      ['charge.expired', { refunded: true, captured: false }],
    ],
  },
  'by debit': {
    tell: async (shop) => {
      const intent = await intentWith(shop, { currency: 'eur', confirm: true, payment_method_data: iban });
      await advanceClock(shop, 6 * day);
      return intent;
    },
    told: [
      ['payment_intent.created', { status: 'requires_confirmation' }],
      ['charge.pending', { status: 'pending', paid: false, payment_method_details: { type: 'sepa_debit' } }],
      [
        'payment_intent.processing',
        { status: 'processing', processing: { type: 'sepa_debit' }, latest_charge: expect.stringMatching(/^ch_/) },
      ],
      ['payment_intent.succeeded', { status: 'succeeded', processing: null }],
      ['charge.succeeded', { status: 'succeeded', paid: true, balance_transaction: expect.stringMatching(/^txn_/) }],
    ],
  },
  'by a debit that the bank returns': {
    tell: async (shop) =>
      (await payerDoes(shop, await intentWith(shop, { currency: 'eur', confirm: true, payment_method_data: iban }), 'fail')).body,
    told: [
      ['payment_intent.created', {}],
      ['charge.pending', { status: 'pending' }],
      ['payment_intent.processing', { status: 'processing' }],
      ['payment_intent.payment_failed', { status: 'requires_payment_method', last_payment_error: { payment_method_type: 'sepa_debit' } }],
      ['charge.failed', { status: 'failed', paid: false, failure_code: expect.any(String) }],
    ],
  },
  'canceled before it was paid': {
    tell: async (shop) => (await act(shop, await waiting(shop), 'cancel')).body,
    told: [
      ['payment_intent.created', {}],
      ['payment_intent.requires_action', {}],
      ['payment_intent.canceled', { status: 'canceled', next_action: null, canceled_at: expect.any(Number) }],
    ],
  },
};

describe.each(roads)('events, %s,', (road) => {
  test.each(Object.entries(stories))('record a payment %s, with its state at each step', async (_, { tell, told }) => {
    const shop = both.client(road);
    const events = await expectTold(shop, await tell(shop));
    expect(events.map(({ type }) => type)).toEqual(told.map(([type]) => type));
    expect(events.map(({ data }) => data.object)).toMatchObject(told.map(([, object]) => object));
  });

  test('of a change that is no step have the previous values', async () => {
    const shop = both.client(road);
    const intent = await held(shop);
    await act(shop, intent, 'capture', { amount_to_capture: 500 });
    const [captured] = (await ofMoney(shop)).filter(({ type }) => type === 'charge.captured');
    expect(captured.data.previous_attributes).toEqual({
      amount_captured: 0,
      amount_refunded: 0,
      balance_transaction: null,
      captured: false,
    });
  });

  test('show the client secret of a payment in the events of the payment only', async () => {
    const shop = both.client(road);
    const { client_secret } = await paid(shop);
    const showing = (await allEvents(shop)).filter((event) => JSON.stringify(event).includes(client_secret.split('_secret_')[1]));
    expect([...new Set(showing.map(({ data }: Body) => data.object.object))]).toEqual(['payment_intent']);
  });

  test('have none for an update without a change, nor for a refused request', async () => {
    const shop = both.client(road);
    const intent = await intentWith(shop);
    await shop.post(`/v1/payment_intents/${intent.id}`, { description: 'new', amount: 7 });
    await act(shop, intent, 'confirm');
    await act(shop, intent, 'capture');
    expect((await ofMoney(shop)).map(({ type }) => type)).toEqual(['payment_intent.created']);
  });
});

expectSoundBooks(both);
