import { describe, expect, test } from 'vitest';
import { types } from '../../../src/resources/core/payment-method-types/types.js';
import { payment_method_types } from '../../../src/resources/payments/payment-methods/payment-method.js';
import { eventsOf, newCustomer } from '../../support/callers.js';
import { act, intentNow, intentWith, pay, payerDoes, refusal } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import type { Answer, Client } from '../../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');

type Params = Readonly<Record<string, unknown>>;

const kept = { setup_future_usage: 'off_session' } as const;
const in_euros = { currency: 'eur', payment_method_types: ['card', 'ideal', 'p24'] } as const;
const unfit = (param: string): unknown[] => [400, 'payment_intent_invalid_parameter', param];

const update = (shop: Client, { id }: { id: string }, params: Params): Promise<Answer> => shop.post(`/v1/payment_intents/${id}`, params);

describe('a payment method for a single use', () => {
  const transient = payment_method_types.filter((type) => !types[type].saved);

  test.each(transient)('400: %s cannot be saved for later, in any way', async (type) => {
    const shop = client();
    const currency = types[type].currencies?.[0];
    expect(refusal(await pay(shop, { currency, payment_method_types: [type], ...kept }))).toEqual(unfit('setup_future_usage'));
    const options = { payment_method_options: { [type]: kept } };
    const by_option = await pay(shop, { currency, payment_method_types: [type], ...options });
    expect(refusal(by_option)).toEqual(unfit(`payment_method_options[${type}][setup_future_usage]`));
    const { id } = (await shop.post('/v1/payment_methods', { type })).body;
    const customer = await newCustomer(shop);
    const attached = await shop.post(`/v1/payment_methods/${id}/attach`, { customer: customer.id });
    expect(refusal(attached)).toEqual([400, 'payment_method_unexpected_state', 'payment_method']);
    expect(attached.body.error.message).toMatch(`A payment method of type ${type} cannot be saved to a customer`);
    expect((await shop.get(`/v1/customers/${customer.id}/payment_methods`)).body.data).toEqual([]);
  });

  test('400: cannot create a customer either', async () => {
    const shop = client();
    const { id } = (await shop.post('/v1/payment_methods', { type: 'ideal' })).body;
    const { status, body } = await shop.post('/v1/customers', { payment_method: id });
    expect([status, body.error.param]).toEqual([400, 'payment_method']);
    expect((await shop.get('/v1/customers')).body.data).toEqual([]);
  });

  test('400: is named in the message, also among reusable types, and nothing is created', async () => {
    const shop = client();
    const { body } = await pay(shop, { ...in_euros, ...kept });
    expect(body.error.message).toMatch(/cannot be saved for later: ideal, p24\./);
    expect((await shop.get('/v1/payment_intents')).body.data).toEqual([]);
  });

  test('400: cannot be given, added or confirmed with, once a payment has setup_future_usage', async () => {
    const shop = client();
    const data = { payment_method_data: { type: 'ideal' } };
    expect(refusal(await pay(shop, { currency: 'eur', ...kept, ...data }))).toEqual(unfit('setup_future_usage'));
    const kept_card = await intentWith(shop, { currency: 'eur', ...kept });
    const added = await update(shop, kept_card, { payment_method_types: ['card', 'ideal'] });
    expect(refusal(added)).toEqual(unfit('payment_method_types'));
    expect(refusal(await act(shop, kept_card, 'confirm', { ...data, payment_method_types: ['ideal'] }))).toEqual(
      unfit('payment_method_types'),
    );
    const any = await intentWith(shop, in_euros);
    expect(refusal(await update(shop, any, kept))).toEqual(unfit('setup_future_usage'));
    expect(refusal(await act(shop, any, 'confirm', { ...kept, ...data }))).toEqual(unfit('setup_future_usage'));
    expect([await intentNow(shop, kept_card), await intentNow(shop, any)]).toEqual([kept_card, any]);
  });

  test('200: is allowed beside a saved card, where the options say which is saved', async () => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    const card_only = await intentWith(shop, { ...in_euros, customer, payment_method_options: { card: kept } });
    expect((await act(shop, card_only, 'confirm', { payment_method_data: { type: 'ideal' } })).body.status).toBe('requires_action');
    const none = { setup_future_usage: 'none' };
    const all_but = await intentWith(shop, { ...in_euros, ...kept, customer, payment_method_options: { ideal: none, p24: none } });
    expect((await act(shop, all_but, 'confirm', { payment_method: 'pm_card_visa' })).body.status).toBe('succeeded');
    expect((await shop.get(`/v1/customers/${customer}/payment_methods`)).body.data).toMatchObject([{ type: 'card', customer }]);
  });
});

test('200: a payer who pays by card can save it, whatever the other allowed types', async () => {
  const shop = client();
  const customer = (await newCustomer(shop)).id;
  const intent = await intentWith(shop, { ...in_euros, customer });
  const confirmed = await act(shop, intent, 'confirm', { ...kept, payment_method: 'pm_card_visa' });
  expect(confirmed.body).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session' });
  expect((await shop.get(`/v1/customers/${customer}/payment_methods`)).body.data).toMatchObject([{ type: 'card', customer }]);
});

test('200: an option that is sent empty is ignored, as at the top level', async () => {
  const payment_method_options = { card: { setup_future_usage: '' } };
  const { status, body } = await pay(client(), { payment_method_options });
  expect([status, body.payment_method_options]).toEqual([200, { card: {} }]);
});

describe('with automatic payment methods', () => {
  const automatic = { currency: 'eur', automatic_payment_methods: { enabled: true } } as const;
  const in_all = payment_method_types.filter((type) => types[type].currencies?.includes('eur') ?? true);
  const savable = in_all.filter((type) => types[type].saved);

  test('200: a payment with setup_future_usage offers only reusable types', async () => {
    const shop = client();
    expect((await intentWith(shop, automatic)).payment_method_types).toEqual(in_all);
    const intent = await intentWith(shop, { ...automatic, ...kept });
    expect(intent.payment_method_types).toEqual(savable);
    expect(savable).toEqual(expect.arrayContaining(['card', 'sepa_debit', 'alipay']));
    const refused = await act(shop, intent, 'confirm', { payment_method_data: { type: 'ideal' } });
    expect(refusal(refused)).toEqual([400, 'payment_method_unexpected_state', 'payment_method']);
  });

  test('200: types that the options exclude from it are offered too', async () => {
    const payment_method_options = { ideal: { setup_future_usage: 'none' } };
    const { payment_method_types: offered } = await intentWith(client(), { ...automatic, ...kept, payment_method_options });
    expect([...offered].sort()).toEqual([...savable, 'ideal'].sort());
  });

  test('200: the offered types depend on setup_future_usage, and on the currency', async () => {
    const shop = client();
    const intent = await intentWith(shop, automatic);
    const offered = async (params: Params): Promise<string[]> => (await update(shop, intent, params)).body.payment_method_types;
    expect(await offered(kept)).toEqual(savable);
    expect(await offered({ currency: 'brl' })).toEqual(['card', 'pix', 'link']);
    expect(await offered({ setup_future_usage: '' })).toEqual(['card', 'boleto', 'pix', 'link']);
    expect(await offered({ currency: 'eur' })).toEqual(in_all);
    const confirmed = await act(shop, intent, 'confirm', { ...kept, payment_method: 'pm_card_visa' });
    expect(confirmed.body).toMatchObject({ status: 'succeeded', payment_method_types: savable });
  });
});

describe.each(roads)('a SetupIntent, %s,', (road) => {
  test('200: attaches every type that it sets up, and attaching that method again changes nothing', async () => {
    const shop = both.client(road);
    const customer = (await newCustomer(shop)).id;
    const params = { confirm: true, customer, payment_method_types: ['ideal'], payment_method_data: { type: 'ideal' } };
    const begun = (await shop.post('/v1/setup_intents', params)).body;
    await shop.post(`/v1/test_helpers/setup_intents/${begun.id}/next_action`, { outcome: 'succeed' });
    const { id } = (await shop.get(`/v1/customers/${customer}/payment_methods`)).body.data[0];
    expect((await shop.post(`/v1/payment_methods/${id}/attach`, { customer })).body).toMatchObject({ id, customer });
    expect(await eventsOf(shop, id)).toEqual(['payment_method.attached']);
    const intent = await intentWith(shop, { currency: 'eur', confirm: true, customer, payment_method: id });
    expect((await payerDoes(shop, intent, 'succeed')).body.status).toBe('succeeded');
  });
});

expectSoundBooks(both);
