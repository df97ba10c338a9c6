import { booksOf, isOpenTo } from '../../kernel/base/books.js';
import type { AnyField } from '../../kernel/base/fields.js';
import { storedOf } from '../../kernel/base/form.js';
import type { AnyResource, Document } from '../../kernel/base/resource.js';
import { type Index, type Near, resourceOf, type Shown, type View } from '../../kernel/engine/engine.js';
import { shownRow } from '../../kernel/engine/reply.js';
import type { Listing, Page } from '../../kernel/storage/list.js';
import { type Load, wantOf } from '../../kernel/storage/load.js';
import { type At, elementOf, kindsOf, type Listed, listedAs, pageOf, revealedAs, together } from './expandable.js';
import { isPayer, presentPlain } from './present.js';

/** Reads a page of a list. */
export type ListOf = (listing: Listing) => Promise<Page>;

type Expanding = {
  readonly index: Index;
  readonly load: Load;
  readonly pages: ListOf;
  /** The members that are always shown, by object. */
  readonly always: ReadonlyMap<string, readonly string[]>;
  readonly account: string;
  readonly view: View;
  readonly near: Near;
  readonly found: Found;
};

/** The objects and pages read for one response: its objects often refer to the same few. */
export type Found = {
  readonly objects: Map<string, Promise<Shown | null>>;
  readonly pages: Map<string, Promise<Page>>;
};

/** An empty cache for one response. */
export const nothingFound = (): Found => ({ objects: new Map(), pages: new Map() });

/** An object with its ids replaced by objects. */
async function presentExpanded(expanding: Expanding, shown: Shown): Promise<string> {
  const doc = JSON.parse(presentPlain(shown, expanding.view)) as Record<string, unknown>;
  const paths = expanding.view.expand.map((path) => path.split('.'));
  const all = [...(expanding.always.get(shown.resource.object) ?? []).map((name) => [name]), ...paths];
  await expand(inBooksOf(expanding, shown.resource, String(doc.id)), doc, shown.resource, all);
  return JSON.stringify(doc);
}

/** The lists that are always shown: those that say so, and those of an account object, which need no column (`by: null`). */
const alwaysListed = ({ lists = {} }: AnyResource): readonly string[] =>
  Object.keys(lists).filter((name) => lists[name]?.always || lists[name]?.by === null);

/** The members that are shown without `expand`: such lists, and objects that replace their ids. */
const alwaysShown = (resource: AnyResource): readonly string[] => [
  ...alwaysListed(resource),
  ...Object.keys(resource.fields).filter((name) => resource.fields[name]?.shown_whole),
];

/** The always-shown members of every resource that has any. */
const alwaysShownIn = ({ resources }: Index): ReadonlyMap<string, readonly string[]> =>
  new Map([...resources].map(([object, each]) => [object, alwaysShown(each)] as const).filter(([, names]) => names.length > 0));

/** The objects that an account object refers to are stored under that account. */
function inBooksOf(expanding: Expanding, resource: AnyResource, id: string): Expanding {
  const account = booksOf(resource, expanding.account, id);
  return account === expanding.account ? expanding : { ...expanding, account, found: nothingFound() };
}

/** Expands the first step of every path, then the steps below it; all reads of one tick are one statement. */
async function expand(expanding: Expanding, doc: Record<string, unknown>, at: At, paths: readonly string[][]): Promise<void> {
  const names = new Set(paths.map(([name = '']) => name));
  const below = (name: string): string[][] =>
    paths.filter(([first]) => first === name).flatMap(([, ...rest]) => (rest.length ? [rest] : []));
  // A member that names the account of another one may be expanded itself, so its id is kept.
  const plain = { ...doc };
  await Promise.all(
    [...names].map(async (name) => {
      const path = elementOf(at.fields[name])?.shows?.books;
      const inside = path ? await inBooksNamed(expanding, plain, at, path) : expanding;
      if (inside) await expandMember(inside, doc, name, at, below(name));
    }),
  );
}

/** The account that a path of members names; null if the caller may not read it. */
async function inBooksNamed(expanding: Expanding, doc: Readonly<Record<string, unknown>>, at: At, path: string): Promise<Expanding | null> {
  const [name = '', ...rest] = path.split('.');
  const resource = resourceOf(expanding.index, at.fields[name]?.refers_to ?? '');
  const id = String(doc[name]);
  const found = await find(expanding, resource, id);
  if (!found || !rest.length) return found && inBooksOf(expanding, resource, id);
  return inBooksNamed(expanding, JSON.parse(found.text) as Document, resource, rest.join('.'));
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

/** A member's value with its ids replaced by objects; for a list, that of each element. */
async function expanded(expanding: Expanding, value: unknown, field: AnyField, rest: string[][]): Promise<unknown> {
  const { item } = field;
  if (Array.isArray(value)) return item ? Promise.all(value.map((each) => expanded(expanding, each, item, rest))) : value;
  const kinds = kindsOf(field).flatMap((kind) => expanding.index.resources.get(kind) ?? []);
  if (typeof value === 'string') return (await expandedId(expanding, value, kinds, rest)) ?? value;
  if (typeof value === 'object' && value !== null) {
    const at = field.members ? { fields: field.members } : together(kinds);
    await expand(expanding, value as Record<string, unknown>, at, rest);
  }
  return value;
}

/** The object with an id, or what stands for it; null if there is neither. */
async function expandedId(expanding: Expanding, id: string, kinds: readonly AnyResource[], rest: string[][]): Promise<object | null> {
  const resource = kinds.length > 1 ? kinds.find(({ prefix }) => id.startsWith(`${prefix}_`)) : kinds[0];
  const found = resource && (await find(expanding, resource, id));
  if (!found) return resource?.stand_in?.(id) ?? null;
  const doc = JSON.parse(presentPlain(found, expanding.view)) as Record<string, unknown> | null;
  if (doc) await expand(inBooksOf(expanding, resource, id), doc, resource, rest);
  return doc;
}

const listed_max = 10;

/** The newest ten of a list after the current write, as a member; its URL leads to the rest. */
async function listUnder(
  { index, pages, account, view, found, near }: Expanding,
  { object, by, where = {}, url }: Listed,
  id: string,
): Promise<Record<string, unknown>> {
  const resource = resourceOf(index, object);
  const filters = by === null ? where : { ...where, [by]: id };
  const read = (): Promise<Page> => pages({ account, resource, filters, limit: listed_max });
  const { rows, has_more } = await once(found.pages, `${object} ${by} ${id}`, read);
  const written = near.all(object).map((shown) => ({ shown, doc: JSON.parse(shown.text) as Document }));
  const stored = rows
    .filter((row) => !written.some(({ doc }) => doc.id === row.id))
    .map((row) => ({ id: row.id, shown: shownRow(resource, row) }));
  const fits = (doc: Document): boolean =>
    doc[by ?? 'account'] === id && !doc.deleted && Object.entries(where).every(([name, values]) => values.includes(String(doc[name])));
  const now = written.filter(({ doc }) => fits(doc)).map(({ doc, shown }) => ({ id: doc.id, shown }));
  const all = [...now, ...stored].sort((a, b) => (a.id < b.id ? 1 : -1));
  const data = all.slice(0, listed_max).map(({ shown }) => JSON.parse(presentPlain(shown, view)) as object);
  return { object: 'list', data, has_more: has_more || all.length > listed_max, url: url(id) };
}

/** The object that replaces an id: from the current write, or stored. */
const find = (expanding: Expanding, resource: AnyResource, id: string): Promise<Shown | null> =>
  once(expanding.found.objects, `${resource.object} ${id}`, () => read(expanding, resource, id));

function once<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}

async function read({ load, account, near }: Expanding, resource: AnyResource, id: string): Promise<Shown | null> {
  const stored = storedOf(resource);
  const written = near.find(stored.object, id);
  const [row] = written ? [] : await load([wantOf(stored, account, id)]);
  const found = written ? { ...written, resource } : row ? shownRow(resource, row) : null;
  if (!found || !resource.own_books) return found;
  return isOpenTo(resource, JSON.parse(found.text), account) ? found : null;
}

/**
 * Presents objects: with their secret, without fields that the caller may not see, expanded, in the caller's dialect. The objects of one response
 * share `found`.
 */
export type Present = (shown: Shown, account: string, view: View, near?: Near, found?: Found) => string | Promise<string>;

/** Creates a presenter. A stored document is sent as its text; only a reduced, expanded or versioned view parses it. */
export function presenter(index: Index, load: Load, pages: ListOf): Present {
  const always = alwaysShownIn(index);
  return (shown, account, view, near = nothing_near, found = nothingFound()) => {
    const is_plain = view.expand.length === 0 && !always.has(shown.resource.object);
    if (is_plain || isDeleted(shown) || view.kind === 'publishable' || view.kind === 'ephemeral') return presentPlain(shown, view);
    return presentExpanded({ index, load, pages, always, account, view, near, found }, shown);
  };
}

/** A deleted object has no members to expand. */
const isDeleted = ({ text }: Shown): boolean => text.endsWith('"deleted":true}');

const nothing_near: Near = { find: () => null, all: () => [] };
