import type { AnyResource, Document } from '../base/resource.js';
import type { SearchRow } from './rows.js';

/** The search row of an object. */
export function searchRow(account: string, resource: AnyResource, doc: Document): SearchRow {
  const { terms, rest } = termsOf(account, resource, doc);
  return { account, object: doc.object, id: doc.id, terms: terms && JSON.stringify(terms), rest: JSON.stringify(rest) };
}

/** Whether searchable data has changed. */
export const isFoundOtherwise = ({ holding = [], searchable = [] }: AnyResource, before: Document, doc: Document): boolean =>
  ['metadata', ...searchable, ...holding].some((path) => JSON.stringify(memberOf(before, path)) !== JSON.stringify(memberOf(doc, path)));

/**
 * The search data of an object: indexed `terms`, nested under the account so that the index finds only that tenant's matches, and `rest`, whose
 * values many objects share or which change often.
 */
function termsOf(account: string, resource: AnyResource, doc: Document): { readonly terms: object | null; readonly rest: object } {
  if ('deleted' in doc) return { terms: null, rest: {} };
  const known = (resource.searchable ?? []).map((path: string): [string, unknown] => [path, termOf(memberOf(doc, path))]);
  const told = known.filter(([, term]) => term !== null);
  const own = told.filter(([path]) => resource.indexed?.includes(path));
  const metadata = Object.keys(doc.metadata ?? {}).length ? { metadata: doc.metadata } : {};
  const held = (resource.holding ?? []).map((name: string): [string, unknown] => [name, doc[name]]);
  const indexed = { ...metadata, ...Object.fromEntries([...own, ...held]) };
  const rest = { created: doc.created, ...Object.fromEntries(told.filter((each) => !own.includes(each))) };
  return { terms: Object.keys(indexed).length ? { [account]: indexed } : null, rest };
}

/** The member at a dotted path: `invoice_settings.default_payment_method`; null if a part is missing. */
export const memberOf = (object: object, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name] ?? null, object);

/** Text in lower case; booleans as their words in queries. */
const termOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : typeof value === 'boolean' ? String(value) : (value ?? null);
