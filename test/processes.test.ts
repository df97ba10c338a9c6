import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { survive } from './support/crashes.js';
import { type Running, startProcess } from './support/running.js';
import { clientOf } from './support/service.js';
import { clearAway, serverRuns, temporaryFolder, until } from './support/trial.js';

afterAll(clearAway);

const three = { FLORIN_PROCESSES: '3' };

/** The processes that serve; the embedded server is a child of the first process too. */
const serving = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && commandOf(child).includes('florin.js'))
    .map(Number);

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Each request has its own connection, so that all processes get some. */
const apart = { headers: { connection: 'close' } };

const countIn = (metrics: string, series: string): number =>
  Number(new RegExp(`^${series.replace(/[{}"]/g, '\\$&')} (\\d+)`, 'm').exec(metrics)?.[1] ?? Number.NaN);

const metricsOf = async ({ url }: Running): Promise<string> => (await fetch(`${url}/metrics`, apart)).text();

const customers = 'florin_http_server_requests_total{group="customers",status="200"}';

test('three processes serve one port, any of them shows the metrics of all, and a stop ends all', async () => {
  const directory = join(temporaryFolder(), 'data');
  const running = await startProcess(directory, three);
  const client = clientOf(running.url, 'sk_test_together');
  for (let number = 0; number < 12; number++) expect((await client.post('/v1/customers', {}, apart)).status).toBe(200);
  for (let asked = 0; asked < 3; asked++) {
    const metrics = await metricsOf(running);
    expect([countIn(metrics, 'florin_processes'), countIn(metrics, customers)]).toEqual([3, 12]);
  }
  expect(await running.stop()).toBe(0);
  expect(serving(process.pid)).toEqual([]);
  expect(serverRuns(directory)).toBe(false);
});

test('a killed process is replaced, and counters do not fall by its end', async () => {
  const running = await startProcess(join(temporaryFolder(), 'data'), three);
  const client = clientOf(running.url, 'sk_test_replaced');
  for (let number = 0; number < 9; number++) await client.post('/v1/customers', {}, apart);
  expect(countIn(await metricsOf(running), customers)).toBe(9);
  const [killed = 0] = serving(running.pid);
  process.kill(killed, 'SIGKILL');
  await until(
    async () => countIn(await metricsOf(running).catch(() => ''), 'florin_processes') === 3 && !serving(running.pid).includes(killed),
  );
  expect(countIn(await metricsOf(running), customers)).toBe(9);
  expect(await running.stop()).toBe(0);
});

test('a process that cannot start ends the command with its message, and leaves none running', async () => {
  const directory = join(temporaryFolder(), 'data');
  const running = await startProcess(directory, three);
  await expect(startProcess(directory, { ...three, PORT: new URL(running.url).port })).rejects.toThrow(/is in use/);
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  await running.stop();
});

test('kills of single processes under load lose nothing and double nothing', async () => {
  await survive(three, async ({ service, load }) => {
    const running = await service.up();
    const { pid } = running;
    let kills = 0;
    const scrape = async (): Promise<void> => {
      while (kills < 6) await metricsOf(running).catch(() => '');
    };
    const work = Promise.all([load.run(6, () => kills === 6), scrape(), scrape()]);
    for (; kills < 6; kills++) {
      const enough = load.answered() + 60;
      await until(() => load.answered() >= enough);
      const [killed] = serving(pid);
      if (killed !== undefined) process.kill(killed, 'SIGKILL');
    }
    await work;
    expect(service.ends()).toBe(0);
  });
}, 300_000);

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets the running requests of all processes finish', async (signal) => {
  const directory = join(temporaryFolder(), 'data');
  const running = await startProcess(directory, three);
  const client = clientOf(running.url, 'sk_test_stopped');
  await client.get('/v1/customers');
  const under_way = Array.from({ length: 40 }, (_, place) => client.post('/v1/customers', { name: `Jo ${place}` }));
  const ended = running.stop(signal);
  expect((await Promise.all(under_way)).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  expect(await ended).toBe(0);
  expect(serverRuns(directory)).toBe(false);
});
