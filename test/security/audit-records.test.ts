import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addKey, endKey, listKeys } from '../../src/api/keys/keys.js';
import { privileged } from '../../src/resources/access.js';
import { as } from '../support/connect.js';
import { openMerchant } from '../support/keyholders.js';
import { memberWithSession } from '../support/members.js';
import { funded } from '../support/merchant.js';
import { paid } from '../support/payments.js';
import { pathWith, routes } from '../support/routes.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';
import { tester } from '../support/tester.js';

let service: TestService;
let client: Client;
let account: string;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startService();
  client = await funded(service, 50_000);
  account = (await client.get('/v1/account')).body.id;
  ids = await objectsOf(client);
});
afterAll(() => service.stop());

/** The objects of the privileged operations, one of each kind. */
async function objectsOf(of: Client): Promise<Readonly<Record<string, string>>> {
  const { latest_charge: charge } = await paid(of);
  const made = async (path: string, params: object): Promise<string> => (await of.post(path, { ...params })).body.id;
  return {
    account,
    connected_account: await made('/v1/accounts', { type: 'express' }),
    charge,
    bank_account: (await of.get(`/v1/accounts/${account}/external_accounts`)).body.data[0].id,
    payout: await made('/v1/payouts', { amount: 100, currency: 'usd' }),
    routing_rule: await made('/v1/routing_rules', { processors: ['sandbox'] }),
    refund: await made('/v1/refunds', { charge, amount: 100 }),
    ...(await memberWithSession(service, of)),
    webhook_endpoint: await made('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/x', enabled_events: ['*'] }),
  };
}

/** The required parameters of the routes that create an object. */
const params: Readonly<Record<string, () => object>> = {
  'POST /v1/refunds': () => ({ charge: ids.charge, amount: 100 }),
  'POST /v1/routing_rules': () => ({ processors: ['sandbox'] }),
  'POST /v1/payouts': () => ({ amount: 100, currency: 'usd' }),
  'POST /v1/members': () => ({ email: 'jo@example.com', role: 'support' }),
  'POST /v1/webhook_endpoints': () => ({ url: 'http://127.0.0.1:9/y', enabled_events: ['*'] }),
};

type Record_ = { id: string; action: string; actor: string; from: string; outcome: string; request: string; subject: string | null };

const requestOf = ({ headers }: Answer): string => headers.get('request-id') ?? '';

const recordsNow = async (of: Client = client, filters: object = {}, of_account: string | null = null): Promise<Record_[]> =>
  (await of.get('/v1/audit_records', { limit: 100, ...filters }, of_account ? as(of_account) : {})).body.data;

/** The records of a request, once there is one: a refusal is recorded after its answer. */
const recordsOf = (answer: Answer, of: Client = client, of_account: string | null = null): Promise<Record_[]> =>
  service.until(async () => {
    const found = (await recordsNow(of, {}, of_account)).filter(({ request }) => request === requestOf(answer));
    return found.length > 0 && found;
  });

const keyIdOf = async (key: Client): Promise<string> =>
  (await listKeys(service.engine, null)).find(({ hint, kind }) => hint === key.key.slice(-4) && kind !== 'publishable')?.id ?? '';

const of_privilege = routes.filter(({ access }) => privileged.has(access.restricted) || access.privileged);

/** An operation for a connected account is recorded in that account, with the key of the platform. */
const accountIn = (path: string): string | null => /^\/v1\/accounts\/(acct_\w+)/.exec(path)?.[1] ?? null;

/** The operations whose subject is the account: they concern its sandbox as a whole. */
const of_sandbox = ['POST /v1/test_helpers/reset', 'POST /v1/test_helpers/snapshots'];

test.each(of_privilege.map((routed) => [routed.route, routed] as const))(
  '%s leaves one record with the caller, the address and the outcome',
  async (route, routed) => {
    const path = pathWith(routed, ids);
    const caller = of_sandbox.includes(route) ? await funded(service, 100) : client;
    const answer = routed.method === 'DELETE' ? await caller.del(path) : await caller.post(path, { ...params[route]?.() });
    const records = await recordsOf(answer, caller, accountIn(path));
    const outcome = answer.status < 400 ? 'succeeded' : 'refused';
    const changed = of_sandbox.includes(route) ? (await caller.get('/v1/account')).body.id : answer.body.id;
    const subject = answer.status < 400 ? changed : null;
    const who = { actor: await keyIdOf(caller), actor_type: 'secret', from: '127.0.0.1' };
    expect(records).toEqual([expect.objectContaining({ action: route, ...who, outcome, subject, livemode: false })]);
  },
);

test('every change of refunds, routing rules, fees, transfers, credit notes, issued cards, payouts, endpoints, accounts and whole sandboxes is privileged', () => {
  const of_groups = routes.filter(
    ({ method, path }) =>
      method !== 'GET' &&
      /^\/v1\/(test_helpers\/)?(account_links|account_sessions|accounts|application_fees|balance_settings|beneficiaries|credit_notes|issuing\/(card(?!s\/:id\/test)|personalization_designs|tokens)|members|member_sessions|payouts|refunds|reset|routing_rules|snapshots|transfers|webhook_endpoints)/.test(
        path,
      ),
  );
  expect(of_groups.map(({ route }) => route).sort()).toEqual(of_privilege.map(({ route }) => route).sort());
});

test('an operation that is not privileged leaves no record', async () => {
  const answer = await client.post('/v1/customers', { name: 'Jo' });
  const after = await client.post('/v1/payouts', { amount: 100, currency: 'usd' });
  await recordsOf(after);
  expect((await recordsNow()).filter(({ request }) => request === requestOf(answer))).toEqual([]);
});

test('a record is stored in the transaction of its operation, and in the same statement', async () => {
  const { body, ...answer } = await client.post('/v1/payouts', { amount: 100, currency: 'usd' });
  const [record] = await recordsOf({ body, ...answer });
  const [same] = await rowsOf<{ same: boolean }>(
    service,
    'select record.xmin = object.xmin and record.cmin = object.cmin as same from audit_records record, objects object where record.id = $1 and object.id = $2',
    record?.id,
    body.id,
  );
  expect(same?.same).toBe(true);
});

test('a replay leaves no second record, and a refusal stored under a key is recorded once', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await client.post('/v1/payouts', { amount: 100, currency: 'usd' }, { headers });
  const again = await client.post('/v1/payouts', { amount: 100, currency: 'usd' }, { headers });
  expect(again.text).toBe(first.text);
  const kept = { 'idempotency-key': 'refused' };
  const refused = await client.post('/v1/payouts', { amount: 99_999_999, currency: 'usd' }, { headers: kept });
  expect(refused.body.error.code).toBe('balance_insufficient');
  expect(await recordsOf(refused)).toEqual([expect.objectContaining({ outcome: 'refused' })]);
  expect(await recordsOf(first)).toHaveLength(1);
  expect((await recordsNow()).filter(({ request }) => request === requestOf(again))).toEqual([]);
});

test('a caller without the permission is recorded as refused, with the key', async () => {
  const merchant = await openMerchant(service);
  const reader = await merchant.restricted('refunds_read');
  const answer = await reader.post('/v1/refunds', { charge: 'ch_x' });
  expect(answer.status).toBe(403);
  const [record] = await recordsOf(answer, merchant.test);
  expect(record).toMatchObject({ actor: await keyIdOf(reader), actor_type: 'restricted', outcome: 'refused', action: 'POST /v1/refunds' });
});

test('two hundred concurrent refused attempts leave two hundred records, one each', async () => {
  const own = await funded(service, 100);
  const answers = await Promise.all(Array.from({ length: 200 }, () => own.post('/v1/payouts/po_nope/cancel')));
  await service.until(async () => {
    const { rows } = {
      rows: await rowsOf<{ count: string }>(
        service,
        `select count(distinct doc ->> 'request') as count from audit_records where action = 'POST /v1/payouts/:id/cancel' and outcome = 'refused'`,
      ),
    };
    return Number(rows[0]?.count) >= answers.length;
  });
});

describe('the list', () => {
  test('lists records of the caller’s account and mode, newest first, by action, actor, outcome and subject', async () => {
    const stranger = await funded(service, 1000);
    const records = await recordsNow();
    expect(records.map(({ id }) => id)).toEqual(
      records
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    expect((await recordsNow(stranger)).filter(({ id }) => records.some((each) => each.id === id))).toEqual([]);
    for (const [name, value] of [
      ['action', 'POST /v1/payouts'],
      ['actor', await keyIdOf(client)],
      ['outcome', 'refused'],
      ['subject', ids.refund],
    ] as const) {
      const found = await recordsNow(client, { [name]: value });
      expect(found.length).toBeGreaterThan(0);
      expect(found.every((each) => each[name] === value)).toBe(true);
    }
  });

  test('is filtered by real time, wherever the clock of the sandbox is', async () => {
    const own = await funded(service, 1000);
    const now = (await own.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;
    await own.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: now + 86_400 });
    await recordsOf(await own.post('/v1/payouts', { amount: 100, currency: 'usd' }), own);
    const since = async (moment: number): Promise<number> => (await recordsNow(own, { 'created[gte]': moment })).length;
    expect([await since(now - 60), await since(now + 3600)]).toEqual([2, 0]);
  });

  test('403 permission_denied: no restricted key reads it, whatever its permissions', async () => {
    const merchant = await openMerchant(service);
    const all = [...new Set(routes.flatMap(({ access: { restricted } }) => restricted ?? []))];
    const { status, body } = await (await merchant.restricted(...all)).get('/v1/audit_records');
    expect([status, body.error.code]).toEqual([403, 'permission_denied']);
    expect(body.error.message).toContain('secret key');
  });
});

describe('operations outside the API', () => {
  test('opening a sandbox, an account, a key, and revoking it are recorded', async () => {
    const merchant = await openMerchant(service);
    const opened = await recordsNow(client, { subject: account });
    expect(opened).toContainEqual(expect.objectContaining({ action: 'open a sandbox', actor_type: 'sandbox', from: '127.0.0.1' }));
    expect(JSON.stringify(opened)).not.toContain(client.key);
    const key = { key: `rk_test_${'x'.repeat(24)}`, kind: 'restricted', permissions: [], name: 'Reader' } as const;
    await addKey(service.engine, merchant.account, false, key, tester(service.engine));
    const [added] = await listKeys(service.engine, merchant.account);
    await endKey(service.engine, added?.id ?? '', service.now(), tester(service.engine));
    const done = (await recordsNow(merchant.test)).map(({ subject }) => subject);
    expect(done).toEqual([added?.id, added?.id, merchant.account]);
  });

  test('revoking an unknown key leaves no record', async () => {
    const count = async (): Promise<unknown> => rowsOf(service, `select count(*) from audit_records where subject = 'key_nope'`);
    const before = await count();
    expect(await endKey(service.engine, 'key_nope', service.now(), tester(service.engine))).toBeNull();
    expect(await count()).toEqual(before);
  });
});
