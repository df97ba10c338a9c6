import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './support/built.js';

type Run = { readonly code: number; readonly lines: readonly string[]; readonly error: string };

const data = mkdtempSync(join(tmpdir(), 'florin-commands-'));

/** Runs `florin` as a user does, in a separate process. */
const florin = (...args: readonly string[]): Promise<Run> =>
  new Promise((settle) => {
    const env = { ...process.env, FLORIN_DATA: data, LOG_LEVEL: 'silent' };
    execFile(process.execPath, [program, ...args], { env }, (failure, stdout, stderr) => {
      settle({ code: failure ? Number(failure.code) : 0, lines: stdout.trim().split('\n'), error: stderr });
    });
  });

let account: Readonly<Record<string, string>>;
beforeAll(async () => {
  account = JSON.parse((await florin('accounts', 'create', '--name', 'My shop')).lines.join(''));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const id = (): string => account.account ?? '';

test('the command is executable as soon as it is built, because npx sets that bit only once', () => {
  expect((statSync(program).mode & 0o111).toString(8)).toBe('111');
});

test('an account is created with a secret and a publishable key in test and in live mode', async () => {
  expect(Object.entries(account).every(([name, value]) => value.startsWith(name === 'account' ? 'acct_' : `${name}_`))).toBe(true);
  expect(new Set(Object.values(account)).size).toBe(5);
  const [test, live] = (await florin('accounts', 'list', '--json')).lines.map((line) => JSON.parse(line));
  expect([test, live]).toEqual([false, true].map((livemode) => ({ account: id(), livemode, name: 'My shop' })));
  expect((await florin('accounts', 'list')).lines).toEqual([`${id()}  test  My shop`, `${id()}  live  My shop`]);
});

test('a key is shown when it is created and never again', async () => {
  const made = JSON.parse(
    (await florin('keys', 'create', '--account', id(), '--kind', 'restricted', '--permissions', 'customers_read', '--json')).lines[0] ?? '',
  );
  expect(made).toMatchObject({ kind: 'restricted', permissions: ['customers_read'] });
  const { lines } = await florin('keys', 'list', '--account', id(), '--json');
  expect(lines.join()).not.toContain(made.key);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: made.id, hint: made.key.slice(-4), expires_at: null });
});

test('a rolled key stays valid during its overlap, and a revoked one does not', async () => {
  const [made = ''] = (await florin('keys', 'create', '--account', id(), '--json')).lines;
  const key_id = JSON.parse(made).id;
  expect(JSON.parse((await florin('keys', 'roll', key_id, '--hours', '2', '--json')).lines[0] ?? '')).toHaveProperty('key');
  const expiryOf = async (): Promise<number> => {
    const { lines } = await florin('keys', 'list', '--account', id(), '--json');
    return Date.parse(lines.map((line) => JSON.parse(line)).find((each) => each.id === key_id).expires_at);
  };
  const rolled = await expiryOf();
  await florin('keys', 'revoke', key_id);
  expect(await expiryOf()).toBeLessThan(rolled);
  expect((await florin('keys', 'roll', key_id)).error).toContain('already expires sooner');
});

test.each([
  [['keys', 'revoke', 'key_nope'], 'No such key: key_nope'],
  [['keys', 'create', '--account', 'acct_nope'], 'No such account: acct_nope'],
  [['fx', 'load', 'nowhere.json'], 'ENOENT'],
  [['fx', 'spread', 'acct_nope', '10'], 'No such account: acct_nope'],
])('florin %j names the mistake and fails', async (args, said) => {
  const { code, error } = await florin(...args);
  expect(code).toBe(1);
  expect(error).toContain(said);
});

test.each([
  [['frobnicate'], "florin has no command 'frobnicate'"],
  [['key', 'list'], "Did you mean 'keys'?"],
  [['keys', 'lst'], 'Did you mean list?'],
  [['keys', 'list', '--acount', 'acct_1'], 'Did you mean --account?'],
  [['keys', 'revoke'], "missing required argument 'id'"],
  [['keys'], 'Usage: florin keys'],
  [['keys', 'create', '--account', 'acct_1', '--kind', 'restricted', '--permissions', 'everything'], 'Unknown permissions: everything'],
  [['keys', 'create', '--account', 'acct_1', '--kind', 'master'], '--kind must be one of secret, publishable, restricted'],
  [['fx', 'load'], 'Name the exchange rates'],
  [['fx', 'spread', 'acct_1', '1.5'], 'a whole number from 0 to 1000'],
  [['audit', 'log', '--limit', '0'], 'a whole number from 1 to 10000'],
  [['members', 'invite', 'jo'], 'jo is not an e-mail address'],
])('florin %j is an error of usage, with its own exit code', async (args, said) => {
  const { code, error } = await florin(...args);
  expect([code, error]).toEqual([2, expect.stringContaining(said)]);
});

test('exchange rates are loaded from a file, once', async () => {
  expect((await florin('fx', 'rates')).lines.join()).toContain('No exchange rates have been loaded');
  const place = join(data, 'rates.json');
  writeFileSync(place, JSON.stringify({ base: 'eur', date: '2026-01-05', rates: { usd: 1.1, jpy: 170 } }));
  expect((await florin('fx', 'load', place)).lines).toEqual(['Loaded the rates of 2026-01-05: 2 for one eur.']);
  expect((await florin('fx', 'load', place)).lines).toEqual(['The rates have not changed.']);
  expect(JSON.parse((await florin('fx', 'rates', '--json')).lines.join())).toMatchObject({
    base: 'eur',
    rates: { usd: '1.1', jpy: '170' },
  });
});

test('the spread of conversions is set for an account in one mode, and audited', async () => {
  expect((await florin('fx', 'spread', id(), '150', '--live')).lines).toEqual([`${id()} is charged 150 basis points in live mode.`]);
  const [record = '{}'] = (await florin('audit', 'log', '--subject', id(), '--limit', '1', '--json')).lines;
  expect(JSON.parse(record)).toMatchObject({ action: 'florin fx spread', actor: userInfo().username, subject: id() });
});

test('deliveries can be held and released', async () => {
  expect((await florin('deliveries', 'status')).lines).toEqual(['Deliveries and messages are sent.']);
  expect((await florin('deliveries', 'release', '--discard')).lines).toEqual([
    'Deliveries and messages are sent. 0 deliveries and 0 messages to customers were waiting and were dropped.',
  ]);
});

test('without --json keys, records and rates are lines for reading', async () => {
  const [key = ''] = (await florin('keys', 'list', '--account', id())).lines;
  expect(key).toMatch(/^key_\w+ {2}acct_\w+ {2}(live|test) {2}\w+ +\.\.\.\w{4} {2}created [\d-]{10} {2}.*[Kk]ey$/);
  const [record = ''] = (await florin('audit', 'log', '--limit', '1')).lines;
  expect(record).toMatch(/^[\d-]{10}T[\d:]{8}Z {2}succeeded {2}florin .* by .* \(operator\) from /);
  expect((await florin('fx', 'rates')).lines).toEqual(['The rates of 2026-01-05, for one eur:', '  usd  1.1', '  jpy  170']);
  expect(JSON.parse((await florin('migrate', '--json')).lines.join())).toEqual({ ran: [] });
  expect(JSON.parse((await florin('vault', 'rotate', '--json')).lines.join())).toMatchObject({ key: 'k1', retired: [], tampered: [] });
});

test('checks and states are printed as JSON for other programs', async () => {
  const [held, sound] = [await florin('deliveries', 'status', '--json'), await florin('audit', '--json')];
  expect(JSON.parse(held.lines.join())).toEqual({ held_since: null });
  expect([sound.code, JSON.parse(sound.lines.join())]).toEqual([
    0,
    { violations: [], audit_records: expect.objectContaining({ linked: expect.any(Number) }) },
  ]);
  const findings = (await florin('doctor', '--json')).lines.map((line) => JSON.parse(line));
  expect(findings.every(({ name, is_well }) => typeof name === 'string' && typeof is_well === 'boolean')).toBe(true);
});

test('the audit of a sound database finds nothing, and shows the length of the audit chain', async () => {
  const { code, lines } = await florin('audit');
  expect([code, lines]).toEqual([
    0,
    ['Every invariant holds.', expect.stringMatching(/^Audit records linked: \d+, .* not linked yet: \d+\.$/)],
  ]);
});

test('commands on accounts and keys are in the audit log, with the user and the machine', async () => {
  const { code, lines } = await florin('audit', 'log', '--account', id(), '--json');
  const records = lines.map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect([...new Set(records.map(({ action }) => action).reverse())]).toEqual([
    'florin accounts create',
    'florin keys create',
    'florin keys roll',
    'florin keys revoke',
    'florin fx spread',
  ]);
  for (const record of records)
    expect(record).toMatchObject({ actor: userInfo().username, actor_type: 'operator', from: hostname(), outcome: 'succeeded' });
});
