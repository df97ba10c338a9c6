import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from './support/service.js';

let it: TestService;
beforeAll(async () => {
  it = await startService({ FLORIN_WORKER: 'false', LOG_LEVEL: 'warn' });
});
afterAll(() => it.stop());

type Walk = { readonly files: ReadonlySet<string>; readonly functions: number };

/** What of ours one request runs through, counted by the engine of the language itself. */
async function walked(session: Session, request: () => Promise<unknown>): Promise<Walk> {
  await session.post('Profiler.takePreciseCoverage');
  await request();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ours = result.filter(({ url }) => /\/src\/(?!.*\.test\.ts)/.test(url));
  const ran = ours.map(({ url, functions }) => ({
    file: url.replace(/.*\/src\//, ''),
    functions: functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0).length,
  }));
  const files = ran.filter(({ functions }) => functions > 0);
  return { files: new Set(files.map(({ file }) => file)), functions: files.reduce((sum, { functions }) => sum + functions, 0) };
}

/** Services of other files run in this process too, and work by themselves: of so many walks one meets none of that. */
const walks_taken = 16;

test('a warm confirm runs through at most 95 files and 380 functions of ours', async () => {
  const client = it.client();
  const intents: string[] = [];
  for (let made = 0; made < 8 + walks_taken; made++)
    intents.push((await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method: 'pm_card_visa' })).body.id);
  const confirm = async () => {
    const { body } = await client.post(`/v1/payment_intents/${intents.pop()}/confirm`);
    expect(body.status).toBe('succeeded');
  };
  for (let warm = 0; warm < 8; warm++) await confirm();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const walks: Walk[] = [];
  while (walks.length < walks_taken) walks.push(await walked(session, confirm));
  session.disconnect();
  // Whatever else this process does meanwhile is counted too, so the one that met the least of it tells.
  const { files, functions } = walks.reduce((least, each) => (each.functions < least.functions ? each : least));
  process.stdout.write(`one warm confirm: ${files.size} files, ${functions} functions\n${[...files].sort().join('\n')}\n`);
  // Fewer would mean that nothing was counted.
  expect(files.size).toBeGreaterThan(10);
  expect(files.size).toBeLessThanOrEqual(95);
  expect(functions).toBeLessThanOrEqual(380);
});
