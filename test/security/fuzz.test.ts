import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ids, populate } from '../support/populate.js';
import { type Crafted, craft, flawOf, stillServes } from '../support/requests.js';
import { inBrackets, pathWith, placesOf, type Routed, routes } from '../support/routes.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let key: string;
let ids: Ids;
beforeAll(async () => {
  service = await startService();
  const client = service.client();
  key = client.key;
  ids = await populate(service, client);
});
afterAll(() => service.stop());

const odd_text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    '%00',
    '../..',
    "'; drop table objects; --",
    '{{7*7}}',
    '\u202e',
    '9'.repeat(40),
  ),
  fc.constantFrom('customer', 'payment_method', 'payout').map((kind) => ids[kind] ?? ''),
);

const odd_value = fc.oneof(
  odd_text,
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, false, 2 ** 53, -1, 0, 1, 1.5, 1e308),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Parameters of the route, of other routes, and of none. */
const everybodys_places = [...new Set(routes.flatMap((routed) => placesOf(routed).map(({ names }) => names.join('.'))))];

const parameters = fc.array(fc.tuple(fc.constantFrom(...everybodys_places), odd_value), { maxLength: 5 });

const routed = fc.constantFrom(...routes);

const nested = (given: readonly (readonly [string, unknown])[]): object => {
  const body: Record<string, unknown> = {};
  for (const [place, value] of given) {
    const names = place.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<Record<string, unknown>>((at, name) => {
      const below = at[name];
      if (typeof below !== 'object' || below === null) at[name] = {};
      return at[name] as Record<string, unknown>;
    }, body);
    parent[last] = value;
  }
  return body;
};

const encoded = (text: unknown): string => encodeURIComponent(String(text).toWellFormed());

const asQuery = (given: readonly (readonly [string, unknown])[]): string =>
  given
    .map(
      ([place, value]) => `${inBrackets(place.split('.'))}=${typeof value === 'object' ? encoded(JSON.stringify(value)) : encoded(value)}`,
    )
    .join('&');

const known = (each: Routed, given: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] => {
  const names = placesOf(each).map((place) => place.names.join('.'));
  return given.flatMap(([, value], count) => (names.length ? [[names[count % names.length] ?? '', value] as const] : []));
};

const crafted: fc.Arbitrary<Crafted> = fc
  .record({
    each: routed,
    given: parameters,
    its_own: fc.boolean(),
    way: fc.constantFrom('json', 'form', 'query', 'bytes'),
    bytes: fc.uint8Array({ maxLength: 200 }),
    id: fc.option(odd_text, { freq: 5 }),
  })
  .map(({ each, given, its_own, way, bytes, id }) => {
    const params = its_own ? known(each, given) : given;
    const path = pathWith(
      each,
      id === null ? ids : { ...ids, ...Object.fromEntries(Object.keys(ids).map((kind) => [kind, encoded(id) || 'x'])) },
    );
    const base = { method: each.method, path, key };
    if (way === 'query') return { ...base, path: `${path}?${asQuery(params)}` };
    if (way === 'form') return { ...base, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: asQuery(params) };
    const body = way === 'json' ? JSON.stringify(nested(params)) : Buffer.from(bytes);
    return { ...base, headers: { 'content-type': 'application/json' }, body };
  });

test('every request is answered or refused properly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(crafted, { minLength: 10, maxLength: 10 }), async (requests) => {
      const flaws = await Promise.all(requests.map(async (each) => flawOf(await craft(service.port, each))));
      expect(flaws.filter((flaw) => flaw !== null)).toEqual([]);
    }),
    { seed: 20_241, numRuns: 250, endOnFailure: false },
  );
  expect(await stillServes(service.port)).toBe(true);
  expect(service.lines.filter((line) => line.includes('a request failed'))).toEqual([]);
});
