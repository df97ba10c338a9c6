import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sent_events } from '../src/resources/core/events/sent-events.js';
import { compare, type Group, isWithin } from './support/conformance/compare.js';
import { readSdk, type Sdk } from './support/conformance/declared.js';
import { readDescription } from './support/conformance/described.js';
import { differencesIn } from './support/conformance/differences.js';
import { everyAnswer } from './support/conformance/every-answer.js';
import { known_differences } from './support/conformance/known-differences.js';
import { readTotals, writePage } from './support/conformance/page.js';
import { groups_left_out, names_left_out, single_left_out } from './support/conformance/reasons.js';
import { type Declared, openDeclarations, sdk_version } from './support/conformance/shapes.js';
import { everything } from './support/everything.js';
import { startService, type TestService } from './support/service.js';

const page_file = new URL('../docs/conformance.md', import.meta.url);
const read = (file: URL): string => readFileSync(file, 'utf8');

let sdk: Sdk;
let kinds: ReadonlyMap<string, readonly Declared[]>;
let groups: readonly Group[];
let close = (): void => {};
afterAll(() => close());
beforeAll(() => {
  const declarations = openDeclarations();
  close = declarations.close;
  sdk = readSdk(declarations);
  kinds = new Map(sdk.kinds.map(({ object, declared }) => [object, declared]));
  const description = readDescription(JSON.parse(read(new URL('../openapi.json', import.meta.url))));
  groups = compare(sdk, description, new Set(Object.keys(sent_events)));
});

test('no share of the page has fallen, unless the SDK declares something else than before', () => {
  const before = readTotals(read(page_file));
  const after = readTotals(writePage(groups, sdk_version));
  if (before.version !== after.version) return;
  expect([...before.shares].filter(([name, share]) => (after.shares.get(name) ?? 0) < share)).toEqual([]);
});

test('docs/conformance.md is up to date; `UPDATE=1` writes it', () => {
  const page = writePage(groups, sdk_version);
  if (process.env.UPDATE === '1') writeFileSync(page_file, page);
  expect(read(page_file)).toBe(page);
});

describe('An SDK that asks for every object', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ FLORIN_TIME_SCALE: '1000' });
  });
  afterAll(() => service.stop());

  test('gets the members that are declared, with null and values of enumerations only where they are declared', async () => {
    const { answers, in_events } = await everyAnswer(await everything(service));
    const found = differencesIn(answers, kinds);
    const only_in_events = [...differencesIn(in_events, kinds)].filter((each) => !found.has(each)).map((each) => `in events: ${each}`);
    expect([...found, ...only_in_events].sort().join('\n')).toBe(Object.values(known_differences).flat().sort().join('\n'));
  });
});

test('every reason is given for something that the SDK declares', () => {
  const names = new Set(groups.map(({ name }) => name));
  expect(Object.keys(groups_left_out).filter((name) => !names.has(name))).toEqual([]);
  const paths = [...sdk.operations.map(({ parameters }) => parameters), ...sdk.kinds.map(({ members }) => members)];
  const declared = new Set(paths.flatMap((places) => [...places.keys()].flatMap((path) => path.split(/[.[\]]+/))));
  expect(Object.keys(names_left_out).filter((name) => !declared.has(name))).toEqual([]);
  const within = (of: string, places: ReadonlyMap<string, unknown>): string[] => [of, ...[...places.keys()].map((path) => `${of}.${path}`)];
  const singles = [
    ...sdk.operations.flatMap(({ route, method, parameters }) => [route, ...within(method, parameters)]),
    ...sdk.kinds.flatMap(({ object, members }) => within(object, members)),
    ...sdk.events.map(({ type }) => type),
  ];
  const unfounded = Object.keys(single_left_out).filter((name) => !singles.some((each) => isWithin(each, name)));
  expect(unfounded).toEqual([]);
});
