import { describe, expect, test } from 'vitest';
import { allEvents, callerIn, dialects, eventsOf, newCustomer } from '../support/callers.js';
import type { Answer } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

const address = { city: 'Bern', country: 'CH', line1: 'Bundesplatz 3', line2: 'Hof', postal_code: '3011', state: 'BE' };

describe.each(dialects)('%s', (dialect) => {
  test('200: a customer without any details', async () => {
    const caller = callerIn(dialect, service);
    const { status, body } = await caller.post('/v1/customers');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'customer',
      address: null,
      balance: 0,
      currency: null,
      delinquent: false,
      email: null,
      invoice_settings: { default_payment_method: null },
      livemode: false,
      metadata: {},
      name: null,
      shipping: null,
      tax_exempt: 'none',
    });
    expect(body.id).toMatch(/^cus_\w{22}$/);
    expect(await eventsOf(caller, body.id)).toEqual(['customer.created']);
  });

  test('200: all given values are kept', async () => {
    const caller = callerIn(dialect, service);
    const given = {
      address,
      balance: -500,
      description: 'A good one',
      email: 'Jo@example.com',
      invoice_prefix: 'JOE',
      metadata: { number: '7', name: 'Zoë' },
      name: 'Jo',
      phone: '+41 31 300 00 00',
      preferred_locales: ['de-CH', 'fr'],
      shipping: { address, name: 'Jo', phone: '1' },
      tax_exempt: 'reverse',
    };
    const { status, body } = await caller.post('/v1/customers', given);
    expect(status).toBe(200);
    expect(body).toMatchObject(given);
    expect((await caller.get(`/v1/customers/${body.id}`)).body).toEqual(body);
  });

  test('200: given values change, empty values are unset, the others stay', async () => {
    const caller = callerIn(dialect, service);
    const { id } = await newCustomer(caller, { name: 'Jo', email: 'jo@example.com', metadata: { a: '1', b: '2' }, address });
    const { status, body } = await caller.post(`/v1/customers/${id}`, {
      name: '',
      phone: '1',
      metadata: { a: '', c: '3' },
      address: { city: 'Thun', line2: '' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: null,
      phone: '1',
      email: 'jo@example.com',
      metadata: { b: '2', c: '3' },
      address: { ...address, city: 'Thun', line2: null },
    });
    expect(body.metadata).not.toHaveProperty('a');
    const [, updated] = await allEvents(caller);
    expect(updated).toMatchObject({
      type: 'customer.updated',
      data: { object: body, previous_attributes: { name: 'Jo', phone: null, metadata: { a: '1', b: '2' }, address } },
    });
    expect(updated.data.previous_attributes).not.toHaveProperty('email');
  });

  test('200: a payment method is attached and becomes the default', async () => {
    const caller = callerIn(dialect, service);
    const { body } = await caller.post('/v1/customers', { payment_method: 'pm_card_visa' });
    const { default_payment_method } = body.invoice_settings;
    expect((await caller.get(`/v1/payment_methods/${default_payment_method}`)).body).toMatchObject({
      customer: body.id,
      card: { last4: '4242' },
    });
    expect(await eventsOf(caller, default_payment_method)).toEqual(['payment_method.attached']);
    const expanded = await caller.get(`/v1/customers/${body.id}`, { 'expand[]': 'invoice_settings.default_payment_method' });
    expect(expanded.body.invoice_settings.default_payment_method).toMatchObject({ id: default_payment_method, customer: body.id });
  });

  test('200: a deleted customer leaves its id, and cannot be used', async () => {
    const caller = callerIn(dialect, service);
    const { id } = await newCustomer(caller, { name: 'Jo' });
    const tombstone = { id, object: 'customer', deleted: true };
    expect(await caller.del(`/v1/customers/${id}`)).toMatchObject({ status: 200, body: tombstone });
    expect((await caller.get(`/v1/customers/${id}`)).body).toEqual(tombstone);
    expect((await caller.get('/v1/customers')).body.data).toEqual([]);
    const answers = [await caller.post(`/v1/customers/${id}`, { name: 'Jo' }), await caller.del(`/v1/customers/${id}`)];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ code: 'resource_missing', message: `No such customer: '${id}'` });
    }
    const used = await caller.post('/v1/setup_intents', { customer: id });
    expect(used).toMatchObject({ status: 400, body: { error: { code: 'resource_missing', param: 'customer' } } });
    expect(await eventsOf(caller, id)).toEqual(['customer.created', 'customer.deleted']);
    expect((await allEvents(caller)).at(-1).data.object).toMatchObject({ id, name: 'Jo' });
  });
});

test('400 payment_method_customer_mismatch: it belongs to another customer', async () => {
  const client = service.client();
  const owner = await newCustomer(client, { payment_method: 'pm_card_visa' });
  const { default_payment_method: payment_method } = owner.invoice_settings;
  const { status, body } = await client.post('/v1/customers', { payment_method });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'payment_method_customer_mismatch', param: 'payment_method' });
  expect(idsOf(await client.get('/v1/customers'))).toEqual([owner.id]);
});

test('400: the default must be a payment method of the same customer', async () => {
  const client = service.client();
  const owner = await newCustomer(client, { payment_method: 'pm_card_visa' });
  const other = await newCustomer(client);
  const free = (await client.post('/v1/payment_methods', { type: 'gcash' })).body.id;
  for (const default_payment_method of [owner.invoice_settings.default_payment_method, free, 'pm_card_visa', 'pm_unknown']) {
    const { status, body } = await client.post(`/v1/customers/${other.id}`, { invoice_settings: { default_payment_method } });
    expect(status, default_payment_method).toBe(400);
    expect(body.error).toMatchObject({ code: 'resource_missing', param: 'invoice_settings[default_payment_method]' });
  }
});

test('200: a customer whose default is detached has none', async () => {
  const client = service.client();
  const { id, invoice_settings } = await newCustomer(client, { payment_method: 'pm_card_visa' });
  await client.post(`/v1/payment_methods/${invoice_settings.default_payment_method}/detach`);
  expect((await client.get(`/v1/customers/${id}`)).body.invoice_settings.default_payment_method).toBeNull();
  expect(await eventsOf(client, id)).toEqual(['customer.created', 'customer.updated']);
});

test('200: an update without a change has no event', async () => {
  const client = service.client();
  const { id } = await newCustomer(client, { name: 'Jo', metadata: { a: '1' } });
  await client.post(`/v1/customers/${id}`, { name: 'Jo', metadata: { a: '1' } });
  await client.post(`/v1/customers/${id}`);
  expect(await eventsOf(client, id)).toEqual(['customer.created']);
});

test.each([
  [{ email: 'jo' }, 'email_invalid', 'email'],
  [{ tax_exempt: 'maybe' }, 'parameter_invalid', 'tax_exempt'],
  [{ balance: 1.5 }, 'parameter_invalid_integer', 'balance'],
  [{ address: { planet: 'Earth' } }, 'parameter_unknown', 'address[planet]'],
  [{ address: { country: 'Switzerland' } }, 'parameter_invalid', 'address[country]'],
  [{ preferred_locales: 'de' }, 'parameter_invalid', 'preferred_locales'],
  [{ name: 'x'.repeat(257) }, 'parameter_invalid_string', 'name'],
  [{ payment_method: 'pm_unknown' }, 'resource_missing', 'payment_method'],
  [{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, 'v'])) }, 'parameter_invalid', 'metadata'],
  [{ metadata: { ['k'.repeat(41)]: 'v' } }, 'parameter_invalid', 'metadata'],
  [{ metadata: { k: 'v'.repeat(501) } }, 'parameter_invalid_string', 'metadata[k]'],
  [{ deleted: true }, 'parameter_unknown', 'deleted'],
])('400: %s', async (params, code, param) => {
  const { status, body } = await service.client().post('/v1/customers', params);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code, param });
});

describe.each(['/v1/customers', '/v1/customers/list'])('GET %s', (path) => {
  test('200: by e-mail address, and page by page', async () => {
    const client = service.client();
    const ids: string[] = [];
    for (const email of ['a@example.com', 'b@example.com', 'a@example.com']) ids.unshift((await newCustomer(client, { email })).id);
    expect(idsOf(await client.get(path, { email: 'a@example.com' }))).toEqual([ids[0], ids[2]]);
    expect(idsOf(await client.get(path, { email: 'c@example.com' }))).toEqual([]);
    expect(idsOf(await client.get(path, { limit: 2 }))).toEqual(ids.slice(0, 2));
    expect(idsOf(await client.get(path, { starting_after: ids[0] as string }))).toEqual(ids.slice(1));
    expect((await client.get(path)).body).toMatchObject({ object: 'list', url: '/v1/customers', has_more: false });
  });
});
