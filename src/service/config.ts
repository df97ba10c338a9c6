import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import type { TaxTable } from '../arithmetic/tax/table.js';
import { Concealed } from '../kernel/base/concealed.js';
import { failpoints } from '../kernel/base/failpoint.js';
import { nearest } from '../kernel/base/nearest.js';
import type { KeyRing } from '../kernel/vault/key-ring.js';
import { no_processors, readSettings, type SecretIn, type Settings } from '../processors/settings.js';
import {
  type Environment,
  type Reads,
  type Retention,
  ratesIn,
  reading,
  reportsIn,
  retentionIn,
  type SingleSignOn,
  type Smtp,
  secret_settings,
  settingOf,
  singleSignOnIn,
  smtpIn,
  textIn,
} from './environment.js';

/** All settings, read once from the environment. This file is the configuration manual. */
export type Config = {
  /** `HOST`: the address to listen on. 127.0.0.1 reaches this machine only. */
  readonly host: string;
  /** `PORT`: the port to listen on; 0 takes a free one. The default, 12111, is stripe-mock's, so its users need no change. */
  readonly port: number;
  /** `PUBLIC_URL`: the base URL that payers' browsers use. Defaults to host and port. */
  readonly public_url: string | null;
  /** `DATABASE_URL`: a PostgreSQL 15 or newer. Without it an embedded PostgreSQL is started. */
  readonly database_url: string | null;
  /** `FLORIN_REPLICA_URL`: a streaming replica of that PostgreSQL. It answers lists, searches and reports once it has replayed all that was committed before. */
  readonly replica_url: string | null;
  /** `FLORIN_DATA`: the folder of the embedded database and the generated keys. */
  readonly data: string;
  /** `FLORIN_PROCESSES`: how many processes `florin start` serves with; by default one for each core but one, and 1 in a sandbox. */
  readonly processes: number;
  /** `FLORIN_DATABASE_CONNECTIONS`: connections of this process; 8 to 16 suit two cores. */
  readonly database_connections: number;
  /** `FLORIN_PREPARED_STATEMENTS`: prepare statements by name. Off for transaction poolers that do not support them. */
  readonly prepared_statements: boolean;
  /** `FLORIN_DATABASE_TIMEOUT_MS`: the total time a request may wait for the database, over all its statements, before it gets 503. */
  readonly database_timeout_ms: number;
  /** `FLORIN_UNSAFE_DATABASE`: also start on a PostgreSQL that can lose acknowledged writes. For tests. */
  readonly unsafe_database: boolean;
  /** `FLORIN_FILE_CONNECTIONS`: extra connections for file contents; this many pieces of files are transferred at once. */
  readonly file_connections: number;
  /** `FLORIN_VAULT_KEYS`: comma-separated `id:base64` keys of 32 bytes, the one in use first. With the embedded database they are generated and stored in the data folder. */
  readonly vault_keys: KeyRing | null;
  /** `FLORIN_OPEN_SANDBOX`: an unknown sk_test_ key opens its own empty sandbox. On with the embedded database on loopback, otherwise off. */
  readonly open_sandbox: boolean;
  /** `FLORIN_WEBHOOK_ALLOW`: CIDRs that deliveries may reach although they are not public. Loopback in a sandbox, otherwise none. */
  readonly webhook_allow: readonly string[];
  /** `FLORIN_WEBHOOK_TIMEOUT_MS`: how long an endpoint may take to answer. */
  readonly webhook_timeout_ms: number;
  /** `FLORIN_WEBHOOK_CONCURRENCY`: concurrent deliveries of this process; an account never holds more of them than are free. */
  readonly webhook_concurrency: number;
  /** `FLORIN_WEBHOOK_PER_ENDPOINT_MIN`: concurrent deliveries to an endpoint that is slow or fails. */
  readonly webhook_per_endpoint_min: number;
  /** `FLORIN_WEBHOOK_PER_ENDPOINT_MAX`: concurrent deliveries to an endpoint that answers fast. */
  readonly webhook_per_endpoint_max: number;
  /** `FLORIN_WEBHOOK_ENDPOINTS_MAX`: enabled endpoints an account may have in each mode. */
  readonly webhook_endpoints_max: number;
  /** `FLORIN_DECLINES_PER_HOUR_MAX`: declined attempts by payers per hour, for one intent and for one card; 3 times as many for an address, 10 times for a payment link, 100 times for an account. */
  readonly declines_per_hour_max: number;
  /** `FLORIN_TRUSTED_PROXIES`: addresses or networks of proxies whose `X-Forwarded-For` is trusted. All clients of any other proxy share its address. */
  readonly trusted_proxies: readonly string[];
  /** `FLORIN_SMTP_URL` and `FLORIN_MAIL_FROM`: the mail server and the sender of emails to customers. Without them no email is sent. */
  readonly smtp: Smtp | null;
  /** `FLORIN_SECURITY_CONTACT`: comma-separated `mailto:` and `https:` addresses for vulnerability reports, served at /.well-known/security.txt. Without it that path is 404. */
  readonly security_contacts: readonly string[];
  /** `FLORIN_OIDC_ISSUER`, `FLORIN_OIDC_CLIENT_ID`, `FLORIN_OIDC_CLIENT_SECRET`, `FLORIN_OIDC_NAME`, `FLORIN_OIDC_REQUIRED`: single sign-on of members. */
  readonly single_sign_on: SingleSignOn | null;
  /** `FLORIN_FX_RATES`: a JSON file, or its http(s) address: mid-market exchange rates, loaded at the start and every ten minutes (docs/fx.md). Without it test mode uses a sample. */
  readonly fx_rates: string | null;
  /** `FLORIN_TAX_RATES`: a JSON file with tax rates, read at the start (docs/tax.md). Without it the sample table applies. */
  readonly tax_rates: TaxTable | null;
  /** `FLORIN_PROCESSORS`: a JSON file, or the JSON itself: the processors and their routes (docs/processors). Without it there is only the sandbox. */
  readonly processors: Settings;
  /** `FLORIN_TIME_SCALE`: multiplies the waits of schedules, timers and retries; below 1 shortens them. For tests. */
  readonly time_scale: number;
  /** `FLORIN_ONE_WRITE`: the sandbox answers before the single write of a request; off, every ask is stored first and its answer in a second write. */
  readonly one_write: boolean;
  /** `FLORIN_GROUP_COMMIT`: waiting writes are stored together, each succeeding or failing alone; off, each is a separate statement. */
  readonly group_commit: boolean;
  /** `FLORIN_GROUP_COMMIT_MIN`: above 0, writes wait briefly until this many are queued, and even a single one uses the grouped form. For tests. */
  readonly group_commit_min: number;
  /** `FLORIN_SITE`: the operator's name of the place where the database runs. A copy with another name delivers nothing until it is released. */
  readonly site: string | null;
  /** `FLORIN_WORKER`: this process also runs jobs (deliveries, timers). */
  readonly worker: boolean;
  /** `FLORIN_EVENTS_DAYS` and `FLORIN_ARCHIVE_DAYS`: after how many days whole months of events are archived, and dropped from the archive; 0 is never. */
  readonly retention: Retention;
  /** `FLORIN_RATE_LIMIT`: requests per second of one live key, over all processes; 0 is no limit. */
  readonly rate_limit: number;
  /** `FLORIN_RATE_LIMIT_TEST`: the same limit for one test key. */
  readonly rate_limit_test: number;
  /** `FLORIN_REQUEST_LOG`: the requests that `/v1/request_logs` lists for 30 days: `writes` and refusals, `all`, or none with `off`. */
  readonly request_log: 'all' | 'writes' | 'off';
  /** `FLORIN_FAILPOINTS`: `name:crash|error|stall:probability`, comma-separated, for tests. */
  readonly failpoints: readonly { readonly name: string; readonly effect: 'crash' | 'error' | 'stall'; readonly probability: number }[];
  /** `FLORIN_URL`: the address at which commands reach a running service. Defaults to `HOST` and `PORT`. */
  readonly api_url: string | null;
  /** `FLORIN_API_KEY`: the key with which commands call the service. Defaults to the key that the first start stored in the data folder. */
  readonly api_key: Concealed | null;
  /** `OTEL_EXPORTER_OTLP_ENDPOINT` and the other variables of OpenTelemetry: where traces are sent, how many, and under which names. None without an address. */
  readonly traces: boolean;
  /** `LOG_LEVEL`: fatal, error, warn, info, debug, trace or silent. Each request is logged as one line at info. */
  readonly log_level: string;
  /** Environment variables that look like settings but are unknown, each with a suggestion. */
  readonly unknown: readonly string[];
};

/** Reads the environment into one frozen object. Throws one error that lists every invalid value. */
export function readConfig(given: Environment): Config {
  const problems: string[] = [];
  const complain = (problem: string): void => void problems.push(problem);
  const { environment, unread } = noting(given, complain);
  const read = reading(environment, problems);
  const database_url = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const host = environment.HOST ?? '127.0.0.1';
  const sandbox = database_url === null && isLoopback(host);
  const config: Config = {
    host,
    port: read.integer('PORT', 12111, 0, 65535),
    public_url: read.url('PUBLIC_URL', ['http:', 'https:']),
    database_url,
    data: environment.FLORIN_DATA ?? '.florin',
    ...connectionsIn(read),
    unsafe_database: read.flag('FLORIN_UNSAFE_DATABASE', false),
    vault_keys: read.keyRing('FLORIN_VAULT_KEYS'),
    ...processesIn(read, sandbox),
    ...deliveriesIn(read, sandbox),
    declines_per_hour_max: read.integer('FLORIN_DECLINES_PER_HOUR_MAX', 10, 1, 1000),
    trusted_proxies: read.list('FLORIN_TRUSTED_PROXIES', [], (text) => isIP(text) !== 0 || isCidr(text)),
    ...peopleIn(read, environment, complain),
    ...ratesIn(environment, complain),
    processors: processorsIn(environment, (problem) => problems.push(`FLORIN_PROCESSORS: ${problem}`)),
    time_scale: read.number('FLORIN_TIME_SCALE', 1, 0, 1000),
    one_write: read.flag('FLORIN_ONE_WRITE', true),
    group_commit: read.flag('FLORIN_GROUP_COMMIT', true),
    group_commit_min: read.integer('FLORIN_GROUP_COMMIT_MIN', 0, 0, 32),
    ...workIn(read, environment),
    ...limitsIn(read, complain),
    request_log: read.word('FLORIN_REQUEST_LOG', 'writes', ['all', 'writes', 'off']),
    failpoints: read.list('FLORIN_FAILPOINTS', [], isFailpoint).map(failpoint),
    ...callsIn(read, environment),
    ...reportsIn(read, environment),
    unknown: unread(),
  };
  problems.push(...impossibleTogether(config, problems));
  if (problems.length) throw new Error(`The configuration is not valid:\n${problems.map((each) => `  - ${each}`).join('\n')}`);
  return Object.freeze(config);
}

function processesIn(read: Reads, sandbox: boolean): Pick<Config, 'open_sandbox' | 'processes'> {
  const open_sandbox = read.flag('FLORIN_OPEN_SANDBOX', sandbox);
  const by_default = open_sandbox ? 1 : Math.max(1, availableParallelism() - 1);
  return { open_sandbox, processes: read.integer('FLORIN_PROCESSES', by_default, 1, 256) };
}

const callsIn = (read: Reads, { FLORIN_API_KEY: key }: Environment): Pick<Config, 'api_url' | 'api_key'> => ({
  api_url: read.url('FLORIN_URL', ['http:', 'https:']),
  api_key: key ? new Concealed(key) : null,
});

const limitsIn = (read: Reads, complain: (problem: string) => void): Pick<Config, 'rate_limit' | 'rate_limit_test' | 'retention'> => ({
  retention: retentionIn(read, complain),
  rate_limit: read.integer('FLORIN_RATE_LIMIT', 100, 0, 1_000_000),
  rate_limit_test: read.integer('FLORIN_RATE_LIMIT_TEST', 0, 0, 1_000_000),
});

type OfConnections = 'replica_url' | 'database_connections' | 'prepared_statements' | 'database_timeout_ms' | 'file_connections';

const connectionsIn = (read: Reads): Pick<Config, OfConnections> => ({
  replica_url: read.url('FLORIN_REPLICA_URL', ['postgres:', 'postgresql:']),
  database_connections: read.integer('FLORIN_DATABASE_CONNECTIONS', 12, 1, 500),
  prepared_statements: read.flag('FLORIN_PREPARED_STATEMENTS', true),
  database_timeout_ms: read.integer('FLORIN_DATABASE_TIMEOUT_MS', 4500, 100, 60_000),
  file_connections: read.integer('FLORIN_FILE_CONNECTIONS', 2, 1, 50),
});

/** How people are reached, and how members sign in. */
const peopleIn = (
  read: Reads,
  environment: Environment,
  complain: (problem: string) => void,
): Pick<Config, 'security_contacts' | 'single_sign_on' | 'smtp'> => ({
  smtp: smtpIn(read, environment, complain),
  single_sign_on: singleSignOnIn(read, environment, complain),
  security_contacts: read.list('FLORIN_SECURITY_CONTACT', [], isContact),
});

const workIn = (read: Reads, { FLORIN_SITE: site }: Environment): Pick<Config, 'site' | 'worker'> => ({
  site: site || null,
  worker: read.flag('FLORIN_WORKER', true),
});

type OfDeliveries = Extract<keyof Config, `webhook_${string}`>;

const deliveriesIn = (read: Reads, sandbox: boolean): Pick<Config, OfDeliveries> => ({
  webhook_allow: read.list('FLORIN_WEBHOOK_ALLOW', sandbox ? ['127.0.0.0/8', '::1/128'] : [], isCidr),
  webhook_timeout_ms: read.integer('FLORIN_WEBHOOK_TIMEOUT_MS', 10_000, 10, 60_000),
  webhook_concurrency: read.integer('FLORIN_WEBHOOK_CONCURRENCY', 128, 2, 1024),
  webhook_per_endpoint_min: read.integer('FLORIN_WEBHOOK_PER_ENDPOINT_MIN', 1, 1, 256),
  webhook_per_endpoint_max: read.integer('FLORIN_WEBHOOK_PER_ENDPOINT_MAX', 32, 1, 256),
  webhook_endpoints_max: read.integer('FLORIN_WEBHOOK_ENDPOINTS_MAX', 16, 1, 200),
});

/** Values that are each valid but not in combination. */
function impossibleTogether(config: Config, problems: readonly string[]): string[] {
  const { open_sandbox, failpoints: armed } = config;
  const keyless =
    config.database_url !== null && config.vault_keys === null && !problems.some((each) => each.startsWith('FLORIN_VAULT_KEYS'));
  const rows: readonly (readonly [boolean, string])[] = [
    [
      keyless,
      'FLORIN_VAULT_KEYS is needed with DATABASE_URL, because every process must open the same vault. Make one: echo "k1:$(openssl rand -base64 32)"',
    ],
    [
      config.webhook_per_endpoint_min > config.webhook_per_endpoint_max,
      'FLORIN_WEBHOOK_PER_ENDPOINT_MIN must not be above FLORIN_WEBHOOK_PER_ENDPOINT_MAX',
    ],
    [armed.length > 0 && !open_sandbox, 'FLORIN_FAILPOINTS breaks the service on purpose and is allowed in an open sandbox only'],
    [config.time_scale !== 1 && !open_sandbox, 'FLORIN_TIME_SCALE changes waits and is allowed in an open sandbox only'],
    [config.group_commit_min !== 0 && !open_sandbox, 'FLORIN_GROUP_COMMIT_MIN delays writes and is allowed in an open sandbox only'],
  ];
  return rows.flatMap(([holds, problem]) => (holds ? [problem] : []));
}

/** A variable is known once it is read, so no separate list of names can become outdated. */
function noting(
  given: Environment,
  complain: (problem: string) => void,
): { readonly environment: Environment; readonly unread: () => string[] } {
  const known = new Set<string>();
  const get = (of: Environment, name: string): string | undefined => {
    known.add(name);
    if (secret_settings.has(name)) known.add(`${name}_FILE`);
    return settingOf(of, name, complain);
  };
  const unread = (): string[] =>
    Object.keys(given)
      .filter((name) => name.startsWith('FLORIN_') && !known.has(name))
      .map((name) => unknownSetting(name, known));
  return { environment: new Proxy(given, { get }), unread };
}

function unknownSetting(name: string, known: ReadonlySet<string>): string {
  const bare = name.slice('FLORIN_'.length);
  const like = known.has(bare)
    ? bare
    : nearest(
        name,
        [...known].map((each) => each.toLowerCase()),
      )?.toUpperCase();
  return `${name} is not a setting${like ? `; did you mean ${like}?` : '.'} docs/settings.md lists all settings.`;
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

const isContact = (text: string): boolean => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text);

function isCidr(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const family = isIP(address);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

const isFailpoint = (text: string): boolean =>
  /^[a-z_]+:(crash|error|stall):(0?\.\d+|1|0)$/.test(text) && failpoints.some((name) => text.startsWith(`${name}:`));

function failpoint(text: string): Config['failpoints'][number] {
  const [name = '', effect, probability] = text.split(':');
  return { name, effect: effect as 'crash' | 'error' | 'stall', probability: Number(probability) };
}

function processorsIn(environment: Environment, complain: (problem: string) => void): Settings {
  const given = environment.FLORIN_PROCESSORS ?? '';
  if (given === '') return no_processors;
  const text = given.trimStart().startsWith('{') ? given : textIn(given);
  const secretIn: SecretIn = (place, name) => (place === 'secret_env' ? environment[name] : textIn(name)?.trim());
  if (text !== undefined) return readSettings(text, secretIn, complain);
  complain(`the file ${given} cannot be read`);
  return no_processors;
}
