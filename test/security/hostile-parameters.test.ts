import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampled } from '../support/campaign.js';
import { type Ids, populate } from '../support/populate.js';
import { type Crafted, craft, flawsOf, stillServes } from '../support/requests.js';
import { inBrackets, jsonWith, pathWith, placesOf, type Routed, routes } from '../support/routes.js';
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

/** Values that no parameter expects, as JSON text. */
const hostile_json: readonly string[] = [
  'true',
  'null',
  '-1',
  '0',
  '1.5',
  '9007199254740992',
  '1e400',
  '-1e400',
  '""',
  '" 12"',
  '"١٢"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\u202e\u0301\u0301"',
  `"${'x'.repeat(5001)}"`,
  `"${'\u0301'.repeat(10_000)}"`,
  '[]',
  '{}',
  '[null]',
  '[[[]]]',
  '["\\u0000"]',
  '{"\\u0000":"x"}',
  '{"\\ud800":"x"}',
  '{"__proto__":{"polluted":"yes"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"0":"x","length":1}',
  `[${Array.from({ length: 999 }, () => '"x"').join()}]`,
];

/** The same values for a form or a query string, percent-encoded. */
const hostile_text: readonly string[] = [
  '',
  '%20',
  '-1',
  '0',
  '1.5',
  '9007199254740992',
  '1e400',
  '%2012',
  '%D9%A1%D9%A2',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%zz',
  '%E2%80%AE',
  'x'.repeat(6000),
  "'%22;--",
];

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The second literal of a list leads to the same handler. */
const distinct = routes.filter(({ entry, route }) => entry.routes[0] === route);
const reads = distinct.filter(({ method }) => method === 'GET');
const writes = distinct.filter(({ method }) => method !== 'GET');

/** No list of values has a multiple of it, so that every parameter meets some of them and every value some parameters. */
const step = 23;

type CraftOne = (routed: Routed, names: readonly string[], value: string) => Crafted;

/** Every parameter of the routes with every value; a sample of them in an ordinary run. */
const requestsOf = (some: readonly Routed[], values: readonly string[], craftOne: CraftOne): readonly Crafted[] => {
  const cases = some.flatMap((routed) =>
    [['expand'], ...placesOf(routed).map(({ names }) => names)].flatMap((names) => values.map((value) => ({ routed, names, value }))),
  );
  return sampled(cases, step).map(({ routed, names, value }) => craftOne(routed, names, value));
};

const asJson: CraftOne = (routed, names, raw) => ({
  method: routed.method,
  path: pathWith(routed, ids),
  key,
  headers: json,
  body: jsonWith(names, raw),
});

const asQuery: CraftOne = (routed, names, value) => ({
  method: routed.method,
  path: `${pathWith(routed, ids)}?${inBrackets(names)}=${value}`,
  key,
});

const asForm: CraftOne = (routed, names, value) => ({
  ...asJson(routed, names, '0'),
  headers: form,
  body: `${inBrackets(names)}=${value}`,
});

test('any JSON value in any parameter of a body is accepted or refused with its name', async () => {
  expect(await flawsOf(service.port, requestsOf(writes, hostile_json, asJson))).toEqual([]);
  expect(await stillServes(service.port)).toBe(true);
});

test('any JSON value in the body of a GET is accepted or refused with its name', async () => {
  expect(await flawsOf(service.port, requestsOf(reads, hostile_json.slice(0, 20), asJson))).toEqual([]);
  expect(await stillServes(service.port)).toBe(true);
});

test('any text in any parameter of a query string is accepted or refused with its name', async () => {
  expect(await flawsOf(service.port, requestsOf(reads, hostile_text, asQuery))).toEqual([]);
  expect(await stillServes(service.port)).toBe(true);
});

test('any text in any parameter of a form is accepted or refused with its name', async () => {
  const requests = requestsOf(writes, hostile_text, asForm);
  expect(await flawsOf(service.port, requests)).toEqual([]);
  expect(await stillServes(service.port)).toBe(true);
});

const hostile_ids: readonly string[] = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%2e%2e',
  '..%2f..',
  '%20',
  "'%22;--",
  '%E2%80%AE',
  'a'.repeat(250),
  'a'.repeat(2000),
  '__proto__',
  'constructor',
  '%F0%9F%92%B3',
];

test('any text in the path of any route is refused with Florin’s messages', async () => {
  const requests = routes.flatMap((routed) =>
    [...routed.path.matchAll(/:(\w+)/g)].flatMap(([place]) =>
      hostile_ids.map((id) => ({ method: routed.method, path: pathWith({ ...routed, path: routed.path.replace(place, id) }, ids), key })),
    ),
  );
  expect(await flawsOf(service.port, requests)).toEqual([]);
  expect(await stillServes(service.port)).toBe(true);
});

const refused_amounts: readonly string[] = [
  '-1',
  '0',
  '1.5',
  '1e400',
  '9007199254740992',
  '100000000',
  '"12"',
  '" 12"',
  '"١٢"',
  '{}',
  '[]',
  '[12]',
  'true',
  '""',
];

test('every amount is a whole number from 1 to 99,999,999 and anything else is refused with its name', async () => {
  const amounts = routes.flatMap((routed) =>
    placesOf(routed)
      .filter(({ field }) => field.schema.minimum === 1 && field.schema.maximum === 99_999_999)
      .map(({ names }) => ({ routed, names })),
  );
  expect(amounts.length).toBeGreaterThan(3);
  for (const { routed, names } of amounts) {
    for (const raw of refused_amounts) {
      const { status, body } = await craft(service.port, {
        method: routed.method,
        path: pathWith(routed, ids),
        key,
        headers: json,
        body: jsonWith(names, raw),
      });
      expect([routed.route, raw, status, body.error?.param]).toEqual([routed.route, raw, 400, inBrackets(names)]);
    }
  }
});

const assigned: Readonly<Record<string, unknown>> = {
  account: 'acct_other',
  amount_received: 1,
  client_secret_: 'x',
  created: 1,
  id: 'chosen',
  livemode: true,
  object: 'chosen',
  status: 'succeeded',
};

test('members that only Florin may set are refused as parameters of every route that changes an object', async () => {
  // A request of the tests before may have emptied the sandbox.
  const client = service.client();
  const own = await populate(service, client);
  for (const routed of routes.filter(({ method, entry }) => method !== 'GET' && entry.kind === 'action')) {
    for (const name of Object.keys(assigned).filter((each) => !(each in routed.fields))) {
      const { status, body } = await craft(service.port, {
        method: routed.method,
        path: pathWith(routed, own),
        key: client.key,
        headers: json,
        body: JSON.stringify({ [name]: assigned[name] }),
      });
      expect([routed.route, status, body.error?.code, body.error?.param]).toEqual([routed.route, 400, 'parameter_unknown', name]);
    }
  }
});

test('no request has changed the prototypes of objects', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
