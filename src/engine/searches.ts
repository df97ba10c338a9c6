import type { AnyResource, Document } from '../base/resource.js';
import type { SearchRow } from '../storage/rows.js';
import type { Tracked } from './unit.js';

/**
 * Written only when something that search can ask for has changed. What is made together with an ask is found from its second write on,
 * which mostly is the answer's, a moment later.
 */
function isSearchedAnew({ resource, before, version, doc, changed }: Tracked, asks: boolean): boolean {
  if (!changed) return false;
  if (!resource.searchable) return false;
  if (!before) return !asks;
  if (version === 1 || 'deleted' in doc) return true;
  return ['metadata', ...resource.searchable].some(
    (path) => JSON.stringify(memberOf(before, path)) !== JSON.stringify(memberOf(doc, path)),
  );
}

/** The rows that search looks at. `asks` where somebody is still being asked. */
export const searchRows = (tracked: readonly Tracked[], asks: boolean): SearchRow[] =>
  tracked.filter((each) => isSearchedAnew(each, asks)).map(searchRow);

function searchRow({ tenant: { account }, resource, doc }: Tracked): SearchRow {
  const { terms, rest } = termsOf(account, resource, doc);
  return { account, object: doc.object, id: doc.id, terms: terms && JSON.stringify(terms), rest: JSON.stringify(rest) };
}

/**
 * What search sees of an object: `terms` by its index, under the account so that it finds a tenant's matches alone, and the `rest`, which
 * many objects share or which changes often.
 */
function termsOf(account: string, resource: AnyResource, doc: Document): { terms: object | null; rest: object } {
  if ('deleted' in doc) return { terms: null, rest: {} };
  const known = (resource.searchable ?? []).map((path: string): [string, unknown] => [path, termOf(memberOf(doc, path))]);
  const told = known.filter(([, term]) => term !== null);
  const own = told.filter(([path]) => resource.telling?.includes(path));
  const metadata = Object.keys(doc.metadata ?? {}).length ? { metadata: doc.metadata } : {};
  const indexed = { ...metadata, ...Object.fromEntries(own) };
  const rest = { created: doc.created, ...Object.fromEntries(told.filter((each) => !own.includes(each))) };
  return { terms: Object.keys(indexed).length ? { [account]: indexed } : null, rest };
}

/** The member at a dotted path: `invoice_settings.default_payment_method`. */
const memberOf = (object: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], object);

/** Text in any letter case; yes and no as the words a query says. */
const termOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : typeof value === 'boolean' ? String(value) : (value ?? null);
