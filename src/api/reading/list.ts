import type { AnyField, Fields } from '../../kernel/base/fields.js';
import { storedOf } from '../../kernel/base/form.js';
import { createdFilter } from '../../kernel/base/kinds.js';
import { limit_otherwise, paging, refuseTwoCursors } from '../../kernel/base/pages.js';
import { refused } from '../../kernel/base/refusal.js';
import { type AnyResource, columnOf } from '../../kernel/base/resource.js';
import type { List } from '../../kernel/base/rules.js';
import { type Caller, type Engine, resourceOf } from '../../kernel/engine/engine.js';
import { unknown as missing } from '../../kernel/engine/step.js';
import { presentAll } from './present-all.js';
import type { Answer, Means } from './read-request.js';

/** The parameters of a list. */
export const listParameters = ({ filters, created }: List): Fields => ({
  ...filters,
  ...(created ? { created: createdFilter } : {}),
  ...paging,
});

/** Answers with a page of objects, newest first. */
export const listing =
  ({ present }: Means, entry: List): Answer =>
  async ({ engine, caller, view, params }) => {
    const { limit = limit_otherwise, starting_after, ending_before, created, ...given } = params as Record<string, never>;
    refuseTwoCursors({ starting_after, ending_before });
    await refuseMissingOwner(engine, entry, caller, given);
    const filters = filtersOf(entry, given);
    const { account } = caller;
    const empty = leftOut(entry.resource, caller, filters);
    const page = await engine.list({
      account,
      resource: storedOf(entry.resource),
      filters,
      empty,
      limit,
      created,
      starting_after,
      ending_before,
    });
    const data = await presentAll(present, entry.resource, page.rows, caller, view);
    const url = JSON.stringify(plainPath(entry, params));
    return { status: 200, text: `{"object":"list","data":[${data}],"has_more":${page.has_more},"url":${url}}` };
  };

/** An object in a list's path must exist: `/v1/customers/:customer/payment_methods`. */
async function refuseMissingOwner(
  engine: Engine,
  { routes, filters }: List,
  { account }: Caller,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const name = /:(?!account\b)(\w+)/.exec(routes[0] ?? '')?.[1];
  if (!name) return;
  const kind = filters[name]?.refers_to ?? name;
  const [owner] = await engine.load([{ of: 'object', account, object: kind, id: String(given[name]) }]);
  if (!owner || owner.deleted) throw missing(resourceOf(engine.index, kind), String(given[name]));
}

/** A filter is a column; `types` is several values of the column `type`, and `:account` is already part of the key. */
function filtersOf(list: List, params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { resource, columns = {} } = list;
  const { account: _, types, ...given } = params;
  const named = Object.entries(columns).map(([column, { of, otherwise }]) => {
    const [said, other] = [of].flat().filter((name) => given[name] !== undefined);
    if (other) throw refused({ code: 'parameters_exclusive', param: other, message: `Send only one of ${said} and ${other}.` });
    return [column, said === undefined ? otherwise : given[said]] as const;
  });
  const asked = new Set(Object.values(columns).flatMap(({ of }) => of));
  const own = Object.entries(given).filter(([name]) => !asked.has(name));
  const filters = {
    ...Object.fromEntries(own.flatMap(([name, value]) => inColumns(list.filters[name], name, value))),
    ...Object.fromEntries(named),
  };
  return resource.columns?.includes('type') && types !== undefined ? { ...filters, type: types } : filters;
}

/** A filter with members uses one column each: `recurring[interval]` for `recurring_interval`. */
const inColumns = (field: AnyField | undefined, name: string, value: unknown): readonly (readonly [string, unknown])[] =>
  field?.members && typeof value === 'object' && value !== null
    ? Object.entries(value).map(([inner, each]) => [columnOf(`${name}.${inner}`), each] as const)
    : [[name, value]];

/** Filters whose lists include objects on a test clock. */
const parents = ['credit_grant', 'customer', 'subscription', 'test_clock'];

/** An object on a test clock is only in the lists of its clock and its parents (Stripe). */
function leftOut({ columns = [] }: AnyResource, { livemode }: Caller, filters: Readonly<Record<string, unknown>>): readonly string[] {
  return livemode || !columns.includes('test_clock') || parents.some((name) => (filters[name] ?? null) !== null) ? [] : ['test_clock'];
}

/** The envelope names the plain path, whichever of the two routes was called (published, row 7). */
const plainPath = (entry: List, params: Readonly<Record<string, unknown>>): string =>
  (entry.routes[0] ?? '').slice('GET '.length).replace(/:(\w+)/g, (_, name: string) => String(params[name]));
