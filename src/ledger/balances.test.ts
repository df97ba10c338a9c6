import { afterAll, beforeAll, expect, test } from 'vitest';
import { funded } from '../../test/support/merchant.js';
import { startService, type TestService } from '../../test/support/service.js';
import { rowsOf } from '../../test/support/services.js';
import { audit, type invariants, rebase, rollUp } from './balances.js';

let service: TestService;
beforeAll(async () => {
  // Without a worker nothing else rolls balances up.
  service = await startService({ FLORIN_WORKER: 'off' });
  const client = await funded(service, 1000);
  await client.post('/v1/payouts', { amount: 400, currency: 'usd' });
});
afterAll(() => service.stop());

const totals = () => rowsOf<{ ledger_account: string; total: number }>(service, 'select ledger_account, total from balances order by 1');

test('entries are rolled up once, and each total is then their sum', async () => {
  expect(await rollUp(service.engine.database)).toBe(2);
  expect(await rollUp(service.engine.database)).toBe(0);
  expect(await totals()).toEqual([
    { ledger_account: 'merchant_available', total: 600 },
    { ledger_account: 'payouts_in_transit', total: 400 },
    { ledger_account: 'processor_clearing', total: -1000 },
  ]);
});

test('entries of a transaction still under way are rolled up when it has ended', async () => {
  const { database } = service.engine;
  const seen = await database.transaction(async (query) => {
    await query({ text: 'select pg_current_xact_id()', values: [] });
    await funded(service, 50);
    return rollUp(database);
  });
  expect([seen, await rollUp(database)]).toEqual([0, 1]);
});

test('an audit of a sound ledger finds nothing', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

const stored = (object: string, doc: { readonly id: string } & Readonly<Record<string, unknown>>): string =>
  `insert into objects (account, object, id, version, doc) values ('a', '${object}', '${doc.id}', 1, '${JSON.stringify(doc)}')`;

/** What would have to be wrong for each invariant to say so. */
const damages: Readonly<Partial<Record<keyof typeof invariants, string>>> = {
  'every ledger account is the sum of its entries': `update balances set total = total + 1 where ledger_account = 'payouts_in_transit'`,
  'pending funds equal the pending balance transactions': `update objects set doc = jsonb_set(doc::jsonb, '{status}', '"pending"')::json where object = 'balance_transaction'`,
  'available funds equal the available balance transactions': `update objects set doc = jsonb_set(doc::jsonb, '{net}', '7')::json where object = 'balance_transaction'`,
  'every entry explains an object': `delete from objects where object = 'payout'`,
  'captured less refunded is never below zero': stored('charge', { id: 'ch_1', amount: 10, amount_captured: 10, amount_refunded: 11 }),
  'a succeeded payment has exactly one successful charge': stored('payment_intent', { id: 'pi_1', status: 'succeeded' }),
  'filter columns say what the documents say': `update objects set status = 'paid' where object = 'payout'`,
  'every job has its subject': `insert into jobs (account, id, queue, subject, lane, due_at) values ('a', 'b', 'webhook', 'evt_0', 'we_0', now())`,
};

test.each(Object.entries(damages))('an audit finds it when not %s', async (invariant, damage) => {
  const { database } = service.engine;
  const found = database.transaction(async (query) => {
    await query({ text: damage, values: [] });
    const within = { query, transaction: <T>(work: (inner: typeof query) => Promise<T>): Promise<T> => work(auditing(query)) };
    const violations = await audit(within);
    throw Object.assign(new Error('rolled back'), { violations });
  });
  const { violations } = await found.catch((error) => error);
  expect(violations.map((each: { invariant: string }) => each.invariant)).toContain(invariant);
});

/** An audit inside the transaction that did the damage: it may not change that transaction's isolation. */
const auditing =
  (query: TestService['engine']['database']['query']): typeof query =>
  (statement) =>
    statement.text.startsWith('set transaction') ? Promise.resolve([]) : query(statement);

test('a ledger restored into another cluster, whose transaction ids are lower, neither doubles nor hides what was posted', async () => {
  const { database } = service.engine;
  const client = await funded(service, 1000);
  const available = async (): Promise<number> => (await client.get('/v1/balance')).body.available[0].amount;
  await database.transaction(async (query) => {
    await query({ text: 'alter table entries disable trigger entries_append_only', values: [] });
    await query({ text: `update entries set written_in = '500000000'::xid8`, values: [] });
    await query({ text: 'alter table entries enable trigger entries_append_only', values: [] });
    await query({ text: `update ledger_watermark set upto = '500000001'::xid8`, values: [] });
  });
  expect(await rollUp(database)).toBe(0);
  expect(await rebase(database)).toBe(true);
  expect(await rebase(database)).toBe(false);
  expect(await available()).toBe(1000);
  await client.post('/v1/test_helpers/top_ups', { amount: 50, currency: 'usd' });
  expect(await available()).toBe(1050);
  await rollUp(database);
  expect(await available()).toBe(1050);
  expect(await audit(database)).toEqual([]);
});
