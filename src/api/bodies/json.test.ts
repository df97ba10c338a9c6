import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefused } from '../../kernel/base/refusal.js';
import { parseJson } from './json.js';
import { endOfJson } from './json-end.js';

/** The refusal of a body; null if it was parsed. */
function refusalOf(text: string, members_max?: number): { code: string; param: string | undefined; message: string | undefined } | null {
  try {
    parseJson(Buffer.from(text), members_max);
    return null;
  } catch (error) {
    if (!isRefused(error)) throw error;
    const { code, param, message } = error.refusal;
    return { code, param, message };
  }
}

const bounds = expect.stringMatching(/32 deep .* 1000 members/);

describe('stops where a limit is exceeded, independent of the rest', () => {
  test.each([
    ['nesting', '['.repeat(1_000_000)],
    ['nesting in members', '{"a":'.repeat(200_000)],
    ['elements', `{"a":[${'1,'.repeat(500_000)}`],
    ['members', `{${'"a":"b",'.repeat(100_000)}`],
    ['lists in a list', `{"a":[${'[1],'.repeat(200_000)}`],
  ])('%s that is never closed is refused for its limit, not as bad JSON', (_, text) => {
    expect(refusalOf(text)).toMatchObject({ code: 'body_invalid', message: bounds });
  });

  test('the contents of a string count as no nesting, no member and no number', () => {
    expect(refusalOf(JSON.stringify({ a: '[{,"1.00000000000000000001\\"\\\\'.repeat(20_000), b: '\\' }))).toBeNull();
  });
});

describe('counts as JSON does', () => {
  const members = (value: unknown): number =>
    typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, each) => sum + 1 + members(each), 0) : 0;

  test('the exact number of members is allowed, and one less is refused', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        expect(refusalOf(text, members(value))).toBeNull();
        if (members(value) > 0) expect(refusalOf(text, members(value) - 1)).toMatchObject({ code: 'body_invalid' });
      }),
      { seed: 1 },
    );
  });

  test('32 levels below the body are read, and 33 are refused', () => {
    const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect([refusalOf(nested(32)), refusalOf(nested(33))]).toEqual([null, expect.objectContaining({ code: 'body_invalid' })]);
  });
});

describe('a number is exact', () => {
  test.each([
    ['100.0000000000000001', 'amount'],
    ['9007199254740993', 'amount'],
    ['99999999999999999999', 'amount'],
    ['0.10000000000000001', 'amount'],
    ['1e400', 'amount'],
    ['1e-400', 'amount'],
    [`1${'0'.repeat(500)}1`, 'amount'],
  ])('%s is refused with the name of its parameter', (token, param) => {
    expect(refusalOf(`{"currency":"usd","amount":${token}}`)).toMatchObject({ code: 'parameter_invalid', param });
  });

  test('the name is right at any depth', () => {
    const refusal = refusalOf('{"x":[],"lines":[{"a":1},{"b":{},"c":[1,2,{"d\\"e":"f","quantity":1.00000000000000001}]}]}');
    expect(refusal?.param).toBe('lines[1][c][2][quantity]');
  });

  test.each(['100', '-0', '0.1', '1.10', '1e2', '12E-1', '0.30000000000000004', '9007199254740992', '0.0', '253402300799', '1.5e300'])(
    '%s is read',
    (token) => {
      expect(refusalOf(`{"amount":${token}}`)).toBeNull();
    },
  );

  test('every number that JavaScript writes is read', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(refusalOf(JSON.stringify({ value }))).toBeNull();
      }),
      { seed: 2 },
    );
  });
});

test.each(['{"a":01x}', '{"a":1-}', ']', '}{', '{"a":"', '{"a', '{"a":-}', '[1,2]', 'nul', '"', '{,}', '{"a":}'])(
  '%s is refused as not a JSON object',
  (text) => {
    expect(refusalOf(text)).toMatchObject({ code: 'body_invalid' });
  },
);

test('text after the end of the JSON is refused', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', ' ', '\n'), (text, space) => {
      expect(endOfJson(text + space)).toBe(text.length + space.length);
      expect(endOfJson(`${text}${space}]`)).toBe(text.length + space.length);
    }),
    { seed: 1 },
  );
});
