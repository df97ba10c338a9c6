import { idSource } from '../base/ids.js';
import { columnOf } from '../base/resource.js';
import type { Catalogue, Entry } from '../base/rules.js';
import { type FileContents, fileContents } from '../contents/contents.js';
import { type Engine, indexOf } from '../engine/engine.js';
import { faultOf } from '../http/server.js';
import { pageTokens, pageUrls } from '../keys/page-token.js';
import { storingMail } from '../mail/asked.js';
import { presenter } from '../present/expand.js';
import type { ReadPermissions } from '../present/expandable.js';
import { refusalReplies } from '../present/reply.js';
import { questions } from '../processors/questions.js';
import { access } from '../resources/access.js';
import { catalogue } from '../resources/index.js';
import { type Database, openDatabase } from '../storage/database.js';
import { lister } from '../storage/list.js';
import { loader } from '../storage/load.js';
import { haltedByStalls } from '../storage/stalled.js';
import { storing } from '../storage/writes.js';
import { openVault } from '../vault/vault.js';
import { refusalOfUrl } from '../webhooks/guard.js';
import { failpoints } from './failpoints.js';
import type { Parts } from './world.js';

const rows: Readonly<Record<string, { restricted: string | null }>> = access;

/** The permission of each kind is that of the route which retrieves it. */
export const read_permissions: ReadPermissions = new Map(
  catalogue.flatMap((entry) =>
    entry.kind === 'retrieve' ? [[entry.resource.object, rows[entry.routes[0] ?? '']?.restricted ?? ''] as const] : [],
  ),
);

/** How long a request waits for a processor: more than a processor's own time-out, less than until a worker takes the ask over. */
const answer_deadline_ms = 15_000;

/** What an engine has in a service and not in a command: those who move the money, and somebody to wake. */
type Surrounded = Pick<Engine, 'processorsFor' | 'wake'> & {
  /** Told when sealed content was tampered with. */
  readonly tampered: () => void;
};

const alone: Surrounded = { processorsFor: () => [], wake: () => {}, tampered: () => {} };

/** Every column of objects that some list filters by. */
const filtersOf = ({ resources }: Engine['index']): string[] =>
  [
    ...new Set(
      [...resources.values()].flatMap(({ table, columns }) => (table ? [] : ((columns ?? []) as readonly string[]).map(columnOf))),
    ),
  ].sort();

const databaseOf = ({ config, database_url, world: { log } }: Parts, connections: number): Database =>
  haltedByStalls(
    openDatabase({
      url: database_url,
      connections,
      prepares: config.prepared_statements,
      timeout_ms: config.database_timeout_ms,
      log: (error) => log.warn({ fault: faultOf(error) }, 'a database connection was lost'),
    }),
  );

/** Stores writes, and with the events that customers are written to about the jobs that do so: where a sandbox keeps messages, and where a mail server is set. */
const storeOf = ({ config }: Parts, database: Database, index: Engine['index']): Engine['store'] =>
  storingMail(storing(database, { group_commit: config.group_commit, filters: filtersOf(index), together_min: config.group_commit_min }), {
    live: config.smtp !== null,
    test: config.open_sandbox,
  });

/** The contents of files, over connections of their own. */
export function makeContents(parts: Parts): FileContents {
  const { file_connections } = parts.config;
  return fileContents(databaseOf(parts, file_connections), parts.world.random, file_connections, () => performance.now());
}

/** The catalogue with a test's own groups, which take the place of those that are about objects of the same names. */
function withGroups(groups: Catalogue): Catalogue {
  const own = new Map(groups.flatMap((entry) => ('resource' in entry ? [[entry.resource.object, entry.resource] as const] : [])));
  const isReplaced = (entry: Entry): boolean =>
    'resource' in entry && (own.get(entry.resource.object) ?? entry.resource) !== entry.resource;
  return groups.length ? [...(catalogue as Catalogue).filter((entry) => !isReplaced(entry)), ...groups] : catalogue;
}

/** The engine. Commands that need no server work with it alone. */
export function makeEngine(parts: Parts, { processorsFor, wake, tampered }: Surrounded = alone): Engine {
  const { config, key_ring, public_url, world, besides } = parts;
  const { now_ms, random, log } = world;
  const database = databaseOf(parts, config.database_connections);
  const vault = openVault(key_ring, random, (place) => {
    tampered();
    log.error({ place }, 'ALERT: sealed content was changed or exchanged in the database; somebody writes to it who is not this service');
  });
  const tokens = pageTokens(vault);
  const index = indexOf(withGroups(besides?.catalogue ?? []), [...questions, ...(besides?.questions ?? [])]);
  const load = loader(database);
  const list = lister(database);
  return {
    database,
    load,
    list,
    store: storeOf(parts, database, index),
    vault,
    ids: idSource(random),
    now_ms,
    index,
    moved_clocks: new Map(),
    processorsFor,
    answer_deadline_ms: parts.answer_deadline_ms ?? answer_deadline_ms,
    one_write: config.one_write,
    pageUrl: pageUrls(tokens, public_url),
    refusalOfUrl: (url) => refusalOfUrl(url, { allow: config.webhook_allow, requireHttps: !config.open_sandbox }),
    endpoints_max: config.webhook_endpoints_max,
    declines_per_hour_max: config.declines_per_hour_max,
    time_scale: config.time_scale,
    wake,
    fault: (error, job) => log.error({ fault: faultOf(error), job }, 'a processor could not be asked, or what was due could not happen'),
    failpoint: failpoints(
      config.failpoints,
      () => (random(1)[0] ?? 0) / 256,
      () => process.kill(process.pid, 'SIGKILL'),
    ),
    render: { object: presenter(index, load, list), refusal: refusalReplies(index, public_url) },
  };
}
