import type { Fields } from './fields.js';
import type { AnyResource } from './resource.js';

const names = new WeakMap<AnyResource, readonly string[]>();

/** The members of a resource that are stored and never shown. */
function internalOf(resource: AnyResource): readonly string[] {
  const known = names.get(resource);
  if (known) return known;
  const found = Object.entries(resource.fields as Fields).flatMap(([name, { internal }]) => (internal ? [name] : []));
  names.set(resource, found);
  return found;
}

/** The text of a document without what is never shown. Almost always that is the text itself, unread. */
export function outward(resource: AnyResource, text: string): string {
  const hidden = internalOf(resource).filter((name) => text.includes(`"${name}":`));
  if (hidden.length === 0) return text;
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).filter(([name]) => !hidden.includes(name))));
}

/** The names of members without those that are never shown. */
export const outwardNames = (resource: AnyResource, members: readonly string[]): readonly string[] => {
  const hidden = internalOf(resource);
  return hidden.length ? members.filter((name) => !hidden.includes(name)) : members;
};
