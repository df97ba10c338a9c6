import { refused } from '../base/errors.js';
import type { AnyField, Fields } from '../base/fields.js';
import type { AnyResource, Document } from '../base/resource.js';
import { type Index, type Near, resourceOf, type Shown, type View } from '../engine/engine.js';
import { secretKind } from '../engine/fold.js';
import type { Load } from '../storage/load.js';
import { demandPermission } from './authorize.js';

/** Shows objects: with their secret, without what the key may not see, expanded, in the caller's dialect. */
export type Present = (shown: Shown, account: string, view: View, near?: Near) => string | Promise<string>;

/** The permission that reading each kind of object takes. */
export type ReadPermissions = ReadonlyMap<string, string>;

/** A presenter. A stored document goes out as the text it is; only a reduced, expanded or dated view parses it. */
export function presenter(index: Index, load: Load, permissions: ReadPermissions): Present {
  return (shown, account, view, near = () => null) => {
    if (view.expand.length === 0 || view.kind === 'publishable') return presentPlain(shown, view);
    return presentExpanded({ index, load, permissions, account, view, near }, shown);
  };
}

/** An object as it is shown without expansions. */
export function presentPlain(shown: Shown, view: View): string {
  const dated = view.version !== null && shown.resource.created_in === 'milliseconds';
  if (view.kind === 'publishable' || view.kind === 'page') return JSON.stringify(reduced(shown, view));
  return dated ? JSON.stringify(inSeconds(JSON.parse(shown.text) as Document, view.version)) : withSecret(shown);
}

/** The secret goes right behind `id` and `object`, which begin every document. It is letters and digits, so nothing in it is to be escaped. */
function withSecret({ resource, text, secret }: Shown): string {
  if (secret === null) return text;
  const start = text.indexOf(',', text.indexOf('"object":')) + 1;
  return `${text.slice(0, start)}"${secretName(resource)}":"${secret}",${text.slice(start)}`;
}

const secret_names = new WeakMap<AnyResource, string>();

function secretName(resource: AnyResource): string {
  const name = secret_names.get(resource) ?? Object.keys(resource.fields).find((each) => resource.fields[each]?.secret) ?? '';
  secret_names.set(resource, name);
  return name;
}

/** What a publishable key sees (seed: fields marked retrievable); of other resources nothing but that they are there. */
function reduced(shown: Shown, { kind }: View): object {
  const doc = JSON.parse(withSecret(shown)) as Record<string, unknown>;
  const { publishable = ['id', 'object'], seen_by_page = [] } = shown.resource;
  const visible: readonly PropertyKey[] = kind === 'page' ? [...publishable, ...seen_by_page] : publishable;
  return Object.fromEntries(Object.entries(doc).filter(([name]) => visible.includes(name)));
}

/** An event for callers that pinned a version: seconds, and the members their SDKs know (spec README, decision 7). */
export function inSeconds(doc: Document, version: string | null): object {
  const data = doc.data as { object: Record<string, unknown> };
  const dispute =
    data.object.object === 'dispute' ? { ...data.object, created: Math.floor(Number(data.object.created) / 1000) } : data.object;
  const request = { id: null, idempotency_key: null };
  return {
    ...doc,
    api_version: version,
    created: Math.floor(doc.created / 1000),
    data: { ...data, object: dispute },
    pending_webhooks: doc.pending_webhooks ?? 0,
    request,
  };
}

type Expanding = {
  readonly index: Index;
  readonly load: Load;
  readonly permissions: ReadPermissions;
  readonly account: string;
  readonly view: View;
  readonly near: Near;
};

const depth_max = 4;

async function presentExpanded(expanding: Expanding, shown: Shown): Promise<string> {
  const doc = JSON.parse(presentPlain(shown, expanding.view)) as Record<string, unknown>;
  const paths = expanding.view.expand.map((path) => path.split('.'));
  for (const path of paths) if (path.length > depth_max) throw notExpandable(path.join('.'), `at most ${depth_max} levels are expanded`);
  await expand(expanding, doc, shown.resource.fields, paths);
  return JSON.stringify(doc);
}

const notExpandable = (path: string, why: string): Error =>
  refused({ code: 'parameter_invalid', param: 'expand', message: `This property cannot be expanded (${path}): ${why}.` });

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
  if (!field || (!field.refers_to && !(field.members && rest.length))) throw notExpandable(name, 'it refers to no other object');
  if (field.members) return value === null ? undefined : expand(expanding, value as Record<string, unknown>, field.members, rest);
  const kind = field.refers_to ?? '';
  demandPermission(expanding.view.permissions, expanding.permissions.get(kind));
  if (typeof value !== 'string') {
    if (value) await expand(expanding, value as Record<string, unknown>, resourceOf(expanding.index, kind).fields, rest);
    return;
  }
  const found = await find(expanding, resourceOf(expanding.index, kind), value);
  if (!found) return;
  doc[name] = JSON.parse(presentPlain(found, expanding.view));
  if (rest.length) await expand(expanding, doc[name] as Record<string, unknown>, found.resource.fields, rest);
}

/** An object to be put in the place of its id: of the write under way, or stored. */
async function find({ load, account, near }: Expanding, resource: AnyResource, id: string): Promise<Shown | null> {
  const { object, table } = resource;
  const made = near(id);
  if (made) return made;
  const [row] = await load([table === 'events' ? { of: 'event', account, id } : { of: 'object', account, object, id }]);
  return row ? { resource, text: row.doc, secret: secretKind(resource) === 'client' ? row.secret : null } : null;
}
