import { sdkMethods } from '../sdk-methods.js';
import { groupOf, groupOfEvent } from './groups.js';
import { type Declarations, type Declared, merged, type Shape } from './shapes.js';

/** What stands at a path: the values of an enum, without those of paths below. */
export type Place = { readonly values: readonly string[] };

/** The declared paths of parameters or members, to every depth: `items[][price]`, `card.checks`. */
export type Places = ReadonlyMap<string, Place>;

/** One operation of the SDK. */
export type Operation = { readonly route: string; readonly method: string; readonly group: string; readonly parameters: Places };

/** One type of object that the SDK declares. */
export type Kind = { readonly object: string; readonly group: string; readonly members: Places; readonly declared: readonly Declared[] };

/** One type of event. */
export type EventType = { readonly type: string; readonly group: string };

/** Everything that the SDK declares. */
export type Sdk = {
  readonly operations: readonly Operation[];
  readonly kinds: readonly Kind[];
  readonly events: readonly EventType[];
};

/** Reads the operations, the objects and the events of the installed SDK. */
export function readSdk(declarations: Declarations): Sdk {
  const root = declarations.declaredType(declarations.exported('stripe.esm.node.d.ts', 'Stripe'));
  const results = new Map<string, readonly Declared[]>();
  const operations = Object.entries({ ...sdkMethods('v1'), ...sdkMethods('v2') }).map(([route, method]) => {
    const { parameters, result } = callAt(declarations, root, method.split('.'));
    results.set(route, resultsOf(declarations, result));
    const params = parameters.get('params');
    return { route, method, group: groupOf(route), parameters: params ? parametersIn(declarations.shapeOf(params)) : new Map() };
  });
  return { operations, ...withObjects(results, eventsOf(declarations)) };
}

type Type = Parameters<Declarations['shapeOf']>[0];

function callAt(declarations: Declarations, root: Type, names: readonly string[]): NonNullable<ReturnType<Declarations['callOf']>> {
  let type = root;
  for (const [at, name] of names.entries()) {
    const member = declarations.membersOf(type).find((each) => each.name === name);
    if (!member) throw new Error(`The declarations have no ${names.join('.')}.`);
    if (at < names.length - 1) type = declarations.typeOf(member);
    else {
      const call = declarations.callOf(member);
      if (call) return call;
    }
  }
  throw new Error(`${names.join('.')} is no method.`);
}

/** The objects in an answer: that of a promise, or those of a list. */
function resultsOf(declarations: Declarations, result: Type): readonly Declared[] {
  const [inside] = declarations.argumentsOf(result);
  if (!inside) return [];
  return declarations.shapeOf(inside).records.flatMap((each) => elementsOf(each));
}

/** What lists and pages of searches consist of. */
const elementsOf = (declared: Declared): readonly Declared[] =>
  declared.object === 'list' || declared.object === 'search_result'
    ? (declared.members.get('data')?.shape.items?.records ?? [])
    : [declared];

type Described = { readonly type: string; readonly declared: readonly Declared[] };

function eventsOf(declarations: Declarations): readonly Described[] {
  const shape = declarations.shapeOf(declarations.declaredType(declarations.exported('resources/Events.d.ts', 'Event')));
  return shape.records.map(({ members }) => ({
    type: members.get('type')?.shape.values[0] ?? '',
    declared: members.get('data')?.shape.records.flatMap((data) => data.members.get('object')?.shape.records ?? []) ?? [],
  }));
}

/** The objects of all answers and events, and those within them. */
function withObjects(results: ReadonlyMap<string, readonly Declared[]>, events: readonly Described[]): Omit<Sdk, 'operations'> {
  const groups = groupsOf(results);
  const found = new Map<string, { readonly group: string; readonly declared: Set<Declared> }>();
  const add = (declared: Declared, otherwise: string): void => {
    const { object } = declared;
    if (object === null || isDeleted(declared)) {
      for (const each of partsOf(declared)) add(each, otherwise);
      return;
    }
    const known = found.get(object) ?? { group: groups.get(object) ?? otherwise, declared: new Set() };
    if (known.declared.has(declared)) return;
    found.set(object, known);
    known.declared.add(declared);
    for (const each of partsOf(declared)) add(each, known.group);
  };
  // Events first: what no operation answers with is of the group that their names begin with, and not of the group `events`.
  for (const { type, declared } of events) for (const each of declared) add(each, groupOfEvent(type));
  for (const [route, objects] of sortedByOwner(results)) for (const each of objects) add(each, groupOf(route));
  const kinds = [...found].map(([object, { group, declared }]) => {
    const all = [...declared];
    return { object, group, declared: all, members: membersIn(all) };
  });
  const ofEvent = ({ type, declared: [first, ...others] }: Described): string =>
    (others.length ? undefined : found.get(first?.object ?? '')?.group) ?? groupOfEvent(type);
  return { kinds, events: events.map((each) => ({ type: each.type, group: ofEvent(each) })) };
}

/** The group of an object: that of the operation that answers with it and not with its owner. */
function groupsOf(results: ReadonlyMap<string, readonly Declared[]>): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (const [route, objects] of sortedByOwner(results))
    for (const { object } of objects) if (object !== null && !groups.has(object)) groups.set(object, groupOf(route));
  return groups;
}

/** Operations that retrieve one object first, because their path names the group of what they answer with. */
const sortedByOwner = (results: ReadonlyMap<string, readonly Declared[]>): [string, readonly Declared[]][] =>
  [...results].sort(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other));

const rank = (route: string): number =>
  route.startsWith('GET ') ? (route.match(/\{\}/g)?.length ?? 0) + (/\{\}$/.test(route) ? 0 : 4) : 9;

const isDeleted = ({ members }: Declared): boolean => members.get('deleted')?.optional === false;

/** The objects within an object, at any depth. */
function partsOf({ members, others }: Declared): readonly Declared[] {
  const shapes = [...[...members.values()].map(({ shape }) => shape), ...(others ? [others] : [])];
  return shapes.flatMap((shape) => recordsIn(shape).flatMap(elementsOf)).filter(unseen());
}

function unseen(): (declared: Declared) => boolean {
  const seen = new Set<Declared>();
  return (declared) => !seen.has(declared) && Boolean(seen.add(declared));
}

/** The object types of a shape and of its elements. */
const recordsIn = (shape: Shape): readonly Declared[] => [...shape.records, ...(shape.items ? recordsIn(shape.items) : [])];

/** The parameters of an operation. */
function parametersIn(shape: Shape): Places {
  const places = new Map<string, Place>();
  note(shape, (path, name) => (path ? `${path}[${name}]` : name), places);
  return places;
}

/** The members of an object, without those of other objects within it. */
function membersIn(declared: readonly Declared[]): Places {
  const places = new Map<string, Place>();
  const shape = { ...merged([]), records: declared };
  note(shape, (path, name) => (path ? `${path}.${name}` : name), places);
  return places;
}

/** Values of elements stand at the path of their list. */
function noteValues(places: Map<string, Place>, path: string, values: readonly string[]): void {
  const at = path.replace(/(\[\])+$/, '');
  places.set(at, { values: [...new Set([...(places.get(at)?.values ?? []), ...values])] });
}

type Naming = (path: string, name: string) => string;

const depth_max = 12;

function note(shape: Shape, named: Naming, places: Map<string, Place>, path = '', depth = 0): void {
  if (depth > depth_max) return;
  if (shape.items) note(shape.items, named, places, `${path}[]`, depth + 1);
  if (path && shape.values.length) noteValues(places, path, shape.values);
  const parts = depth === 0 ? shape.records : shape.records.filter(({ object }) => object === null);
  for (const { members, others } of parts) {
    for (const [name, { shape: below }] of members) {
      const at = named(path, name);
      if (!places.has(at)) places.set(at, { values: [] });
      note(below, named, places, at, depth + 1);
    }
    if (others?.records.length) note(others, named, places, named(path, '*'), depth + 1);
  }
}
