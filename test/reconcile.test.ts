import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { program } from './support/built.js';
import { urlOf } from './support/database.js';
import { accountOf, funded } from './support/merchant.js';
import { paid } from './support/payments.js';
import { made } from './support/populate.js';
import { type Client, ringText, startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

let service: TestService;
let database_url: string;
let folder: string;
beforeAll(async () => {
  service = await startService();
  const [row] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
  database_url = urlOf(inject('template_url'), row?.name ?? '');
  folder = mkdtempSync(join(tmpdir(), 'florin-reconcile-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Done = { readonly code: number; readonly said: string; readonly complained: string };

/** Runs the command on a report of these lines. */
const reconcile = (lines: readonly string[], ...options: readonly string[]): Promise<Done> =>
  new Promise((done) => {
    const file = join(folder, 'report.csv');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const env = { ...process.env, DATABASE_URL: database_url, FLORIN_VAULT_KEYS: ringText(), LOG_LEVEL: 'silent' };
    const given = ['reconcile', file, '--processor', 'sandbox', ...options];
    execFile(process.execPath, [program, ...given], { env }, (failure, stdout, stderr) =>
      done({ code: failure ? Number(failure.code) : 0, said: stdout.trim(), complained: stderr.trim() }),
    );
  });

const stripe_head = 'balance_transaction_id,charge_id,payment_intent_id,source_id,reporting_category,currency,gross,fee,net';
const stripeLine = (reference: string, category: string, gross: string, fee = '0.00', currency = 'usd'): string =>
  `txn_1,${reference},,,${category},${currency},${gross},${fee},`;

/** The processor's id of a payment's charge. */
async function referenceOf(client: Client, intent: { readonly latest_charge: string }): Promise<string> {
  const [row] = await rowsOf<{ reference: string }>(
    service,
    `select doc #>> '{processor,reference}' as reference from objects where object = 'charge' and id = $1`,
    (await client.get(`/v1/charges/${intent.latest_charge}`)).body.id,
  );
  return row?.reference ?? '';
}

/** A merchant with two payments, of which the second one was refunded in two parts. */
async function openShop() {
  const client = service.client();
  const [first, second] = [await paid(client), await paid(client)];
  for (const amount of [300, 200]) await made(client, '/v1/refunds', { payment_intent: second.id, amount });
  const [one, other] = [await referenceOf(client, first), await referenceOf(client, second)];
  return { client, first, second, one, other, account: await accountOf(client) };
}

test('a report that says what the ledger says is matched, with its fees', async () => {
  const { one, other, account } = await openShop();
  const lines = [
    stripe_head,
    stripeLine(one, 'charge', '20.00', '0.88'),
    stripeLine(other, 'charge', '20.00', '0.88'),
    stripeLine(other, 'refund', '-3.00'),
    stripeLine(other, 'refund', '-2.00'),
    stripeLine('', 'payout', '-33.24'),
  ];
  const { code, said, complained } = await reconcile(lines, '--account', account, '--json');
  expect([code, complained]).toEqual([0, '']);
  expect(JSON.parse(said)).toMatchObject({ matched: 3, different: 0, not_in_ledger: 0, not_in_report: 0, items: [] });
  expect(JSON.parse(said).totals).toMatchObject([
    { kind: 'charge', currency: 'usd', reported: 4000, posted: 4000, fees: 176 },
    { kind: 'refund', currency: 'usd', reported: -500, posted: -500, fees: 0 },
  ]);
});

test('what is different, or missing on either side, is listed, written to a file, and makes the exit code 1', async () => {
  const { first, one, other, account } = await openShop();
  const lines = [
    stripe_head,
    stripeLine(one, 'charge', '19.00'),
    stripeLine(other, 'refund', '-5.00'),
    stripeLine('ch_elsewhere', 'charge', '7.00'),
  ];
  const items = join(folder, 'items.csv');
  const { code, said } = await reconcile(lines, '--account', account, '--items', items);
  expect(code).toBe(1);
  expect(said.split('\n')[0]).toBe('sandbox: 1 matched, 1 different, 1 not in the ledger, 1 not in the report.');
  expect(said).toContain(`different      charge ${one} on line 2: reported 19.00 USD, in the ledger 20.00 USD`);
  const written = readFileSync(items, 'utf8').split('\n');
  expect(written).toContain(`different,charge,usd,${one},${account}_test,${first.latest_charge},2,1900,2000,0`);
  expect(written).toContain('not_in_ledger,charge,usd,ch_elsewhere,,,4,700,,0');
  expect(written.filter((line) => line.startsWith('not_in_report,charge'))).toHaveLength(1);
  expect(written.filter((line) => line.startsWith('matched'))).toEqual([]);
});

test('what was posted outside the interval is not missing in the report, and is matched where it is in it', async () => {
  const { one, account } = await openShop();
  const before = ['--from', '2020-01-01', '--to', '2020-02-01'];
  const { code, said } = await reconcile([stripe_head, stripeLine(one, 'charge', '20.00')], '--account', account, ...before, '--json');
  expect([code, JSON.parse(said)]).toMatchObject([0, { matched: 1, not_in_report: 0 }]);
});

test('the layout of Adyen has its amounts in two columns and its fee in four', async () => {
  const { one, other, account } = await openShop();
  const head = `Psp Reference,Modification Reference,Type,Gross Currency,Gross Debit (GC),Gross Credit (GC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC)`;
  const lines = [
    head,
    `${one},,Settled,USD,,20.00,0.10,0.02,0.03,0.20`,
    `${other},,Settled,USD,,20.00,0.10,0.02,0.03,0.20`,
    `${other},m1,Refunded,USD,5.00,,,,,`,
    ',,MerchantPayout,USD,35.00,,,,,',
  ];
  const { code, said } = await reconcile(lines, '--layout', 'adyen', '--account', account, '--json');
  expect([code, JSON.parse(said)]).toMatchObject([
    0,
    {
      matched: 3,
      totals: [
        { kind: 'charge', fees: 70 },
        { kind: 'refund', reported: -500 },
      ],
    },
  ]);
});

describe('a layout in a file', () => {
  const layoutOf = (layout: unknown): string => {
    const path = join(folder, 'layout.json');
    writeFileSync(path, typeof layout === 'string' ? layout : JSON.stringify(layout));
    return path;
  };
  const layout = {
    delimiter: ';',
    reference: ['ref'],
    kind: { column: 'what', values: { sale: 'charge', fee: null } },
    currency: 'cur',
    amount: 'cents',
    units: 'minor',
  };

  test('names the columns, the delimiter and the units', async () => {
    const { one, account } = await openShop();
    const lines = ['ref;what;cur;cents', `${one};sale;usd;2000`, 'x;fee;usd;-30', 'y;unheard;usd;1'];
    const { said } = await reconcile(lines, '--layout', layoutOf(layout), '--account', account, '--json');
    expect(JSON.parse(said)).toMatchObject({ matched: 1, not_in_ledger: 0 });
  });

  test.each([
    [['ref;what;cur', 'a;sale;usd'], layout, 'has no column cents'],
    [['ref;what;cur;cents', 'a;sale;usd;1.5'], layout, 'Line 2, cents: 1.5 is not an amount of USD'],
    [['ref;what;cur;cents', 'a;sale;zzz;15'], layout, 'Line 2, cur: zzz is not a currency'],
    [['ref;what;cur;cents', ';sale;usd;15'], layout, 'Line 2 has no ref'],
    [['ref;what;cur;cents', 'a;sale'], layout, 'is not CSV'],
    [['ref'], { ...layout, kind: { column: 'what', values: { sale: 'sold' } } }, 'kind.values.sale'],
    [['ref'], '{', 'layout.json is not JSON'],
  ])('with a mistake in it or in the report is refused, and the message names the place: %j', async (lines, given, message) => {
    const { code, complained } = await reconcile(lines, '--layout', layoutOf(given));
    expect([code, complained]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a bank statement', () => {
  const day_ms = 86_400_000;

  /** A merchant with two payouts of 6.00 and 4.00 that the bank has paid. */
  async function paidOut() {
    const client = await funded(service, 1000);
    const ids: string[] = [];
    for (const amount of [600, 400]) ids.push((await made(client, '/v1/payouts', { amount, currency: 'usd' })).id);
    service.advance(10 * day_ms);
    for (const id of ids) await service.until(async () => (await client.get(`/v1/payouts/${id}`)).body.status === 'paid');
    return { ids, account: await accountOf(client) };
  }

  const camt = (...entries: readonly string[]): string[] => [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
    ...entries,
    '</Stmt></BkToCstmrStmt></Document>',
  ];
  const entry = (amount: string, direction: string, details: string, status = '<Sts><Cd>BOOK</Cd></Sts>'): string =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}${details}</Ntry>`;
  const details = (...transactions: readonly string[]): string =>
    `<NtryDtls>${transactions.map((each) => `<TxDtls>${each}</TxDtls>`).join('')}</NtryDtls>`;
  const endToEnd = (id: string): string => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`;
  const bank = ['--layout', 'camt053'];

  test('matches payouts by their ids, which a bank writes without an underscore or in the remittance information', async () => {
    const { ids, account } = await paidOut();
    const [one = '', other = ''] = ids;
    const lines = camt(
      entry('6.00', 'DBIT', details(endToEnd(one.replace('_', '-')))),
      entry(
        '4.00',
        'DBIT',
        details(`${endToEnd('NOTPROVIDED')}<RmtInf><Ustrd>PAYOUT ${other.replace('_', '')} MAY</Ustrd></RmtInf>`),
        '<Sts>BOOK</Sts>',
      ),
      entry('9.00', 'DBIT', details(endToEnd('pending')), '<Sts><Cd>PDNG</Cd></Sts>'),
      entry('80.00', 'CRDT', details(endToEnd('a settlement'))),
    );
    const { code, said, complained } = await reconcile(lines, ...bank, '--account', account, '--json');
    expect([code, complained]).toEqual([0, '']);
    expect(JSON.parse(said)).toMatchObject({ matched: 2, different: 0, not_in_ledger: 0, not_in_report: 0, items: [] });
    expect(JSON.parse(said).totals).toMatchObject([{ kind: 'payout', currency: 'usd', reported: -1000, posted: -1000 }]);
  });

  test('of a booking with several transactions each counts, and a transfer that came back is a return', async () => {
    const { ids, account } = await paidOut();
    const [one = '', other = ''] = ids;
    const amountOf = (amount: string): string => `<Amt Ccy="USD">${amount}</Amt>`;
    const lines = camt(
      entry('10.50', 'DBIT', details(`${endToEnd(one)}${amountOf('6.00')}`, `${endToEnd(other)}${amountOf('4.50')}`)),
      entry('6.00', 'CRDT', details(`${endToEnd(one)}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`)),
      entry('3.30', 'DBIT', '<AcctSvcrRef>monthly fee</AcctSvcrRef>'),
    );
    const { code, said } = await reconcile(lines, ...bank, '--account', account, '--json');
    const { items, ...counts } = JSON.parse(said);
    expect([code, counts]).toMatchObject([1, { matched: 1, different: 1, not_in_ledger: 2, not_in_report: 0 }]);
    expect(items).toMatchObject([
      { outcome: 'different', kind: 'payout', object: other, reported: -450, posted: -400 },
      { outcome: 'not_in_ledger', kind: 'payout_return', reference: one, reported: 600, posted: null },
      { outcome: 'not_in_ledger', kind: 'payout', reference: 'monthly fee', reported: -330, posted: null },
    ]);
  });

  test.each([
    [['<a>'], 'is not XML'],
    [['<a/>'], 'has no element BkToCstmrStmt'],
    [camt(entry('1.005', 'DBIT', '')), 'Line 3, Amt: 1.005 is not an amount of USD'],
    [camt('<Ntry><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts></Ntry>'), 'Line 3: the booking has no Amt'],
    [camt(entry('9.00', 'DBIT', details(endToEnd('a'), endToEnd('b')))), 'Line 3: the transaction has no Amt'],
  ])('with a mistake is refused, and the message names the place: %j', async (lines, message) => {
    const { code, complained } = await reconcile(lines, ...bank);
    expect([code, complained]).toEqual([2, expect.stringContaining(message)]);
  });
});
