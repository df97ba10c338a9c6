import type { Concealed } from '../base/concealed.js';
import type { AnyDecided, Change, Later, Made, Posting, Told } from '../base/decision.js';
import { type Fields, filled, initialOf, mergeMembers } from '../base/fields.js';
import type { Ids } from '../base/ids.js';
import { scaled, told_in_milliseconds } from '../base/moments.js';
import type { Ask } from '../base/processor.js';
import type { AnyResource, Document } from '../base/resource.js';
import { type Secrets, secretsOf } from '../vault/secrets.js';
import { clockOffset, type Engine, type Shown, type Tenant } from './engine.js';

/** An object on its way through a Decision: what it was, what it is now, and the events that happened to it. */
export type Working = {
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
  vault: Readonly<Record<string, Concealed>> | null;
};

/** An event as it will be stored. */
export type Event = { readonly id: string; readonly type: string; readonly object_id: string; readonly text: string };

/** Everything one request changes, folded to one row per object (hot-path 9, trap 2). */
export type Fold = {
  readonly tenant: Tenant;
  /** Milliseconds since the Unix epoch on the account's clock. */
  readonly now_ms: number;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly objects: Map<string, Working>;
  readonly events: Event[];
  readonly postings: Posting[];
  readonly later: { readonly id: string; readonly later: Later }[];
  /** Secrets to show once in this very reply, by object. */
  readonly shown: Map<string, string>;
  ask: Ask | null;
};

/** Nothing changed yet. */
export function startFold(engine: Engine, tenant: Tenant): Fold {
  return {
    tenant,
    now_ms: engine.now_ms() + clockOffset(engine, tenant),
    ids: engine.ids,
    secrets: secretsOf(engine, tenant.account),
    objects: new Map(),
    events: [],
    postings: [],
    later: [],
    shown: new Map(),
    ask: null,
  };
}

/** Takes up a stored object. */
export function take(fold: Fold, resource: AnyResource, stored: { doc: string; version: number | null; secret: string | null }): Working {
  const doc = JSON.parse(stored.doc) as Document;
  const known = fold.objects.get(doc.id);
  if (known) return known;
  const working: Working = {
    resource,
    before: doc,
    version: stored.version ?? 0,
    doc: withDefaults(resource, doc),
    text: null,
    secret: stored.secret,
    changed: false,
    vault: null,
  };
  fold.objects.set(doc.id, working);
  return working;
}

/** The objects of a fold as they are once it has been written. */
export const leftBy = ({ objects }: Fold): Fold['objects'] =>
  new Map([...objects].map(([id, working]) => [id, working.changed ? written(working) : working]));

const written = (working: Working): Working => ({
  ...working,
  before: working.doc,
  version: working.version + 1,
  changed: false,
  vault: null,
});

/** A member that was added to the resource after the document was stored begins with its default, at whatever depth. */
const withDefaults = ({ fields }: AnyResource, doc: Document): Document => filled(fields, doc as Record<string, unknown>) as Document;

/** Starts a new object: its blank, with every member at its initial value. */
export function blank(fold: Fold, resource: AnyResource, id: string): Working {
  const created = resource.created_in === 'milliseconds' ? fold.now_ms : Math.floor(fold.now_ms / 1000);
  const status = resource.states ? { status: '' } : {};
  const doc = {
    id,
    object: resource.object,
    created,
    livemode: fold.tenant.livemode,
    ...status,
    ...initialOf(resource.fields),
  } as Document;
  const working: Working = {
    resource,
    before: null,
    version: 0,
    doc,
    text: null,
    secret: null,
    changed: false,
    vault: null,
  };
  const secret = secretMember(resource);
  if (secret) {
    const { stored, shown } = fold.secrets.fresh(secret.kind, id);
    working.secret = stored;
    fold.shown.set(id, shown);
  }
  fold.objects.set(id, working);
  return working;
}

type SecretMember = { readonly name: string; readonly kind: 'client' | 'signing' } | null;

const secret_members = new WeakMap<AnyResource, { readonly found: SecretMember }>();

/** The secret that a resource's objects carry, and the member it is shown as. */
export function secretMember(resource: AnyResource): SecretMember {
  const known = secret_members.get(resource);
  if (known) return known.found;
  const [name, field] = Object.entries(resource.fields as Fields).find(([, { secret }]) => secret) ?? [];
  const found = name && field?.secret ? { name, kind: field.secret } : null;
  secret_members.set(resource, { found });
  return found;
}

/** A stored row as it can be shown. */
export const shownRow = (resource: AnyResource, { doc, secret }: { doc: string; secret: string | null }): Shown => ({
  resource,
  text: doc,
  secret: secretMember(resource)?.kind === 'client' ? secret : null,
});

/** The document as text: `id` and `object` first, and no secret, because none is ever in a document. */
export function textOf(working: Working): string {
  working.text ??= JSON.stringify(working.doc);
  return working.text;
}

/** Applies a Decision to its object and to all it makes, changes, posts and asks besides. */
export function apply(fold: Fold, working: Working, decision: AnyDecided): void {
  for (const made of decision.make ?? []) applyMade(fold, made);
  if (decision.vault) working.vault = decision.vault;
  if (decision.roll) roll(fold, working, decision.roll.overlap_until);
  if (decision.remove) remove(fold, working);
  else applyChange(fold, working, decision);
  for (const change of decision.also ?? []) applyAlso(fold, change);
  fold.postings.push(...(decision.post ?? []));
  setTimers(fold, working, decision);
  fold.ask = decision.ask ?? null;
}

/** Makes another object. */
export function applyMade(fold: Fold, made: Made): Working {
  const working = blank(fold, made.resource, made.id);
  working.vault = made.vault ?? null;
  applyChange(fold, working, made);
  setTimers(fold, working, made);
  return working;
}

function setTimers(fold: Fold, { doc: { id } }: Working, { later = [] }: { later?: readonly Later[] }): void {
  for (const each of later) fold.later.push({ id, later: each });
}

function applyAlso(fold: Fold, change: Change): void {
  const working = fold.objects.get(change.id);
  if (!working) throw new Error(`A Decision changes ${change.id}, which it neither needed nor made`);
  applyChange(fold, working, change);
  setTimers(fold, working, change);
}

type Changing = { readonly to?: string | readonly string[]; readonly set?: object; readonly tell?: Told };

function applyChange(fold: Fold, working: Working, change: Changing): void {
  const path = change.to === undefined ? [] : [change.to].flat();
  const starting = working.before === null && !working.changed;
  const previous = working.doc;
  if (change.set) update(working, mergeMembers(working.resource.fields, previous, change.set) as Document, starting);
  for (const [place, state] of path.entries()) walk(fold, working, state, starting && place === 0);
  if (starting && typeof working.resource.start === 'string') tell(fold, working, working.resource.start);
  if (starting) working.changed = true;
  if (change.tell) for (const type of [change.tell].flat()) tell(fold, working, type, starting ? undefined : previous);
  else if (!starting && path.length === 0) tellUpdated(fold, working, previous);
}

/** A document that is set to what it holds already has not changed: no version, no event. */
function update(working: Working, doc: Document, surely: boolean): void {
  if (!surely && JSON.stringify(doc) === textOf(working)) return;
  working.doc = doc;
  working.text = null;
  working.changed = true;
}

/** One edge of the resource's graph, and its event. An edge that is not there is a fault of ours, never a caller's. */
function walk(fold: Fold, working: Working, state: string, starting: boolean): void {
  const { resource, doc } = working;
  const edges = starting ? resource.start : resource.states?.[doc.status as string];
  const event = edges && typeof edges === 'object' ? (edges as Record<string, string | null>)[state] : undefined;
  if (event === undefined) throw new Error(`${resource.object} has no edge from ${starting ? 'start' : doc.status} to ${state}`);
  update(working, { ...doc, status: state } as Document, true);
  if (event) tell(fold, working, event, event === resource.events?.updated ? doc : undefined);
}

function tellUpdated(fold: Fold, working: Working, previous: Document): void {
  const updated = working.resource.events?.updated;
  if (updated && working.doc !== previous) tell(fold, working, updated, previous);
}

/** `data.object` is the object as it is now; a change that is no edge also tells what was different before. */
function tell(fold: Fold, working: Working, type: string, previous?: Document): void {
  const id = fold.ids.fresh('evt', fold.now_ms);
  const attributes = previous ? `,"previous_attributes":${JSON.stringify(differences(previous, working.doc))}` : '';
  const text =
    `{"id":"${id}","object":"event","api_version":null,"created":${fold.now_ms},"data":{"object":${toldText(working)}${attributes}},` +
    `"livemode":${fold.tenant.livemode},"request":null,"type":"${type}"}`;
  fold.events.push({ id, type, object_id: working.doc.id, text });
}

/** The object as its event tells it natively. */
const toldText = (working: Working): string => {
  const moments = told_in_milliseconds[working.doc.object];
  return moments ? JSON.stringify(scaled(working.doc, moments, 1000)) : textOf(working);
};

function differences(previous: Document, doc: Document): Record<string, unknown> {
  const different = Object.keys(previous).filter((name) => JSON.stringify(previous[name]) !== JSON.stringify(doc[name]));
  return Object.fromEntries(different.map((name) => [name, previous[name]]));
}

function remove(fold: Fold, working: Working): void {
  const { resource, doc } = working;
  if (resource.events?.removed) tell(fold, working, resource.events.removed);
  update(working, { id: doc.id, object: doc.object, deleted: true } as unknown as Document, true);
}

function roll(fold: Fold, working: Working, overlap_until: number): void {
  if (!working.secret) throw new Error(`${working.doc.id} has no secret to roll`);
  const { stored, shown } = fold.secrets.roll(working.doc.id, working.secret, overlap_until);
  working.secret = stored;
  working.changed = true;
  fold.shown.set(working.doc.id, shown);
}
