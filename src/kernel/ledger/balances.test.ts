import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { must } from '../../../test/support/billing.js';
import { connected } from '../../../test/support/connect.js';
import { urlOf } from '../../../test/support/database.js';
import { cardOf } from '../../../test/support/issued.js';
import { fund, network, used } from '../../../test/support/issuing.js';
import { accountOf, funded, topUp } from '../../../test/support/merchant.js';
import { refundOf } from '../../../test/support/money-back.js';
import { paid } from '../../../test/support/payments.js';
import { type Client, startService, type TestService } from '../../../test/support/service.js';
import { rowsOf } from '../../../test/support/services.js';
import { settledCharge } from '../../../test/support/settled.js';
import { openDatabase } from '../storage/database.js';
import { audit, invariants, rebase, rollUp } from './balances.js';

let service: TestService;
beforeAll(async () => {
  // Without a worker nothing else rolls up balances.
  service = await startService({ FLORIN_WORKER: 'off' });
  const client = await funded(service, 1000);
  await client.post('/v1/payouts', { amount: 400, currency: 'usd' });
});
afterAll(() => service.stop());

const totals = () => rowsOf<{ ledger_account: string; total: number }>(service, 'select ledger_account, total from balances order by 1');

/** Other transactions on this server delay the roll-up: true when no transaction with an entry is still running. */
const othersAreOver = () =>
  service.until(async () => {
    const text = 'select not exists (select from entries where written_in >= pg_snapshot_xmin(pg_current_snapshot())) as are_over';
    const [row] = await rowsOf<{ are_over: boolean }>(service, text);
    return row?.are_over === true;
  });

test('entries are rolled up once, and each total then equals their sum', async () => {
  await othersAreOver();
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
  await othersAreOver();
  expect([seen, await rollUp(database)]).toEqual([0, 1]);
});

test('an audit of a consistent ledger finds nothing', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

type Kind =
  | 'account'
  | 'authorization'
  | 'captured'
  | 'charge'
  | 'conversion'
  | 'customer'
  | 'given'
  | 'hold'
  | 'intent'
  | 'invoice'
  | 'kept'
  | 'issuing_dispute'
  | 'payout'
  | 'refund'
  | 'settled'
  | 'subscription'
  | 'topup'
  | 'transaction'
  | 'transfer';
type Objects = Readonly<Record<Kind, string>>;

/** A merchant with an object of every kind that moves money. */
async function objectsOf(): Promise<Objects> {
  const client = service.client();
  const topup = await topUp(client, 500);
  const intent = await paid(client);
  const refund = await refundOf(client, intent, { amount: 50 });
  const { body: payout } = await client.post('/v1/payouts', { amount: 100, currency: 'usd' });
  const conversion = await convertedPayout(client);
  const { body: hold } = await client.post('/v1/charges', { amount: 900, currency: 'usd', source: 'tok_visa', capture: false });
  await client.post('/v1/refunds', { charge: hold.id });
  const { id: customer } = (await client.post('/v1/customers')).body;
  const sent = { amount: 300, currency: 'usd' };
  const { id: transfer } = (await client.post(`/v1/test_helpers/customers/${customer}/fund_cash_balance`, sent)).body;
  await client.post('/v1/invoiceitems', { customer, amount: 700, currency: 'usd' });
  const { id: invoice } = (await client.post('/v1/invoices', { customer, pending_invoice_items_behavior: 'include' })).body;
  await client.post(`/v1/invoices/${invoice}/finalize`);
  const account = `${await accountOf(client)}_test`;
  const subscription = await subscribed(client);
  const shared = await sharedBy(client);
  // Rolled-up totals are checked against entries.
  await othersAreOver();
  await rollUp(service.engine.database);
  const issued = await boughtWithCards(client);
  const of_charge = { charge: intent.latest_charge, hold: hold.id, intent: intent.id, refund: refund.id };
  const settled = await settledCharge(client);
  return {
    ...of_charge,
    settled,
    ...shared,
    ...issued,
    account,
    conversion,
    customer,
    invoice,
    payout: payout.id,
    subscription,
    topup,
    transfer,
  };
}

/** A payment for a connected account, and funds transferred to it: a part of each was returned. */
async function sharedBy(client: Client): Promise<Pick<Objects, 'given' | 'kept'>> {
  const { id: destination } = await connected(client);
  const of_account = { transfer_data: { destination }, application_fee_amount: 200 };
  const intent = await paid(client, of_account);
  await client.post('/v1/refunds', { payment_intent: intent.id, amount: 100, reverse_transfer: true, refund_application_fee: true });
  const { application_fee: kept } = (await client.get(`/v1/charges/${intent.latest_charge}`)).body;
  const { id: given } = (await client.post('/v1/transfers', { amount: 100, currency: 'usd', destination })).body;
  await client.post(`/v1/transfers/${given}/reversals`, { amount: 30 });
  return { given, kept };
}

/** A held purchase, and one that was captured and disputed. */
async function boughtWithCards(client: Client) {
  await fund(client, 1000);
  const of = { client, card: (await cardOf(client)).id };
  const { id: authorization } = await used(of, { amount: 300 });
  const { id: captured } = await used(of, { amount: 200 });
  const { id: transaction } = (await must(network(of, `authorizations/${captured}/capture`))).transactions[0];
  const evidence = { reason: 'fraudulent', fraudulent: { explanation: 'winning_evidence' } };
  const { id: issuing_dispute } = await must(client.post('/v1/issuing/disputes', { transaction, evidence }));
  await must(client.post(`/v1/issuing/disputes/${issuing_dispute}/submit`));
  return { authorization, captured, transaction, issuing_dispute };
}

async function convertedPayout(client: Client): Promise<string> {
  await topUp(client, 500, 'eur');
  return (await client.post('/v1/payouts', { source_currency: 'eur', payment_currency: 'usd', source_amount: 300 })).body.id;
}

async function subscribed(client: Client): Promise<string> {
  const { id: product } = (await client.post('/v1/products', { name: 'Tea' })).body;
  const recurring = { interval: 'month' };
  const { id: price } = (await client.post('/v1/prices', { product, currency: 'usd', unit_amount: 1000, recurring })).body;
  const { id: customer } = (await client.post('/v1/customers', { payment_method: 'pm_card_visa' })).body;
  return (await client.post('/v1/subscriptions', { customer, items: [{ price }] })).body.id;
}

type Damage = {
  /** A deliberately corrupted row, which bypasses all checks of the service. */
  readonly by: (objects: Objects) => string;
  /** The object or text that the audit must report. */
  readonly names: keyof Objects | string;
};

const changed = (id: string, member: string, value: string): string =>
  `update objects set doc = jsonb_set(doc::jsonb, '{${member}}', '${value}')::json where id = '${id}'`;

const entry = (account: string, movement: string, source: string): string =>
  `insert into entries (account, id, movement, debit, credit, currency, amount, source, posted_at)
    values ('${account}', 'entry_0', '${movement}', 'processor_clearing', 'merchant_available', 'usd', 7, '${source}', now())`;

/** A corruption for each invariant. */
const damages: Readonly<Record<keyof typeof invariants, Damage>> = {
  'the ledger watermark is of this cluster': { by: () => `update ledger_watermark set cluster = 'elsewhere'`, names: 'elsewhere' },
  'every ledger account is the sum of its entries': {
    by: ({ account }) => `update balances set total = total + 1 where account = '${account}' and ledger_account = 'payouts_in_transit'`,
    names: 'account',
  },
  'ledger accounts sum to zero per account and currency': {
    by: ({ account }) => `delete from balances where account = '${account}' and ledger_account = 'platform_fees'`,
    names: 'account',
  },
  'every entry is a movement of the allow-list': { by: ({ account, topup }) => entry(account, 'found', topup), names: 'topup' },
  'every object has moved the amount of its status': { by: ({ payout }) => changed(payout, 'status', '"paid"'), names: 'payout' },
  'every object has moved the sum of its balance transactions': {
    by: ({ refund }) => `delete from objects where object = 'balance_transaction' and source = '${refund}'`,
    names: 'refund',
  },
  'pending funds equal the pending balance transactions': {
    by: ({ charge }) => `delete from objects where object = 'balance_transaction' and source = '${charge}'`,
    names: 'account',
  },
  'available funds equal the available balance transactions': {
    by: ({ topup }) =>
      `update objects set doc = jsonb_set(doc::jsonb, '{net}', '7')::json where object = 'balance_transaction' and source = '${topup}'`,
    names: 'account',
  },
  'customers have moved the sum of their cash transactions': {
    by: ({ transfer }) => changed(transfer, 'net_amount', '7'),
    names: 'transfer',
  },
  'cash balances are the sums of their transactions': {
    by: ({ customer }) =>
      `update objects set doc = jsonb_set(doc::jsonb, '{available,usd}', '7')::json where object = 'cash_balance' and doc ->> 'customer' = '${customer}'`,
    names: 'customer',
  },
  'balances of customers are the sums of their transactions': {
    by: ({ customer }) => changed(customer, 'balance', '7'),
    names: 'customer',
  },
  'every conversion has moved both its amounts': {
    by: ({ conversion }) => changed(conversion, 'source_amount', '299'),
    names: 'conversion',
  },
  'converted charges have no fee and no transfer': {
    by: ({ settled }) => changed(settled, 'application_fee', '"fee_1"'),
    names: 'settled',
  },
  'converted amounts match their rates': {
    by: ({ conversion }) => changed(conversion, 'exchange_rate', '1.01'),
    names: 'conversion',
  },
  'lines and shipping of invoices less discounts plus taxes are their totals': {
    by: ({ invoice }) => changed(invoice, 'total', '7'),
    names: 'invoice',
  },
  'totals of invoices are due, credited or in the balances of customers': {
    by: ({ invoice }) => changed(invoice, 'ending_balance', '7'),
    names: 'invoice',
  },
  'amounts due of invoices are paid or remain': { by: ({ invoice }) => changed(invoice, 'amount_remaining', '7'), names: 'invoice' },
  'amounts paid of invoices are the sums of their payments': {
    by: ({ invoice }) => changed(invoice, 'amount_overpaid', '7'),
    names: 'invoice',
  },
  'succeeded payments of invoices are counted as paid': {
    by: ({ invoice }) =>
      `update objects set doc = jsonb_set(doc::jsonb, '{status}', '"succeeded"')::json, status = 'succeeded' where object = 'payment_intent' and doc ->> 'invoice' = '${invoice}'`,
    names: 'invoice',
  },
  'every running subscription has a renewal timer': {
    by: ({ subscription }) => `delete from jobs where id like '${subscription} renew %'`,
    names: 'subscription',
  },
  'transfers between accounts sum to zero per currency': {
    by: ({ given }) => `delete from entries where source = '${given}'`,
    names: 'usd',
  },
  'every transfer and every fee has moved its amount': { by: ({ given }) => changed(given, 'amount', '7'), names: 'given' },
  'every transfer has been reversed by the sum of its reversals': {
    by: ({ given }) => changed(given, 'amount_reversed', '7'),
    names: 'given',
  },
  'every fee has been refunded by the sum of its refunds': { by: ({ kept }) => changed(kept, 'amount_refunded', '7'), names: 'kept' },
  'funds of issued cards equal their balance transactions': {
    by: ({ authorization }) => `delete from objects where object = 'balance_transaction' and source = '${authorization}'`,
    names: 'account',
  },
  'open authorizations hold their amounts, and closed ones nothing': {
    by: ({ authorization }) => changed(authorization, 'amount_held', '1'),
    names: 'authorization',
  },
  'transactions of issued cards have moved their amounts': {
    by: ({ transaction }) => changed(transaction, 'amount', '-1'),
    names: 'transaction',
  },
  'won disputes of issued cards have returned their amounts': {
    by: ({ issuing_dispute }) => `update objects set status = 'lost' where id = '${issuing_dispute}'`,
    names: 'issuing_dispute',
  },
  'no transaction of an issued card is refunded above its amount': {
    by: ({ transaction }) => changed(transaction, 'refunded', '9999'),
    names: 'transaction',
  },
  'no authorization is refunded above its captured amount': {
    by: ({ issuing_dispute }) => changed(issuing_dispute, 'amount', '9999'),
    names: 'captured',
  },
  'every entry has an object as its source': { by: ({ refund }) => `delete from objects where id = '${refund}'`, names: 'refund' },
  'captured less refunded is never below zero': { by: ({ refund }) => changed(refund, 'amount', '9999'), names: 'charge' },
  'a refunded authorization was voided in full, and once': { by: ({ hold }) => changed(hold, 'amount_refunded', '899'), names: 'hold' },
  'a succeeded payment has exactly one successful charge': {
    by: ({ charge }) => changed(charge, 'status', '"failed"'),
    names: 'intent',
  },
  'filter columns equal the members of documents': {
    by: ({ payout }) => `update objects set status = 'paid' where id = '${payout}'`,
    names: 'payout',
  },
  'every job has its subject': {
    by: ({ account }) =>
      `insert into jobs (account, id, queue, subject, lane, due_at) values ('${account}', 'evt_0 we_0', 'webhook', 'evt_0', 'we_0', now())`,
    names: 'evt_0 we_0',
  },
};

const broken = Object.entries(damages);

const isName = (name: string, objects: Objects): name is keyof Objects => Object.hasOwn(objects, name);

test('there is a damage for every invariant, so that each of them can fail', () => {
  expect(broken.map(([name]) => name).sort()).toEqual(Object.keys(invariants).sort());
});

test.each(broken)('an audit finds a violation of "%s", and names the object', async (invariant, { by, names }) => {
  const { database } = service.engine;
  const objects = await objectsOf();
  const found = database.transaction(async (query) => {
    // No trigger or foreign key stops a user with the database's own password.
    await query({ text: 'set local session_replication_role = replica', values: [] });
    await query({ text: by(objects), values: [] });
    const within = { query, transaction: <T>(work: (inner: typeof query) => Promise<T>): Promise<T> => work(auditing(query)) };
    const violations = await audit(within);
    throw Object.assign(new Error('rolled back'), { violations });
  });
  const { violations } = await found.catch((error) => error);
  const said = violations?.find((each: { invariant: string }) => each.invariant === invariant);
  expect(JSON.stringify(said?.rows ?? [])).toContain(isName(names, objects) ? objects[names] : names);
});

test('two charges for one payment are found, by the payment and by its entries', async () => {
  const { charge, intent, account } = await objectsOf();
  const { database } = service.engine;
  const found = database.transaction(async (query) => {
    const twin = `insert into objects (account, object, id, version, doc, payment_intent, status)
      select account, object, 'ch_twin', 1, jsonb_set(doc::jsonb, '{id}', '"ch_twin"')::json, payment_intent, status from objects where id = '${charge}'`;
    await query({ text: twin, values: [] });
    const within = { query, transaction: <T>(work: (inner: typeof query) => Promise<T>): Promise<T> => work(auditing(query)) };
    throw Object.assign(new Error('rolled back'), { violations: await audit(within) });
  });
  const { violations } = await found.catch((error) => error);
  const rows = new Map(violations.map((each: { invariant: string; rows: object[] }) => [each.invariant, each.rows]));
  expect(rows.get('a succeeded payment has exactly one successful charge')).toEqual([{ account, id: intent, charges: 2 }]);
  expect(rows.get('every object has moved the amount of its status')).toMatchObject([{ id: 'ch_twin', expected: 2000, moved: 0 }]);
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
  expect((await audit(database)).map(({ invariant }) => invariant)).toContain('the ledger watermark is of this cluster');
  expect(await rebase(database)).toBe(true);
  expect(await rebase(database)).toBe(false);
  expect(await available()).toBe(1000);
  await client.post('/v1/test_helpers/top_ups', { amount: 50, currency: 'usd' });
  expect(await available()).toBe(1050);
  await rollUp(database);
  expect(await available()).toBe(1050);
  expect(await audit(database)).toEqual([]);
});

/** A restored dump: rolled-up entries and others, with transaction ids that mean nothing here. */
const restoredFrom = (cluster: string, upto: string): Promise<void> =>
  service.engine.database.transaction(async (query) => {
    const texts = [
      'alter table entries disable trigger entries_append_only',
      `update entries set written_in = '500000000'::xid8`,
      'alter table entries enable trigger entries_append_only',
      `update ledger_watermark set cluster = '${cluster}', upto = ${upto}`,
    ];
    for (const text of texts) await query({ text, values: [] });
  });

test.each([
  ['whose ids are in the future', `'500000001'::xid8`],
  ['whose watermark was passed before a check', `pg_current_xact_id()`],
])('the roll-up notices a ledger restored under a running service, %s, and rebases it', async (_, upto) => {
  const { database } = service.engine;
  const client = await funded(service, 1000);
  await rollUp(database);
  await restoredFrom('another', upto);
  await client.post('/v1/test_helpers/top_ups', { amount: 50, currency: 'usd' });
  expect(await rollUp(database)).toBe('rebased');
  expect((await client.get('/v1/balance')).body.available[0].amount).toBe(1050);
  await client.post('/v1/payouts', { amount: 1050, currency: 'usd' });
  await rollUp(database);
  expect((await client.get('/v1/balance')).body.available[0].amount).toBe(0);
  expect(await audit(database)).toEqual([]);
});

test('a ledger of this cluster is not rebased when its watermark moves concurrently', async () => {
  const { database } = service.engine;
  const client = await funded(service, 10);
  const answers = await Promise.all(Array.from({ length: 4 }, () => Promise.all([rebase(database), rollUp(database), topUp(client, 5)])));
  expect(answers.flatMap(([rebased, rolled]) => [rebased, rolled === 'rebased']).filter(Boolean)).toEqual([]);
  expect(await audit(database)).toEqual([]);
});

test('a role without the right to change entries can rebase a restored ledger', async () => {
  const { database } = service.engine;
  const [{ name = '' } = {}] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
  const texts = [
    'create role ledger_serving login',
    'grant select, insert, update, delete on all tables in schema public to ledger_serving',
    'revoke update, delete on entries from ledger_serving',
  ];
  for (const text of texts) await rowsOf(service, text);
  const url = urlOf(inject('template_url'), name).replace('user=postgres', 'user=ledger_serving');
  const serving = openDatabase({ url, connections: 1, log: () => {} });
  await restoredFrom('another', `'500000001'::xid8`);
  expect(await rollUp(serving)).toBe('rebased');
  await expect(serving.query({ text: 'update entries set amount = 1', values: [] })).rejects.toThrow('permission denied');
  expect(await audit(database)).toEqual([]);
  await serving.close();
  for (const text of ['drop owned by ledger_serving', 'drop role ledger_serving']) await rowsOf(service, text);
});
