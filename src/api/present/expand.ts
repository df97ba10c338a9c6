import { booksOf, isOpenTo } from '../../kernel/base/books.js';
import { type AnyField, type Fields, listOf } from '../../kernel/base/fields.js';
import { ref } from '../../kernel/base/kinds.js';
import { nearest } from '../../kernel/base/nearest.js';
import { refused } from '../../kernel/base/refusal.js';
import type { AnyResource, Document } from '../../kernel/base/resource.js';
import type { Entry } from '../../kernel/base/rules.js';
import { type Index, type Near, resourceOf, type Shown, type View } from '../../kernel/engine/engine.js';
import { shownRow } from '../../kernel/engine/secret-member.js';
import type { Listing, Page } from '../../kernel/storage/list.js';
import { type Load, wantOf } from '../../kernel/storage/load.js';
import { isPayer, presentPlain } from './present.js';

/** Reads a page of a list. */
export type ListOf = (listing: Listing) => Promise<Page>;

/** The permission that reading each kind of object takes. */
export type ReadPermissions = ReadonlyMap<string, string>;

const depth_max = 4;

const notExpandable = (path: string, why: string, mend = ''): Error =>
  refused({ code: 'parameter_invalid', param: 'expand', message: `This property cannot be expanded (${path}): ${why}.${mend}` });

/** The paths a request asks to expand, judged before anything is read or stored (spec README, decision 23). */
export function expansions(index: Index, permissions: ReadPermissions, entry: Entry, view: View): string[] {
  if (entry.kind === 'absent') return [];
  const many = entry.kind === 'list' || entry.kind === 'search';
  return view.expand.map((given) => {
    const resource = entry.kind === 'handler' ? entry.page : 'resource' in entry ? entry.resource : undefined;
    if (!resource) throw notExpandable(given, 'the answer is no object of the kind');
    if (many && !given.startsWith('data.')) throw notExpandable(given, 'in a list, begin with data.');
    const path = many ? given.slice('data.'.length) : given;
    judge(index, permissions, { kind: entry.kind, resource }, path, view);
    return path;
  });
}

type OfObjects = { readonly kind: Entry['kind']; readonly resource: AnyResource };

function judge(index: Index, permissions: ReadPermissions, entry: OfObjects, path: string, view: View): void {
  const names = path.split('.');
  // A list under an object is a level; that its elements are called `data` is none.
  if (names.filter((name) => name !== 'data').length > depth_max) throw notExpandable(path, `at most ${depth_max} levels are expanded`);
  let at: At = entry.resource;
  for (const [place, name] of names.entries()) {
    const listed = listedAs(at, name);
    const field = Object.hasOwn(at.fields, name) && !at.fields[name]?.internal ? elementOf(at.fields[name]) : undefined;
    if (at.fields[name]?.always_there) return;
    if (at.fields[name]?.unsealed) judgeUnsealed(entry, path, view);
    if (at.fields[name]?.unsealed) return;
    const revealed = revealedAs(at, name);
    if (revealed) demandPermission(view.permissions, permissions.get(revealed.object));
    if (revealed) return;
    const kinds = listed ? [listed.object] : kindsOf(field);
    if (!kinds.length && !(field?.members && place < names.length - 1))
      throw notExpandable(name, 'it refers to no other object', meant(at, name));
    for (const kind of kinds) demandPermission(view.permissions, permissions.get(kind));
    at = listed ? pageOf(listed) : kinds.length ? together(kinds.map((kind) => resourceOf(index, kind))) : { fields: field?.members ?? {} };
  }
}

/** The member that was probably meant, of those that can be expanded. */
function meant({ fields, lists }: At, name: string): string {
  const known = Object.keys(fields).filter((each) => {
    const field = fields[each];
    return !field?.internal && (kindsOf(elementOf(field)).length > 0 || elementOf(field)?.members || field?.reveals);
  });
  const near = nearest(name, [...known, ...Object.keys(lists ?? {})]);
  return near === null ? '' : ` Did you mean ${near}?`;
}

/** What lies in the vault is shown to whoever holds a secret key and retrieves the object itself: no list and no kept reply has it. */
function judgeUnsealed({ kind, resource }: OfObjects, path: string, { permissions }: View): void {
  if (kind !== 'retrieve' || !Object.hasOwn(resource.fields, path))
    throw notExpandable(path, 'it is shown only where the object itself is retrieved');
  demandPermission(permissions, null);
}

/** Where a path has come to: at an object of some kind, at a member that has members, or at a list. */
type At = Pick<AnyResource, 'fields' | 'lists'>;

type Listed = NonNullable<AnyResource['lists']>[string];

const listedAs = ({ lists }: At, name: string): Listed | undefined => (lists && Object.hasOwn(lists, name) ? lists[name] : undefined);

/** The kind of the object whose secret a member shows, and the member that names it. */
function revealedAs({ fields }: At, name: string): { readonly object: string; readonly by: string } | null {
  const by = Object.hasOwn(fields, name) ? fields[name]?.reveals : undefined;
  const object = by === undefined ? undefined : fields[by]?.refers_to;
  return by !== undefined && object !== undefined ? { object, by } : null;
}

/** The field of a list's elements; of what is no list, itself. */
const elementOf = (field: AnyField | undefined): AnyField | undefined => (field?.item ? elementOf(field.item) : field);

const kindsOf = (field: AnyField | undefined): readonly string[] => field?.refers_to_any ?? (field?.refers_to ? [field.refers_to] : []);

/** What may be expanded of a list under an object: `data` holds what it refers to already. */
const pageOf = ({ object }: Listed): At => ({ fields: { data: listOf(ref(object)) } });

/** What may be expanded of an object of one of these kinds; of any other there is nothing to expand. */
const together = (kinds: readonly AnyResource[]): At => ({
  fields: Object.assign({}, ...kinds.map(({ fields }) => fields)) as Fields,
  lists: Object.assign({}, ...kinds.map(({ lists }) => lists)) as NonNullable<At['lists']>,
});

type Expanding = {
  readonly index: Index;
  readonly load: Load;
  readonly pages: ListOf;
  /** What nobody has to ask for, kind by kind. */
  readonly always: ReadonlyMap<string, readonly string[]>;
  readonly account: string;
  readonly view: View;
  readonly near: Near;
  readonly found: Found;
};

/** What has been read for an answer: many of its objects name the same few. */
export type Found = {
  readonly objects: Map<string, Promise<Shown | null>>;
  readonly pages: Map<string, Promise<Page>>;
};

/** Nothing read yet. */
export const nothingFound = (): Found => ({ objects: new Map(), pages: new Map() });

/** An object with others in the place of their ids. */
async function presentExpanded(expanding: Expanding, shown: Shown): Promise<string> {
  const doc = JSON.parse(presentPlain(shown, expanding.view)) as Record<string, unknown>;
  const paths = expanding.view.expand.map((path) => path.split('.'));
  const all = [...(expanding.always.get(shown.resource.object) ?? []).map((name) => [name]), ...paths];
  await expand(inBooksOf(expanding, shown.resource, String(doc.id)), doc, shown.resource, all);
  return JSON.stringify(doc);
}

/** The lists that are shown of what has books of its own whether anybody asks for them or not. */
const alwaysListed = ({ lists = {} }: AnyResource): readonly string[] => Object.keys(lists).filter((name) => lists[name]?.by === null);

/** The members that nobody has to ask for: such lists, and objects that are shown whole in the place of their ids. */
const alwaysShown = (resource: AnyResource): readonly string[] => [
  ...alwaysListed(resource),
  ...Object.keys(resource.fields).filter((name) => resource.fields[name]?.shown_whole),
];

/** The same of every kind that has any. */
const alwaysShownIn = ({ resources }: Index): ReadonlyMap<string, readonly string[]> =>
  new Map([...resources].map(([object, each]) => [object, alwaysShown(each)] as const).filter(([, names]) => names.length > 0));

/** What an object with books of its own refers to lies in these. */
function inBooksOf(expanding: Expanding, resource: AnyResource, id: string): Expanding {
  const account = booksOf(resource, expanding.account, id);
  return account === expanding.account ? expanding : { ...expanding, account, found: nothingFound() };
}

/** Expands the first step of every path, and goes on below; all reads of one tick are one statement. */
async function expand(expanding: Expanding, doc: Record<string, unknown>, at: At, paths: readonly string[][]): Promise<void> {
  const names = new Set(paths.map(([name = '']) => name));
  const below = (name: string): string[][] =>
    paths.filter(([first]) => first === name).flatMap(([, ...rest]) => (rest.length ? [rest] : []));
  await Promise.all([...names].map((name) => expandMember(expanding, doc, name, at, below(name))));
}

async function expandMember(expanding: Expanding, doc: Record<string, unknown>, name: string, at: At, rest: string[][]): Promise<void> {
  const listed = listedAs(at, name);
  if (listed && typeof doc.id === 'string' && !isPayer(expanding.view)) {
    const page = await listUnder(expanding, listed, doc.id);
    await expand(expanding, page, pageOf(listed), rest);
    doc[name] = page;
    return;
  }
  const revealed = revealedAs(at, name);
  if (revealed) {
    const id = doc[revealed.by];
    const named = typeof id === 'string' ? await find(expanding, resourceOf(expanding.index, revealed.object), id) : null;
    doc[name] = named?.secret ? { client_secret: named.secret, type: revealed.object } : null;
    return;
  }
  const field = at.fields[name];
  if (field && doc[name]) doc[name] = await expanded(expanding, doc[name], field, rest);
}

/** A member's value with objects in the place of their ids: of a list each of its elements. */
async function expanded(expanding: Expanding, value: unknown, field: AnyField, rest: string[][]): Promise<unknown> {
  const { item } = field;
  if (Array.isArray(value)) return item ? Promise.all(value.map((each) => expanded(expanding, each, item, rest))) : value;
  const kinds = kindsOf(field).map((kind) => resourceOf(expanding.index, kind));
  if (typeof value === 'string') return (await expandedId(expanding, value, kinds, rest)) ?? value;
  if (typeof value === 'object' && value !== null) {
    const at = field.members ? { fields: field.members } : together(kinds);
    await expand(expanding, value as Record<string, unknown>, at, rest);
  }
  return value;
}

/** The object that has an id; null where there is none. */
async function expandedId(expanding: Expanding, id: string, kinds: readonly AnyResource[], rest: string[][]): Promise<object | null> {
  const resource = kinds.length > 1 ? kinds.find(({ prefix }) => id.startsWith(`${prefix}_`)) : kinds[0];
  const found = resource && (await find(expanding, resource, id));
  if (!found) return null;
  const doc = JSON.parse(presentPlain(found, expanding.view)) as Record<string, unknown>;
  await expand(inBooksOf(expanding, resource, id), doc, resource, rest);
  return doc;
}

const listed_max = 10;

/** The newest ten of a list as this write leaves it, as a member; the rest are at its address. */
async function listUnder(
  { index, pages, account, view, found, near }: Expanding,
  { object, by, url }: Listed,
  id: string,
): Promise<Record<string, unknown>> {
  const resource = resourceOf(index, object);
  const filters = by === null ? {} : { [by]: id };
  const read = (): Promise<Page> => pages({ account, resource, filters, limit: listed_max });
  const { rows, has_more } = await once(found.pages, `${object} ${by} ${id}`, read);
  const written = near.all(object).map((shown) => ({ shown, doc: JSON.parse(shown.text) as Document }));
  const stored = rows
    .filter((row) => !written.some(({ doc }) => doc.id === row.id))
    .map((row) => ({ id: row.id, shown: shownRow(resource, row) }));
  const now = written.filter(({ doc }) => doc[by ?? 'account'] === id && !doc.deleted).map(({ doc, shown }) => ({ id: doc.id, shown }));
  const all = [...now, ...stored].sort((a, b) => (a.id < b.id ? 1 : -1));
  const data = all.slice(0, listed_max).map(({ shown }) => JSON.parse(presentPlain(shown, view)) as object);
  return { object: 'list', data, has_more: has_more || all.length > listed_max, url: url(id) };
}

/** An object to be put in the place of its id: of the write under way, or stored. */
const find = (expanding: Expanding, resource: AnyResource, id: string): Promise<Shown | null> =>
  once(expanding.found.objects, `${resource.object} ${id}`, () => read(expanding, resource, id));

function once<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}

async function read({ load, account, near }: Expanding, resource: AnyResource, id: string): Promise<Shown | null> {
  const written = near.find(resource.object, id);
  const [row] = written ? [] : await load([wantOf(resource, account, id)]);
  const found = written ?? (row ? shownRow(resource, row) : null);
  if (!found || !resource.own_books) return found;
  return isOpenTo(resource, JSON.parse(found.text), account) ? found : null;
}

/** Shows objects: with their secret, without what the key may not see, expanded, in the caller's dialect. Many of one answer share `found`. */
export type Present = (shown: Shown, account: string, view: View, near?: Near, found?: Found) => string | Promise<string>;

/** A presenter. A stored document goes out as the text it is; only a reduced, expanded or dated view parses it. */
export function presenter(index: Index, load: Load, pages: ListOf): Present {
  const always = alwaysShownIn(index);
  return (shown, account, view, near = nobody, found = nothingFound()) => {
    const is_plain = view.expand.length === 0 && !always.has(shown.resource.object);
    if (is_plain || isDeleted(shown) || view.kind === 'publishable' || view.kind === 'ephemeral') return presentPlain(shown, view);
    return presentExpanded({ index, load, pages, always, account, view, near, found }, shown);
  };
}

/** What is gone has nothing any more. */
const isDeleted = ({ text }: Shown): boolean => text.endsWith('"deleted":true}');

const nobody: Near = { find: () => null, all: () => [] };

/** Refuses a restricted key that lacks a permission; to write includes to read. A key that is not restricted has no list. */
export function demandPermission(permissions: readonly string[] | undefined, needed: string | null | undefined): void {
  if (!permissions || (needed && (permissions.includes(needed) || permissions.includes(needed.replace(/_read$/, '_write'))))) return;
  throw refused({
    code: 'permission_denied',
    message: `This restricted key ${needed === null ? 'cannot do this; send a secret key' : `lacks the permission ${needed ?? 'for this kind of object'}`}.`,
  });
}
