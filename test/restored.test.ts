import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { releaseDeliveries } from '../src/kernel/storage/home.js';
import { checkup } from '../src/service/commands/checkup.js';
import { readConfig } from '../src/service/config.js';
import { administer, urlOf } from './support/database.js';
import { endpointAt } from './support/deliveries.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { type Client, clientOf, serve, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

const template_url = inject('template_url');
const started: { readonly stop: () => Promise<void> }[] = [];
const databases: string[] = [];
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
  for (const name of databases.splice(0)) await administer(template_url, `drop database if exists ${name} with (force)`);
});
afterAll(() => receiver.stop());

/** A process on the database with this name. */
async function start(name: string, environment: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await serve(urlOf(template_url, name), environment);
  started.push(service);
  return service;
}

/** A database made from another one: equal to a restored dump. */
async function copyOf(original: string): Promise<string> {
  const name = `test_restored_${process.pid}_${randomBytes(4).toString('hex')}`;
  databases.push(name);
  await administer(template_url, `create database ${name} template ${original}`);
  return name;
}

/** A service that has delivered one event, stopped, with another one waiting. */
async function original(path: string): Promise<{ readonly name: string; readonly client: (service: TestService) => Client }> {
  const name = await copyOf('template');
  const service = await start(name);
  const client = service.client();
  await endpointAt(client, receiver.url(path), ['customer.created']);
  await client.post('/v1/customers', { name: 'delivered' });
  await service.until(async () => receiver.at(path).length === 1);
  await stop(service);
  const quiet = await start(name, { FLORIN_WORKER: 'off' });
  await clientOf(quiet.url, client.key).post('/v1/customers', { name: 'waiting' });
  await stop(quiet);
  return { name, client: ({ url }) => clientOf(url, client.key) };
}

async function stop(service: TestService): Promise<void> {
  started.splice(started.indexOf(service), 1);
  await service.stop();
}

const namesAt = (path: string): string[] => receiver.at(path).map(({ body }) => JSON.parse(body).data.object.name);
const isTold = ({ lines }: TestService): boolean => lines.some((line) => line.includes('messages to customers are held'));
const held = (service: TestService): Promise<unknown> => service.until(async () => isTold(service));

test('a copy delivers nothing until it is enabled, and says so', async () => {
  const { name, client } = await original('/dump');
  const copy = await start(await copyOf(name));
  await held(copy);
  await client(copy).post('/v1/customers', { name: 'in the copy' });
  expect(await releaseDeliveries(copy.engine.database, null, false)).toEqual({ deliveries: 2, messages: 0 });
  expect(namesAt('/dump')).toEqual(['delivered']);
  copy.advance(10_000);
  await copy.until(async () => receiver.at('/dump').length === 3);
  expect(namesAt('/dump').sort()).toEqual(['delivered', 'in the copy', 'waiting']);
});

test('waiting deliveries of a copy can be dropped, so that it delivers only later events', async () => {
  const { name, client } = await original('/discarded');
  const copy = await start(await copyOf(name));
  await held(copy);
  expect(await releaseDeliveries(copy.engine.database, null, true)).toEqual({ deliveries: 1, messages: 0 });
  copy.advance(10_000);
  await client(copy).post('/v1/customers', { name: 'afterwards' });
  await copy.until(async () => receiver.at('/discarded').length === 2);
  expect(namesAt('/discarded')).toEqual(['delivered', 'afterwards']);
});

test('waiting mails are held in a copy as well, and dropped with the deliveries', async () => {
  const { name } = await original('/mailed');
  const copy = await start(await copyOf(name));
  await held(copy);
  for (const account of ['acct_1', 'acct_1_test'])
    await rowsOf(
      copy,
      `insert into jobs (account, id, queue, subject, lane, due_at) values ($1, 'mail evt_1', 'mail', 'evt_1', $1, now())`,
      account,
    );
  expect(await releaseDeliveries(copy.engine.database, null, true)).toEqual({ deliveries: 1, messages: 2 });
  expect(await rowsOf(copy, `select from jobs where queue in ('mail', 'webhook')`)).toEqual([]);
});

test('the same database continues automatically after a stop, and after a standby has taken over', async () => {
  const { name, client } = await original('/same');
  const again = await start(name);
  await again.until(async () => receiver.at('/same').length === 2);
  await rowsOf(again, `update home set timeline = '00000000'`);
  again.advance(10_000);
  await client(again).post('/v1/customers', { name: 'after the failover' });
  await again.until(async () => receiver.at('/same').length === 3);
  expect(isTold(again)).toBe(false);
});

test('a database recovered from a backup holds deliveries, also under a running process', async () => {
  const { name, client } = await original('/recovered');
  const again = await start(name);
  await again.until(async () => receiver.at('/recovered').length === 2);
  await rowsOf(again, `update home set timeline = '00000000', seen_at = now() - interval '1 hour'`);
  again.advance(10_000);
  await held(again);
  await client(again).post('/v1/customers', { name: 'not yet' });
  await releaseDeliveries(again.engine.database, null, false);
  expect(receiver.at('/recovered')).toHaveLength(2);
  again.advance(10_000);
  await again.until(async () => receiver.at('/recovered').length === 3);
});

test('a database at a site of another name holds deliveries at once, and shows it to operators until they are released', async () => {
  const { name, client } = await original('/sites');
  const here = await start(name, { FLORIN_SITE: 'zurich' });
  await here.until(async () => receiver.at('/sites').length === 2);
  await stop(here);
  const copy = await start(name, { FLORIN_SITE: 'test bed' });
  await held(copy);
  await client(copy).post('/v1/customers', { name: 'in the copy' });
  const metrics = async (): Promise<string> => (await fetch(`${copy.url}/metrics`)).text();
  expect(await metrics()).toContain('florin_deliveries_held 1');
  const patient = { engine: copy.engine, config: readConfig({}), url: urlOf(template_url, name) };
  const ofDeliveries = async (): Promise<unknown> => (await checkup(patient)).find(({ name: of }) => of === 'deliveries');
  expect(await ofDeliveries()).toMatchObject({ is_well: false, said: expect.stringContaining('florin deliveries release') });
  copy.advance(3_600_000);
  await copy.until(async () => copy.lines.filter((line) => line.includes('messages to customers are held')).length === 2);
  expect(receiver.at('/sites')).toHaveLength(2);
  await releaseDeliveries(copy.engine.database, 'test bed', false);
  copy.advance(10_000);
  await copy.until(async () => receiver.at('/sites').length === 3);
  expect(await metrics()).toContain('florin_deliveries_held 0');
  expect(await ofDeliveries()).toMatchObject({ is_well: true });
});

test('a database at a site of the same name delivers, wherever and whenever it returns', async () => {
  const { name, client } = await original('/same-site');
  const here = await start(name, { FLORIN_SITE: 'zurich' });
  await here.until(async () => receiver.at('/same-site').length === 2);
  await rowsOf(here, `update home set timeline = '00000000', cluster = 'another', seen_at = now() - interval '1 hour'`);
  here.advance(10_000);
  await client(here).post('/v1/customers', { name: 'after the move' });
  await here.until(async () => receiver.at('/same-site').length === 3);
  expect(isTold(here)).toBe(false);
  expect(here.lines.some((line) => line.includes('moved within its site'))).toBe(true);
});
