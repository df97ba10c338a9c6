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
import { isFoundOtherwise, memberOf, searchRow } from '../storage/statement.js';
import { sealReply } from '../vault/replies.js';
import { sealContents } from '../vault/vault.js';
import type { Engine, Reply, Tenant } from './engine.js';
import { type Bound, uniquesOf } from './guards.js';
import type { Claim } from './idempotency.js';
import { followingJobs } from './later.js';
import { type Entry, type Tracked, textOf, type Unit } from './unit.js';

/** A job to retry, its new due time on the service's clock, and the number of attempts by then. */
export type Postponed = { readonly job: string; readonly due_at: Date; readonly tried: number };

/** A privileged request, and the id of its object. */
export type Audited = Privileged & { readonly subject: string };

/** The further parts of a unit's write. */
export type Along = {
  readonly tenant: Tenant;
  readonly claim: Claim | null;
  /** Null while questions are open. */
  readonly reply: Reply | null;
  /** Jobs that end with this write. */
  readonly finished: readonly FinishedRow[];
  /** A job to retry later. */
  readonly postponed?: Postponed | undefined;
  /** The progress of the job that this is a part of. */
  readonly progressed?: ProgressedRow | null;
  readonly audit?: Audited | null | undefined;
  readonly keys?: readonly Omit<KeyRow, 'account'>[];
  readonly jobs: readonly JobRow[];
  readonly bounds: readonly Bound[];
};

/** Stores a unit: one write, one round trip, all or nothing. */
export async function store(engine: Engine, unit: Unit, going: Along): Promise<void> {
  await engine.failpoint('before_commit');
  const jobs = [...going.jobs, ...followingJobs(engine, unit)];
  const write = writeOf(engine, unit, { ...going, jobs });
  if (isEmpty(write)) return;
  const given = await engine.store(write);
  const queues = new Set([...given, ...queuesOf(write, engine.now_ms())]);
  if (queues.size) engine.wake([...queues]);
  await engine.failpoint('after_commit_before_response');
}

/** The queues of a write's jobs that are due by now, which may be after their unit has begun. */
const queuesOf = ({ jobs = [] }: Write, now_ms: number): Queue[] =>
  jobs.flatMap(({ queue, due_at }) => (due_at.getTime() <= now_ms ? [queue] : []));

/** A repeated notification often changes nothing, and then nothing is written. */
const isEmpty = ({ now: _, kept: __, deliveries: ___, ...rows }: Write): boolean => Object.values(rows).every((each) => each.length === 0);

/** A new account is connected to the account that creates it. */
const joiningPlatform = ({ resource, version, tenant: own }: Tracked, platform: string): { account: string; platform: string }[] =>
  resource.own_books && version === 0 && own.account !== platform ? [{ account: own.account, platform }] : [];

/** An account whose platform is gone from its document, which ends its connection. */
const leavingPlatform = ({ resource: { own_books }, before, doc, tenant }: Tracked): { readonly account: string }[] =>
  own_books && before?.[own_books] && doc[own_books] === null ? [{ account: tenant.account }] : [];

function writeOf(engine: Engine, unit: Unit, going: Along): Write {
  const { tenant, claim, reply, finished, postponed, progressed, audit, keys = [], jobs, bounds } = going;
  const changed = [...unit.objects].flatMap(([key, each]) => (each.changed || unit.guarded.has(key) ? [each] : []));
  const asks = jobs.some(({ queue }) => queue === 'ask');
  const { account } = tenant;
  return {
    now: new Date(unit.service_ms),
    ...ofTestMode(unit, tenant),
    connections: changed.flatMap((each) => joiningPlatform(each, account)),
    disconnected: changed.flatMap(leavingPlatform),
    objects: changed.filter(({ resource }) => resource.table !== 'events').map(objectRow),
    pinned: [...unit.pinned.values()].map(({ tenant, version, doc: { object, id } }) => ({ account: tenant.account, object, id, version })),
    held: heldRows(unit),
    closed: changed.flatMap(({ tenant: { account }, resource, doc, deleted }) =>
      deleted && resource.own_books ? [{ account, id: doc.id, ledger_accounts: held_for_account }] : [],
    ),
    forgotten: [...unit.forgotten.values()].flatMap(({ tenant: { account }, version, doc: { id } }) =>
      version > 0 ? [{ account, id }] : [],
    ),
    events: unit.events.filter(({ object_id }) => !unit.forgotten.has(object_id)),
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

/** What only sandboxes have: a write is refused after a reset, and a request may ask for faulty deliveries. */
const ofTestMode = ({ request }: Unit, { account, epoch, livemode }: Tenant): Pick<Write, 'kept' | 'deliveries'> =>
  livemode ? {} : { kept: { account, epoch }, ...(request?.deliveries && { deliveries: request.deliveries }) };

/** Whether a movement brings funds into an account. */
const brings = ({ debit, credit }: ReturnType<typeof movementOf>): boolean => isHeld(credit) && !isHeld(debit);

const isHeld = (ledger_account: string): boolean => held_for_account.some((each) => each === ledger_account);

/**
 * The objects that must exist for the write: those in the parameters, the caller's account, and accounts that receive funds; funds can also be taken
 * back from a deleted account. A processor's result is stored even if the account has been deleted since the request.
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

/** The creation time of a new object on its clock; a resource without `created` is on no list that filters by it. */
const createdAt = ({ version, resource, doc: { id, created, place = id } }: Tracked): Date | null =>
  version > 0 || typeof created !== 'number'
    ? null
    : createdBeside(String(place), resource.created_in === 'milliseconds' ? created : created * 1000);

function usageRows({ tenant: { account }, resource, before, doc, changed, changed_ms, deleted }: Tracked): UsageRow[] {
  const at = Math.floor(changed_ms / 1000);
  const recorded = (changed && !deleted && resource.usage?.(doc, { before, at })) || [];
  const ended = (deleted && before && resource.usage_ends && resource.usage?.(before, { before: null, at })) || [];
  return [...recorded, ...ended.map((each) => ({ ...each, value: null }))].map((each) => ({ account, id: doc.id, ...each }));
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

/** The claim of a key, or its reply; in the transaction of the effect (promise 15). */
function keptReply({ vault }: Engine, account: string, { key, owner, fingerprint, claimed }: Claim, reply: Reply | null): Partial<Write> {
  const kept = reply && { status: reply.status, reply: sealReply(vault, account, key, reply.text) };
  if (!claimed) return { claims: [{ account, key, owner, fingerprint, status: null, reply: null, ...kept }] };
  return kept ? { answers: [{ account, key, owner, ...kept }] } : {};
}

/**
 * Whether the search row must be written: only if searchable members have changed. An object that is created with an ask gets its row in the second
 * write, usually that of the answer; lists that depend on the row are never late.
 */
function isSearchedAnew({ resource, before, version, doc, changed }: Tracked, asks: boolean): boolean {
  if (!changed || !resource.searchable) return false;
  if (!before) return !asks || resource.holding !== undefined;
  if (version === 1 || 'deleted' in doc) return true;
  return isFoundOtherwise(resource, before, doc);
}

/** The search rows of a unit. `asks`: questions are open. */
const searchRows = (tracked: readonly Tracked[], asks: boolean): SearchRow[] =>
  tracked.filter((each) => isSearchedAnew(each, asks)).map(({ tenant, resource, doc }) => searchRow(tenant.account, resource, doc));
