import type { Concealed } from '../base/concealed.js';
import { known, type Posting, type Viewed } from '../base/effects.js';
import { isOurs } from '../base/ids.js';
import { filled } from '../base/members.js';
import type { AnyAsk, AnyQuestion } from '../base/question.js';
import type { Holding, Payer, RateTable } from '../base/reads.js';
import type { Refusal } from '../base/refusal.js';
import type { AnyResource, Document } from '../base/resource.js';
import type { AnyRule } from '../base/rules.js';
import type { Row, Want } from '../storage/load.js';
import type { EventRow, MisdirectedDeliveries } from '../storage/rows.js';
import { type Engine, resourceOf, type Tenant } from './engine.js';
import type { Mail } from './mail.js';

/** An object in a unit of work: the stored version and the current one. */
export type Tracked = {
  readonly tenant: Tenant;
  readonly resource: AnyResource;
  /** As stored; null for a new object. */
  readonly before: Document | null;
  /** As stored; 0 for a new object. */
  readonly version: number;
  doc: Document;
  /** The document as text, serialized once for row, event and reply. */
  text: string | null;
  secret: string | null;
  changed: boolean;
  /** Milliseconds on its clock at its last change in the unit. */
  changed_ms: number;
  deleted: boolean;
  /** The content to store in the vault. */
  contents: Readonly<Record<string, Concealed>> | null;
};

/** The facts about the caller that a decision may depend on. */
export type Asker = {
  readonly version: string | null;
  /** Null for the merchant's server. */
  readonly payer: Payer | null;
  readonly byVisitor: boolean;
};

/** A pending decision: its rule, object and inputs. */
export type Step = {
  readonly rule: AnyRule;
  readonly tenant: Tenant;
  readonly subject: string;
  /** `input` of a rule, `about` of a timer, `answer`, `asked` and `by` of a result, `by` of a reaction. */
  readonly given: { readonly input: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;
  /** How its refusal is handled. */
  readonly otherwise: 'ignore' | { readonly rule: AnyRule; readonly subject: string; readonly tenant: Tenant } | null;
  /** Milliseconds on the clock of its object. */
  readonly now_ms: number;
  /** The test clock of that time; null for the account's own. */
  readonly clock: string | null;
  /** The number of steps that led to it. */
  readonly depth: number;
  /** The facts about the caller; absent for timers and reactions. */
  readonly asker?: Asker | undefined;
  /** Whether the caller may access the object. */
  readonly allows?: (it: Tracked) => boolean;
  /** Whether a parameter is in the path of the request. */
  readonly inPath?: (param: string) => boolean;
};

/** A question to ask, or one that has been stored. */
export type Asked = {
  readonly question: AnyQuestion;
  /** The ask as the processor gets it. */
  readonly ask: AnyAsk;
  readonly tenant: Tenant;
  readonly job: string;
  readonly depth: number;
  /** Milliseconds on the subject's clock. */
  readonly now_ms: number;
  /** The test clock of that time; null for the account's own. */
  readonly clock: string | null;
};

/** A timer to store: `at` in seconds on its object's clock. */
export type Timer = {
  readonly tenant: Tenant;
  readonly subject: string;
  readonly object: string;
  readonly timer: string;
  readonly at: number;
  readonly about: string | null;
  readonly now_ms: number;
  /** Its test clock; null for the account's own. */
  readonly clock: string | null;
};

/** An event whose followers are processed page by page. */
export type FanOut = {
  readonly tenant: Tenant;
  readonly event: string;
  /** The id of the event: the followers of two equal events run for each. */
  readonly event_id: string;
  readonly rule: AnyRule;
  readonly by: Document;
  /** Milliseconds on the clock of the event's object. */
  readonly now_ms: number;
  readonly clock: string | null;
};

/** An event about a previewed object: the event type, and the step that creates the object. */
export type Foretold = { readonly event: string; readonly step: Step };

/** A ledger entry to store. */
export type Entry = { readonly tenant: Tenant; readonly posting: Posting; readonly now_ms: number };

/** The balance of a bounded ledger account when it was read. */
export type Balance = { readonly amount: number; readonly guard: number };

/** The last used number of a series, and the number when it was read. */
export type Series = { readonly account: string; readonly name: string; readonly read: number; readonly last: number };

/** A want, and the function that receives its row. */
export type Wanted = { readonly want: Want; readonly take: (row: Row | null) => void };

/** The request that caused an event, its idempotency key, and how the deliveries of its events differ, for tests of endpoints. */
export type AskedBy = {
  readonly id: string;
  readonly idempotency_key: string | null;
  readonly deliveries?: MisdirectedDeliveries | null | undefined;
};

/** A unit of work: everything that one write stores, and the steps that remain to be decided. */
export type Unit = {
  readonly tenant: Tenant;
  /** The request, for events; null for timers and reactions. */
  readonly request: AskedBy | null;
  /** Milliseconds on the service's clock. */
  readonly service_ms: number;
  /** By `keyOf`, like all maps by object. */
  readonly objects: Map<string, Tracked>;
  /** The keys of missing objects. */
  readonly absent: Set<string>;
  /** The ends of paths that begin at an object which is not read itself. */
  readonly followed: Map<string, string | null>;
  /** The test clock of each object in the unit; null for the account's own. */
  readonly clocks: Map<string, string | null>;
  /** The lists that were read completely. */
  readonly lists: Set<string>;
  readonly balances: Map<string, Balance>;
  /** The balances of ledger accounts in each currency. */
  readonly holdings: Map<string, readonly Holding[]>;
  readonly sequences: Map<string, Series>;
  /** The usage of meters, by the declared read. */
  readonly used: Map<string, string>;
  /** The exchange rates, once they have been read. */
  rates: RateTable | null | undefined;
  /** Vault content for questions, by object. */
  readonly contents: Map<string, Readonly<Record<string, Concealed>>>;
  /** Objects whose version is verified although they are not changed. */
  readonly guarded: Map<string, { readonly tenant: Tenant; readonly object: string; readonly id: string }>;
  /** Objects that must be as they were read; concurrent units may pin them too. */
  readonly pinned: Map<string, Tracked>;
  /** Objects that must still exist; concurrent units may refer to them too. */
  readonly held: Map<string, Tracked>;
  readonly queue: Step[];
  readonly asks: Asked[];
  readonly events: EventRow[];
  readonly entries: Entry[];
  readonly timers: Timer[];
  readonly mails: Mail[];
  readonly fans: FanOut[];
  readonly foretold: Foretold[];
  /** Objects that leave no rows and no events. */
  readonly forgotten: Map<string, Tracked>;
  /** The object of the reply. */
  asked_for: string | null;
  /** Refusals to report instead of an object, by object. */
  readonly reports: Map<string, Refusal>;
  /** The members that views show in this reply, by object. */
  readonly views: Map<string, Viewed>;
  /** Secrets to show once in this reply, by object. */
  readonly shown: Map<string, string>;
  /** Wants that are added to the next read. */
  readonly besides: Wanted[];
  /** The stored row of the request's idempotency key, if it was used before. */
  replayed: Row | null;
  /** The test clock that this process is advancing. */
  held_clock: string | null;
  /** Another process has already done the work. */
  overtaken: boolean;
  /** No answer has been processed yet, so the whole unit can be refused. */
  refusable: boolean;
};

/** The key of an object in a unit. An id that a caller chose is only unique within its kind. */
export const keyOf = ({ object, id }: Pick<Document, 'object' | 'id'>): string => (isOurs(id) ? id : `${object} ${id}`);

/** The key of a step's object. */
export const keyOfSubject = ({ rule, subject }: Pick<Step, 'rule' | 'subject'>): string =>
  keyOf({ object: rule.resource.object, id: subject });

/** An empty unit; or one with the objects of an earlier write. */
export const startUnit = (engine: Engine, tenant: Tenant, in_hand: Unit['objects'] = new Map(), request: AskedBy | null = null): Unit => ({
  tenant,
  request,
  service_ms: engine.now_ms(),
  objects: new Map(in_hand),
  absent: new Set(),
  followed: new Map(),
  clocks: new Map(),
  lists: new Set(),
  balances: new Map(),
  holdings: new Map(),
  sequences: new Map(),
  used: new Map(),
  rates: undefined,
  contents: new Map(),
  guarded: new Map(),
  pinned: new Map(),
  held: new Map(),
  queue: [],
  asks: [],
  events: [],
  entries: [],
  timers: [],
  mails: [],
  fans: [],
  foretold: [],
  forgotten: new Map(),
  asked_for: null,
  reports: new Map(),
  views: new Map(),
  shown: new Map(),
  besides: [],
  replayed: null,
  held_clock: null,
  overtaken: false,
  refusable: true,
});

/** Saves a unit's state; the returned function restores it, including what was read. */
export function savepoint(unit: Unit): () => void {
  const then = Object.fromEntries(Object.entries(unit).map(([name, value]) => [name, copied(value)]));
  const objects = new Map([...unit.objects].map(([key, each]) => [key, { ...each }]));
  return () => void Object.assign(unit, then, { objects });
}

function copied(value: unknown): unknown {
  if (value instanceof Map) return new Map(value);
  return value instanceof Set ? new Set(value) : Array.isArray(value) ? [...value] : value;
}

/** Adds a stored object to the unit, unless it already has it. */
export function track(
  unit: Unit,
  tenant: Tenant,
  resource: AnyResource,
  row: Pick<Row, 'id' | 'version' | 'doc' | 'secret' | 'deleted'>,
): void {
  const key = keyOf({ object: resource.object, id: row.id });
  if (unit.objects.has(key)) return;
  const doc = JSON.parse(row.doc) as Document;
  unit.objects.set(key, {
    tenant,
    resource,
    before: doc,
    version: row.version ?? 0,
    // A member that was added to the resource later has its default, at any depth.
    doc: row.deleted ? doc : known(resource, filled(resource.fields, doc) as Document),
    text: null,
    secret: row.secret,
    changed: false,
    changed_ms: 0,
    deleted: row.deleted,
    contents: null,
  });
}

/** The objects of a unit after its write. */
export const leftBy = ({ objects, guarded }: Unit): Unit['objects'] =>
  new Map([...objects].map(([key, each]) => [key, each.changed || guarded.has(key) ? written(each) : each]));

const written = (each: Tracked): Tracked => ({ ...each, before: each.doc, version: each.version + 1, changed: false, contents: null });

/** The document as text: `id` and `object` first, and no secret, because documents never contain one. */
export function textOf(tracked: Tracked): string {
  tracked.text ??= JSON.stringify(tracked.doc);
  return tracked.text;
}

/** The object that a rule may change, because it has read or created it. */
export function inHand({ objects }: Unit, it: Pick<Document, 'object' | 'id'>): Tracked {
  const tracked = objects.get(keyOf(it));
  if (!tracked || tracked.deleted) throw new Error(`A rule changes ${it.id}, which it has neither read nor created`);
  return tracked;
}

/** The vault content that the unit has read or will store. */
export const contentsInHand = ({ objects, contents }: Unit, id: string): Tracked['contents'] =>
  objects.get(id)?.contents ?? contents.get(id) ?? null;

/** Adds a row whose kind is only known by name. */
export const trackRow = (engine: Engine, unit: Unit, tenant: Tenant, object: string, row: Row): void =>
  track(unit, tenant, resourceOf(engine.index, object), row);
