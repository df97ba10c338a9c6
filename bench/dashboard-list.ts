import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import pg from 'pg';
import { chromium, type Page } from 'playwright-core';
import { copiedOrder, copy, exemplar, openAccounts, settleAccounts } from './population.js';
import { environmentOf, startBuilt } from './service.js';

/** How many payments the list has; all of them are scrolled through. */
const payments = Number(process.argv[2] ?? 100_000);
const copy_batch = 20_000;

/** Budgets on a machine of two cores. */
const goals = { first_rows_ms: 2000, filtered_ms: 1000, frame_p95_ms: 50 } as const;

/** The folder with the socket of the embedded server. */
function hostOf(folder: string): string {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('postmaster.pid')) ?? '';
  const host = readFileSync(join(folder, name), 'utf8').split('\n')[4] ?? '';
  return isAbsolute(host) ? host : dirname(join(folder, name));
}

/** One sandbox with that many payments. */
async function fill(folder: string, port: number): Promise<string> {
  const clients = [0, 1].map(() => new pg.Client({ host: hostOf(folder), user: 'postgres', database: 'florin' }));
  const [objects, searches] = clients as [pg.Client, pg.Client];
  await Promise.all(clients.map((client) => client.connect()));
  await openAccounts(objects, 1);
  const owners = await settleAccounts([port], 1);
  const owner = owners[0];
  if (!owner) throw new Error('The bench has no account');
  const of = await exemplar(port, owner);
  for (let first = 0; first < payments; first += copy_batch)
    await copy({ objects, searches }, of, { owners, first, count: Math.min(copy_batch, payments - first) });
  await objects.query('analyze objects, searches');
  await Promise.all(clients.map((client) => client.end()));
  return owner.key;
}

/** Scrolls to the end of the list again and again until it has all rows, and answers the time of each frame. */
const scroll = `(async () => {
  const frames = [];
  let last = performance.now();
  const rows = () => Number(document.querySelector('table')?.getAttribute('aria-rowcount') ?? 0);
  while (rows() < ${payments}) {
    window.scrollTo(0, document.body.scrollHeight);
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  return frames;
})()`;

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

async function timed(what: () => Promise<unknown>): Promise<number> {
  const started_ms = performance.now();
  await what();
  return performance.now() - started_ms;
}

async function measure(page: Page, url: string, key: string): Promise<void> {
  const table = page.getByRole('table', { name: 'Payments' });
  await page.goto(`${url}/dashboard/payments`);
  await page.evaluate(`sessionStorage.setItem('florin.key', '${key}')`);
  const first_rows_ms = await timed(async () => {
    await page.reload();
    await table.waitFor();
  });
  const filtered_ms = await timed(async () => {
    await page.goto(`${url}/dashboard/payments?merchant_order_id=${copiedOrder(Math.floor(payments / 2))}`);
    await page.locator('table[aria-rowcount="1"]').waitFor();
  });
  await page.goto(`${url}/dashboard/payments`);
  await table.waitFor();
  const frames = (await page.evaluate<number[]>(scroll)).sort((one, other) => one - other);
  const rendered = await table.locator('tr[data-id]').count();
  const line = (what: string, ms: number, goal: number): string => `${what}: ${ms.toFixed(0)} ms; the goal is ${goal} ms\n`;
  process.stdout.write(line(`First rows of ${payments.toLocaleString()} payments`, first_rows_ms, goals.first_rows_ms));
  process.stdout.write(line('One payment by its order', filtered_ms, goals.filtered_ms));
  process.stdout.write(line(`95 % of ${frames.length} frames while all pages load`, at(frames, 0.95), goals.frame_p95_ms));
  process.stdout.write(
    `Median frame ${at(frames, 0.5).toFixed(0)} ms, longest ${at(frames, 1).toFixed(0)} ms; ${rendered} rows are rendered\n`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'florin-dashboard-'));
const service = await startBuilt(environmentOf(folder));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const key = await fill(folder, service.port);
  await measure(await browser.newPage(), `http://127.0.0.1:${service.port}`, key);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
