import type { Balance, Computed, Holdings, Many, One, Own, Read, Sequence, Unique, Usage, Used } from '../../base/reads.js';
import type { AnyResource, Document } from '../../base/resource.js';
import type { Row } from '../../storage/load.js';
import { openContents } from '../../vault/vault.js';
import { bookkeeperOf, type Engine, resourceOf } from '../engine.js';
import { claims, isOpen, movedBy, uniqueKey } from '../guards.js';
import { onItsClock, wantClock } from '../on-clock.js';
import { keyOf, type Step, type Tracked, track, trackRow, type Unit } from '../unit.js';
import { along, type FoundAll, idOf, inColumn, type Looking, listKey, type Place, type Unread, unread, want } from './looking.js';
import { balanceIn, every_currency, holdingsOf, noSuchUsage, ratesIn, sequenceOf, usedBy } from './numbers.js';
import { references, refuseMissing } from './references.js';

/** The inputs of a rule: its object, and its reads by name. */
export type Seen = { readonly it: Document | null } & Readonly<Record<string, unknown>>;

/**
 * Gathers the inputs of a step: objects of the unit are used, the rest is read, in one statement if all keys are known, and in further rounds if a
 * key comes from an earlier read. Other wants of the unit are added to the first round.
 */
export async function gather(engine: Engine, unit: Unit, step: Step): Promise<Seen> {
  for (;;) {
    const looking: Looking = { engine, unit, step, wanted: new Map(), found: new Map(), places: new Map() };
    const made_for = lenderRead(looking);
    if (made_for !== unread) wantClock(engine, unit, step, (each, take) => want(looking, each, take), made_for);
    const it = docOf(looking, step.rule.resource.object, step.subject);
    if (it === unread) wantFollowers(looking);
    if (!unit.replayed) wantReferences(looking);
    const seen: Record<string, unknown> = { it };
    for (const name in step.rule.reads) seen[name] = find(looking, name);
    const wanted = [...looking.wanted.values(), ...unit.besides.splice(0)];
    if (wanted.length === 0 || unit.replayed) return seen as Seen;
    const rows = await engine.load(wanted.map(({ want }) => want));
    for (const [place, { take }] of wanted.entries()) take(rows[place] ?? null);
  }
}

/** The object in this unit; null if it does not exist, `unread` if it must be read first. */
function docOf(looking: Looking, object: string, id: string): Document | null | Unread {
  const { engine, unit, step } = looking;
  const key = keyOf({ object, id });
  const tracked = unit.objects.get(key);
  // An id belongs to one kind only, whatever a parameter says.
  if (tracked) return tracked.deleted || tracked.resource.object !== object || !isOpen(tracked, step.tenant) ? null : tracked.doc;
  if (unit.absent.has(key)) return null;
  const tenant = bookkeeperOf(resourceOf(engine.index, object), step.tenant, id);
  want(looking, { of: 'object', account: tenant.account, object, id }, (row) => {
    if (row) trackRow(engine, unit, tenant, object, row);
    else unit.absent.add(key);
  });
  return unread;
}

/** A possible follower is read with its cause: one row more, and one round less. */
function wantFollowers(looking: Looking): void {
  const { engine, step } = looking;
  const { object } = step.rule.resource;
  for (const { resource, reaction } of engine.index.followers.get(object) ?? [])
    if (reaction?.via) followed(looking, { object, id: step.subject, path: [reaction.via] }, resource);
}

/** Referenced objects must exist, even if the rule does not read them. */
function wantReferences(looking: Looking): void {
  const { engine, unit, step } = looking;
  if (step.rule.kind !== 'rule' && step.rule.kind !== 'creation') return;
  for (const reference of references(engine.index, step.rule.inputs, step.given.input)) {
    if (docOf(looking, reference.object, reference.id) === null) refuseMissing(engine.index, step, reference);
    const key = keyOf(reference);
    const tracked = unit.objects.get(key);
    if (tracked && engine.index.deletable.has(reference.object)) unit.held.set(key, tracked);
  }
}

function find(looking: Looking, name: string): unknown {
  const { found, step } = looking;
  if (!found.has(name)) {
    const read = step.rule.reads[name] as Read;
    found.set(name, 'read' in read ? readAs[read.read](looking, name, read as never) : oneAt(looking, name, read, name));
  }
  return found.get(name);
}

const readAs = {
  one: (looking: Looking, name: string, { resource, path }: One) => oneAt(looking, name, resource, path),
  many: (looking: Looking, _: string, read: Many) => listOf(looking, read),
  unique: (looking: Looking, _: string, read: Unique) => uniqueOf(looking, read),
  balance: (looking: Looking, _: string, read: Balance) => balanceOf(looking, read),
  holdings: (looking: Looking, _: string, read: Holdings) => holdingsOf(looking, read),
  sequence: (looking: Looking, _: string, read: Sequence) => sequenceOf(looking, read),
  own: (looking: Looking, name: string, { resource, if_connected }: Own) =>
    if_connected && looking.step.tenant.is_connected === false ? null : objectAt(looking, name, resource, looking.step.tenant.account_id),
  computed: (looking: Looking, name: string, read: Computed) => computedAt(looking, name, read),
  usage: (looking: Looking, name: string, read: Usage) => usageOf(looking, name, read),
  rates: ratesIn,
} as const;

/** One object by a known id, with its vault content if a question may need it. */
function objectAt(looking: Looking, name: string, resource: AnyResource, id: string): Document | null | Unread {
  looking.places.set(name, { object: resource.object, id });
  const doc = docOf(looking, resource.object, id);
  if (doc === unread && resource.vault && !resource.own_books) wantContents(looking, { object: resource.object, id, path: [] });
  return doc;
}

function oneAt(looking: Looking, name: string, resource: AnyResource, path: string): unknown {
  const value = valueAt(looking, name, path);
  if (value === unread) return unread;
  if (isPlace(value)) {
    // Its account is known once its id is.
    if (resource.own_books) return unread;
    if (resource.vault) wantContents(looking, value.place);
    const id = followed(looking, value.place, resource);
    return typeof id === 'string' ? objectAt(looking, name, resource, id) : id;
  }
  if (Array.isArray(value)) return eachOf(looking, resource, value.flat(Number.POSITIVE_INFINITY) as string[]);
  return typeof value === 'string' ? objectAt(looking, name, resource, value) : null;
}

type Elsewhere = { readonly place: Place };

const isPlace = (value: unknown): value is Elsewhere => typeof value === 'object' && value !== null && 'place' in value;

/** The value at the end of a path; a place if the path leads through an object that is not in the unit; `unread` if its id is not known yet. */
function valueAt(looking: Looking, name: string, path: string): unknown | Elsewhere | Unread {
  const [head = '', ...rest] = path.split('.');
  const { rule, given, subject } = looking.step;
  if (head in rule.reads && (rest.length > 0 || head !== name)) {
    const read = find(looking, head);
    if (read !== unread) return idOf(along(read, rest));
    const place = looking.places.get(head);
    if (!place) return unread;
    return rest.length ? { place: { ...place, path: rest } } : place.id;
  }
  const parameter = head in given.input ? ofParameter(looking, rule.inputs[head]?.refers_to, given.input[head], rest) : undefined;
  if (parameter !== undefined) return parameter;
  if (head === 'id' && rest.length === 0) return subject;
  const it = docOf(looking, rule.resource.object, subject);
  if (it === unread) return { place: { object: rule.resource.object, id: subject, path: [head, ...rest] } };
  return idOf(along(it, [head, ...rest]));
}

/** A path may start at an object that a parameter refers to. */
function ofParameter(looking: Looking, kind: string | undefined, value: unknown, rest: readonly string[]): unknown {
  if (value === null) return null;
  if (!kind || typeof value !== 'string' || rest.length === 0) return along(value, rest);
  const doc = looking.unit.objects.get(keyOf({ object: kind, id: value }))?.doc;
  return doc ? idOf(along(doc, rest)) : { place: { object: kind, id: value, path: rest } };
}

/** The id at a place, read in the same statement as its object. */
function followed({ unit, engine, step, ...looking }: Looking, { object, id, path }: Place, target: AnyResource): string | null | Unread {
  const member = path.join('.');
  const key = `${object} ${id} ${member}`;
  const known = unit.followed.get(key);
  if (known !== undefined) return known;
  const { account } = step.tenant;
  want({ unit, engine, step, ...looking }, { of: 'follow', account, object, id, member, target: target.object }, (row) => {
    unit.followed.set(key, row?.id ?? null);
    if (row) trackRow(engine, unit, step.tenant, target.object, row);
  });
  return unread;
}

/** The vault content for a question is read with its object; result rules ask none. */
function wantContents(looking: Looking, { object, id, path }: Place): void {
  const { engine, unit, step } = looking;
  if (step.rule.kind === 'result' || step.rule.kind === 'reaction') return;
  const { account } = step.tenant;
  want(looking, { of: 'vault', account, object, id, member: path.join('.') }, (row) => {
    if (row?.bytes) unit.contents.set(row.id, openContents(engine.vault, account, row.id, { key_id: row.secret ?? '', sealed: row.bytes }));
  });
}

function eachOf(looking: Looking, { object }: AnyResource, ids: readonly unknown[]): FoundAll | Unread {
  const named = [...new Set(ids)].filter((id): id is string => typeof id === 'string');
  const docs = new Map(named.map((id) => [id, docOf(looking, object, id)]));
  const read = [...docs.values()];
  if (read.includes(unread)) return unread;
  return {
    get: (id) => (docs.get(id) ?? null) as Document | null,
    all: read.filter((doc): doc is Document => doc !== null && doc !== unread),
  };
}

/** All objects of a list, with the changes of this unit. */
function listOf(looking: Looking, { resource, by, of, where, is, at_most, cut, newest }: Many): readonly Document[] | Unread {
  const { unit, step } = looking;
  const { account } = step.tenant;
  const value = is ?? valueAt(looking, '', of);
  if (value === unread) return unread;
  const about = { of: 'many', account, target: resource.object, by, where, limit: at_most + 1, newest } as const;
  if (isPlace(value)) {
    const { object, id, path } = value.place;
    want(looking, { ...about, object, id, member: path.join('.') }, (row) => takeList(looking, { resource, by, where, at_most, cut }, row));
    return unread;
  }
  if (typeof value !== 'string') return [];
  const guarded = guardOwner(looking, resource, by, value);
  if (!unit.lists.has(listKey(account, { resource, by, where }, value))) {
    want(looking, { ...about, object: '', id: value, member: '' }, (row) => takeList(looking, { resource, by, where, at_most, cut }, row));
    return unread;
  }
  if (!guarded) return unread;
  const columns = Object.entries({ ...where, [by]: value });
  const holds = ({ tenant, resource: { object }, doc, deleted }: Tracked): boolean =>
    !deleted && tenant.account === account && object === resource.object && columns.every(([name, each]) => inColumn(doc[name]) === each);
  const docs = [...unit.objects.values()].filter(holds).map(({ doc }) => doc);
  return docs.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Adds a list to the unit. The row's id is the column's value. */
function takeList({ unit, step }: Looking, of: Pick<Many, 'resource' | 'by' | 'where' | 'at_most' | 'cut'>, row: Row | null): void {
  const { resource, at_most, cut } = of;
  const rows = JSON.parse(row?.doc ?? '[]') as Pick<Row, 'id' | 'version' | 'doc' | 'secret'>[];
  if (rows.length > at_most && !cut) throw new Error(`More than ${at_most} ${resource.object}s are on one list of ${row?.id}`);
  for (const each of rows) track(unit, step.tenant, resource, { ...each, deleted: false });
  if (row) unit.lists.add(listKey(step.tenant.account, of, row.id));
}

/** A reader of a whole list depends on its owner: a concurrent addition changes the owner's version. */
function guardOwner(looking: Looking, { owner, fields }: AnyResource, by: string, id: string): boolean {
  if (owner !== by) return true;
  const object = fields[by]?.refers_to ?? '';
  if (docOf(looking, object, id) === unread) return false;
  const key = keyOf({ object, id });
  if (looking.unit.objects.has(key)) looking.unit.guarded.set(key, { tenant: looking.step.tenant, object, id });
  return true;
}

/** The owner of a unique value: changes of this unit take precedence over the stored row. */
function uniqueOf(looking: Looking, { resource, by, of }: Unique): unknown {
  const { engine, unit, step } = looking;
  const { account } = step.tenant;
  const value = valueAt(looking, '', of);
  if (value === unread || isPlace(value)) return unread;
  if (typeof value !== 'string') return null;
  const own = [...unit.objects.values()].find(
    (each) => each.changed && each.tenant.account === account && claims(each, resource, by, value),
  );
  if (own) return own.doc;
  const key = uniqueKey({ account, object: resource.object, member: by, value });
  const id = unit.followed.get(key);
  if (id === undefined) {
    want(looking, { of: 'unique', account, object: resource.object, member: by, id: value }, (row) => {
      unit.followed.set(key, row?.id ?? null);
      if (row) trackRow(engine, unit, step.tenant, resource.object, row);
    });
    return unread;
  }
  const stored = id === null ? undefined : unit.objects.get(keyOf({ object: resource.object, id }));
  return stored && claims(stored, resource, by, value) ? stored.doc : null;
}

/** The object that lends a new object its clock, if no parameter names it: the read with the name of the first kind that lends clocks. */
function lenderRead(looking: Looking): string | null | Unread {
  const { rule, given } = looking.step;
  const [kind = ''] = looking.engine.index.lenders;
  if (rule.kind !== 'creation' || !(kind in rule.reads) || given.input[kind] !== undefined) return null;
  const lender = find(looking, kind) as Document | null | Unread;
  return lender === unread ? unread : (lender?.id ?? null);
}

/** All reads before one of a rule's reads; `unread` until all are available. */
function seenBefore(looking: Looking, name: string): Seen | Unread {
  const { rule, given, subject } = looking.step;
  const it = docOf(looking, rule.resource.object, subject);
  const seen: Record<string, unknown> = { it, input: given.input };
  for (const each of Object.keys(rule.reads)) {
    if (each === name) break;
    seen[each] = find(looking, each);
  }
  return Object.values(seen).includes(unread) ? unread : (seen as Seen);
}

function computedAt(looking: Looking, name: string, { resource, id }: Computed): Document | null | Unread {
  const seen = seenBefore(looking, name);
  if (seen === unread) return unread;
  // What a creation makes does not exist yet.
  const found = (seen.it || looking.step.rule.kind === 'creation') && id(seen);
  return found ? objectAt(looking, name, resource, found) : null;
}

/** Read after everything else, because the meter and time range may depend on other reads and on the clock. */
function usageOf(looking: Looking, name: string, { asked }: Usage): Used | Unread {
  const { engine, unit, step } = looking;
  const seen = seenBefore(looking, name);
  if (seen === unread || looking.wanted.size > 0) return unread;
  const all = seen.it ? asked(seen, Math.floor(onItsClock(engine, unit, step).now_ms / 1000), step.asker?.payer ?? null) : [];
  const used = new Map(all.map((each) => [each.key, usedBy(looking, each)]));
  return { get: (key) => used.get(key) ?? noSuchUsage(key) };
}

function balanceOf(looking: Looking, { ledger_account, currency }: Balance): number | Unread {
  const codes = currency.map((path) => valueAt(looking, '', path));
  const code = currency.length === 0 ? every_currency : codes.find((each) => typeof each === 'string' && each !== '');
  if (code === undefined) return codes.some((each) => each === unread || isPlace(each)) ? unread : 0;
  const { account } = looking.step.tenant;
  const held = balanceIn(looking, account, ledger_account, String(code));
  return held === unread ? unread : held + movedBy(looking.unit, account, ledger_account, String(code));
}
