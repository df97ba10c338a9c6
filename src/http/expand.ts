import { refused } from '../base/errors.js';
import type { AnyField, Fields } from '../base/fields.js';
import type { AnyResource, Entry } from '../base/resource.js';
import { type Index, type Near, resourceOf, type Shown, type View } from '../engine/engine.js';
import { shownRow } from '../engine/fold.js';
import { type Load, wantOf } from '../storage/load.js';
import { demandPermission } from './authorize.js';
import { presentPlain } from './present.js';

/** The permission that reading each kind of object takes. */
export type ReadPermissions = ReadonlyMap<string, string>;

const depth_max = 4;

const notExpandable = (path: string, why: string): Error =>
  refused({ code: 'parameter_invalid', param: 'expand', message: `This property cannot be expanded (${path}): ${why}.` });

/** The paths a request asks to expand, judged before anything is read or stored (spec README, decision 23). */
export function expansions(index: Index, permissions: ReadPermissions, entry: Entry, view: View): string[] {
  const many = entry.kind === 'list' || entry.kind === 'search';
  return view.expand.map((given) => {
    if (!('resource' in entry)) throw notExpandable(given, 'the answer is no object of the kind');
    if (many && !given.startsWith('data.')) throw notExpandable(given, 'in a list, begin with data.');
    const path = many ? given.slice('data.'.length) : given;
    judge(index, permissions, entry.resource, path, view);
    return path;
  });
}

function judge(index: Index, permissions: ReadPermissions, resource: AnyResource, path: string, view: View): void {
  const names = path.split('.');
  if (names.length > depth_max) throw notExpandable(path, `at most ${depth_max} levels are expanded`);
  let fields: Fields = resource.fields;
  for (const [place, name] of names.entries()) {
    const field: AnyField | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field?.refers_to && !(field?.members && place < names.length - 1)) throw notExpandable(name, 'it refers to no other object');
    if (field.refers_to) demandPermission(view.permissions, permissions.get(field.refers_to));
    fields = field.members ?? resourceOf(index, field.refers_to ?? '').fields;
  }
}

type Expanding = { readonly index: Index; readonly load: Load; readonly account: string; readonly view: View; readonly near: Near };

/** An object with others in the place of their ids. */
async function presentExpanded(expanding: Expanding, shown: Shown): Promise<string> {
  const doc = JSON.parse(presentPlain(shown, expanding.view)) as Record<string, unknown>;
  await expand(
    expanding,
    doc,
    shown.resource.fields,
    expanding.view.expand.map((path) => path.split('.')),
  );
  return JSON.stringify(doc);
}

/** Expands the first step of every path, and goes on below; all reads of one tick are one statement. */
async function expand(expanding: Expanding, doc: Record<string, unknown>, fields: Fields, paths: readonly string[][]): Promise<void> {
  const names = new Set(paths.map(([name = '']) => name));
  const below = (name: string): string[][] =>
    paths.filter(([first]) => first === name).flatMap(([, ...rest]) => (rest.length ? [rest] : []));
  await Promise.all([...names].map((name) => expandMember(expanding, doc, name, fields[name], below(name))));
}

async function expandMember(
  expanding: Expanding,
  doc: Record<string, unknown>,
  name: string,
  field: AnyField | undefined,
  rest: string[][],
): Promise<void> {
  const value = doc[name];
  if (!field || !value) return;
  if (field.members) return expand(expanding, value as Record<string, unknown>, field.members, rest);
  const resource = resourceOf(expanding.index, field.refers_to ?? '');
  if (typeof value !== 'string') return expand(expanding, value as Record<string, unknown>, resource.fields, rest);
  const found = await find(expanding, resource, value);
  if (!found) return;
  doc[name] = JSON.parse(presentPlain(found, expanding.view));
  if (rest.length) await expand(expanding, doc[name] as Record<string, unknown>, resource.fields, rest);
}

/** An object to be put in the place of its id: of the write under way, or stored. */
async function find({ load, account, near }: Expanding, resource: AnyResource, id: string): Promise<Shown | null> {
  const [row] = near(id) ? [] : await load([wantOf(resource, account, id)]);
  return near(id) ?? (row ? shownRow(resource, row) : null);
}

/** Shows objects: with their secret, without what the key may not see, expanded, in the caller's dialect. */
export type Present = (shown: Shown, account: string, view: View, near?: Near) => string | Promise<string>;

/** A presenter. A stored document goes out as the text it is; only a reduced, expanded or dated view parses it. */
export function presenter(index: Index, load: Load): Present {
  return (shown, account, view, near = () => null) => {
    if (view.expand.length === 0 || view.kind === 'publishable') return presentPlain(shown, view);
    return presentExpanded({ index, load, account, view, near }, shown);
  };
}
