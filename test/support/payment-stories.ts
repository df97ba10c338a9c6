import { advanceClock } from './merchant.js';
import { type Answer, type Client, card } from './service.js';

/** The calls of a caller, with every answer recorded. */
export type Story = (client: Client, say: (answer: Answer) => Answer['body']) => Promise<void>;

const day = 86_400;
const twenty = { amount: 2000, currency: 'usd' };
const iban = {
  type: 'sepa_debit',
  sepa_debit: { iban: 'DE89370400440532013000' },
  billing_details: { name: 'Jo', email: 'jo@example.com' },
};

const path = ({ id }: { id: string }, verb: string): string => `/v1/payment_intents/${id}/${verb}`;
const helper = ({ id }: { id: string }): string => `/v1/test_helpers/payment_intents/${id}/next_action`;

/** A payment, with a full record at the end: itself, its charges, its ledger entries and the balance. */
const withEnd =
  (begin: (client: Client, say: Parameters<Story>[1]) => Promise<{ id: string }>): Story =>
  async (client, say) => {
    const { id } = await begin(client, say);
    say(await client.get(`/v1/payment_intents/${id}`, { 'expand[]': 'latest_charge' }));
    say(await client.get('/v1/charges', { payment_intent: id }));
    say(await client.get('/v1/balance'));
  };

const byCard = (number: string, params: object = {}): Story =>
  withEnd(async (client, say) => {
    const customer = say(await client.post('/v1/customers', { name: 'Jo' }));
    const intent = say(await client.post('/v1/payment_intents', { ...twenty, customer: customer.id, metadata: { order: '7' } }));
    say(await client.post(path(intent, 'confirm'), { payment_method_data: card(number), ...params }));
    say(await client.get(`/v1/customers/${customer.id}/payment_methods`));
    return intent;
  });

const authenticated = (outcome: string): Story =>
  withEnd(async (client, say) => {
    const params = { confirm: true, payment_method_data: card('4000000000003220'), return_url: 'https://example.com/back' };
    const intent = say(await client.post('/v1/payment_intents', { ...twenty, ...params }));
    say(await client.post(helper(intent), { outcome }));
    say(await client.post(path(intent, 'confirm'), { payment_method: 'pm_card_mastercard' }));
    return intent;
  });

const confirmedByHand = (outcome: string): Story =>
  withEnd(async (client, say) => {
    const params = { confirm: true, confirmation_method: 'manual', payment_method: 'pm_card_threeDSecure2Required' };
    const intent = say(await client.post('/v1/payment_intents', { ...twenty, ...params }));
    say(await client.post(path(intent, 'confirm')));
    say(await client.post(helper(intent), { outcome }));
    say(await client.post(path(intent, 'confirm')));
    say(await client.post(path(intent, 'confirm'), { payment_method: 'pm_card_threeDSecureRequiredChargeDeclined' }));
    say(await client.post(helper(intent), { outcome: 'succeed' }));
    say(await client.post(path(intent, 'confirm')));
    return intent;
  });

const neverConfirmedAgain: Story = withEnd(async (client, say) => {
  const params = { confirm: true, confirmation_method: 'manual', payment_method: 'pm_card_threeDSecure2Required' };
  const intent = say(await client.post('/v1/payment_intents', { ...twenty, ...params }));
  say(await client.post(helper(intent), { outcome: 'succeed' }));
  await advanceClock(client, 3700);
  return intent;
});

const held = (verb: string, params: object): Story =>
  withEnd(async (client, say) => {
    const intent = say(
      await client.post('/v1/payment_intents', { ...twenty, confirm: true, capture_method: 'manual', payment_method: 'pm_card_visa' }),
    );
    say(await client.post(path(intent, 'capture'), { amount_to_capture: 2001 }));
    say(await client.post(path(intent, verb), { ...params }));
    say(await client.post(path(intent, verb), { ...params }));
    return intent;
  });

const afterDays = (days: number, params: object): Story =>
  withEnd(async (client, say) => {
    const intent = say(await client.post('/v1/payment_intents', { ...twenty, confirm: true, ...params }));
    await advanceClock(client, days * day + 60);
    return intent;
  });

const bySeveral: Story = withEnd(async (client, say) => {
  const intent = say(await client.post('/v1/payment_intents', twenty));
  for (const name of ['pm_card_chargeDeclined', 'pm_card_threeDSecure2Required', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa'])
    say(await client.post(path(intent, 'confirm'), { payment_method: name }));
  say(await client.post(path(intent, 'cancel')));
  return intent;
});

const byDebitThatFails: Story = withEnd(async (client, say) => {
  const params = { ...twenty, currency: 'eur', confirm: true, payment_method_data: iban };
  const intent = say(await client.post('/v1/payment_intents', params));
  say(await client.post(helper(intent), { outcome: 'fail' }));
  say(await client.post(path(intent, 'confirm'), { payment_method_data: iban }));
  say(await client.post(helper(intent), { outcome: 'succeed' }));
  return intent;
});

const underKeys: Story = async (client, say) => {
  for (const [key, payment_method] of [
    ['one', 'pm_card_chargeDeclined'],
    ['one', 'pm_card_chargeDeclined'],
    ['two', 'pm_card_visa'],
    ['two', 'pm_card_visa'],
    ['two', 'pm_card_mastercard'],
  ] as const)
    say(await client.post('/v1/payment_intents', { ...twenty, confirm: true, payment_method }, { headers: { 'idempotency-key': key } }));
};

const withoutIntent: Story = async (client, say) => {
  say(await client.post('/v1/charges', { ...twenty, source: 'tok_visa' }));
  say(await client.post('/v1/charges', { ...twenty, source: 'tok_chargeDeclined' }));
  const { id } = say(await client.post('/v1/charges', { ...twenty, source: 'tok_visa', capture: false }));
  say(await client.post(`/v1/charges/${id}/capture`, { amount: 1500 }));
  say(await client.post(`/v1/charges/${id}/capture`));
  const { id: forgotten } = say(await client.post('/v1/charges', { ...twenty, source: 'tok_visa', capture: false }));
  await advanceClock(client, 8 * day);
  say(await client.get(`/v1/charges/${forgotten}`));
  say(await client.get('/v1/balance'));
};

/** Payments that must have the same record on both write paths, and an event that each ends with. */
export const paymentStories: Readonly<Record<string, { readonly story: Story; readonly ends_with: string }>> = {
  'a card that pays': { story: byCard('4242424242424242', { setup_future_usage: 'off_session' }), ends_with: 'payment_intent.succeeded' },
  'a card that is declined for a payment': { story: byCard('4000000000009995'), ends_with: 'payment_intent.payment_failed' },
  'an absent payer': { story: byCard('4000000000003220', { off_session: true }), ends_with: 'payment_intent.payment_failed' },
  'a payer who authenticates a payment': { story: authenticated('succeed'), ends_with: 'payment_intent.succeeded' },
  'a payer who fails to authenticate a payment': { story: authenticated('fail'), ends_with: 'payment_intent.succeeded' },
  'a payer who authenticates a payment that is confirmed by hand': {
    story: confirmedByHand('succeed'),
    ends_with: 'payment_intent.succeeded',
  },
  'a payer who fails to authenticate a payment that is confirmed by hand': { story: confirmedByHand('fail'), ends_with: 'charge.failed' },
  'a payment without a second confirmation': { story: neverConfirmedAgain, ends_with: 'payment_intent.payment_failed' },
  'a payment that is authorized and captured': { story: held('capture', {}), ends_with: 'charge.captured' },
  'a payment that is authorized and captured in part': { story: held('capture', { amount_to_capture: 700 }), ends_with: 'charge.captured' },
  'a payment that is authorized and voided': {
    story: held('cancel', { cancellation_reason: 'changed my mind' }),
    ends_with: 'charge.refunded',
  },
  'an authorization that expires': {
    story: afterDays(7, { capture_method: 'manual', payment_method: 'pm_card_visa' }),
    ends_with: 'charge.expired',
  },
  'a payment that settles': { story: afterDays(2, { payment_method: 'pm_card_visa' }), ends_with: 'payment_intent.succeeded' },
  'a debit that is paid': { story: afterDays(6, { currency: 'eur', payment_method_data: iban }), ends_with: 'charge.succeeded' },
  'a debit that is returned': { story: byDebitThatFails, ends_with: 'charge.failed' },
  'a step that expires': {
    story: afterDays(1, { currency: 'eur', payment_method_data: { type: 'ideal' } }),
    ends_with: 'payment_intent.payment_failed',
  },
  'a payment by one card after another': { story: bySeveral, ends_with: 'payment_intent.succeeded' },
  'repeated payments': { story: underKeys, ends_with: 'payment_intent.succeeded' },
  'charges without an intent': { story: withoutIntent, ends_with: 'charge.expired' },
};
