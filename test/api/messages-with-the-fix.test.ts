import { describe, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const client = service.client();

type Sent = {
  readonly body?: string | undefined;
  readonly type?: string;
  readonly key?: string;
  readonly agent?: string;
  readonly method?: string;
};

/** A program without an SDK: its headers, and its answer. */
async function said(path: string, { body, type, key = client.key, agent, method = 'POST' }: Sent = {}) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': type ?? 'application/x-www-form-urlencoded',
    ...(agent && { 'user-agent': agent }),
  };
  const answer = await fetch(`${service.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  const { error } = JSON.parse(text) as { error?: { message: string; param?: string } };
  return { status: answer.status, text, message: error?.message ?? '', param: error?.param };
}

const json = 'application/json';
const whole = 'Invalid integer: send a whole number, without a decimal point.';

describe('400: the message says what to send instead', () => {
  test.each([
    ['amount=20.00&currency=usd', undefined, `${whole} Amounts are in the smallest unit of the currency: 2000 for 20.00 USD.`],
    ['{"amount": 20.5, "currency": "usd"}', json, `${whole} Amounts are in the smallest unit of the currency: 2000 for 20.00 USD.`],
    ['amount=20,00&currency=usd', undefined, `${whole} Amounts are in the smallest unit of the currency: 2000 for 20.00 USD.`],
    ['amount=2%20000&currency=usd', undefined, 'Invalid integer: send only digits.'],
    ['{"amount": "2000", "currency": "usd"}', json, 'Invalid integer: send a number without quotes.'],
    ['amount=abc&currency=usd', undefined, 'Invalid integer: abc'],
  ])('%s', async (body, type = 'application/x-www-form-urlencoded', message) => {
    expect(await said('/v1/payment_intents', { body, type })).toMatchObject({ status: 400, param: 'amount', message });
  });

  test.each([
    ['amount=2000&currency=usd&payment_method_types=card', undefined, 'Invalid array: send payment_method_types[]=card.'],
    [
      'amount=2000&currency=usd&payment_method_types=4242',
      undefined,
      'Invalid array: send payment_method_types[]= and a value, once for each element.',
    ],
    ['{"amount": 2000, "currency": "usd", "payment_method_types": "card"}', json, 'Invalid array: send a list, such as ["card"].'],
  ])('%s', async (body, type = 'application/x-www-form-urlencoded', message) => {
    expect(await said('/v1/payment_intents', { body, type })).toMatchObject({ status: 400, param: 'payment_method_types', message });
  });

  test.each([
    [
      'line_items=price_1&mode=payment',
      undefined,
      'Invalid array: send line_items[0][price]= and so on, with the members of each element.',
    ],
    ['{"line_items": {"price": "price_1"}, "mode": "payment"}', json, 'Invalid array: send a list.'],
  ])('%s', async (body, type = 'application/x-www-form-urlencoded', start) => {
    const { status, message } = await said('/v1/checkout/sessions', { body, type });
    expect([status, message]).toEqual([400, start.replace('[price]', message.match(/\[0\](\[\w+\])/)?.[1] ?? '')]);
  });

  test.each([
    ['{"amount": 2000, "currency": "usd",}', 'line 1, column 36'],
    ['{\n  "amount": 2000\n  "currency": "usd"\n}', 'line 3, column 3'],
    ['{"a": tru}', 'line 1, column 7'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{"a": [1, 2}', 'line 1, column 12'],
    ['{"a": 01}', 'line 1, column 8'],
    ['{"a": 1', 'it ends too early'],
    ['{"a": {"b": 1}', 'it ends too early'],
    ['{"a": 1} x', 'line 1, column 10'],
    ['amount=2000&currency=usd', 'line 1, column 1'],
  ])('a body that is not JSON: %s', async (body, where) => {
    const { status, message } = await said('/v1/payment_intents', { body, type: json });
    expect([status, message]).toEqual([400, `The request body is not valid JSON: ${where}.`]);
  });

  test.each([
    ['GET', '/v1/payment_intents?expand[]=data.custmer', 'custmer', 'customer'],
    ['POST', '/v1/payment_intents?amount=2000&currency=usd&expand[]=latest_chrge', 'latest_chrge', 'latest_charge'],
    [
      'POST',
      '/v1/payment_intents?amount=2000&currency=usd&expand[]=latest_charge.balance_transacton',
      'balance_transacton',
      'balance_transaction',
    ],
  ])('%s %s', async (method, path, wrong, right) => {
    expect(await said(path, { method })).toMatchObject({
      status: 400,
      message: `This property cannot be expanded (${wrong}): it refers to no other object. Did you mean ${right}?`,
    });
  });

  test('the name of a test card with a typing error', async () => {
    const body = 'amount=2000&currency=usd&confirm=true&payment_method=pm_card_vissa';
    const message = "No such payment_method: 'pm_card_vissa'. Did you mean pm_card_visa?";
    expect(await said('/v1/payment_intents', { body })).toMatchObject({ status: 400, message });
    const unlike = await said('/v1/payment_intents', { body: body.replace('pm_card_vissa', 'pm_1NoSuchMethodAtAll00000') });
    expect(unlike.message).toBe("No such payment_method: 'pm_1NoSuchMethodAtAll00000'");
  });

  test('the name of a test token with a typing error', async () => {
    const body = 'type=card&card[token]=tok_vissa';
    expect((await said('/v1/payment_methods', { body })).message).toMatch(/Did you mean tok_visa\?$/);
  });

  test('a refund above the remaining amount names that amount, in its currency', async () => {
    const intent = await must(
      client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' }),
    );
    await must(client.post('/v1/refunds', { payment_intent: intent.id, amount: 500 }));
    const { message } = await said('/v1/refunds', { body: `payment_intent=${intent.id}&amount=1501` });
    expect(message).toBe('At most 15.00 USD of this charge can be refunded (amount=1500).');
  });

  test.each([
    ['http://10.0.0.5/hook', '10.0.0.5', '10.0.0.5/32'],
    ['http://[fd00::1]/hook', '[fd00::1]', 'fd00::1/128'],
  ])('a private address for webhooks: %s', async (url, host, range) => {
    const { message } = await said('/v1/webhook_endpoints', { body: `enabled_events[]=*&url=${encodeURIComponent(url)}` });
    expect(message).toBe(
      `The URL leads to ${host}, which is not a public address. To allow it, start the service with FLORIN_WEBHOOK_ALLOW=${range}.`,
    );
  });
});

test('404: a path without /v1 is answered with the path that was meant', async () => {
  expect(await said('/payment_intents')).toMatchObject({
    status: 404,
    message: 'Unrecognized request URL (POST: /payment_intents). Did you mean /v1/payment_intents?',
  });
  expect((await said('/customers/cus_1', { method: 'GET' })).message).toMatch(/Did you mean \/v1\/customers\/cus_1\?$/);
});

test('401: a live key in an open sandbox is answered with the keys that it accepts', async () => {
  const { status, message } = await said('/v1/payment_intents', { key: 'sk_live_abcdefgh' });
  expect([status, message]).toEqual([
    401,
    'Invalid API key provided: it is a live key of no account. In this open sandbox use a key that begins with sk_test_; florin keys create --live creates live keys.',
  ]);
});

test('curl gets indented JSON with a final newline, and programs get compact JSON', async () => {
  const { id } = await must(client.post('/v1/customers', { name: 'Jo', metadata: { order: '1' } }));
  for (const path of [`/v1/customers/${id}`, '/v1/customers', '/v1/no_such_thing', '/v1/customers/cus_none']) {
    const [curl, other] = await Promise.all([said(path, { method: 'GET', agent: 'curl/8.5.0' }), said(path, { method: 'GET' })]);
    expect(curl.text).toBe(`${JSON.stringify(JSON.parse(other.text), null, 2)}\n`);
    expect(other.text).not.toContain('\n');
  }
});

test('curl that sends JSON is a script, and gets compact JSON like other programs', async () => {
  const headers = { authorization: 'Bearer sk_test_messages_json', 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' };
  const answer = await fetch(`${service.url}/v1/customers`, { method: 'POST', headers, body: '{"name":"Jo"}' });
  expect(await answer.text()).toMatch(/^\{"id":"cus_\w+","object":"customer",/);
});
