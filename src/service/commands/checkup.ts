import { statfs } from 'node:fs/promises';
import type { Engine } from '../../kernel/engine/engine.js';
import { readChecks } from '../../kernel/ledger/checks.js';
import { refuseUnsafe } from '../../kernel/storage/durable.js';
import { heldSince } from '../../kernel/storage/home.js';
import { missingIn, type SchemaPart } from '../../kernel/storage/parts-of-schema.js';
import { pendingIn } from '../../kernel/storage/schema.js';
import { checkKeys } from '../../kernel/vault/stored-keys.js';
import type { Config } from '../config.js';
import { explained } from './explained.js';

/** The service that the checks inspect. */
export type Patient = {
  readonly engine: Pick<Engine, 'database' | 'vault' | 'now_ms'>;
  readonly config: Pick<Config, 'unknown' | 'data' | 'database_url' | 'database_connections'>;
  /** The database's URL, for checks that open their own connections. */
  readonly url: string;
};

/** The result of one check: it passed, or the problem and how to fix it. */
export type Finding = { readonly name: string; readonly is_well: boolean; readonly said: string };

type Check = (patient: Patient) => Promise<Omit<Finding, 'name'>>;

const well = (said: string) => ({ is_well: true, said });
const wrong = (said: string) => ({ is_well: false, said });

/** Queries one row. */
async function row<Row extends object>({ engine: { database } }: Patient, text: string, values: readonly unknown[] = []): Promise<Row> {
  const [found] = await database.query<Row>({ text, values, once: true });
  if (!found) throw new Error('The database returned no row.');
  return found;
}

const settings: Check = async ({ config: { unknown } }) =>
  unknown.length ? wrong(unknown.join(' ')) : well('every FLORIN_ setting is known');

const oldest_version = 150_000;

const connection: Check = async (patient) => {
  const server = await row<{ version: string; number: number; role: string }>(
    patient,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number, current_user as role`,
  );
  return server.number < oldest_version
    ? wrong(`PostgreSQL ${server.version} is too old. Use 15 or newer.`)
    : well(`PostgreSQL ${server.version} answers, as the role ${server.role}`);
};

const writable: Check = async (patient) => {
  const { read_only, standby } = await row<{ read_only: string; standby: boolean }>(
    patient,
    `select current_setting('transaction_read_only') as read_only, pg_is_in_recovery() as standby`,
  );
  if (standby) return wrong('This is a standby. Name the primary in DATABASE_URL, or all servers with target_session_attrs=read-write.');
  return read_only === 'on' ? wrong('The database is read-only. Set default_transaction_read_only to off.') : well('it accepts writes');
};

/** Without these settings a crash of the machine loses acknowledged payments or corrupts the database files. */
const durability: Check = async ({ url }) => {
  await refuseUnsafe(url);
  return well('fsync, full_page_writes and synchronous_commit are on');
};

const schema: Check = async ({ engine: { database } }) => {
  const { now, later } = await pendingIn(database);
  if (now.length)
    return wrong(`The schema lacks ${now.map(({ name }) => name).join(', ')}. Run florin migrate as the owner of the tables.`);
  const missing = await missingIn(database);
  if (missing.length)
    return wrong(`The database lacks ${missing.map(({ kind, name }) => `the ${kind} ${name}`).join(', ')}. ${remedyOf(missing)}`);
  return well(later.length ? `up to date; ${later.map(({ name }) => name).join(', ')} wait for florin migrate --contract` : 'up to date');
};

/** What holds data is restored; anything else is made again by its statement. */
function remedyOf(missing: readonly SchemaPart[]): string {
  if (missing.some(({ kind }) => kind === 'table' || kind === 'column'))
    return 'Stop the service and restore a backup: a table or column that is made again would be empty.';
  const statements = missing.flatMap(({ kind, name, definition }) => {
    if (kind === 'constraint') return [`alter table ${name.replace('.', ' add constraint ')} ${definition};`];
    return kind === 'function' ? [] : [`${definition};`];
  });
  const functions = missing.some(({ kind }) => kind === 'function')
    ? ' Functions are made by the migrations: copy them from a new database.'
    : '';
  return `As the owner of the tables: ${statements.join(' ')}${functions}`.trim();
}

/** Append-only tables may deny updates and deletes; every other table needs all four privileges. */
const privileges: Check = async (patient) => {
  const { missing, role } = await row<{ missing: string[]; role: string }>(
    patient,
    `select quote_ident(current_user) as role, coalesce(array_agg(wanted || ' on ' || relname order by relname, wanted) filter (where not has_table_privilege(oid, wanted)), '{}') as missing
      from pg_class cross join unnest(array['select', 'insert', 'update', 'delete']) wanted
      where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace and relname <> 'migrations'
        and (wanted in ('select', 'insert') or not relname = any (array['entries', 'audit_records', 'audit_chain', 'ledger_watermark'])
          or wanted = 'update' and relname = 'ledger_watermark')`,
  );
  return missing.length
    ? wrong(
        `The role ${role} lacks ${missing.join(', ')}. As the owner of the tables: grant ${missing.join(` to ${role}; grant `)} to ${role};`,
      )
    : well(`the role ${role} may read and write every table`);
};

const vault: Check = async ({ engine }) => {
  await checkKeys(engine.database, engine.vault);
  return well(`the key ring (${engine.vault.key_ids.join(', ')}) holds every key that stored rows name`);
};

const unrolled_max = 100_000;

const watermark: Check = async (patient) => {
  const { is_foreign, behind } = await row<{ is_foreign: boolean; behind: number }>(
    patient,
    `select ledger_is_foreign() as is_foreign, (select count(*)::int from (select from entries where written_in >= upto limit ${unrolled_max}) since) as behind
      from ledger_watermark`,
  );
  if (is_foreign)
    return wrong(
      'The ledger was restored from another cluster, so balances are wrong. Start a process with FLORIN_WORKER=on; its worker corrects them.',
    );
  return behind === unrolled_max
    ? wrong(
        `${unrolled_max} or more entries are not rolled up. Start a process with FLORIN_WORKER=on, and end transactions left open (pg_stat_activity).`,
      )
    : well(`written by this cluster, ${behind} entries not rolled up yet`);
};

/** A worker checks new entries every minute, and all entries once a night. */
const age_seconds_max = { new: 3600, all: 2.5 * 86_400 };

const ledger: Check = async ({ engine: { database } }) => {
  const checks = await readChecks(database);
  const wrongs = checks.filter(({ violations }) => violations > 0);
  if (wrongs.length)
    return wrong(`${Math.max(...wrongs.map(({ violations }) => violations))} rows violate an invariant. florin audit lists them.`);
  const late = checks.filter(({ of, age_seconds }) => age_seconds !== null && age_seconds > age_seconds_max[of]);
  if (late.length)
    return wrong(
      `The last check of ${late.map(({ of }) => of).join(' and ')} entries is too old. Start a process with FLORIN_WORKER=on, and look for "upkeep failed" in its log.`,
    );
  const said = checks.map(({ of, age_seconds }) =>
    age_seconds === null ? `${of} not checked yet` : `${of} checked ${agoOf(age_seconds)} ago`,
  );
  return well(`entries: ${said.join(', ')}`);
};

const agoOf = (seconds: number): string => (seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`);

const deliveries: Check = async ({ engine: { database } }) => {
  const since = await heldSince(database);
  return since
    ? wrong(`Deliveries and messages have been held since ${since.toISOString()}. Run florin deliveries release, with --discard in a copy.`)
    : well('they are sent');
};

const clock_ms_max = 2000;

const clock: Check = async (patient) => {
  const before_ms = patient.engine.now_ms();
  const { at_ms } = await row<{ at_ms: number }>(patient, 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at_ms');
  const after_ms = patient.engine.now_ms();
  const apart_ms = Math.max(before_ms - at_ms, at_ms - after_ms, 0);
  return apart_ms > clock_ms_max
    ? wrong(`This machine and the database are ${Math.round(apart_ms / 1000)} s apart. Keep both in time with NTP.`)
    : well('this machine and the database agree');
};

const free_bytes_min = 1_073_741_824;
const mebibyte = 1_048_576;

/** Only the disk of the embedded database can be checked from here. */
const disk: Check = async ({ config: { data, database_url } }) => {
  if (database_url !== null) return well('not checked: the disk of the database is on another machine; monitor it there');
  const { bavail, bsize } = await statfs(data);
  const said = `${Math.floor((bavail * bsize) / mebibyte)} MiB are free for ${data}`;
  return bavail * bsize < free_bytes_min ? wrong(`Only ${said}. Free some space: payments fail when the disk is full.`) : well(said);
};

const checks: Readonly<Record<string, Check>> = {
  settings,
  disk,
  connection,
  writable,
  durability,
  schema,
  privileges,
  vault,
  watermark,
  ledger,
  deliveries,
  clock,
};

/** Runs every check. When the connection fails, the checks that need the database are skipped. */
export async function checkup(patient: Patient): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const finding = await check(patient).catch((error: unknown) => wrong(explained(error)));
    found.push({ name, ...finding });
    if (name === 'connection' && !finding.is_well) break;
  }
  return found;
}
