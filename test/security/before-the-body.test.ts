import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Crafted, craftHead } from '../support/requests.js';
import { routes } from '../support/routes.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The answer to a head whose body never comes. */
async function answered(crafted: Partial<Crafted> & { path: string }): Promise<unknown[]> {
  const body = 'x'.repeat(900_000);
  const { got } = craftHead(service.port, { method: 'POST', headers: { 'content-type': 'application/json' }, body, ...crafted });
  const { status, body: answer } = await got;
  return [status, answer.error.code];
}

test('401: every route checks the caller before a byte of the body has come', async () => {
  const posts = routes.filter(({ method }) => method === 'POST');
  expect(posts.length).toBeGreaterThan(30);
  for (const { path } of posts) {
    expect([path, await answered({ path: path.replaceAll(/:\w+/g, 'x_1') })]).toEqual([path, [401, 'api_key_missing']]);
  }
  expect(await answered({ path: '/v1/customers', key: 'sk_live_nobodyhasthiskey' })).toEqual([401, 'api_key_unknown']);
});

test('404: so does an unknown path', async () => {
  expect(await answered({ path: '/v1/nonsense' })).toEqual([404, 'url_unknown']);
  expect(await answered({ path: '/v1/terminal', key: 'sk_test_beforethebody' })).toEqual([404, 'not_in_florin_yet']);
});

test('400 body_invalid: a value without a name creates nothing', async () => {
  const client = service.client();
  const sent = (body: string): Promise<Response> =>
    fetch(`${service.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  for (const body of ['=x', 'email=jo@example.com&=x', '=', '%20=x', '[]=x', '%3D=x']) {
    const { status } = await sent(body);
    expect([body, status]).toEqual([body, 400]);
  }
  expect((await client.get('/v1/customers')).body.data).toEqual([]);
  for (const body of ['', '&', 'name=&', '&name=Jo&']) expect([body, (await sent(body)).status]).toEqual([body, 200]);
});

test('400: an amount is checked as it was sent, not as the nearest double', async () => {
  const client = service.client();
  const sent = async (body: string): Promise<unknown[]> => {
    const headers = { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/v1/payment_intents`, { method: 'POST', headers, body });
    const { error, amount } = (await answer.json()) as { error?: { code: string; param: string }; amount?: number };
    return [answer.status, error ? error.param : amount];
  };
  expect(await sent('{"amount":100.0000000000000001,"currency":"usd"}')).toEqual([400, 'amount']);
  expect(await sent('{"amount":99.99999999999999999,"currency":"usd"}')).toEqual([400, 'amount']);
  expect(await sent('{"amount":1e2,"currency":"usd"}')).toEqual([200, 100]);
  expect(await sent('{"amount":100,"currency":"usd","metadata":{"a":1.00000000000000000001}}')).toEqual([400, 'metadata[a]']);
});
