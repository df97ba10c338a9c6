import type { AnyResource, Document } from '../base/resource.js';
import { insertion, type Part } from '../storage/statement.js';
import type { Working } from './fold.js';
import { memberOf } from './gather.js';

/**
 * Written only when something that search can ask for has changed. What is made together with an ask is found from its second write on,
 * which mostly is the answer's, a moment later.
 */
export function searchChanges({ resource, before, version, doc }: Working, asks: boolean): boolean {
  if (!resource.searchable) return false;
  if (!before) return !asks;
  if (version === 1 || 'deleted' in doc) return true;
  return ['metadata', ...resource.searchable].some(
    (path) => JSON.stringify(memberOf(before, path)) !== JSON.stringify(memberOf(doc, path)),
  );
}

/** The rows that search looks at. */
export function searches(account: string, changed: readonly Working[]): Part {
  const rows = changed.map(({ resource, doc }) => {
    const { terms, rest } = termsOf(account, resource, doc);
    return [doc.object, doc.id, terms && JSON.stringify(terms), JSON.stringify(rest)];
  });
  const columns = { object: 'text', id: 'text', terms: 'jsonb', rest: 'jsonb' };
  const fresh = changed.every(({ before }) => before === null);
  const tail = fresh ? '' : 'on conflict (account, object, id) do update set terms = excluded.terms, rest = excluded.rest';
  return insertion('searched', 'searches', columns, rows, tail);
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

/** Text in any letter case; yes and no as the words a query says. */
const termOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : typeof value === 'boolean' ? String(value) : (value ?? null);
