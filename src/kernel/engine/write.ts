import { auditRow, outcomeOf, type Privileged } from '../audit/record.js';
import { createdBeside } from '../base/ids.js';
import { columnOf } from '../base/resource.js';
import type { Queue } from '../jobs/jobs.js';
import { held_for_account, movementOf } from '../ledger/movements.js';
import type {
  EntryRow,
  FinishedRow,
  HeldRow,
  JobRow,
  KeyRow,
  ObjectRow,
  ProgressedRow,
  SearchRow,
  UsageRow,
  Write,
} from '../storage/rows.js';
import { isFoundOtherwise, memberOf, searchRow } from '../storage/terms.js';
import { sealReply } from '../vault/replies.js';
import { sealContents } from '../vault/vault.js';
import type { Engine, Reply, Tenant } from './engine.js';
import { type Bound, uniquesOf } from './guards.js';
import type { Claim } from './idempotency.js';
import { followingJobs } from './later.js';
import { type Entry, type Tracked, textOf, type Unit } from './unit.js';

/** A job, the moment of the service's clock at which it is tried again, and how often it has been tried by then. */
export type Postponed = { readonly job: string; readonly due_at: Date; readonly tried: number };

/** What is privileged of a request, and the id of the object that it is about. */
export type Audited = Privileged & { readonly subject: string };

/** What a unit's write takes along. */
export type Along = {
  readonly tenant: Tenant;
  readonly claim: Claim | null;
  /** Null while somebody is being asked. */
  readonly reply: Reply | null;
  /** Jobs that end with this write. */
  readonly finished: readonly FinishedRow[];
  /** The job that is tried again later. */
  readonly postponed?: Postponed | undefined;
  /** How far the job is that this is a part of. */
  readonly progressed?: ProgressedRow | null;
  readonly audit?: Audited | null | undefined;
  readonly keys?: readonly Omit<KeyRow, 'account'>[];
  readonly jobs: readonly JobRow[];
  readonly bounds: readonly Bound[];
};

/** Makes a unit real: one write, one round trip, all or nothing. */
export async function store(engine: Engine, unit: Unit, going: Along): Promise<void> {
  await engine.failpoint('before_commit');
  const jobs = [...going.jobs, ...followingJobs(engine, unit)];
  const write = writeOf(engine, unit, { ...going, jobs });
  if (isEmpty(write)) return;
  await engine.store(write);
  const queues = queuesOf(write, engine.now_ms());
  if (queues.length) engine.wake(queues);
  await engine.failpoint('after_commit_before_response');
}

/** The queues that a write has left work for: deliveries of its events, and jobs that are due after it. A unit's own time is when it began. */
const queuesOf = ({ events = [], jobs = [] }: Write, now_ms: number): Queue[] => [
  ...(events.length ? (['webhook', 'mail'] as const) : []),
  ...new Set(jobs.flatMap(({ queue, due_at }) => (due_at.getTime() <= now_ms ? [queue] : []))),
];

/** What is settled already is often told once more, and then nothing is to be written. */
const isEmpty = ({ now: _, ...rows }: Write): boolean => Object.values(rows).every((each) => each.length === 0);

function writeOf(engine: Engine, unit: Unit, going: Along): Write {
  const { tenant, claim, reply, finished, postponed, progressed, audit, keys = [], jobs, bounds } = going;
  const changed = [...unit.objects].flatMap(([key, each]) => (each.changed || unit.guarded.has(key) ? [each] : []));
  const asks = jobs.some(({ queue }) => queue === 'ask');
  const { account } = tenant;
  return {
    now: new Date(unit.service_ms),
    // What has books of its own is connected with the account that makes it.
    connections: changed.flatMap(({ resource, version, tenant: own }) =>
      resource.own_books && version === 0 && own.account !== account ? [{ account: own.account, platform: account }] : [],
    ),
    objects: changed.filter(({ resource }) => resource.table !== 'events').map(objectRow),
    pinned: [...unit.pinned.values()].map(({ tenant, version, doc: { object, id } }) => ({ account: tenant.account, object, id, version })),
    held: heldRows(unit),
    closed: changed.flatMap(({ tenant: { account }, resource, doc, deleted }) =>
      deleted && resource.own_books ? [{ account, id: doc.id, ledger_accounts: held_for_account }] : [],
    ),
    forgotten: [...unit.forgotten.values()].flatMap(({ tenant: { account }, version, doc: { id } }) =>
      version > 0 ? [{ account, id }] : [],
    ),
    events: unit.events.flatMap(({ text, ...event }) => (unit.forgotten.has(event.object_id) ? [] : [{ ...event, doc: text }])),
    sealed: changed.flatMap((each) => (each.contents ? [sealedRow(engine, each)] : [])),
    searches: searchRows(changed, asks),
    entries: unit.entries.map((entry) => entryRow(engine, unit, entry)),
    ...uniquesOf(unit),
    sequences: [...unit.sequences.values()].flatMap(({ account, name, read: previous, last: value }) =>
      value > previous ? [{ account, name, value, previous }] : [],
    ),
    guards: bounds.map(({ account, ledger_account, currency, guard }) => ({ account, ledger_account, currency, guard: guard + 1 })),
    jobs,
    finished,
    postponed: postponed ? [{ account, id: postponed.job, due_at: postponed.due_at, tried: postponed.tried }] : [],
    progressed: progressed ? [progressed] : [],
    keys: keys.map((key) => ({ account, ...key })),
    audited: audit ? [auditRow(tenant, { ...audit, outcome: outcomeOf(reply?.status ?? 200) })] : [],
    usage: changed.flatMap(usageRows),
    ...(claim && keptReply(engine, account, claim, reply)),
  };
}

/** Whether a movement brings an account funds that it did not have. */
const brings = ({ debit, credit }: ReturnType<typeof movementOf>): boolean => isHeld(credit) && !isHeld(debit);

const isHeld = (ledger_account: string): boolean => held_for_account.some((each) => each === ledger_account);

/**
 * What the write refers to: objects among the parameters, the account that asks, and those in whose books funds arrive; funds are taken back from
 * a deleted account as well. What a processor has done is stored even where the account is deleted by now, once the request that began it is over.
 */
function heldRows({ objects, held, entries, tenant: own, request, refusable, guarded, pinned }: Unit): HeldRow[] {
  const rows = [...held].flatMap(
    ([
      key,
      {
        tenant,
        version,
        doc: { object, id },
      },
    ]) =>
      version === 0 || objects.get(key)?.changed || guarded.has(key) || pinned.has(key) ? [] : [{ account: tenant.account, object, id }],
  );
  if (request === null && !refusable) return rows;
  const arriving = entries.filter(({ tenant, posting }) => tenant.account !== own.account && brings(movementOf(posting.movement)));
  const books = new Map(arriving.map(({ tenant }) => [tenant.account, tenant]));
  if (own.is_connected && request) books.set(own.account, own);
  return [...rows, ...[...books.values()].map(({ account, account_id: id }) => ({ account, object: 'account', id }))];
}

const objectRow = (tracked: Tracked): ObjectRow => {
  const { tenant, resource, doc, version, secret, deleted } = tracked;
  const paths = (resource.columns ?? []) as readonly string[];
  const columns = Object.fromEntries(paths.map((path) => [columnOf(path), doc[path] ?? memberOf(doc, path) ?? null]));
  const { id, object } = doc;
  return {
    account: tenant.account,
    object,
    id,
    version: version + 1,
    doc: textOf(tracked),
    created_at: createdAt(tracked),
    secret,
    deleted,
    columns,
  };
};

/** What an object is made with; a resource without `created` is on no list that filters by it. */
const createdAt = ({ version, resource, doc: { id, created, place = id } }: Tracked): Date | null =>
  version > 0 || typeof created !== 'number'
    ? null
    : createdBeside(String(place), resource.created_in === 'milliseconds' ? created : created * 1000);

function usageRows({ tenant: { account }, resource, doc, changed }: Tracked): UsageRow[] {
  const recorded = (changed && resource.usage?.(doc)) || [];
  return recorded.map((each) => ({ account, id: doc.id, ...each }));
}

function sealedRow({ vault }: Engine, { tenant: { account }, doc: { id }, contents }: Tracked): NonNullable<Write['sealed']>[number] {
  return { account, id, ...sealContents(vault, account, id, contents ?? {}) };
}

function entryRow({ ids }: Engine, { service_ms }: Unit, { tenant, posting, now_ms }: Entry): EntryRow {
  const { movement, amount, currency, source } = posting;
  const { debit, credit } = movementOf(movement);
  const id = ids.fresh('entry', service_ms);
  return { account: tenant.account, id, movement, debit, credit, currency, amount, source, posted_at: new Date(now_ms) };
}

/** A key's claim, or the reply that belongs to it; all in the transaction of the effect (promise 15). */
function keptReply({ vault }: Engine, account: string, { key, owner, fingerprint, claimed }: Claim, reply: Reply | null): Partial<Write> {
  const kept = reply && { status: reply.status, reply: sealReply(vault, account, key, reply.text) };
  if (!claimed) return { claims: [{ account, key, owner, fingerprint, status: null, reply: null, ...kept }] };
  return kept ? { answers: [{ account, key, owner, ...kept }] } : {};
}

/**
 * Written only when something that search can ask for has changed. What is made together with an ask is found from its second write on,
 * which mostly is the answer's, a moment later; what lists find by it is never late.
 */
function isSearchedAnew({ resource, before, version, doc, changed }: Tracked, asks: boolean): boolean {
  if (!changed || !resource.searchable) return false;
  if (!before) return !asks || resource.holding !== undefined;
  if (version === 1 || 'deleted' in doc) return true;
  return isFoundOtherwise(resource, before, doc);
}

/** The rows that search looks at. `asks` where somebody is still being asked. */
const searchRows = (tracked: readonly Tracked[], asks: boolean): SearchRow[] =>
  tracked.filter((each) => isSearchedAnew(each, asks)).map(({ tenant, resource, doc }) => searchRow(tenant.account, resource, doc));
