import type { Fields } from '../base/fields.js';
import type { AnyResource, Document } from '../base/resource.js';
import type { Shown } from './engine.js';

type SecretMember = { readonly name: string; readonly kind: 'client' | 'key' | 'signing' } | null;

const known = new WeakMap<AnyResource, { readonly found: SecretMember }>();

/** The kind of secret of a resource's objects, and the member that shows it. */
export function secretMember(resource: AnyResource): SecretMember {
  const before = known.get(resource);
  if (before) return before.found;
  const [name, field] = Object.entries(resource.fields as Fields).find(([, { secret }]) => secret) ?? [];
  const found = name && field?.secret ? { name, kind: field.secret } : null;
  known.set(resource, { found });
  return found;
}

/** A stored row to show. */
export const shownRow = (resource: AnyResource, { doc, secret }: { doc: string; secret: string | null }): Shown => ({
  resource,
  text: doc,
  secret: secretMember(resource)?.kind === 'client' ? secret : null,
});

/** Whether an object's client secret is null for its callers, because a hosted page needs none. */
export const hidesSecret = ({ hides_secret }: AnyResource, text: string): boolean => hides_secret?.(JSON.parse(text) as Document) ?? false;
