import type { Reader } from '../base/handler.js';
import type { AnyResource, Document } from '../base/resource.js';
import { balancesOf } from '../ledger/balances.js';
import { wantOf } from '../storage/load.js';
import { advanceClock } from './due.js';
import type { Engine, Tenant } from './engine.js';

/** What an escape may do in the name of its caller. */
export const readerFor = (engine: Engine, tenant: Tenant): Reader => ({
  balances: (names) => balancesOf(engine.database, tenant.account, names),
  find: (resource, id) => find(engine, tenant.account, resource, id),
  advanceClock: async (to) => Math.floor((await advanceClock(engine, tenant, to * 1000)) / 1000),
  resend: (event, endpoint) => resend(engine, tenant.account, event, endpoint),
});

async function find({ load }: Engine, account: string, resource: AnyResource, id: string): Promise<Document | null> {
  const [row] = await load([wantOf(resource, account, id)]);
  return row && !row.deleted ? (JSON.parse(row.doc) as Document) : null;
}

/** A delivery that is under way already is simply made at once. */
async function resend(engine: Engine, account: string, event: string, endpoint: string | null): Promise<boolean> {
  const rows = await engine.database.query<{ id: string }>({
    text: `insert into jobs (account, id, queue, subject, lane, due_at)
      select $1, event.id || ' ' || endpoint.id, 'webhook', event.id, endpoint.id, $4 from events event
      join objects endpoint on endpoint.account = $1 and endpoint.object = 'webhook_endpoint' and endpoint.status = 'enabled'
        and (endpoint.id = $3 or $3 is null and (event.type = any (endpoint.enabled_events) or '*' = any (endpoint.enabled_events)))
      where event.account = $1 and event.id = $2
      on conflict (account, id) do update set due_at = excluded.due_at returning id`,
    values: [account, event, endpoint, new Date(engine.now_ms())],
  });
  engine.wake();
  return rows.length > 0;
}
