import { refused } from '../base/errors.js';
import type { AnyField, Fields } from '../base/fields.js';
import type { AnyResource } from '../base/resource.js';
import type { Entry } from '../base/rules.js';
import { type Index, type Near, resourceOf, type Shown, type View } from '../engine/engine.js';
import { shownRow } from '../engine/secret-member.js';
import type { Listing, Page } from '../storage/list.js';
import { type Load, wantOf } from '../storage/load.js';
import { presentPlain } from './present.js';

/** Reads a page of a list. */
export type ListOf = (listing: Listing) => Promise<Page>;

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
  let at: At = resource;
  for (const [place, name] of names.entries()) {
    const listed = at.lists?.[name]?.object;
    const field: AnyField | undefined = Object.hasOwn(at.fields, name) ? at.fields[name] : undefined;
    const kinds = listed ? [listed] : kindsOf(field);
    if (!kinds.length && !(field?.members && place < names.length - 1)) throw notExpandable(name, 'it refers to no other object');
    for (const kind of kinds) demandPermission(view.permissions, permissions.get(kind));
    at = kinds.length ? together(kinds.map((kind) => resourceOf(index, kind))) : { fields: field?.members ?? {} };
  }
}

type At = Pick<AnyResource, 'fields' | 'lists'>;

const kindsOf = (field: AnyField | undefined): readonly string[] => field?.refers_to_any ?? (field?.refers_to ? [field.refers_to] : []);

/** What may be expanded of an object of one of these kinds; of any other there is nothing to expand. */
const together = (kinds: readonly AnyResource[]): At => ({
  fields: Object.assign({}, ...kinds.map(({ fields }) => fields)) as Fields,
  lists: Object.assign({}, ...kinds.map(({ lists }) => lists)) as NonNullable<At['lists']>,
});

type Expanding = {
  readonly index: Index;
  readonly load: Load;
  readonly listOf: ListOf;
  readonly account: string;
  readonly view: View;
  readonly near: Near;
};

/** An object with others in the place of their ids. */
async function presentExpanded(expanding: Expanding, shown: Shown): Promise<string> {
  const doc = JSON.parse(presentPlain(shown, expanding.view)) as Record<string, unknown>;
  await expand(
    expanding,
    doc,
    shown.resource,
    expanding.view.expand.map((path) => path.split('.')),
  );
  return JSON.stringify(doc);
}

/** Expands the first step of every path, and goes on below; all reads of one tick are one statement. */
async function expand(expanding: Expanding, doc: Record<string, unknown>, at: At, paths: readonly string[][]): Promise<void> {
  const names = new Set(paths.map(([name = '']) => name));
  const below = (name: string): string[][] =>
    paths.filter(([first]) => first === name).flatMap(([, ...rest]) => (rest.length ? [rest] : []));
  await Promise.all([...names].map((name) => expandMember(expanding, doc, name, at, below(name))));
}

async function expandMember(
  expanding: Expanding,
  doc: Record<string, unknown>,
  name: string,
  { fields, lists }: At,
  rest: string[][],
): Promise<void> {
  const listed = lists?.[name];
  if (listed && typeof doc.id === 'string') {
    doc[name] = await listUnder(expanding, listed, doc.id);
    return;
  }
  const [value, field] = [doc[name], fields[name]];
  if (!field || !value) return;
  if (field.members) return expand(expanding, value as Record<string, unknown>, { fields: field.members }, rest);
  const kinds = kindsOf(field).map((kind) => resourceOf(expanding.index, kind));
  const resource = typeof value === 'string' && kinds.length > 1 ? kinds.find(({ prefix }) => value.startsWith(`${prefix}_`)) : kinds[0];
  if (!resource) return;
  if (typeof value !== 'string') return expand(expanding, value as Record<string, unknown>, resource, rest);
  const found = await find(expanding, resource, value);
  if (!found) return;
  doc[name] = JSON.parse(presentPlain(found, expanding.view));
  if (rest.length) await expand(expanding, doc[name] as Record<string, unknown>, resource, rest);
}

/** The newest ten of a list, as a member; the rest are at its address. */
async function listUnder({ index, listOf, account, view }: Expanding, { object, by, url }: Listed, id: string): Promise<object> {
  const resource = resourceOf(index, object);
  const { rows, has_more } = await listOf({ account, resource, filters: { [by]: id }, limit: 10 });
  const data = rows.map((row) => JSON.parse(presentPlain(shownRow(resource, row), view)) as object);
  return { object: 'list', data, has_more, url: url(id) };
}

type Listed = NonNullable<AnyResource['lists']>[string];

/** An object to be put in the place of its id: of the write under way, or stored. */
async function find({ load, account, near }: Expanding, resource: AnyResource, id: string): Promise<Shown | null> {
  const [row] = near(id) ? [] : await load([wantOf(resource, account, id)]);
  return near(id) ?? (row ? shownRow(resource, row) : null);
}

/** Shows objects: with their secret, without what the key may not see, expanded, in the caller's dialect. */
export type Present = (shown: Shown, account: string, view: View, near?: Near) => string | Promise<string>;

/** A presenter. A stored document goes out as the text it is; only a reduced, expanded or dated view parses it. */
export function presenter(index: Index, load: Load, listOf: ListOf): Present {
  return (shown, account, view, near = () => null) => {
    if (view.expand.length === 0 || view.kind === 'publishable') return presentPlain(shown, view);
    return presentExpanded({ index, load, listOf, account, view, near }, shown);
  };
}

/** Refuses a restricted key that lacks a permission; to write includes to read. A key that is not restricted has no list. */
export function demandPermission(permissions: readonly string[] | undefined, needed: string | undefined): void {
  if (!permissions || (needed && (permissions.includes(needed) || permissions.includes(needed.replace(/_read$/, '_write'))))) return;
  throw refused({ code: 'permission_denied', message: `This restricted key lacks the permission ${needed ?? 'for this kind of object'}.` });
}
