import { afterAll, beforeAll, expect, test } from 'vitest';
import { set } from '../../src/kernel/base/effects.js';
import { integer, metadata, text } from '../../src/kernel/base/kinds.js';
import { listOf, plainObject } from '../../src/kernel/base/members.js';
import { resource } from '../../src/kernel/base/resource.js';
import { action, creation } from '../../src/kernel/base/rules.js';
import { said } from '../support/said.js';
import { startService, type TestService } from '../support/service.js';
import { openTo, type SmallService, startSmallService } from '../support/small-service.js';

const bill = resource({
  object: 'bill',
  prefix: 'bill',
  fields: said({ lines: listOf(plainObject({ description: text, quantity: integer(), metadata })) }),
  start: null,
});

const create = creation(bill, { takes: said({ lines: bill.fields.lines }), decide: ({ it, input }) => set(it, input) });
const long = action('POST /v1/bills', create, { members_max: 10_000, about: 'For a test.' });
const short = action('POST /v1/short_bills', create, { about: 'For a test.' });

let whole: TestService;
let small: SmallService;
beforeAll(async () => {
  whole = await startService();
  small = await startSmallService(whole, [long, short]);
});
afterAll(async () => {
  await small.stop();
  await whole.stop();
});

type Got = { readonly status: number; readonly body: { readonly lines: readonly unknown[]; readonly error: { readonly message: string } } };

async function posted(path: string, type: string, body: string): Promise<Got> {
  const headers = { authorization: `Bearer ${whole.client().key}`, 'content-type': type };
  const response = await fetch(`${small.url}${path}`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Got['body'] };
}

/** Lines of five members each, and this many elements. */
const lines = (count: number): object[] =>
  Array.from({ length: count }, (_, place) => ({ description: `Line ${place}`, quantity: place, metadata: { a: '1', b: '2' } }));

const asJson = (count: number): [string, string] => ['application/json', JSON.stringify({ lines: lines(count) })];

const asForm = (count: number): [string, string] => [
  'application/x-www-form-urlencoded',
  Array.from({ length: count }, (_, at) => `lines[${at}][description]=Line&lines[${at}][quantity]=${at}&lines[${at}][metadata][a]=1`).join(
    '&',
  ),
];

const spellings = [
  ['JSON', asJson],
  ['a form', asForm],
] as const;

test.each(spellings)('200: an operation that declares it takes 500 lines as %s', async (_, spelled) => {
  const { status, body } = await posted('/v1/bills', ...spelled(500));
  expect([status, body.lines.length]).toEqual([200, 500]);
  expect(body.lines[499]).toMatchObject({ quantity: 499, metadata: { a: '1' } });
});

test.each(spellings)(
  '400 body_invalid: any other operation takes 1,000 members in all as %s, and the message has the number',
  async (_, spelled) => {
    const { status, body } = await posted('/v1/short_bills', ...spelled(500));
    expect([status, body.error]).toMatchObject([400, { code: 'body_invalid', message: expect.stringMatching(/\b1000\b/) }]);
  },
);

test('400 body_invalid: more than 10,000 members are too many everywhere', async () => {
  const json = await posted('/v1/bills', ...asJson(1800));
  const flat = Array.from({ length: 10_001 }, (_, place) => `lines[0][metadata][a${place}]=1`).join('&');
  const form = await posted('/v1/bills', 'application/x-www-form-urlencoded', flat);
  for (const { status, body } of [json, form])
    expect([status, body.error]).toMatchObject([400, { code: 'body_invalid', message: expect.stringMatching(/\b10000\b/) }]);
});

test('400 body_invalid: no form has a list of more than 1,000 elements, whatever its operation allows', async () => {
  const body = 'lines[1001][quantity]=1&lines[0][quantity]=1';
  expect(await posted('/v1/bills', 'application/x-www-form-urlencoded', body)).toMatchObject({ status: 400 });
  const long_list = Array.from({ length: 1001 }, () => 'lines[][quantity]=1').join('&');
  const { status, body: answer } = await posted('/v1/bills', 'application/x-www-form-urlencoded', long_list);
  expect([status, answer.error]).toMatchObject([400, { code: 'body_invalid' }]);
});

test('400 body_invalid: an operation that takes many members takes them no deeper', async () => {
  const { status } = await posted('/v1/bills', 'application/json', `{"lines":${'['.repeat(40)}${']'.repeat(40)}}`);
  expect(status).toBe(400);
});

test('413: an operation that takes many members takes no more bytes', async () => {
  const { status } = await posted('/v1/bills', 'application/json', JSON.stringify({ lines: [{ description: 'x'.repeat(1_048_576) }] }));
  expect(status).toBe(413);
});

test('an operation with a limit that is too slow to read stops the start', async () => {
  const greedy = [action('POST /v1/bills', create, { members_max: 10_001, about: 'For a test.' })];
  await expect(startSmallService(whole, greedy, openTo(greedy))).rejects.toThrow(/10001 members/);
});
