import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isUnusableTable, readTaxTable, type TaxTable } from '../arithmetic/tax/table.js';
import { Concealed } from '../kernel/base/concealed.js';
import { type KeyRing, readKeyRing } from '../kernel/vault/key-ring.js';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting: its value, or the fallback if it is not set. */
export type Reads = {
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
  number(name: string, fallback: number, minimum: number, maximum: number): number;
  flag(name: string, fallback: boolean): boolean;
  word<const W extends string>(name: string, fallback: NoInfer<W>, known: readonly W[]): W;
  list(name: string, fallback: readonly string[], valid: (text: string) => boolean): readonly string[];
  url(name: string, protocols: readonly string[]): string | null;
  keyRing(name: string): KeyRing | null;
};

const words = { true: true, on: true, '1': true, false: false, off: false, '0': false } as Readonly<Record<string, boolean>>;

/** One reader for each kind of value; invalid values are added to `problems`. */
export function reading(environment: Environment, problems: string[]): Reads {
  const given = <T>(name: string, fallback: T, read: (text: string) => T | undefined, wanted: string): T => {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    const value = read(text);
    if (value === undefined) problems.push(`${name} must be ${wanted}`);
    return value ?? fallback;
  };
  const within = (text: string, minimum: number, maximum: number): number | undefined => {
    const value = Number(text);
    return Number.isFinite(value) && value >= minimum && value <= maximum ? value : undefined;
  };
  const whole = (value: number | undefined): number | undefined => (Number.isInteger(value) ? value : undefined);
  return {
    integer: (name, fallback, minimum, maximum) =>
      given(name, fallback, (text) => whole(within(text, minimum, maximum)), `a whole number from ${minimum} to ${maximum}`),
    number: (name, fallback, minimum, maximum) =>
      given(name, fallback, (text) => within(text, minimum, maximum), `a number from ${minimum} to ${maximum}`),
    flag: (name, fallback) => given(name, fallback, (text) => words[text], 'on or off'),
    word: (name, fallback, known) => given(name, fallback, (text) => known.find((each) => each === text), `one of ${known.join(', ')}`),
    list: (name, fallback, valid) =>
      given(
        name,
        fallback,
        (text) => (text.split(',').every(valid) ? text.split(',') : undefined),
        'a comma-separated list of valid entries',
      ),
    url: (name, protocols) =>
      given<string | null>(
        name,
        null,
        (text) => (protocols.some((each) => text.startsWith(`${each}//`)) ? text : undefined),
        `a URL beginning with ${protocols.join('// or ')}//`,
      ),
    keyRing: (name) =>
      keyRingIn(environment[name], () =>
        problems.push(`${name} must be comma-separated id:base64 pairs of random 32-byte keys with different ids, the key in use first`),
      ),
  };
}

function keyRingIn(text: string | undefined, complain: () => void): KeyRing | null {
  const ring = text === undefined ? null : readKeyRing(text);
  if (text !== undefined && !ring) complain();
  return ring;
}

/** The settings that hold a secret. Each can be named with `_FILE` instead: the path of a file with the value, as secrets of containers are mounted. */
export const secret_settings: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'FLORIN_API_KEY',
  'FLORIN_OIDC_CLIENT_SECRET',
  'FLORIN_REPLICA_URL',
  'FLORIN_SMTP_URL',
  'FLORIN_VAULT_KEYS',
]);

/** The value of a setting, or that of the file that its `_FILE` variant names. Without the file the problem is reported, and never its content. */
export function settingOf(environment: Environment, name: string, complain: (problem: string) => void): string | undefined {
  const path = secret_settings.has(name) ? environment[`${name}_FILE`] : undefined;
  const value = environment[name];
  if (path === undefined) return value;
  if (value !== undefined) {
    complain(`${name} and ${name}_FILE are both set. Leave one of them out`);
    return value;
  }
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    complain(`${name}_FILE: the file ${path} cannot be read`);
    return undefined;
  }
}

/** Single sign-on of members by OpenID Connect. */
export type SingleSignOn = {
  /** The provider's address, whose `/.well-known/openid-configuration` describes it. */
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: Concealed | null;
  /** What the button on the sign-in page names. */
  readonly name: string;
  /** Members sign in no other way. */
  readonly required: boolean;
};

/** Reads the settings of single sign-on; null without an issuer. */
export function singleSignOnIn(read: Reads, environment: Environment, complain: (problem: string) => void): SingleSignOn | null {
  const issuer = read.url('FLORIN_OIDC_ISSUER', ['http:', 'https:']);
  const { FLORIN_OIDC_CLIENT_ID: client_id, FLORIN_OIDC_CLIENT_SECRET: client_secret, FLORIN_OIDC_NAME: name } = environment;
  const required = read.flag('FLORIN_OIDC_REQUIRED', false);
  if (issuer === null) {
    if (client_id || required) complain('FLORIN_OIDC_ISSUER is needed with the other settings of single sign-on');
    return null;
  }
  if (!URL.canParse(issuer)) complain('FLORIN_OIDC_ISSUER must be a URL such as https://login.example.com');
  else if (!isSafe(new URL(issuer))) complain('FLORIN_OIDC_ISSUER must begin with https://; http:// is allowed on this machine only');
  if (!client_id) complain('FLORIN_OIDC_CLIENT_ID is needed with FLORIN_OIDC_ISSUER');
  return {
    ...{ issuer, client_id: client_id ?? '', required },
    client_secret: client_secret ? new Concealed(client_secret) : null,
    name: name || 'Single sign-on',
  };
}

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || hostname === 'localhost' || (isIP(hostname) === 4 && hostname.startsWith('127.'));

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The settings of the log and of traces. */
export const reportsIn = (read: Reads, environment: Environment): { readonly log_level: string; readonly traces: boolean } => ({
  log_level: read.word('LOG_LEVEL', 'info', levels),
  traces: tracesIn(environment),
});

/** Whether traces are sent (OpenTelemetry's specification of environment variables). */
function tracesIn(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address_of_traces } = environment;
  return exporter === 'otlp' || Boolean(address || address_of_traces);
}

/** The mail server and the sender of messages. */
export type Smtp = { readonly url: Concealed; readonly from: string };

/** Reads the settings of mail. The two are set together: a mail server refuses mail without a sender. */
export function smtpIn(read: Reads, environment: Environment, complain: (problem: string) => void): Smtp | null {
  const url = read.url('FLORIN_SMTP_URL', ['smtp:', 'smtps:']);
  const from = environment.FLORIN_MAIL_FROM || null;
  if (url !== null && !URL.canParse(url)) complain('FLORIN_SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587');
  if (from !== null && !/^[^\s@<>]+@[^\s@<>]+$/.test(from))
    complain('FLORIN_MAIL_FROM must be an e-mail address such as billing@example.com');
  if ((url === null) !== (from === null)) complain('FLORIN_SMTP_URL and FLORIN_MAIL_FROM are needed together');
  return url === null || from === null ? null : { url: new Concealed(url), from };
}

/** After how many days whole months of events are archived, and dropped from the archive; 0 is never. */
export type Retention = { readonly events_days: number; readonly archive_days: number };

/** Reads how long events are kept. */
export function retentionIn(read: Reads, complain: (problem: string) => void): Retention {
  const events_days = read.integer('FLORIN_EVENTS_DAYS', 0, 0, 36_500);
  const archive_days = read.integer('FLORIN_ARCHIVE_DAYS', 0, 0, 36_500);
  if (events_days > 0 && events_days < 31)
    complain('FLORIN_EVENTS_DAYS must be 0 or at least 31, because events are listed and delivered again for a month');
  if (archive_days > 0 && (events_days === 0 || archive_days <= events_days))
    complain('FLORIN_ARCHIVE_DAYS must be above FLORIN_EVENTS_DAYS, after which events are archived');
  return { events_days, archive_days };
}

/** The text of a file; undefined if it cannot be read. */
export function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The places of exchange rates and the tax rates that the operator names; null without them. */
export const ratesIn = (environment: Environment, complain: (problem: string) => void) => ({
  fx_rates: environment.FLORIN_FX_RATES || null,
  tax_rates: taxRatesIn(environment, complain),
});

function taxRatesIn(environment: Environment, complain: (problem: string) => void): TaxTable | null {
  const path = environment.FLORIN_TAX_RATES;
  if (!path) return null;
  const text = textIn(path);
  const read = text === undefined ? { wrong: 'the file cannot be read' } : readTaxTable(text);
  if (!isUnusableTable(read)) return read;
  complain(`FLORIN_TAX_RATES: ${read.wrong}`);
  return null;
}
