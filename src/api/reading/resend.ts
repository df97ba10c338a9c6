import type { Resending, Resent } from '../../kernel/base/handler.js';
import { idBound } from '../../kernel/base/ids.js';
import type { Engine, Tenant } from '../../kernel/engine/engine.js';
import { isWanted } from '../../kernel/storage/wanted.js';

/** The maximum number of events per call, to stay within the statement timeout. */
const events_max = 10_000;

/** One event by its id. */
const named = 'select id, type from events where account = $1 and id = $5';

/** The next events within a range of timestamps, on their own clocks as lists show them. */
const within = `select * from (
    (select id, type from events where account = $1 and created_at is null and id > $7 and id >= $8 and id < $9 order by id limit $5)
    union all
    (select id, type from events where account = $1 and created_at >= $10 and created_at < $11 and id > $7 order by id limit $5)) either
  order by id limit $5`;

const resending = (
  chosen: string,
  more: string,
): string => `with kept as materialized (select $4::int is null or keep_epochs(array[$1], array[$4])),
  chosen as (${chosen}),
  stored as (insert into jobs (account, id, queue, subject, lane, due_at)
    select $1, event.id || ' ' || endpoint.id, 'webhook', event.id, endpoint.id, $2 from kept cross join chosen event
    join objects endpoint on endpoint.account = $1 and endpoint.object = 'webhook_endpoint' and endpoint.status = 'enabled'
      and not coalesce((endpoint.doc ->> 'connect')::boolean, false) and ${more}
    on conflict (account, id) do update set due_at = excluded.due_at returning 1)
  select (select count(*)::int from stored) as count, (select max(id) from chosen) as last, (select count(*)::int from chosen) as seen`;

const of_one = resending(named, `(endpoint.id = $3 or $3 is null and ${isWanted('endpoint.enabled_events', 'event.type')})`);

const of_many = resending(
  within,
  `endpoint.id = $3 and ${isWanted('endpoint.enabled_events', 'event.type')} and ($6::text[] is null or event.type = any ($6))
    and ($12 or not exists (select from objects attempt where attempt.account = $1 and attempt.object = 'webhook_attempt'
      and attempt.event = event.id and attempt.webhook_endpoint = $3 and attempt.doc ->> 'outcome' = 'delivered'))`,
);

/** Stores deliveries again. A delivery that is already queued becomes due at once. */
export async function resend({ database, now_ms, wake }: Engine, { account, epoch, livemode }: Tenant, what: Resending): Promise<Resent> {
  const { endpoint = null } = what;
  const values = [account, new Date(now_ms()), endpoint, livemode ? null : epoch];
  const [found] = await database.query<{ count: number; last: string | null; seen: number }>(
    'event' in what ? { text: of_one, values: [...values, what.event] } : { text: of_many, values: [...values, ...valuesOf(what)] },
  );
  wake(['webhook']);
  const { count = 0, last = null, seen = 0 } = found ?? {};
  return { count, last: seen === events_max ? last : null };
}

const end_of_time = 253_402_300_799;

function valuesOf({ created, types, after = '', undelivered }: Extract<Resending, { created: object }>): unknown[] {
  const { gt = -1, gte = 0, lt = end_of_time, lte = end_of_time } = created;
  const [from_ms, below_ms] = [Math.max(gte, gt + 1) * 1000, Math.min(lt, lte + 1) * 1000];
  return [
    events_max,
    types ?? null,
    after,
    idBound('evt', from_ms),
    idBound('evt', below_ms),
    new Date(from_ms),
    new Date(below_ms),
    !undelivered,
  ];
}
