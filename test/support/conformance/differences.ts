import type { Declared, Member, Shape } from './shapes.js';

/** What a value does that its declared type does not allow: `charge.outcome: null`. Each once, without ids and positions. */
export function differencesIn(value: unknown, kinds: ReadonlyMap<string, readonly Declared[]>): ReadonlySet<string> {
  const found = new Set<string>();
  readObject(value, kinds, found);
  return found;
}

type Kinds = ReadonlyMap<string, readonly Declared[]>;
type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object is compared with the declarations of its kind; the elements of lists each with their own. */
function readObject(value: unknown, kinds: Kinds, found: Set<string>): void {
  if (!isRecord(value) || typeof value.object !== 'string') return;
  const declared = kinds.get(value.object)?.filter((each) => isDeleted(each) === (value.deleted === true));
  if (declared?.length) readMembers(value, declared, value.object, { kinds, found });
}

const isDeleted = ({ members }: Declared): boolean => members.get('deleted')?.optional === false;

type Reading = { readonly kinds: Kinds; readonly found: Set<string> };

/** Of several declarations, a member must be there if all declare it so. */
function readMembers(value: Json, declared: readonly Declared[], path: string, reading: Reading): void {
  const names = new Set(declared.flatMap(({ members }) => [...members.keys()]));
  for (const name of names) {
    const members = declared.flatMap(({ members: all }) => all.get(name) ?? []);
    const required = members.length === declared.length && members.every(({ optional }) => !optional);
    const at = `${path}.${name}`;
    // What an event says about earlier values is a part of an object.
    if (name === 'previous_attributes') continue;
    if (name in value) readValue(value[name], members, at, reading);
    else if (required) reading.found.add(`${at}: left out`);
  }
  for (const { others } of declared)
    if (others) for (const [name, each] of Object.entries(value)) if (!names.has(name)) readShape(each, [others], `${path}.*`, reading);
}

const readValue = (value: unknown, members: readonly Member[], at: string, reading: Reading): void =>
  readShape(
    value,
    members.map(({ shape }) => shape),
    at,
    reading,
  );

function readShape(value: unknown, shapes: readonly Shape[], at: string, reading: Reading): void {
  if (shapes.some(({ scalars }) => scalars.has('any'))) return;
  if (value === null) {
    if (!shapes.some(({ nullable }) => nullable)) reading.found.add(`${at}: null`);
  } else if (Array.isArray(value)) readElements(value, shapes, at, reading);
  else if (isRecord(value)) readRecord(value, shapes, at, reading);
  else readScalar(value, shapes, at, reading);
}

function readElements(value: readonly unknown[], shapes: readonly Shape[], at: string, reading: Reading): void {
  const items = shapes.flatMap((shape) => shape.items ?? []);
  if (!items.length) reading.found.add(`${at}: a list`);
  else for (const each of value) readShape(each, items, `${at}[]`, reading);
}

function readRecord(value: Json, shapes: readonly Shape[], at: string, { kinds, found }: Reading): void {
  const records = shapes.flatMap((shape) => shape.records);
  if (!records.length) found.add(`${at}: an object`);
  else if (value.object === 'list') readMembers(value, records, at, { kinds, found });
  else if (typeof value.object === 'string' && records.some(({ object }) => object !== null)) {
    if (records.some(({ object }) => object === value.object)) readObject(value, kinds, found);
    else found.add(`${at}: a ${value.object}`);
  } else readMembers(value, records, at, { kinds, found });
}

function readScalar(value: unknown, shapes: readonly Shape[], at: string, { found }: Reading): void {
  const values = shapes.flatMap((shape) => shape.values);
  if (typeof value === 'string') {
    if (values.length && !values.includes(value)) found.add(`${at}: ${value || 'an empty string'}`);
    else if (!values.length && !shapes.some(({ open }) => open)) found.add(`${at}: a string`);
  } else if (!shapes.some(({ scalars }) => scalars.has(typeof value as 'number' | 'boolean'))) found.add(`${at}: a ${typeof value}`);
}
