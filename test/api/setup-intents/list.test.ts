import { describe, expect, test } from 'vitest';
import { newCustomer } from '../../support/callers.js';
import type { Answer, Client } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

async function several(client: Client, count: number, params: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.unshift((await client.post('/v1/setup_intents', { ...params })).body.id);
  return ids;
}

describe.each(['/v1/setup_intents', '/v1/setup_intents/list'])('GET %s', (path) => {
  test('200: the newest first, forwards and backwards, each once', async () => {
    const client = service.client();
    const ids = await several(client, 5);
    const first = await client.get(path, { limit: 2 });
    expect(first.body).toMatchObject({ object: 'list', url: '/v1/setup_intents', has_more: true });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const second = await client.get(path, { limit: 2, starting_after: ids[1] });
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    const last = await client.get(path, { limit: 2, starting_after: ids[3] });
    expect(idsOf(last)).toEqual(ids.slice(4));
    expect(last.body.has_more).toBe(false);
    const back = await client.get(path, { limit: 2, ending_before: ids[4] });
    expect(idsOf(back)).toEqual(ids.slice(2, 4));
    expect(back.body.has_more).toBe(true);
    expect(idsOf(await client.get(path, { limit: 3, ending_before: ids[2] }))).toEqual(ids.slice(0, 2));
  });

  test('200: of one customer, or with one payment method', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const [mine] = await several(client, 1, { customer: customer.id });
    const [withMethod] = await several(client, 1, { payment_method: 'pm_card_visa' });
    const { payment_method } = (await client.get(`/v1/setup_intents/${withMethod}`)).body;
    expect(idsOf(await client.get(path, { customer: customer.id }))).toEqual([mine]);
    expect(idsOf(await client.get(path, { payment_method }))).toEqual([withMethod]);
    expect(idsOf(await client.get(path, { customer: customer.id, payment_method }))).toEqual([]);
  });

  test('200: created at, after or before a time', async () => {
    const client = service.client();
    const [id] = await several(client, 1);
    const { created } = (await client.get(`/v1/setup_intents/${id}`)).body;
    const found = async (query: object): Promise<string[]> => idsOf(await client.get(path, { ...query }));
    expect(await found({ created })).toEqual([id]);
    expect(await found({ 'created[gte]': created, 'created[lte]': created })).toEqual([id]);
    expect(await found({ 'created[gt]': created - 1, 'created[lt]': created + 1 })).toEqual([id]);
    expect(await found({ 'created[gt]': created })).toEqual([]);
    expect(await found({ 'created[lt]': created })).toEqual([]);
    expect(await found({ created: created + 1 })).toEqual([]);
  });

  test('200: no intent of another sandbox', async () => {
    await several(service.client(), 1);
    expect((await service.client().get(path)).body).toEqual({ object: 'list', data: [], has_more: false, url: '/v1/setup_intents' });
  });

  test('400: a limit is 1 to 100, a cursor is the id of an intent, and only one cursor is allowed', async () => {
    const client = service.client();
    const [a, b] = await several(client, 2);
    const refused = async (query: object): Promise<unknown> => {
      const { status, body } = await client.get(path, { ...query });
      return { status, code: body.error?.code, param: body.error?.param };
    };
    const status = 400;
    expect(await refused({ limit: 0 })).toEqual({ status, code: 'parameter_invalid_integer', param: 'limit' });
    expect(await refused({ limit: 101 })).toEqual({ status, code: 'parameter_invalid_integer', param: 'limit' });
    expect(await refused({ limit: 'ten' })).toEqual({ status, code: 'parameter_invalid_integer', param: 'limit' });
    expect(await refused({ starting_after: 'seti_1' })).toEqual({ status, code: 'resource_missing', param: 'starting_after' });
    expect(await refused({ starting_after: a, ending_before: b })).toEqual({
      status,
      code: 'parameters_exclusive',
      param: 'ending_before',
    });
    expect(await refused({ status: 'succeeded' })).toEqual({ status, code: 'parameter_unknown', param: 'status' });
    expect(await refused({ 'created[after]': 1 })).toEqual({ status, code: 'parameter_unknown', param: 'created[after]' });
  });
});

describe('expand', () => {
  const succeeded = async (client: Client): Promise<Answer['body']> => {
    const customer = await newCustomer(client, { name: 'Jo' });
    const params = { confirm: true, customer: customer.id, payment_method: 'pm_card_visa' };
    return (await client.post('/v1/setup_intents', params)).body;
  };

  test('200: every reference of an intent, and the references of those', async () => {
    const client = service.client();
    const intent = await succeeded(client);
    const query = {
      'expand[0]': 'customer',
      'expand[1]': 'payment_method.customer',
      'expand[2]': 'latest_attempt',
      'expand[3]': 'mandate',
    };
    const { body } = await client.get(`/v1/setup_intents/${intent.id}`, query);
    expect(body).toMatchObject({
      client_secret: intent.client_secret,
      customer: { id: intent.customer, object: 'customer', name: 'Jo' },
      payment_method: { id: intent.payment_method, card: { last4: '4242' }, customer: { id: intent.customer, name: 'Jo' } },
      latest_attempt: { id: intent.latest_attempt, object: 'setup_attempt', status: 'succeeded', setup_intent: intent.id },
      mandate: null,
    });
  });

  test('200: through an attempt back to its intent, four levels deep', async () => {
    const client = service.client();
    const intent = await succeeded(client);
    const query = { 'expand[]': 'latest_attempt.setup_intent.payment_method.customer' };
    const { body } = await client.get(`/v1/setup_intents/${intent.id}`, query);
    expect(body.latest_attempt.setup_intent).toMatchObject({ id: intent.id, payment_method: { customer: { name: 'Jo' } } });
  });

  test('200: in a list, under data', async () => {
    const client = service.client();
    const intent = await succeeded(client);
    const { body } = await client.get('/v1/setup_intents', { 'expand[]': 'data.payment_method' });
    expect(body.data).toMatchObject([{ id: intent.id, payment_method: { id: intent.payment_method, object: 'payment_method' } }]);
  });

  test('200: in the answer to a request that only reads existing objects', async () => {
    const client = service.client();
    const customer = await newCustomer(client, { name: 'Jo' });
    const { body } = await client.post('/v1/setup_intents', { customer: customer.id, expand: ['customer'] });
    expect(body.customer).toMatchObject({ id: customer.id, name: 'Jo' });
  });

  test('200: an object that this request creates or changes is expanded in its new state', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const params = { confirm: true, customer: customer.id, payment_method: 'pm_card_visa', expand: ['payment_method', 'latest_attempt'] };
    const { body } = await client.post('/v1/setup_intents', params);
    expect(body).toMatchObject({
      status: 'succeeded',
      payment_method: { object: 'payment_method', customer: customer.id, card: { last4: '4242' } },
      latest_attempt: { object: 'setup_attempt', status: 'succeeded' },
    });
  });

  test.each(['status', 'metadata', 'nothing', 'customer.email', 'latest_attempt.setup_intent.latest_attempt.setup_intent.customer', ''])(
    '400: "%s" cannot be expanded',
    async (path) => {
      const client = service.client();
      const intent = await succeeded(client);
      const { status, body } = await client.get(`/v1/setup_intents/${intent.id}`, { 'expand[]': path });
      expect(status).toBe(400);
      expect(body.error.param).toMatch(/^expand/);
    },
  );

  test('400: in a list, a path begins with data', async () => {
    const { status, body } = await service.client().get('/v1/setup_intents', { 'expand[]': 'payment_method' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'parameter_invalid', param: 'expand' });
  });
});
