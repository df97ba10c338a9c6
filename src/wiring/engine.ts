import { idSource } from '../base/ids.js';
import { type Engine, indexOf } from '../engine/engine.js';
import type { ReadPermissions } from '../http/expand.js';
import { presenter } from '../http/expand.js';
import { refusalReply } from '../http/reply.js';
import { faultOf } from '../http/server.js';
import { pageTokens } from '../keys/page-token.js';
import { sandbox } from '../processors/sandbox/sandbox.js';
import { access } from '../resources/access.js';
import { catalogue } from '../resources/index.js';
import { openDatabase } from '../storage/database.js';
import { loader } from '../storage/load.js';
import { openVault } from '../vault/vault.js';
import { refusalOfUrl } from '../webhooks/guard.js';
import { failpoints } from './failpoints.js';
import type { Parts } from './world.js';

const rows: Readonly<Record<string, { restricted: string }>> = access;

/** The permission of each kind is that of the route which retrieves it. */
export const read_permissions: ReadPermissions = new Map(
  catalogue.flatMap((entry) =>
    entry.kind === 'retrieve' ? [[entry.resource.object, rows[entry.routes[0] ?? '']?.restricted ?? ''] as const] : [],
  ),
);

/** The engine. Commands that need no server work with it alone. */
export function makeEngine({ config, database_url, key_ring, public_url, world }: Parts, wake: () => void = () => {}): Engine {
  const { now_ms, random, log } = world;
  const lost = (error: Error): void => log.warn({ fault: faultOf(error) }, 'a database connection was lost');
  const database = openDatabase({ url: database_url, connections: config.database_connections, log: lost });
  const vault = openVault(key_ring, random);
  const tokens = pageTokens(vault);
  const index = indexOf(catalogue);
  const load = loader(database);
  return {
    database,
    load,
    vault,
    ids: idSource(random),
    now_ms,
    index,
    moved_clocks: new Map(),
    processorsFor: ({ livemode }) => (livemode ? [] : [sandbox]),
    one_write: config.one_write,
    pageUrl: (page, account, subject, attempt) => `${public_url()}/${page}/${tokens.sign(account, subject, attempt)}`,
    refusalOfUrl: (url) => refusalOfUrl(url, { allow: config.webhook_allow, requireHttps: !config.open_sandbox }),
    time_scale: config.time_scale,
    wake,
    fault: (error, job) => log.error({ fault: faultOf(error), job }, 'a processor could not be asked'),
    failpoint: failpoints(
      config.failpoints,
      () => (random(1)[0] ?? 0) / 256,
      () => process.kill(process.pid, 'SIGKILL'),
    ),
    render: { object: presenter(index, load), refusal: refusalReply },
  };
}
