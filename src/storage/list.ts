import { refused } from '../base/errors.js';
import { id_length, idBound } from '../base/ids.js';
import type { CreatedRange } from '../base/kinds.js';
import type { AnyResource } from '../base/resource.js';
import type { Database, Statement } from './database.js';

/** What a list is asked for. */
export type Listing = {
  readonly account: string;
  readonly resource: AnyResource;
  /** Column and value; a list of values means any of them. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly created?: CreatedRange | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
  readonly limit: number;
};

/** A stored object of a page. */
export type Row = { readonly id: string; readonly doc: string; readonly secret: string | null };

/** A page: newest first, whichever way it was reached. */
export type Page = { readonly rows: readonly Row[]; readonly has_more: boolean };

/** One page of a list: the id is key, order and cursor, so every page is a range of one index. */
export async function list(database: Database, listing: Listing): Promise<Page> {
  const { limit, ending_before } = listing;
  const rows = await database.query<Row>(statementOf(listing));
  const page = rows.slice(0, limit);
  if (ending_before) page.reverse();
  return { rows: page, has_more: rows.length > limit };
}

function statementOf({ account, resource, filters, created, starting_after, ending_before, limit }: Listing): Statement {
  const values: unknown[] = [account, limit + 1];
  const where = conditions(resource, filters, values);
  const place = (value: unknown): string => `$${values.push(value)}`;
  if (starting_after) where.push(`id < ${place(cursor(resource, starting_after, 'starting_after'))}`);
  if (ending_before) where.push(`id > ${place(cursor(resource, ending_before, 'ending_before'))}`);
  const events = resource.table === 'events';
  const from = events ? 'events where account = $1' : `objects where account = $1 and object = '${resource.object}'`;
  const order = `order by id ${ending_before ? 'asc' : 'desc'} limit $2`;
  const page = (more: readonly string[]): string =>
    `select id, doc, ${events ? 'null as secret' : 'secret'} from ${from} and not deleted${[...where, ...more].map((each) => ` and ${each}`).join('')}
    ${order}`;
  const bounds = createdBounds(created);
  if (bounds.length === 0) return { text: page([]), values };
  const by_id = bounds.map(([operator, seconds]) => `id ${operator} ${place(idBound(resource.prefix, seconds * 1000))}`);
  const by_clock = bounds.map(([operator, seconds]) => `created_at ${operator} ${place(new Date(seconds * 1000))}`);
  const branches = [page(['created_at is null', ...by_id]), page(by_clock)];
  return { text: `select id, doc, secret from (${branches.map((each) => `(${each})`).join(' union all ')}) either ${order}`, values };
}

function conditions(resource: AnyResource, filters: Listing['filters'], values: unknown[]): string[] {
  return Object.entries(filters).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    if (!resource.columns?.includes(name)) throw new Error(`${resource.object} is filtered by ${name}, which is no column of it`);
    const place = `$${values.push(value)}`;
    return [Array.isArray(value) ? `${name} = any (${place})` : `${name} = ${place}`];
  });
}

/**
 * Bounds in whole seconds. An id starts with its moment, so they are bounds on ids (0.33 ms against 78 ms); what was made by another clock
 * than the service's has its moment beside the id, and is found by that.
 */
const createdBounds = ({ gt, gte, lt, lte }: CreatedRange = {}): (readonly ['>=' | '<', number])[] => [
  ...(gte === undefined ? [] : [['>=', gte] as const]),
  ...(gt === undefined ? [] : [['>=', gt + 1] as const]),
  ...(lt === undefined ? [] : [['<', lt] as const]),
  ...(lte === undefined ? [] : [['<', lte + 1] as const]),
];

/** A cursor need not exist any more, but it must be the id of such an object. */
export function cursor({ object, prefix }: AnyResource, id: string, param: string): string {
  if (id.startsWith(`${prefix}_`) && id.length === prefix.length + 1 + id_length) return id;
  throw refused({ code: 'resource_missing', status: 400, param, message: `No such ${object}: '${id}'` });
}
