import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic } from '../support/requests.js';
import { type Running, startProcess } from '../support/running.js';

let folder: string;
let running: Running;
beforeAll(async () => {
  folder = mkdtempSync('/tmp/florin-stop-');
  running = await startProcess(folder);
});
afterAll(() => {
  running.kill();
  rmSync(folder, { recursive: true, force: true });
});

type Outcome = { readonly status: number | null; readonly error: string | null; readonly closes: boolean };

/** One request of a client that keeps its connections, as servers' clients do. */
const ask = (agent: Agent, count: number): Promise<Outcome> =>
  new Promise((resolve) => {
    const headers = { authorization: basic('sk_test_stopping1'), 'content-type': 'application/json' };
    const asked = request(`${running.url}/v1/customers`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, error: null, closes: response.headers.connection === 'close' }));
      response.on('error', ({ message }) => resolve({ status: null, error: message, closes: false }));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve({ status: null, error: error.code ?? error.message, closes: false }));
    asked.end(JSON.stringify({ name: `Customer ${count}` }));
  });

test('a stop breaks no request in flight, and the process exits', async () => {
  const agent = new Agent({ keepAlive: true });
  const outcomes: Outcome[] = [];
  // A client that learns that the connection closes goes elsewhere, as a balancer does.
  const client = async (): Promise<void> => {
    for (let is_closing = false; !is_closing; ) {
      const outcome = await ask(agent, outcomes.length);
      outcomes.push(outcome);
      is_closing = outcome.closes || outcome.status === null;
      if (outcomes.length === 50) running.stop();
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  expect(await running.ended).toBe(0);
  expect(outcomes.length).toBeGreaterThan(50);
  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  expect(outcomes.filter(({ closes }) => closes)).toHaveLength(8);
});

test('every answered write exists after the next start', async () => {
  running = await startProcess(folder);
  const response = await fetch(`${running.url}/v1/customers?limit=100`, { headers: { authorization: basic('sk_test_stopping1') } });
  expect(response.status).toBe(200);
  expect(((await response.json()) as { data: object[] }).data.length).toBeGreaterThan(49);
  expect(await running.stop('SIGINT')).toBe(0);
});

test('a start with several invalid settings ends at once and names them all', async () => {
  const failed = await startProcess(folder, { PORT: 'x', FLORIN_TIME_SCALE: '-1', PUBLIC_URL: 'nowhere' }).catch(
    (error: Error) => error.message,
  );
  for (const setting of ['PORT', 'FLORIN_TIME_SCALE', 'PUBLIC_URL']) expect(failed).toContain(setting);
  expect(failed).not.toMatch(/\n\s+at /);
});
