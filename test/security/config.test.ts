import { expect, test } from 'vitest';
import { readConfig } from '../../src/service/config.js';
import type { Environment } from '../../src/service/environment.js';

const key = `k1:${Buffer.from(Array.from({ length: 32 }, (_, place) => place)).toString('base64')}`;
const production: Environment = { DATABASE_URL: 'postgres://db/florin', FLORIN_VAULT_KEYS: key };

/** The message for an invalid environment. */
function complaints(environment: Environment): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('an empty environment is a sandbox on this machine only', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', open_sandbox: true, webhook_allow: ['127.0.0.0/8', '::1/128'], failpoints: [] });
  expect(Object.isFrozen(config)).toBe(true);
});

test.each([{ HOST: '0.0.0.0' }, production])('%o opens no sandbox for unknown keys and delivers to no private address', (environment) => {
  expect(readConfig(environment)).toMatchObject({ open_sandbox: false, webhook_allow: [] });
});

test('all mistakes are reported at once, by the names of their variables', () => {
  const environment = {
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'ftp://x',
    PORT: '70000',
    FLORIN_DATABASE_CONNECTIONS: '0',
    FLORIN_OPEN_SANDBOX: 'perhaps',
    FLORIN_WEBHOOK_ALLOW: 'everyone',
    FLORIN_WEBHOOK_TIMEOUT_MS: '1.5',
    FLORIN_TIME_SCALE: '-1',
    FLORIN_ONE_WRITE: '2',
    FLORIN_WORKER: 'x',
    FLORIN_RATE_LIMIT: '1e9',
    FLORIN_FAILPOINTS: 'nonsense',
    LOG_LEVEL: 'loud',
  };
  const said = complaints(environment);
  for (const name of Object.keys(environment)) expect(said).toContain(`- ${name} must be`);
});

test.each([
  ['a failpoint', { FLORIN_FAILPOINTS: 'before_commit:crash:1' }, 'FLORIN_FAILPOINTS'],
  ['a scale of time', { FLORIN_TIME_SCALE: '0.1' }, 'FLORIN_TIME_SCALE'],
  ['a database without a vault key', { FLORIN_VAULT_KEYS: undefined }, 'FLORIN_VAULT_KEYS'],
])('%s is refused in production', (_, extra, named) => {
  expect(complaints({ ...production, ...extra })).toContain(named);
});

test.each([
  ['events of less than a month', { FLORIN_EVENTS_DAYS: '30' }, 'FLORIN_EVENTS_DAYS'],
  ['an archive without archived events', { FLORIN_ARCHIVE_DAYS: '90' }, 'FLORIN_ARCHIVE_DAYS'],
  ['an archive that drops what is not archived yet', { FLORIN_EVENTS_DAYS: '90', FLORIN_ARCHIVE_DAYS: '90' }, 'FLORIN_ARCHIVE_DAYS'],
])('%s is refused', (_, environment, named) => {
  expect(complaints(environment)).toContain(named);
});

test('events are kept for ever, or archived and dropped after days', () => {
  expect(readConfig({}).retention).toEqual({ events_days: 0, archive_days: 0 });
  expect(readConfig({ FLORIN_EVENTS_DAYS: '31', FLORIN_ARCHIVE_DAYS: '400' }).retention).toEqual({ events_days: 31, archive_days: 400 });
});

test.each(['', ' ', 'k1', 'k1:short', `${key},${key}`, `k1:${Buffer.alloc(32).toString('base64')}`])(
  'invalid vault keys are among the reported mistakes (%s)',
  (FLORIN_VAULT_KEYS) => {
    const said = complaints({ ...production, FLORIN_VAULT_KEYS, PORT: 'x' });
    expect(said).toContain('FLORIN_VAULT_KEYS');
    expect(said).toContain('PORT');
  },
);

test.each(['80.5', '-1', 'NaN', 'Infinity', '65536', 'http'])('PORT %s is invalid', (PORT) => {
  expect(complaints({ PORT })).toContain('PORT');
});

test.each(['127.0.0.1/33', '::1/129', '10.0.0.0/999', '1.2.3/8', '10.0.0.0'])('%s is not a range of addresses', (FLORIN_WEBHOOK_ALLOW) => {
  expect(complaints({ FLORIN_WEBHOOK_ALLOW })).toContain('FLORIN_WEBHOOK_ALLOW');
});

test('an unknown failpoint is refused rather than never hit', () => {
  expect(complaints({ FLORIN_FAILPOINTS: 'before_comit:crash:1' })).toContain('FLORIN_FAILPOINTS');
});

test.each([
  ['FLORIN_WORKR', '; did you mean FLORIN_WORKER?'],
  ['FLORIN_DATABASE_URL', '; did you mean DATABASE_URL?'],
  ['FLORIN_PORT', '; did you mean PORT?'],
  ['FLORIN_SOMETHING_ELSE', '.'],
])('%s is reported as an unknown setting%s', (name, meant) => {
  expect(readConfig({ [name]: 'on' }).unknown).toEqual([`${name} is not a setting${meant} docs/settings.md lists all settings.`]);
});

test('neither a setting of Florin, nor a processor’s secret, nor a foreign variable is reported as unknown', () => {
  const processor = { name: 'acquirer', url: 'https://acquirer.example', secret_env: 'FLORIN_ACQUIRER_SECRET' };
  const known = { FLORIN_WORKER: 'off', FLORIN_DATA: '/x', FLORIN_RATE_LIMIT: '', WORKER: '1', FLORIN_ACQUIRER_SECRET: 'x'.repeat(40) };
  const FLORIN_PROCESSORS = JSON.stringify({ processors: [processor], routes: [{ processor: 'acquirer' }] });
  expect(readConfig({ ...known, FLORIN_PROCESSORS }).unknown).toEqual([]);
});

test('a mistake is reported without the value, which may be a secret', () => {
  const said = complaints({ DATABASE_URL: 'mysql://user:hunter2@db/x', FLORIN_VAULT_KEYS: 'k1:hunter2', PUBLIC_URL: 'hunter2' });
  expect(said).not.toBe('');
  expect(said).not.toContain('hunter2');
});

test('a mail server needs a sender, and its password is never printed', () => {
  const mail = { FLORIN_SMTP_URL: 'smtp://florin:opensesame@mail.example.com:587', FLORIN_MAIL_FROM: 'billing@example.com' };
  const { smtp } = readConfig(mail);
  expect(smtp?.url.reveal()).toBe(mail.FLORIN_SMTP_URL);
  expect(JSON.stringify(readConfig(mail))).not.toContain('opensesame');
  expect(complaints({ FLORIN_MAIL_FROM: 'billing@example.com' })).toContain('needed together');
  expect(complaints({ ...mail, FLORIN_MAIL_FROM: 'Billing <billing@example.com>' })).toContain(
    'FLORIN_MAIL_FROM must be an e-mail address',
  );
  expect(complaints({ ...mail, FLORIN_SMTP_URL: 'http://mail' })).toContain('FLORIN_SMTP_URL must be');
});
