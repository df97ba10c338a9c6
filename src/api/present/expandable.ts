import type { AnyField, Fields } from '../../kernel/base/fields.js';
import { ref } from '../../kernel/base/kinds.js';
import { listOf } from '../../kernel/base/members.js';
import { nearest } from '../../kernel/base/nearest.js';
import { refused } from '../../kernel/base/refusal.js';
import type { AnyResource } from '../../kernel/base/resource.js';
import type { Entry } from '../../kernel/base/rules.js';
import type { Index, View } from '../../kernel/engine/engine.js';

/** The permission needed to read each kind of object. */
export type ReadPermissions = ReadonlyMap<string, string>;

const depth_max = 4;

const notExpandable = (path: string, why: string, mend = ''): Error =>
  refused({ code: 'parameter_invalid', param: 'expand', message: `This property cannot be expanded (${path}): ${why}.${mend}` });

/** The paths that a request asks to expand, validated before anything is read or stored (spec README, decision 23). */
export function expansions(index: Index, permissions: ReadPermissions, entry: Entry, view: View): string[] {
  if (entry.kind === 'absent') return [];
  const many = entry.kind === 'list' || entry.kind === 'search';
  const page_of = entry.kind === 'action' ? entry.page_of : undefined;
  return view.expand.map((given) => {
    const resource = resourceIn(entry);
    if (!resource) throw notExpandable(given, 'the response is not an object');
    if ((many || page_of) && !given.startsWith('data.')) throw notExpandable(given, 'in a list, begin with data.');
    // A list under an object counts as a level, its `data` does not.
    if (given.split('.').filter((name) => name !== 'data').length > depth_max)
      throw notExpandable(given, `at most ${depth_max} levels are expanded`);
    const path = many ? given.slice('data.'.length) : page_of ? `${page_of}.${given}` : given;
    if (!isViewed(entry, path, view)) judge(index, permissions, { kind: entry.kind, resource }, path, view);
    return path;
  });
}

/** Whether a page expands a member that the entry's view shows. */
export const isViewed = (entry: Entry, path: string, { kind }: View): boolean =>
  entry.kind === 'retrieve' && kind === 'page' && Object.hasOwn(entry.view?.shows ?? {}, path);

/** The resource of the objects in an entry's response. */
function resourceIn(entry: Entry): AnyResource | undefined {
  if (entry.kind === 'handler') return entry.page;
  return entry.kind === 'action' ? (entry.replies ?? entry.resource) : 'resource' in entry ? entry.resource : undefined;
}

type OfObjects = { readonly kind: Entry['kind']; readonly resource: AnyResource };

function judge(index: Index, permissions: ReadPermissions, entry: OfObjects, path: string, view: View): void {
  const names = path.split('.');
  let at: At = entry.resource;
  for (const [place, name] of names.entries()) {
    const listed = listedAs(at, name);
    const field = Object.hasOwn(at.fields, name) && !at.fields[name]?.internal ? elementOf(at.fields[name]) : undefined;
    if (field && isThere(at.fields[name]) && (place === names.length - 1 || !field.members)) return;
    if (at.fields[name]?.unsealed) judgeUnsealed(entry, path, view);
    if (at.fields[name]?.unsealed) return;
    const revealed = revealedAs(at, name);
    if (revealed) demandPermission(view.permissions, permissions.get(revealed.object));
    if (revealed) return;
    const kinds = listed ? [listed.object] : kindsOf(field);
    if (!kinds.length && !(field?.members && place < names.length - 1))
      throw notExpandable(name, 'it refers to no other object', meant(at, name));
    const known = kinds.flatMap((kind) => index.resources.get(kind) ?? []);
    for (const { object } of known) demandPermission(view.permissions, permissions.get(object));
    at = listed ? pageOf(listed) : kinds.length ? together(known) : { fields: field?.members ?? {} };
  }
}

/** The closest expandable name, for the error message. */
function meant({ fields, lists }: At, name: string): string {
  const known = Object.keys(fields).filter((each) => {
    const field = fields[each];
    return !field?.internal && (kindsOf(elementOf(field)).length > 0 || elementOf(field)?.members || field?.reveals);
  });
  const near = nearest(name, [...known, ...Object.keys(lists ?? {})]);
  return near === null ? '' : ` Did you mean ${near}?`;
}

/** Vault content is shown only to a secret key that retrieves the object itself, never in a list or a stored reply. */
function judgeUnsealed({ kind, resource }: OfObjects, path: string, { permissions }: View): void {
  if (kind !== 'retrieve' || !Object.hasOwn(resource.fields, path))
    throw notExpandable(path, 'it is only shown when the object itself is retrieved');
  demandPermission(permissions, null);
}

/** The target of a path so far: an object, a member with members, or a list. */
export type At = Pick<AnyResource, 'fields' | 'lists'>;

/** A list that is shown as a member. */
export type Listed = NonNullable<AnyResource['lists']>[string];

/** The list that a member shows; undefined if it is not a list. */
export const listedAs = ({ lists }: At, name: string): Listed | undefined =>
  lists && Object.hasOwn(lists, name) ? lists[name] : undefined;

/** The resource whose secret a member shows, and the member with its id. */
export function revealedAs({ fields }: At, name: string): { readonly object: string; readonly by: string } | null {
  const by = Object.hasOwn(fields, name) ? fields[name]?.reveals : undefined;
  const object = by === undefined ? undefined : fields[by]?.refers_to;
  return by !== undefined && object !== undefined ? { object, by } : null;
}

/** The field of a list's elements, or the field itself. */
export const elementOf = (field: AnyField | undefined): AnyField | undefined => (field?.item ? elementOf(field.item) : field);

/** The resources whose objects can replace a member's value. */
export function kindsOf(field: AnyField | undefined): readonly string[] {
  const kind = field?.shows?.kind ?? field?.refers_to;
  return field?.refers_to_any ?? (kind ? [kind] : []);
}

/** Whether a member is shown without `expand`: it declares so, is a page of a list, or a whole object. */
function isThere(field: AnyField | undefined): boolean {
  const members = elementOf(field)?.members;
  return field?.always_there === true || Boolean(members?.object && (members.id || members.has_more));
}

/** The expandable members of a list under an object: its `data`. */
export const pageOf = ({ object }: Listed): At => ({ fields: { data: listOf(ref(object)) } });

/** The expandable members of an object of one of these kinds. */
export const together = (kinds: readonly AnyResource[]): At => ({
  fields: Object.assign({}, ...kinds.map(({ fields }) => fields)) as Fields,
  lists: Object.assign({}, ...kinds.map(({ lists }) => lists)) as NonNullable<At['lists']>,
});

/** Refuses a restricted key that lacks a permission; a write permission includes reading. Other keys have no permission list. */
export function demandPermission(permissions: readonly string[] | undefined, needed: string | null | undefined): void {
  if (!permissions || (needed && (permissions.includes(needed) || permissions.includes(needed.replace(/_read$/, '_write'))))) return;
  throw refused({
    code: 'permission_denied',
    message: `This restricted key, or the role of this member, ${needed === null ? 'cannot do this; send a secret key, or ask an administrator' : `lacks the permission ${needed ?? 'for this kind of object'}`}.`,
  });
}
