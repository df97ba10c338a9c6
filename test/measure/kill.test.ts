import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, test } from 'vitest';
import { repeats } from '../support/campaign.js';
import { administer, queryIn, urlOf } from '../support/database.js';
import { type Client, clientOf } from '../support/service.js';
import { until } from '../support/trial.js';
import { columns } from './groups.js';

const root = resolve(import.meta.dirname, '../..');

type Killable = { readonly client: Client; readonly child: ChildProcess; readonly ended: Promise<unknown> };

/** A process with the measure's groups that dies at the points named, as by kill -9. */
async function start(database_url: string, key: string, environment: NodeJS.ProcessEnv): Promise<Killable> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/measure/process.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: database_url, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  const url = await new Promise<string>((found) => {
    createInterface(child.stdout as NodeJS.ReadableStream).on('line', (line) => found(line.replace('API ', '')));
  });
  return { client: clientOf(url, key), child, ended };
}

const day = 86_400;

/** Three periods of a subscription. */
const periods = 3;

test.each([
  ['one write', 'on'],
  ['two writes', 'off'],
])('a renewal that is killed again and again on the road of %s bills every period once and collects it once', async (_, road) => {
  const name = `test_measure_${randomBytes(6).toString('hex')}`;
  const template_url = inject('template_url');
  await administer(template_url, `create database ${name} template template`);
  const database_url = urlOf(template_url, name);
  await queryIn(database_url, columns);
  const key = `sk_test_${randomBytes(12).toString('hex')}`;
  // What is left behind is taken over after a hundredth of the usual time.
  const quiet = { FLORIN_ONE_WRITE: road, FLORIN_TIME_SCALE: '0.01' };
  const first = await start(database_url, key, quiet);
  const { client } = first;
  const customer = (await client.post('/v1/customers', { payment_method: 'pm_card_visa' })).body.id;
  const product = (await client.post('/v1/products', { name: 'Tea' })).body.id;
  const price = (await client.post('/v1/prices', { currency: 'usd', interval_days: 30, product, unit_amount: 1000 })).body.id;
  const methods = (await client.get(`/v1/customers/${customer}/payment_methods`)).body.data;
  await client.post(`/v1/customers/${customer}`, { invoice_settings: { default_payment_method: methods[0].id } });
  const subscription = (await client.post('/v1/subscriptions', { customer, items: [{ price, quantity: 2 }] })).body;
  first.child.kill('SIGKILL');
  const target = subscription.created + periods * 30 * day + 7200;
  const deadly = {
    ...quiet,
    FLORIN_FAILPOINTS:
      'before_commit:crash:0.1,after_commit_before_response:crash:0.1,after_ask_stored:crash:0.2,after_processor:crash:0.1',
  };
  for (let killed = 0, kills = repeats('measure_kills'); killed < kills; killed++) {
    const { client: dying, child, ended } = await start(database_url, key, deadly);
    const moved = dying.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: target }).catch(() => null);
    await Promise.race([moved, ended]);
    child.kill('SIGKILL');
    await ended;
  }
  const last = await start(database_url, key, quiet);
  await last.client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: target });
  const paid = `select from objects where object = 'invoice' and doc ->> 'status' = 'paid'`;
  await until(async () => (await queryIn(database_url, paid)).length === periods);
  await until(async () => (await queryIn(database_url, `select from jobs where queue = 'ask'`)).length === 0);
  const member = (name: string): string => `doc ->> '${name}' as ${name}`;
  const text = `select ${['number', 'status', 'amount_paid'].map(member)} from objects where object = 'invoice' order by doc ->> 'number'`;
  const bills = await queryIn(database_url, text);
  expect(bills.map(({ number, status, amount_paid }) => [number, status, Number(amount_paid)])).toEqual(
    Array.from({ length: periods }, (_, place) => [`INV-${place + 1}`, 'paid', 2000]),
  );
  const charges = (await last.client.get('/v1/charges', { limit: 100 })).body.data as { status: string }[];
  expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(periods);
  last.child.kill('SIGKILL');
  await last.ended;
  await administer(template_url, `drop database if exists ${name} with (force)`);
});
