import { type FileContents, fileContents } from '../../api/contents/contents.js';
import { faultOf } from '../../api/http/server.js';
import { pageTokens, pageUrls } from '../../api/keys/authenticate.js';
import { presenter } from '../../api/present/expand.js';
import type { ReadPermissions } from '../../api/present/expandable.js';
import { refusalReplies } from '../../api/present/reply.js';
import { useTaxTable } from '../../arithmetic/tax/table.js';
import { storingMail } from '../../delivery/mail/request.js';
import { refusalOfUrl } from '../../delivery/webhooks/guard.js';
import { idSource } from '../../kernel/base/ids.js';
import { columnOf } from '../../kernel/base/resource.js';
import type { Catalogue, Entry } from '../../kernel/base/rules.js';
import { type Engine, indexOf } from '../../kernel/engine/engine.js';
import { type Database, openDatabase } from '../../kernel/storage/database.js';
import { packingEvents } from '../../kernel/storage/event-texts.js';
import { lister } from '../../kernel/storage/list.js';
import { loader } from '../../kernel/storage/load.js';
import { programOf } from '../../kernel/storage/migrate.js';
import { type AnsweredBy, replicated } from '../../kernel/storage/replica.js';
import type { Write } from '../../kernel/storage/rows.js';
import { haltedByStalls } from '../../kernel/storage/stalled.js';
import { type Store, storing } from '../../kernel/storage/writes.js';
import { openVault, type Vault } from '../../kernel/vault/vault.js';
import { questions } from '../../processors/questions.js';
import { access } from '../../resources/access.js';
import { catalogue } from '../../resources/index.js';
import { failpoints } from './failpoints.js';
import { version } from './version.js';
import type { Parts } from './world.js';

const rows: Readonly<Record<string, { restricted: string | null }>> = access;

/** The permission to read each kind of object is that of its retrieve route. */
export const read_permissions: ReadPermissions = new Map(
  catalogue.flatMap((entry) =>
    entry.kind === 'retrieve' ? [[entry.resource.object, rows[entry.routes[0] ?? '']?.restricted ?? ''] as const] : [],
  ),
);

/** How long a request waits for a processor: more than the processor's timeout, less than the time until a worker takes the ask over. */
const answer_deadline_ms = 15_000;

/** The parts of an engine that a service has and a command has not: processors, and a worker to wake. */
type Surrounded = Pick<Engine, 'processorsFor' | 'processorsOf' | 'wake'> & {
  /** The measurements of the process; a function, because they need the engine's database. */
  readonly measured: () => Measured;
};

type Measured = {
  /** Called when sealed content was tampered with. */
  readonly tampered: () => void;
  /** Called with the number of writes of each statement. */
  readonly sent: (writes: number) => void;
  /** Called with each write that is stored. */
  readonly stored: (write: Write) => void;
  /** Called with the server that answered a list, a search or a report. */
  readonly read: (by: AnsweredBy) => void;
};

/** The parts of an engine that only stores and reads. */
export const alone: Surrounded = {
  processorsFor: () => [],
  processorsOf: () => [],
  wake: () => {},
  measured: () => ({ tampered: () => {}, sent: () => {}, stored: () => {}, read: () => {} }),
};

/** Every column of objects that a list filters by. */
const filtersOf = ({ resources }: Engine['index']): string[] =>
  [
    ...new Set(
      [...resources.values()].flatMap(({ table, columns }) => (table ? [] : ((columns ?? []) as readonly string[]).map(columnOf))),
    ),
  ].sort();

const databaseAt = (url: string, { config, world: { log } }: Parts, connections: number): Database =>
  openDatabase({
    url,
    connections,
    program: programOf(version),
    prepares: config.prepared_statements,
    timeout_ms: config.database_timeout_ms,
    log: (error) => log.warn({ fault: faultOf(error) }, 'a database connection was lost'),
  });

const databaseOf = (parts: Parts, connections: number): Database => haltedByStalls(databaseAt(parts.database_url, parts, connections));

/** The database for reads that lock nothing: with a replica, a choice between the two. */
function readsOf(parts: Parts, primary: Database, measured: Surrounded['measured']): Database {
  const { config, world } = parts;
  if (config.replica_url === null) return primary;
  return replicated({
    primary,
    replica: databaseAt(config.replica_url, parts, config.database_connections),
    answered: (by) => measured().read(by),
    failed: (error) => world.log.warn({ fault: faultOf(error) }, 'the replica failed; the primary answers its reads for some seconds'),
  });
}

/**
 * Stores writes, and adds mail jobs for the events that customers are emailed about: in test mode for an open sandbox, in live mode with a mail
 * server.
 */
const storeOf = ({ config }: Parts, database: Database, index: Engine['index'], measured: Surrounded['measured']): Engine['store'] =>
  reporting(
    storingMail(
      packingEvents(
        storing(database, {
          group_commit: config.group_commit,
          filters: filtersOf(index),
          together_min: config.group_commit_min,
          sent: (writes) => measured().sent(writes),
        }),
        database,
        index.resources,
      ),
      {
        live: config.smtp !== null,
        test: config.open_sandbox,
      },
    ),
    measured,
  );

/** Reports each write once it is stored. */
const reporting =
  (store: Store, measured: Surrounded['measured']): Store =>
  async (write, deadline) => {
    const queues = await store(write, deadline);
    measured().stored(write);
    return queues;
  };

/** The contents of files, over separate connections. */
export function makeContents(parts: Parts): FileContents {
  const { file_connections } = parts.config;
  return fileContents(databaseOf(parts, file_connections), parts.world.random, file_connections, () => performance.now());
}

/** The catalogue with a test's groups, which replace those with the same object names. */
function withGroups(groups: Catalogue): Catalogue {
  const own = new Map(groups.flatMap((entry) => ('resource' in entry ? [[entry.resource.object, entry.resource] as const] : [])));
  const isReplaced = (entry: Entry): boolean =>
    'resource' in entry && (own.get(entry.resource.object) ?? entry.resource) !== entry.resource;
  return groups.length ? [...(catalogue as Catalogue).filter((entry) => !isReplaced(entry)), ...groups] : catalogue;
}

const vaultOf = ({ key_ring, world: { random, log } }: Parts, measured: Surrounded['measured']): Vault =>
  openVault(key_ring, random, (place) => {
    measured().tampered();
    log.error({ place }, 'ALERT: sealed content was changed or swapped in the database; something other than this service writes to it');
  });

/** The engine. Commands use it without a server. */
export function makeEngine(parts: Parts, { processorsFor, processorsOf, wake, measured }: Surrounded = alone): Engine {
  const { config, public_url, world, besides } = parts;
  if (config.tax_rates) useTaxTable(config.tax_rates);
  const { now_ms, random, log } = world;
  const database = databaseOf(parts, config.database_connections);
  const vault = vaultOf(parts, measured);
  const index = indexOf(withGroups(besides?.catalogue ?? []), [...questions, ...(besides?.questions ?? [])]);
  const load = loader(database);
  const reads = readsOf(parts, database, measured);
  const list = lister(reads);
  return {
    database,
    reads,
    load,
    list,
    store: storeOf(parts, database, index, measured),
    vault,
    ids: idSource(random),
    now_ms,
    index,
    moved_clocks: new Map(),
    processorsFor,
    processorsOf,
    answer_deadline_ms: parts.answer_deadline_ms ?? answer_deadline_ms,
    one_write: config.one_write,
    pageUrl: pageUrls(pageTokens(vault), public_url),
    refusalOfUrl: (url) => refusalOfUrl(url, { allow: config.webhook_allow, requireHttps: !config.open_sandbox }),
    endpoints_max: config.webhook_endpoints_max,
    declines_per_hour_max: config.declines_per_hour_max,
    time_scale: config.time_scale,
    wake,
    fault: (error, job) => log.error({ fault: faultOf(error), job }, 'a processor could not be asked, or due work failed'),
    failpoint: failpoints(
      config.failpoints,
      () => (random(1)[0] ?? 0) / 256,
      () => process.kill(process.pid, 'SIGKILL'),
    ),
    render: { object: presenter(index, load, list), refusal: refusalReplies(index, public_url) },
  };
}
