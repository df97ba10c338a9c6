import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { access } from '../../src/resources/access.js';
import { not_yet } from '../../src/resources/not-yet.js';
import { craft } from '../support/requests.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const client = service.client();

const refusalOf = async (method: string, path: string): Promise<{ status: number; error: { code: string; message: string } }> => {
  const response = await fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${client.key}` } });
  return { status: response.status, error: ((await response.json()) as { error: { code: string; message: string } }).error };
};

/** Every operation of the newest SDK. */
function operationsOfSdk(): (readonly [method: string, path: string])[] {
  const folder = 'node_modules/stripe/esm/resources';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const calls = files.flatMap((name) => [
    ...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/_makeRequest\('(GET|POST|DELETE)', ['`](\/v1\/[^'`]+)['`]/g),
  ]);
  return calls.map(([, method = '', path = '']) => [method, path.replaceAll(/\$\{[^}]*\}/g, 'x_1')] as const);
}

test('404 not_in_florin_yet: an operation of the newest SDK exists or is answered with this code, and is never an unknown URL', async () => {
  const operations = operationsOfSdk();
  expect(operations.length).toBeGreaterThan(400);
  const wrong: string[] = [];
  for (const [method, path] of operations) {
    const { error } = await refusalOf(method, path);
    if (error?.code === 'url_unknown') wrong.push(`${method} ${path}`);
  }
  expect(wrong).toEqual([]);
});

test('404 not_in_florin_yet: the message names the operation, without a key as well', async () => {
  const response = await fetch(`${service.url}/v1/terminal/readers/tmr_1`, { method: 'POST' });
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { error: { code: 'not_in_florin_yet', message: expect.stringContaining('POST /v1/terminal/readers/tmr_1') } },
  ]);
});

test('no existing operation is answered with not_in_florin_yet', () => {
  const parts = (path: string): string[] => path.split('/');
  const begins = (path: string, beginning: string): boolean =>
    parts(beginning).every((part, place) => part === parts(path)[place] || (part.startsWith(':') && parts(path)[place]?.startsWith(':')));
  const routes = Object.keys(access);
  for (const each of not_yet) {
    const there = routes.filter((route) => route === each || (each.startsWith('/') && begins(route.split(' ')[1] ?? '', each)));
    expect([each, there]).toEqual([each, []]);
  }
});

test.each([
  ['GET', '/v1/custommers', 'Did you mean /v1/customers?'],
  ['GET', '/v1/payment_intent/pi_1aB', 'Did you mean /v1/payment_intents/pi_1aB?'],
  ['POST', '/v1/payment_intents/pi_1/conferm', 'Did you mean /v1/payment_intents/pi_1/confirm?'],
  ['GET', '/v1/account/', 'Did you mean /v1/account?'],
  ['DELETE', '/v1/payouts/po_1', '/v1/payouts/:id answers GET and POST.'],
  ['GET', '/v1/nonsense', 'See /docs for every operation.'],
  ['GET', '/wp-login.php', 'See /docs for every operation.'],
])('404 url_unknown: %s %s, and the path that was probably meant', async (method, path, mend) => {
  const { status, error } = await refusalOf(method, path);
  expect([status, error.code, error.message]).toEqual([404, 'url_unknown', `Unrecognized request URL (${method}: ${path}). ${mend}`]);
});

test.each([
  [{ ammount: 100, currency: 'usd' }, 'ammount', ' Did you mean amount?'],
  [{ amount: 100, currency: 'usd', paymentMethod: 'pm_card_visa' }, 'paymentMethod', ' Did you mean payment_method?'],
  [{ amount: 100, currency: 'usd', transfer_group_of_mine: 'a' }, 'transfer_group_of_mine', ''],
  [{ amount: 100, currency: 'usd', shipping: { name: 'Jo', adress: {} } }, 'shipping[adress]', ' Did you mean address?'],
])('400 parameter_unknown: %j names the nearest', async (params, param, mend) => {
  const { status, body } = await client.post('/v1/payment_intents', params);
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'parameter_unknown', param, message: `Received unknown parameter: ${param}${mend ? `.${mend}` : ''}` },
  ]);
});

test('every error links its explanation, by an absolute URL', async () => {
  for (const { error } of [
    await refusalOf('GET', '/v1/payment_intents/pi_1'),
    await refusalOf('GET', '/nowhere'),
    await refusalOf('POST', '/v1/payment_intents'),
  ]) {
    const { code, doc_url } = error as { code: string; doc_url?: string };
    expect(doc_url).toBe(`${service.url}/docs#error-${code}`);
  }
  const docs = await (await fetch(`${service.url}/docs`)).text();
  expect(docs).toContain('id="error-not_in_florin_yet"');
});

test('200: the root of the service is a page in a browser, and JSON for programs', async () => {
  const page = await fetch(service.url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toMatch(/Florin is running[\s\S]+href="\/docs"/);
  const plain = await fetch(service.url);
  expect([plain.status, await plain.json()]).toMatchObject([
    200,
    { name: 'florin', docs: `${service.url}/docs`, api: `${service.url}/v1` },
  ]);
});

test('the start page and the reference use the configured address, whatever the Host header says', async () => {
  for (const path of ['/', '/docs']) {
    const got = await craft(service.port, { path, headers: { host: 'evil.example' } });
    expect([path, got.status, got.text.includes('evil.example'), got.text.includes(service.url)]).toEqual([path, 200, false, true]);
  }
});

test('308: /docs/ redirects to the reference', async () => {
  const response = await fetch(`${service.url}/docs/`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, '/docs']);
});
