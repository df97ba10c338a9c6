import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyField, Fields } from '../../src/base/fields.js';
import type { AnyResource } from '../../src/base/resource.js';
import { catalogue } from '../../src/resources/index.js';
import { type Ids, populate } from '../support/populate.js';
import { pathWith, type Routed, routes } from '../support/routes.js';
import { sdks } from '../support/sdk.js';
import { type Expandable, expandables } from '../support/sdk-types.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';

type Json = Readonly<Record<string, unknown>>;

let service: TestService;
let client: Client;
let ids: Ids;
beforeAll(async () => {
  service = await startService({ FLORIN_TIME_SCALE: '1000' });
  client = service.client();
  ids = await populate(service, client);
});
afterAll(() => service.stop());

const extra = { headers: { 'stripe-version': sdks[0]?.version ?? '' } };

const asked = (path: string, params: Json): Promise<Answer> => client.get(path, params, extra);

/** What a list requires. */
const needed = ({ fields, path }: Routed): Json => ({
  ...(fields.setup_intent?.presence === 'required' && { setup_intent: ids.setup_intent }),
  ...(fields.customer?.presence === 'required' && path.includes('entitlements') && { customer: ids.customer }),
  ...(fields.query?.presence === 'required' && { query: 'created>1' }),
});

const readable = routes.filter(
  ({ entry, method }) => method === 'GET' && (['list', 'search', 'retrieve'].includes(entry.kind) || (entry.kind === 'handler' && entry.page)),
);

test.each(readable)('$route expands all that the types of the SDK declare and the service shows', async (routed) => {
  const path = pathWith(routed, ids);
  const params = needed(routed);
  const { status, body, text } = await asked(path, params);
  expect(status, text).toBe(200);
  const many = routed.entry.kind !== 'retrieve';
  const docs: readonly Json[] = many ? body.data : [body];
  const kinds = new Set(docs.map(({ object }) => String(object)));
  const paths = [...kinds].flatMap((kind) => (expandables.get(kind) ?? []).filter((each) => isShown(each, kind, docs)));
  const wrong = await Promise.all(
    paths.map(async (each) => {
      const expanded = await asked(path, { ...params, 'expand[0]': `${many ? 'data.' : ''}${each.path}` });
      if (expanded.status !== 200) return [`${each.path}: ${expanded.status} ${expanded.body.error?.message}`];
      return docs.flatMap((doc, place) => differences(each, doc, many ? expanded.body.data[place] : expanded.body));
    }),
  );
  expect(wrong.flat()).toEqual([]);
});

/** Whether the service shows a member that can be expanded, or its resource declares it. */
const isShown = (each: Expandable, kind: string, docs: readonly Json[]): boolean => {
  const names = each.path.split('.');
  return docs.some((doc) => doc.object === kind && valuesAt(doc, names).some((value) => value !== undefined)) || isDeclared(kind, names);
};

const resources = new Map(catalogue.flatMap((entry) => ('resource' in entry ? [[entry.resource.object, entry.resource as AnyResource]] : [])));

function isDeclared(kind: string, names: readonly string[]): boolean {
  const resource = resources.get(kind);
  if (names.length === 1 && Object.hasOwn(resource?.lists ?? {}, names[0] ?? '')) return true;
  let fields: Fields | undefined = resource?.fields;
  return names.every((name) => {
    const field: AnyField | undefined = fields && Object.hasOwn(fields, name) ? elementOf(fields[name]) : undefined;
    fields = field?.members;
    return field !== undefined && !field.internal;
  });
}

const elementOf = (field: AnyField | undefined): AnyField | undefined => (field?.item ? elementOf(field.item) : field);

/** The values at a path, of every element of the lists on the way. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null ? valuesAt((value as Json)[name], rest) : [];
}

/** What is wrong with an answer that shows objects in the place of ids. */
function differences({ path, kinds, is_list }: Expandable, plain: Json, expanded: Json): string[] {
  const names = path.split('.');
  const values = valuesAt(expanded, names);
  if (is_list) return values.filter((value) => (value as Json).object !== 'list').map((value) => `${path}: ${JSON.stringify(value)} is no list`);
  return valuesAt(plain, names).flatMap((before, place) => {
    const value = values[place] as Json | null;
    if (typeof before !== 'string') return [];
    return value?.id === before && kinds.includes(String(value.object)) ? [] : [`${path}: ${before} became ${JSON.stringify(value)?.slice(0, 80)}`];
  });
}
