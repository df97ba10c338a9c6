import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/service/embedded-postgres/embedded-postgres.js';
import { program } from './support/built.js';
import { queryIn } from './support/database.js';
import { room } from './support/room.js';
import { type Running, startProcess } from './support/running.js';
import { clientOf } from './support/service.js';

const page = readFileSync(resolve(import.meta.dirname, '../docs/operate.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
const lines = blocks('sh').flatMap((text) => text.trim().split('\n'));
/** The commands of the page: lines of its blocks, and `florin …` within sentences. */
const commands = [...lines, ...[...page.matchAll(/`(florin [^`]+)`/g)].map(([, text = '']) => text)];

/** Commands of programs that other tests run, or that need another machine. */
const elsewhere: readonly RegExp[] = [
  /^DATABASE_URL=/, // test/failover.test.ts, test/tls.test.ts
  /^florin start --processes /, // test/processes.test.ts
  /^patronictl /, // test/patroni.test.ts
  /^pgbackrest /, // test/pgbackrest.test.ts
  /^(systemd-analyze|systemctl) /, // test/systemd.test.ts
  /^(kubectl|helm) /, // test/chart.test.ts
];

const root = mkdtempSync(join(room, 'florin-operate-'));
const ran = new Set<string>();
const password = randomBytes(8).toString('hex');
let server: EmbeddedPostgres;
let process_: Running | undefined;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ directory: join(root, 'data'), database: 'postgres', log: () => {} });
  const bin = join(root, 'bin');
  mkdirSync(bin);
  symlinkSync(program, join(bin, 'florin'));
  environment = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    DATABASE_URL: as('florin_owner', 'florin'),
    FLORIN_VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    FLORIN_SITE: 'production',
    LOG_LEVEL: 'warn',
  };
});
afterAll(async () => {
  await process_?.stop();
  await server?.stop();
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The URL of a database for a role. */
const as = (role: string, database: string): string =>
  server.url.replace(/\/postgres(\?|$)/, `/${database}$1`).replace('user=postgres', `user=${role}`);

/** The statements of the page's nth block of SQL, with a password. */
const statements = (at: number): string[] =>
  (blocks('sql')[at] ?? '')
    .replaceAll("'...'", `'${password}'`)
    .replace(/--.*$/gm, '')
    .split(';')
    .map((text) => text.trim())
    .filter(Boolean);

type Ended = { readonly code: number; readonly said: string };

/** Runs a command exactly as the page has it. */
function run(command: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
  expect(commands).toContain(command);
  ran.add(command);
  return new Promise((done) =>
    execFile('sh', ['-c', command], { cwd: root, env: { ...environment, ...more } }, (failure, stdout, stderr) =>
      done({ code: failure ? Number(failure.code) : 0, said: `${stdout}${stderr}` }),
    ),
  );
}

const succeeds = async (command: string, said: string | RegExp, more: NodeJS.ProcessEnv = {}): Promise<void> => {
  const ended = await run(command, more);
  expect([command, ended.code, ended.said]).toEqual([command, 0, expect.stringMatching(said)]);
};

test('the commands of the page, in the order of an operator: roles, migration, service, checks, backup, drill, restore, upgrade', async () => {
  for (const text of statements(0)) await queryIn(server.url, text);
  await succeeds('florin migrate --dry-run', 'would run {2}0001-objects.sql');
  await succeeds('florin migrate', '^Ran 0001-objects.sql');
  await succeeds('florin migrate --contract', 'The schema is up to date.');
  for (const text of statements(1)) await queryIn(text.startsWith('create role') ? server.url : as('florin_owner', 'florin'), text);

  ran.add('florin start --no-migrate');
  expect(commands).toContain('florin start --no-migrate');
  const serving = { ...environment, DATABASE_URL: as('florin_serving', 'florin'), FLORIN_OPEN_SANDBOX: 'on' };
  process_ = await startProcess(join(root, 'service'), serving, undefined, ['--no-migrate']);
  const client = clientOf(process_.url, 'sk_test_operate');
  const payment = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  expect((await client.post('/v1/payment_intents', payment)).body.status).toBe('succeeded');

  await succeeds('florin doctor', /ledger/, serving);
  await succeeds('florin audit', '^Every invariant holds.', serving);
  await succeeds('florin audit --each-account', /^Every invariant holds\. Accounts checked: \d+\./, serving);
  await succeeds('florin deliveries status', 'Deliveries and messages are sent.', serving);
  await succeeds('florin backup florin.backup', /^florin\.backup has [\d,]+ rows as of /);
  await queryIn(server.url, 'alter role florin_owner createdb');
  await succeeds('florin restore --drill florin.backup', /Every invariant holds\.\nTime to recover \(RTO\)/);
  await queryIn(server.url, 'create database restored owner florin_owner');
  await succeeds('florin restore florin.backup', 'Every invariant holds.', { DATABASE_URL: as('florin_owner', 'restored') });
});

test('every command of the page is run above, or by the test of its program', () => {
  const short = (command: string): boolean => /^florin \w+$/.test(command) && [...ran].some((each) => each.startsWith(`${command} `));
  const left = commands.filter((command) => !ran.has(command) && !short(command) && !elsewhere.some((pattern) => pattern.test(command)));
  expect([...new Set(left)]).toEqual([]);
});
