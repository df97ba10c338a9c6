import { expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { eventsOf } from '../support/callers.js';
import { funded } from '../support/merchant.js';
import { rowsOf, runOf } from '../support/reports.js';
import { type Client, card } from '../support/service.js';

const service = await auditedService();

const pay = async (client: Client, amount: number, more: object = {}): Promise<Record<string, string>> =>
  (await client.post('/v1/payment_intents', { amount, currency: 'usd', confirm: true, payment_method_data: card(), ...more })).body;

const soon = (): number => Math.floor(service.now() / 1000);
const interval = (): object => ({ interval_start: soon() - 86_400, interval_end: soon() });

/** Moves the clock on, so that an interval that ends now has all that was created. */
const later = (): void => service.advance(2000);

test('a report is pending, then a file that the same key downloads', async () => {
  const client = service.client();
  await pay(client, 2000);
  later();
  const run = await runOf(service, client, 'balance.summary.1', interval());
  expect(run).toMatchObject({
    object: 'reporting.report_run',
    error: null,
    livemode: false,
    progress: 100,
    report_type: 'balance.summary.1',
    status: 'succeeded',
    result: { object: 'file', purpose: 'finance_report_run', type: 'csv', filename: `${run.id}.csv` },
  });
  const { pathname } = new URL(run.result.url);
  const { status, text, headers } = await client.get(pathname);
  expect([status, headers.get('content-type'), Number(headers.get('content-length'))]).toEqual([
    200,
    'text/csv; charset=utf-8',
    run.result.size,
  ]);
  const net = (await client.get('/v1/balance_transactions')).body.data[0].net;
  const [head, ...rows] = text.trimEnd().split('\n');
  expect(head).toBe('category,description,net_amount,currency');
  expect(rows.map((row) => row.split(',')).map(([category, , amount, currency]) => [category, amount, currency])).toEqual([
    ['starting_balance', '0.00', 'usd'],
    ['activity', (net / 100).toFixed(2), 'usd'],
    ['payouts', '0.00', 'usd'],
    ['ending_balance', (net / 100).toFixed(2), 'usd'],
  ]);
  expect(await eventsOf(client, run.id as string)).toEqual(['reporting.report_run.succeeded']);
  expect((await client.get(`/v1/files/${run.result.id}`)).body.purpose).toBe('finance_report_run');
  expect((await service.client().get(pathname)).status).toBe(404);
});

test('an itemized report has the chosen columns in their order, with metadata, and no formulas', async () => {
  const client = service.client();
  const { body: customer } = await client.post('/v1/customers', { name: '=HYPERLINK("http://x")', email: 'jo@example.com' });
  const intent = await pay(client, 1999, { customer: customer.id, description: 'Two, please', metadata: { order: '7' } });
  const { body: refund } = await client.post('/v1/refunds', { payment_intent: intent.id, amount: 500, metadata: { why: '+size' } });
  later();
  const columns: string[] = [
    'reporting_category',
    'gross',
    'customer_name',
    'customer_email',
    'payment_metadata[order]',
    'refund_metadata[why]',
    'charge_id',
    'source_id',
    'card_brand',
  ];
  const rows = await rowsOf(service, client, 'balance_change_from_activity.itemized.3', { ...interval(), columns });
  const charge = intent.latest_charge;
  const of_payment = {
    customer_name: `'=HYPERLINK("http://x")`,
    customer_email: 'jo@example.com',
    'payment_metadata[order]': '7',
    charge_id: charge,
    card_brand: 'visa',
  };
  expect(rows).toEqual([
    { reporting_category: 'charge', gross: '19.99', 'refund_metadata[why]': '', source_id: charge, ...of_payment },
    { reporting_category: 'refund', gross: '-5.00', 'refund_metadata[why]': "'+size", source_id: refund.id, ...of_payment },
  ]);
  expect(Object.keys(rows[0] ?? {})).toEqual(columns);
});

test('times are of the time zone that was asked for', async () => {
  const client = service.client();
  await pay(client, 2000);
  const { created } = (await client.get('/v1/balance_transactions')).body.data[0];
  later();
  const [row] = await rowsOf(service, client, 'balance_change_from_activity.itemized.3', {
    ...interval(),
    timezone: 'Asia/Kathmandu',
    columns: ['created', 'created_utc'],
  });
  const said = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
  expect(row).toEqual({ created: said(created + 20_700), created_utc: said(created) });
});

test('a summary adds up by category and currency, and filters choose one of them', async () => {
  const client = await funded(service, 9000);
  await pay(client, 2000);
  await pay(client, 300, { currency: 'jpy' });
  await client.post('/v1/payouts', { amount: 1500, currency: 'usd' });
  later();
  const rows = await rowsOf(service, client, 'balance_change_from_activity.summary.1', interval());
  expect(rows.map(({ reporting_category, currency, count, gross }) => [reporting_category, currency, count, gross])).toEqual([
    ['charge', 'jpy', '1', '300'],
    ['total', 'jpy', '1', '300'],
    ['charge', 'usd', '1', '20.00'],
    ['topup', 'usd', '1', '90.00'],
    ['total', 'usd', '2', '110.00'],
  ]);
  const [payout, total] = await rowsOf(service, client, 'payouts.summary.1', { ...interval(), currency: 'usd' });
  expect([payout?.reporting_category, payout?.net, total?.net]).toEqual(['payout', '-15.00', '-15.00']);
  const [only, ...more] = await rowsOf(service, client, 'balance_change_from_activity.itemized.3', {
    ...interval(),
    reporting_category: 'topup',
  });
  expect([only?.gross, more]).toEqual(['90.00', []]);
  const [paid] = await rowsOf(service, client, 'payouts.itemized.3', interval());
  expect(paid).toMatchObject({
    gross: '-15.00',
    payout_type: 'bank_account',
    reporting_category: 'payout',
    payout_id: expect.stringMatching(/^po_/),
  });
});

test('fees are itemized and added up', async () => {
  const client = service.client();
  await pay(client, 10_000);
  later();
  const { fee } = (await client.get('/v1/balance_transactions')).body.data[0];
  const [row] = await rowsOf(service, client, 'fees.summary.1', interval());
  const [item] = await rowsOf(service, client, 'fees.itemized.1', interval());
  expect(row).toEqual({ fee_type: 'stripe_fee', currency: 'usd', count: '1', amount: (fee / 100).toFixed(2) });
  expect(item).toMatchObject({ fee_type: 'stripe_fee', amount: row?.amount });
});

test.each([
  ['an unknown type', 'balances', {}, 'report_type', 'resource_missing'],
  ['a missing interval', 'balance.summary.1', {}, 'parameters[interval_end]', 'parameter_missing'],
  [
    'an interval that ends in the future',
    'ending_balance_reconciliation.itemized.4',
    { interval_end: 4e9 },
    'parameters[interval_end]',
    'parameter_invalid',
  ],
  [
    'an interval that ends before it starts',
    'balance.summary.1',
    { interval_start: 9, interval_end: 8 },
    'parameters[interval_start]',
    'parameter_invalid',
  ],
  [
    'a parameter of another type',
    'balance.summary.1',
    { interval_start: 1, interval_end: 8, payout: 'po_1' },
    'parameters[payout]',
    'parameter_unknown',
  ],
  [
    'an unknown column',
    'balance.summary.1',
    { interval_start: 1, interval_end: 8, columns: ['gross'] },
    'parameters[columns]',
    'parameter_invalid',
  ],
  [
    'a column twice',
    'balance.summary.1',
    { interval_start: 1, interval_end: 8, columns: ['currency', 'currency'] },
    'parameters[columns]',
    'parameter_invalid',
  ],
  [
    'an unknown time zone',
    'balance.summary.1',
    { interval_start: 1, interval_end: 8, timezone: 'Mars/Base' },
    'parameters[timezone]',
    'parameter_invalid',
  ],
  ['a payout that does not exist', 'payout_reconciliation.by_id.itemized.4', { payout: 'po_1' }, 'parameters[payout]', 'resource_missing'],
  [
    'a connected account that does not exist',
    'connected_account_balance.summary.1',
    { interval_start: 1, interval_end: 8, connected_account: 'acct_1' },
    'parameters[connected_account]',
    'resource_missing',
  ],
])('400: %s is refused', async (_, report_type, parameters, param, code) => {
  const { status, body } = await service.client().post('/v1/reporting/report_runs', { report_type, parameters });
  expect([status, body.error?.param, body.error?.code]).toEqual([400, param, code]);
});

test('report types name their default columns', async () => {
  const client = service.client();
  const { body } = await client.get('/v1/reporting/report_types');
  const type = await client.get('/v1/reporting/report_types/balance.summary.1');
  expect(body.data).toContainEqual({ ...type.body, data_available_end: expect.any(Number) });
  expect(type.body).toMatchObject({
    object: 'reporting.report_type',
    version: 1,
    default_columns: ['category', 'description', 'net_amount', 'currency'],
  });
  expect((await client.get('/v1/reporting/report_types/balances')).status).toBe(404);
});

test('no file with the purpose of a report can be uploaded', async () => {
  const form = new FormData();
  form.set('purpose', 'finance_report_run');
  form.set('file', new Blob(['a,b']), 'a.csv');
  const client = service.client();
  const authorization = `Bearer ${client.key}`;
  const answer = await fetch(`${service.url}/v1/files`, { method: 'POST', headers: { authorization }, body: form });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'purpose' } }]);
});
