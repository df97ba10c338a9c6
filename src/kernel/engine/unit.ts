import type { Concealed } from '../base/concealed.js';
import { known, type Posting } from '../base/effects.js';
import { filled } from '../base/fields.js';
import { isOurs } from '../base/ids.js';
import type { AnyAsk, AnyQuestion } from '../base/question.js';
import type { Holding, Payer, RateTable } from '../base/reads.js';
import type { Refusal } from '../base/refusal.js';
import type { AnyResource, Document } from '../base/resource.js';
import type { AnyRule } from '../base/rules.js';
import type { Row, Want } from '../storage/load.js';
import { type Engine, resourceOf, type Tenant } from './engine.js';

/** An object of a unit of work: as it was stored, and as it is now. */
export type Tracked = {
  readonly tenant: Tenant;
  readonly resource: AnyResource;
  /** As stored; null for an object being made. */
  readonly before: Document | null;
  /** As stored; 0 for an object being made. */
  readonly version: number;
  doc: Document;
  /** The document as text, made once for row, event and reply. */
  text: string | null;
  secret: string | null;
  changed: boolean;
  deleted: boolean;
  /** What goes into the vault with it. */
  contents: Readonly<Record<string, Concealed>> | null;
};

/** Who asks, as far as a decision may depend on it. */
export type Asker = {
  readonly version: string | null;
  /** Null where the merchant's server asks. */
  readonly payer: Payer | null;
  readonly byVisitor: boolean;
};

/** One decision to be made: by which rule, about which object, with what. */
export type Step = {
  readonly rule: AnyRule;
  readonly tenant: Tenant;
  readonly subject: string;
  /** `input` of a rule, `about` of a timer, `answer`, `asked` and `by` of a result, `by` of a reaction. */
  readonly given: { readonly input: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;
  /** What takes a refusal of it. */
  readonly otherwise: 'ignore' | { readonly rule: AnyRule; readonly subject: string; readonly tenant: Tenant } | null;
  /** Milliseconds on the clock of the object it is about. */
  readonly now_ms: number;
  /** The test clock that shows them; null for the account's own. */
  readonly clock: string | null;
  /** How many steps led to it. */
  readonly depth: number;
  /** Who asks, as far as a decision may depend on it; nobody, where it happens by itself. */
  readonly asker?: Asker | undefined;
  /** Whether whoever asks may touch the object. */
  readonly allows?: (it: Tracked) => boolean;
  /** Whether a parameter stands in the path of what was asked for. */
  readonly inPath?: (param: string) => boolean;
};

/** A question that is to be asked, or has been stored to be. */
export type Asked = {
  readonly question: AnyQuestion;
  /** As whoever answers gets it. */
  readonly ask: AnyAsk;
  readonly tenant: Tenant;
  readonly job: string;
  readonly depth: number;
  /** Milliseconds on the subject's clock. */
  readonly now_ms: number;
  /** The test clock that shows them; null for the account's own. */
  readonly clock: string | null;
};

/** An event as it will be stored. */
export type Event = {
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  /** The moment on its object's clock, where the id does not say it. */
  readonly created_at: Date | null;
  readonly text: string;
};

/** A timer as it will be stored: `at` in seconds on its object's clock. */
export type Timer = {
  readonly tenant: Tenant;
  readonly subject: string;
  readonly object: string;
  readonly timer: string;
  readonly at: number;
  readonly about: string | null;
  readonly now_ms: number;
  /** The test clock that it goes by; null for the account's own. */
  readonly clock: string | null;
};

/** Those who follow an event, page by page. */
export type FanOut = {
  readonly tenant: Tenant;
  readonly event: string;
  /** The id of the event: each of two is followed. */
  readonly event_id: string;
  readonly rule: AnyRule;
  readonly by: Document;
  /** Milliseconds on the clock of the object whose event it is. */
  readonly now_ms: number;
  readonly clock: string | null;
};

/** What will be told though it is not stored: the event, and the step that shows what it is about. */
export type Foretold = { readonly event: string; readonly step: Step };

/** A ledger entry as it will be stored. */
export type Entry = { readonly tenant: Tenant; readonly posting: Posting; readonly now_ms: number };

/** What a bounded ledger account held when it was read. */
export type Balance = { readonly amount: number; readonly guard: number };

/** How far a series of numbers is, and how far it was when it was read. */
export type Series = { readonly account: string; readonly name: string; readonly read: number; readonly last: number };

/** Something to be read, and what to do with it. */
export type Wanted = { readonly want: Want; readonly take: (row: Row | null) => void };

/** The request that something comes of, and its idempotency key. */
export type AskedBy = { readonly id: string; readonly idempotency_key: string | null };

/** A unit of work: everything that one write stores, and what is still to be decided before it. */
export type Unit = {
  readonly tenant: Tenant;
  /** Who has asked, as events tell it; null for what happens by itself. */
  readonly request: AskedBy | null;
  /** Milliseconds on the service's clock. */
  readonly service_ms: number;
  /** By what `keyOf` says, as all that is kept by object. */
  readonly objects: Map<string, Tracked>;
  /** What was looked for and is not there. */
  readonly absent: Set<string>;
  /** Where a path leads that begins at an object which need not be read itself. */
  readonly followed: Map<string, string | null>;
  /** The test clock of each object that has been looked at; null for the account's own. */
  readonly clocks: Map<string, string | null>;
  /** Lists that have been read whole. */
  readonly lists: Set<string>;
  readonly balances: Map<string, Balance>;
  /** What is in ledger accounts in each currency. */
  readonly holdings: Map<string, readonly Holding[]>;
  readonly sequences: Map<string, Series>;
  /** What was used of a meter within a time, by what was asked. */
  readonly used: Map<string, string>;
  /** Exchange rates, once they have been read. */
  rates: RateTable | null | undefined;
  /** Content of the vault that may go along with a question, by object. */
  readonly contents: Map<string, Readonly<Record<string, Concealed>>>;
  /** Objects that must not have changed, though they are not changed here. */
  readonly guarded: Map<string, { readonly tenant: Tenant; readonly object: string; readonly id: string }>;
  /** Objects that must be as they were read, which others may be sure of at the same time. */
  readonly pinned: Map<string, Tracked>;
  /** Objects that must still be there, which others may refer to at the same time. */
  readonly held: Map<string, Tracked>;
  readonly queue: Step[];
  readonly asks: Asked[];
  readonly events: Event[];
  readonly entries: Entry[];
  readonly timers: Timer[];
  readonly fans: FanOut[];
  readonly foretold: Foretold[];
  /** Objects that are to leave nothing, not even events. */
  readonly forgotten: Map<string, Tracked>;
  /** The object that the reply is about. */
  asked_for: string | null;
  /** What is told instead of an object, by object. */
  readonly reports: Map<string, Refusal>;
  /** Secrets to show once in this very reply, by object. */
  readonly shown: Map<string, string>;
  /** What is read along with whatever is read next. */
  readonly besides: Wanted[];
  /** What is stored under the request's idempotency key, if it has been used before. */
  replayed: Row | null;
  /** The test clock that whoever does this is advancing. */
  held_clock: string | null;
  /** Somebody else has done meanwhile what this was to do. */
  overtaken: boolean;
  /** Nobody has answered yet, so that all of it can still be refused. */
  refusable: boolean;
};

/** What an object of a unit is known by. An id that a caller chose is its kind's only. */
export const keyOf = ({ object, id }: Pick<Document, 'object' | 'id'>): string => (isOurs(id) ? id : `${object} ${id}`);

/** What a series is known by. */
export const seriesKey = (account: string, name: string): string => `${account} ${name}`;

/** What the object that a step is about is known by. */
export const keyOfSubject = ({ rule, subject }: Pick<Step, 'rule' | 'subject'>): string =>
  keyOf({ object: rule.resource.object, id: subject });

/** Nothing read and nothing changed yet; or with the objects that a write before has left. */
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
  fans: [],
  foretold: [],
  forgotten: new Map(),
  asked_for: null,
  reports: new Map(),
  shown: new Map(),
  besides: [],
  replayed: null,
  held_clock: null,
  overtaken: false,
  refusable: true,
});

/** Remembers a unit as it is; what it answers undoes whatever has come since, also what has been read. */
export function savepoint(unit: Unit): () => void {
  const then = Object.fromEntries(Object.entries(unit).map(([name, value]) => [name, copied(value)]));
  const objects = new Map([...unit.objects].map(([key, each]) => [key, { ...each }]));
  return () => void Object.assign(unit, then, { objects });
}

function copied(value: unknown): unknown {
  if (value instanceof Map) return new Map(value);
  return value instanceof Set ? new Set(value) : Array.isArray(value) ? [...value] : value;
}

/** Takes up a stored object, unless it is in hand already. */
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
    // A member that was added to the resource after the document was stored begins with its default, at whatever depth.
    doc: row.deleted ? doc : known(resource, filled(resource.fields, doc) as Document),
    text: null,
    secret: row.secret,
    changed: false,
    deleted: row.deleted,
    contents: null,
  });
}

/** The objects of a unit as they are once it has been written. */
export const leftBy = ({ objects, guarded }: Unit): Unit['objects'] =>
  new Map([...objects].map(([key, each]) => [key, each.changed || guarded.has(key) ? written(each) : each]));

const written = (each: Tracked): Tracked => ({ ...each, before: each.doc, version: each.version + 1, changed: false, contents: null });

/** The document as text: `id` and `object` first, and no secret, because none is ever in a document. */
export function textOf(tracked: Tracked): string {
  tracked.text ??= JSON.stringify(tracked.doc);
  return tracked.text;
}

/** The object that a rule may change, because it has read or made it. */
export function inHand({ objects }: Unit, it: Pick<Document, 'object' | 'id'>): Tracked {
  const tracked = objects.get(keyOf(it));
  if (!tracked || tracked.deleted) throw new Error(`A rule changes ${it.id}, which it has neither read nor made`);
  return tracked;
}

/** Content of the vault that the unit has read, or is about to store. */
export const contentsInHand = ({ objects, contents }: Unit, id: string): Tracked['contents'] =>
  objects.get(id)?.contents ?? contents.get(id) ?? null;

/** Takes up a row of a kind that is known only by its name. */
export const trackRow = (engine: Engine, unit: Unit, tenant: Tenant, object: string, row: Row): void =>
  track(unit, tenant, resourceOf(engine.index, object), row);
