import type { Clock } from '../../kernel/engine/clock.js';
import type { Job } from '../../kernel/jobs/jobs.js';
import { coalesced, firstOf } from '../../kernel/storage/coalesced.js';
import type { Database } from '../../kernel/storage/database.js';
import { eventByKey } from '../../kernel/storage/event-months.js';
import { eventTexts, secretOf } from '../../kernel/storage/event-texts.js';

/** A delivery: the event, and the current endpoint with its sealed secret. */
export type Outgoing = { readonly event: string; readonly doc: string; readonly secret: string } & Clock;

type Key = Pick<Job, 'account' | 'subject' | 'lane' | 'payload'>;

const batch_max = 64; // deliveries
const under_way_max = 2;

/** Reads a delivery; null if the endpoint was disabled or deleted. Deliveries that are claimed together are read in one statement. */
export function outgoing(database: Database): (job: Key) => Promise<Outgoing | null> {
  const { ask } = coalesced<Key, Outgoing | null>({
    send: (batch) => read(database, batch),
    take: firstOf(batch_max),
    isTriedAlone: () => true,
    under_way_max,
  });
  return ask;
}

/** The account of the event, if it is not the endpoint's own. */
export const tenantTold = (payload: string | null): string | null => (payload ? (JSON.parse(payload) as { readonly of: string }).of : null);

/** A row as read: the text of the event is in its own columns. */
type Read = Omit<Outgoing, 'event'> & {
  readonly n: number;
  readonly event_doc: string | null;
  readonly event_packed: Buffer | null;
  readonly event_secret: string | null;
};

async function read(database: Database, batch: readonly Key[]): Promise<(Outgoing | null)[]> {
  const rows = await database.query<Read>({
    text: `select u.n::int, event.doc as event_doc, event.packed as event_packed, event.secret as event_secret, endpoint.doc, endpoint.secret, coalesce(clocks.offset_ms, 0)::bigint as clock_offset_ms,
        coalesce(clocks.id_offset_ms, 0)::bigint as id_offset_ms, coalesce(clocks.epoch, 0) as epoch
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality u (account, event, endpoint, of, n)
      cross join lateral (select doc, packed, ${secretOf('it')} as secret from ${eventByKey('coalesce(u.of, u.account)', 'u.event')} it) event
      cross join lateral (select doc, secret from objects where account = u.account and object = 'webhook_endpoint' and id = u.endpoint
        and status = 'enabled' and not deleted offset 0) endpoint
      left join clocks on clocks.account = u.account`,
    values: [
      batch.map(({ account }) => account),
      batch.map(({ subject }) => subject),
      batch.map(({ lane }) => lane),
      batch.map(({ payload }) => tenantTold(payload)),
    ],
  });
  const found: (Outgoing | null)[] = batch.map(() => null);
  const texts = await eventTexts(
    database,
    rows.map(({ event_doc: doc, event_packed: packed, event_secret: secret }) => ({ doc, packed, secret })),
  );
  for (const [place, { n, event_doc: _, event_packed, event_secret, ...row }] of rows.entries())
    found[n - 1] = { ...row, event: texts[place] ?? '' };
  return found;
}
