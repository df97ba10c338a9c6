import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { access } from '../../src/resources/access.js';
import { absent_access } from '../../src/resources/not-yet.js';
import { intentWithPage, openMerchant } from '../support/keyholders.js';
import { connect, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const merchant = await openMerchant(service);
const { page_key } = await intentWithPage(merchant.test);
const routes = Object.keys(absent_access);
const lists = routes.filter((route) => !route.includes(':id')).map((route) => route.slice('GET '.length));

const as = async (key: string | null, path: string): Promise<{ status: number; code: string | undefined; body: object }> => {
  const response = await fetch(`${service.url}${path}`, { headers: key === null ? {} : { authorization: `Bearer ${key}` } });
  const body = (await response.json()) as { readonly error?: { readonly code: string } };
  return { status: response.status, code: body.error?.code, body };
};

/** Every list that the newest SDK pages through, except those under one object. */
function listsOfSdk(): string[] {
  const folder = 'node_modules/stripe/esm/resources';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const calls = files.flatMap((name) => [
    ...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/_makeRequest\('GET', '(\/v1\/[^']+)'[^;]*methodType: 'list'/g),
  ]);
  return calls.map(([, path = '']) => path);
}

test('every list that the newest SDK pages through exists here, even if it is always empty', () => {
  const here = new Set([...Object.keys(access), ...routes]);
  const all = listsOfSdk();
  expect(all.length).toBeGreaterThan(90);
  expect(all.filter((path) => !here.has(`GET ${path}`))).toEqual([]);
});

describe.each(lists)('%s', (path) => {
  test('200: the list is empty, and its url is its own path', async () => {
    expect((await merchant.test.get(path, { limit: 100 })).body).toEqual({ object: 'list', data: [], has_more: false, url: path });
    expect((await merchant.live.get(path)).body.data).toEqual([]);
  });

  test('400: bounds and cursors are checked as in every list', async () => {
    for (const [params, param] of [
      [{ limit: 101 }, 'limit'],
      [{ starting_after: 'x_1' }, 'starting_after'],
      [{ nonsense: 1 }, 'nonsense'],
    ] as const) {
      const { status, body } = await merchant.test.get(path, params);
      expect([status, body.error.param]).toEqual([400, param]);
    }
  });

  test('404 resource_missing: no id finds an object', async () => {
    const { status, body } = await merchant.test.get(`${path}/x_1`);
    expect([status, body.error.code, body.error.param]).toEqual([404, 'resource_missing', 'id']);
  });

  test('the list needs a key, and a restricted key needs the permission', async () => {
    const { restricted } = absent_access[`GET ${path}`] ?? {};
    const [allowed, other] = [await merchant.restricted(restricted ?? ''), await merchant.restricted('payouts_read')];
    const outcomes = await Promise.all([null, merchant.test.publishable_key, other.key, page_key, allowed.key].map((key) => as(key, path)));
    expect(outcomes.map(({ status, code }) => [status, code])).toEqual([
      [401, 'api_key_missing'],
      [403, 'secret_key_required'],
      [403, 'permission_denied'],
      [403, 'permission_denied'],
      [200, undefined],
    ]);
  });
});

test('200: filters and expansions that the SDK declares for such a list are accepted', async () => {
  for (const query of ['financial_account=fa_1&status=posted&expand[]=data.transaction', 'received_credit=rc_1&limit=3'])
    expect([query, (await as(merchant.test.key, `/v1/treasury/credit_reversals?${query}`)).status]).toEqual([query, 200]);
});

test.each([
  ['/v1/identity/verification_sessions', 'identity'],
  ['/v1/sources', 'sources'],
  ['/v1/terminal/readers', 'terminal'],
])('404 not_in_florin_yet: POST %s creates nothing, and the message names %s', async (path, group) => {
  const { status, body } = await merchant.test.post(path, {});
  expect([status, body.error.code, body.error.message]).toEqual([
    404,
    'not_in_florin_yet',
    `Florin does not have ${group} yet: POST ${path} does nothing. See /docs for every operation.`,
  ]);
});

forEachSdk('$name: code that reads every list gets through such groups', async (sdk) => {
  const stripe = connect(sdk, service, merchant.test.key);
  expect(await stripe.terminal.readers.list().autoPagingToArray({ limit: 10 })).toEqual([]);
  expect(await stripe.identity.verificationSessions.list().autoPagingToArray({ limit: 10 })).toEqual([]);
});
