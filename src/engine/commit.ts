import type { Posting } from '../base/decision.js';
import { movementOf } from '../ledger/movements.js';
import type { EntryRow, ObjectRow, Write as Rows } from '../storage/rows.js';
import type { Store } from '../storage/writes.js';
import { sealContents, type Vault } from '../vault/vault.js';
import { type Fold, textOf, type Working } from './fold.js';
import { searchChanges, searchRow } from './searches.js';

/** A key's claim or the reply that belongs to it; all in the transaction of the effect. */
export type Idempotent = {
  readonly key: string;
  readonly owner: string;
  readonly fingerprint: Buffer;
  /** Null while a processor is being asked. */
  readonly reply: { readonly status: number; readonly sealed: Buffer } | null;
  /** The row is there already: fill it. */
  readonly claimed: boolean;
};

/** A job to be stored. */
export type Job = {
  readonly id: string;
  readonly queue: 'ask' | 'due' | 'webhook';
  readonly subject: string;
  readonly lane: string;
  readonly due_ms: number;
  readonly payload: string | null;
};

/** Everything one write stores. */
export type Write = {
  readonly fold: Fold;
  /** Milliseconds since the Unix epoch on the service's clock; jobs obey this one. */
  readonly service_ms: number;
  readonly jobs: readonly Job[];
  /** The job that this write finishes. */
  readonly finished: string | null;
  /** The job that goes on later, at a moment of the service's clock. */
  readonly postponed?: { readonly job: string; readonly due_ms: number } | null | undefined;
  readonly idempotent: Idempotent | null;
  /** Bounded ledger accounts and the guard each was read with. */
  readonly guards: readonly { readonly ledger_account: string; readonly currency: string; readonly guard: number }[];
  /** Keys of an account being opened. */
  readonly keys?: readonly NewKey[];
};

/** An API key about to be stored: only its hash is. */
export type NewKey = {
  readonly hash: Buffer;
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly kind: 'secret' | 'publishable' | 'restricted';
  readonly permissions: readonly string[];
  readonly name: string;
  readonly hint: string;
};

/** Makes a Decision real: all or nothing. A lost race is refused by NOT NULL, a taken key by 23505. */
export const commit = ({ store, vault }: Storage, write: Write): Promise<void> => store(rowsOf(vault, write));

/** Where rows go, and what seals those that need it. */
type Storage = { readonly store: Store; readonly vault: Vault };

/** The rows that a fold comes to. */
function rowsOf(vault: Vault, { fold, service_ms, jobs, finished, postponed, idempotent, guards, keys = [] }: Write): Rows {
  const { account } = fold.tenant;
  const now = new Date(service_ms);
  const changed = [...fold.objects.values()].filter((working) => working.changed);
  const asks = jobs.some(({ queue }) => queue === 'ask');
  return {
    now,
    objects: changed.filter(({ resource }) => resource.table !== 'events').map((working) => objectRow(account, working)),
    events: fold.events.map(({ id, type, object_id, text }) => ({ account, id, type, object_id, doc: text })),
    sealed: changed.flatMap(({ doc: { id }, vault: contents }) =>
      contents ? [{ account, id, ...sealContents(vault, account, id, contents) }] : [],
    ),
    searches: changed.filter((working) => searchChanges(working, asks)).map((working) => searchRow(account, working)),
    entries: fold.postings.map((posting) => entryRow(fold, service_ms, posting)),
    guards: guards.map(({ ledger_account, currency, guard }) => ({ account, ledger_account, currency, guard: guard + 1 })),
    jobs: jobs.map(({ due_ms, ...job }) => ({ account, ...job, due_at: new Date(due_ms) })),
    keys: keys.map((key) => ({ account, ...key, created_at: now })),
    finished: finished ? [{ account, id: finished }] : [],
    postponed: postponed ? [{ account, id: postponed.job, due_at: new Date(postponed.due_ms) }] : [],
    ...keyRows(account, idempotent),
  };
}

const objectRow = (account: string, working: Working): ObjectRow => ({
  account,
  object: working.doc.object,
  id: working.doc.id,
  version: working.version + 1,
  doc: textOf(working),
  secret: working.secret,
  deleted: 'deleted' in working.doc,
  columns: Object.fromEntries(((working.resource.columns ?? []) as readonly string[]).map((name) => [name, working.doc[name] ?? null])),
});

function entryRow({ tenant, ids, now_ms }: Fold, service_ms: number, { movement, amount, currency, source }: Posting): EntryRow {
  const id = ids.fresh('entry', service_ms);
  return { account: tenant.account, id, movement, ...movementOf(movement), currency, amount, source, posted_at: new Date(now_ms) };
}

/** A key is claimed with its first write, and answered with that or with a later one. */
function keyRows(account: string, idempotent: Idempotent | null): Pick<Rows, 'claims' | 'answers'> {
  if (!idempotent) return {};
  const { key, owner, fingerprint, reply, claimed } = idempotent;
  if (!claimed) return { claims: [{ account, key, owner, fingerprint, status: reply?.status ?? null, reply: reply?.sealed ?? null }] };
  return reply ? { answers: [{ account, key, owner, status: reply.status, reply: reply.sealed }] } : {};
}
