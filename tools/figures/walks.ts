import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'undici';
import { environmentOf, startBuilt } from '../../bench/service.js';

/** What one request runs through: source files, and functions in them. */
export type Walk = { readonly name: string; readonly files: number; readonly functions: number };

type Range = { readonly startOffset: number; readonly count: number };
type Covered = { readonly url: string; readonly functions: readonly { functionName: string; ranges: readonly Range[] }[] };
type Call = (method: string, params?: object) => Promise<{ readonly result?: readonly Covered[] }>;
type Post = (path: string, params?: Readonly<Record<string, string>>) => Promise<{ readonly id: string; readonly url?: string }>;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** The inspector of a running process. */
async function inspector(port: number): Promise<{ readonly call: Call; readonly close: () => void }> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (result: { result?: readonly Covered[] }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let calls = 0;
  const call: Call = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  return { call, close: () => socket.close() };
}

/** The source file of each place in a built file: esbuild names it in a comment of its own line before the code. */
function sourcesIn(url: string): (offset: number) => string {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const marks = [...text.matchAll(/^\/\/ (src\/\S+)$/gm)].map(({ index, 1: file = '' }) => ({ index, file }));
  return (offset) => marks.findLast(({ index }) => index <= offset)?.file ?? url;
}

/** Counts what ran while something was done. */
async function walked(name: string, call: Call, request: () => Promise<unknown>): Promise<Walk> {
  await call('Profiler.takePreciseCoverage');
  await request();
  const { result = [] } = await call('Profiler.takePreciseCoverage');
  const ran = result
    .filter(({ url }) => /\/dist\//.test(url) && !/node_modules/.test(url))
    .flatMap(({ url, functions }) => {
      const sourceAt = sourcesIn(url);
      return functions.flatMap(({ functionName, ranges: [range] }) =>
        functionName !== '' && range && range.count > 0 ? [sourceAt(range.startOffset)] : [],
      );
    });
  return { name, files: new Set(ran).size, functions: ran.length };
}

/** Walks of one warm confirm, one renewal and one paid checkout, through the service as built. */
export async function walks(): Promise<Walk[]> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-figures-'));
  const port = await freePort();
  const service = await startBuilt({ ...environmentOf(folder), NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const base = `http://127.0.0.1:${service.port}`;
  const post: Post = async (path, params = {}) => {
    const headers = { authorization: 'Bearer sk_test_figures' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: new URLSearchParams(params) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; url?: string };
  };
  const { call, close } = await inspector(port);
  try {
    await call('Profiler.enable');
    await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return [await confirmWalk(call, post), await renewalWalk(call, post), await checkoutWalk(call, post)];
  } finally {
    close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const warm_times = 5;

async function confirmWalk(call: Call, post: Post): Promise<Walk> {
  const intent = () => post('/v1/payment_intents', { amount: '2000', currency: 'usd', payment_method: 'pm_card_visa' });
  const confirm = async ({ id }: { id: string }) => post(`/v1/payment_intents/${id}/confirm`);
  for (let warm = 0; warm < warm_times; warm++) await confirm(await intent());
  const last = await intent();
  return walked('one warm confirm', call, () => confirm(last));
}

async function renewalWalk(call: Call, post: Post): Promise<Walk> {
  const customer = await post('/v1/customers', {
    payment_method: 'pm_card_visa',
    'invoice_settings[default_payment_method]': 'pm_card_visa',
  });
  const price = await post('/v1/prices', {
    currency: 'usd',
    unit_amount: '2000',
    'recurring[interval]': 'month',
    'product_data[name]': 'Tea',
  });
  await post('/v1/subscriptions', { customer: customer.id, 'items[0][price]': price.id });
  const in_a_month = Math.floor(Date.now() / 1000) + 32 * 86_400;
  return walked('one renewal', call, () => post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: String(in_a_month) }));
}

async function checkoutWalk(call: Call, post: Post): Promise<Walk> {
  const session = await post('/v1/checkout/sessions', {
    mode: 'payment',
    success_url: 'http://127.0.0.1/done',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '2000',
    'line_items[0][price_data][product_data][name]': 'Tea',
    'line_items[0][quantity]': '1',
  });
  return walked('one checkout page', call, () => fetch(session.url ?? ''));
}
