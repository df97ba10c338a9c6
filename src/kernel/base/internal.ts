import type { Fields } from './fields.js';
import type { AnyResource } from './resource.js';

const names = new WeakMap<AnyResource, readonly string[]>();

/** The internal members of a resource, which are stored and never shown. */
function internalOf(resource: AnyResource): readonly string[] {
  const known = names.get(resource);
  if (known) return known;
  const found = Object.entries(resource.fields as Fields).flatMap(([name, { internal }]) => (internal ? [name] : []));
  names.set(resource, found);
  return found;
}

/** The text of a document without internal members; usually unchanged and unparsed. */
export function outward(resource: AnyResource, text: string): string {
  const may_hide = internalOf(resource).some((name) => text.includes(`"${name}":`));
  return may_hide ? JSON.stringify(outwardOf(resource, JSON.parse(text) as object)) : text;
}

/** A document without internal members. */
export function outwardOf<T extends object>(resource: AnyResource, doc: T): Partial<T> {
  const shown: Partial<T> = { ...doc };
  for (const name of internalOf(resource)) delete shown[name as keyof T];
  return shown;
}

/** Whether a document has internal members. */
export const hides = (resource: AnyResource, doc: object): boolean => internalOf(resource).some((name) => name in doc);

/** The names without those of internal members. */
export const outwardNames = (resource: AnyResource, members: readonly string[]): readonly string[] => {
  const hidden = internalOf(resource);
  return hidden.length ? members.filter((name) => !hidden.includes(name)) : members;
};
