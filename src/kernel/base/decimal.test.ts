import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, fraction } from './exact.js';
import type { Field, Reading } from './fields.js';
import { decimal } from './kinds.js';

/** The value that the kind reads, or the problem that it reports. */
function read(value: unknown, field: Field<string> = decimal()): string | Reading['problem'] {
  const reading: Reading = { text_only: false };
  return field.read(value, 'price[unit_amount_decimal]', reading) ?? reading.problem;
}

const refusal = {
  code: 'parameter_invalid',
  param: 'price[unit_amount_decimal]',
  message: expect.stringMatching(/^Invalid decimal: .+\.$/),
};

describe('accepted', () => {
  test.each([
    ['3.6', '3.6'],
    ['003.600', '3.6'],
    ['-0.0', '0'],
    ['0.000000000001', '0.000000000001'],
    ['-999999999999.999999999999', '-999999999999.999999999999'],
    [12, '12'],
    [3.6, '3.6'],
    [-0.5, '-0.5'],
    [0, '0'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [1.5e-11, '0.000000000015'],
    [123456789012.345, '123456789012.345'],
  ])('%j is %s', (given, text) => {
    expect(read(given)).toBe(text);
  });

  test('every decimal with twelve places is read exactly from its text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n) + 1n, max: 10n ** 24n - 1n }), (units) => {
        const text = decimalText(fraction(units, 10n ** 12n));
        expect(read(text)).toBe(text);
      }),
    );
  });

  test('a JSON number with at most fifteen digits is read as written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.integer({ min: 3, max: 12 }), (digits, places) => {
        const written = decimalText(fraction(digits, 10n ** BigInt(places)));
        expect(read(JSON.parse(written))).toBe(written);
      }),
    );
  });
});

describe('refused', () => {
  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '5.',
    '1e3',
    '0x10',
    '1,5',
    '1_000',
    '١',
    'NaN',
    '--1',
    '1\n',
    '0.0000000000001',
    '1000000000000',
    1e12,
    1e21,
    1e-13,
    1.5e-12,
    0.1 + 0.2,
    123456789012.3456,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    10n,
    ['1'],
    { toString: () => '1' },
  ])('%o', (value) => {
    expect(read(value)).toMatchObject(refusal);
  });

  test('values beyond the bounds; the bounds are accepted', () => {
    const percentage = decimal({ minimum: 0, maximum: 100, places: 4 });
    expect(['0', '100', '8.8750', 0.0001].map((value) => read(value, percentage))).toEqual(['0', '100', '8.875', '0.0001']);
    expect(read(1e-7, decimal({ places: 7 }))).toBe('0.0000001');
    expect(read('-0.0001', percentage)).toMatchObject({ ...refusal, message: 'Invalid decimal: must be at least 0.' });
    expect(read('100.0001', percentage)).toMatchObject({ ...refusal, message: 'Invalid decimal: must be at most 100.' });
    expect(read('8.87501', percentage)).toMatchObject({ ...refusal, message: expect.stringContaining('at most 4 decimal places') });
  });

  test('a value that was read is read again as equal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.anything(), fc.stringMatching(/^-?[0-9.]{1,26}$/)), (value) => {
        const once = read(value);
        if (typeof once === 'string') expect(read(once)).toBe(once);
        else expect(once).toMatchObject(refusal);
      }),
    );
  });
});
