import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { said } from '../../../test/support/said.js';
import { type AnyField, type Fields, initially, internal, nullable, type Reading, required } from './fields.js';
import {
  amount,
  concealed,
  country,
  createdFilter,
  decimal,
  email,
  flag,
  integer,
  integerOrDigits,
  metadata,
  oneOf,
  ref,
  secret,
  text,
  textOf,
  timestamp,
  url,
} from './kinds.js';
import { filled, initialOf, listOf, mergeMembers, object, pick, plainObject, readMembers, schemaOf, sparse } from './members.js';
import { currency } from './money.js';

const address = plainObject({ city: nullable(text), country: nullable(country), lines: listOf(textOf(20), 3) });

/** One field of every kind. */
const kinds: Readonly<Record<string, AnyField>> = {
  address,
  amount,
  country,
  createdFilter,
  currency,
  decimal: decimal({ minimum: -5, places: 4 }),
  email,
  flag,
  integer: integer({ minimum: -5, maximum: 5 }),
  integerOrDigits: integerOrDigits(),
  'list of objects': listOf(plainObject({ id: required(ref('price')), quantity: integer() })),
  metadata,
  'nullable address': nullable(address),
  'one of': oneOf('a', 'b'),
  ref: ref('customer'),
  sparse: sparse(said({ at: timestamp, by: text })),
  text: textOf(12),
  timestamp,
  url,
};

const read = (field: AnyField, value: unknown, text_only = false): { value: unknown; reading: Reading } => {
  const reading: Reading = { text_only };
  return { value: field.read(value, 'at', reading), reading };
};

const refusalOf = (field: AnyField, value: unknown, text_only = false): unknown => read(field, value, text_only).reading.problem;

/** Anything that a body can contain, including values that are nearly valid. */
const anything = fc.oneof(
  fc.anything({ withNullPrototype: true }),
  fc.jsonValue(),
  fc.constantFrom(
    'a',
    'b',
    'us',
    'CH',
    'usd',
    'true',
    '12',
    '-3',
    ' 12',
    '1e3',
    '0x10',
    '٣',
    'jo@example.com',
    'https://example.com/',
    'app:x',
    null,
    '',
    -0,
  ),
  fc.record({ city: fc.string(), country: fc.constantFrom('ch', 'X', null), lines: fc.array(fc.string()) }, { requiredKeys: [] }),
  fc.record({ gt: fc.oneof(fc.nat(), fc.nat().map(String)), lte: fc.nat() }, { requiredKeys: [] }),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
  fc.array(fc.record({ id: fc.string(), quantity: fc.integer() }, { requiredKeys: [] })),
);

test.each(Object.entries(kinds))('%s reads any input without throwing: as a value, or as a problem at its path', (_, field) => {
  fc.assert(
    fc.property(anything, fc.boolean(), (given, text_only) => {
      const { value, reading } = read(field, given, text_only);
      if (value === undefined) expect(reading.problem?.param).toMatch(/^at(\[|$)/);
      else expect(reading.problem).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });

test.each(Object.entries(kinds))('a value that %s reads matches its schema', (_, field) => {
  const validate = ajv.compile(field.schema);
  fc.assert(
    fc.property(anything, (given) => {
      const { value } = read(field, given);
      // In forms an empty text unsets a map; it is never in a document.
      if (value !== undefined && value !== '') expect([value, validate(value)]).toEqual([value, true]);
    }),
    { numRuns: 500 },
  );
});

test.each(Object.entries(kinds))('a value that %s reads is read again unchanged', (_, field) => {
  fc.assert(
    fc.property(anything, (given) => {
      const { value } = read(field, given);
      if (value !== undefined) expect(read(field, value).value).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

const members = { name: required(text), count: integer(), address };

const readAll = (fields: Fields, given: unknown, at = ''): { value: unknown; reading: Reading } => {
  const reading: Reading = { text_only: false };
  return { value: readMembers(fields, given, at, reading), reading };
};

test('a missing required member is named, at the top level and below', () => {
  expect(readAll(members, {}).reading.problem).toMatchObject({ code: 'parameter_missing', param: 'name' });
  expect(readAll({ outer: plainObject(members) }, { outer: { count: 1 } }).reading.problem).toMatchObject({ param: 'outer[name]' });
});

test.each(['surprise', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
  'the unknown member "%s" is refused with its name',
  (name) => {
    const given = JSON.parse(`{"name":"Jo",${JSON.stringify(name)}:1}`);
    expect(readAll(members, given).reading.problem).toMatchObject({ code: 'parameter_unknown', param: name });
    expect(readAll({ outer: plainObject(members) }, { outer: given }).reading.problem).toMatchObject({ param: `outer[${name}]` });
  },
);

test('the first problem is reported, with the path of its element', () => {
  const items = listOf(plainObject({ id: required(ref('price')), quantity: integer() }));
  expect(refusalOf(items, [{ id: 'price_1' }, { id: 'price_2', quantity: 'x' }, {}])).toMatchObject({ param: 'at[1][quantity]' });
  expect(refusalOf(items, [{}])).toMatchObject({ code: 'parameter_missing', param: 'at[0][id]' });
});

test('a list has at most its maximum length', () => {
  const three = listOf(flag, 3);
  expect(read(three, [true, false, true]).value).toEqual([true, false, true]);
  expect(refusalOf(three, [true, false, true, false])).toMatchObject({ code: 'parameter_invalid', param: 'at' });
  expect(read(three, '', true).value).toEqual([]);
});

test('missing members stay, and given ones are merged individually', () => {
  const stored = { name: 'Jo', count: 1, address: { city: 'Bern', country: 'CH', lines: ['a'] } };
  expect(mergeMembers(members, stored, {})).toEqual(stored);
  expect(mergeMembers(members, stored, { count: undefined })).toEqual(stored);
  expect(mergeMembers(members, stored, { address: { city: null, lines: [] } })).toEqual({
    ...stored,
    address: { city: null, country: 'CH', lines: [] },
  });
});

test('a nullable object is created from its defaults, merged into, and unset', () => {
  const fields = { address: nullable(address) };
  const once = mergeMembers(fields, { address: null }, { address: { city: 'Bern' } });
  expect(once).toEqual({ address: { city: 'Bern', country: null, lines: [] } });
  const twice = mergeMembers(fields, once, { address: { country: 'CH' } });
  expect(twice).toEqual({ address: { city: 'Bern', country: 'CH', lines: [] } });
  expect(mergeMembers(fields, twice, { address: null })).toEqual({ address: null });
});

test('merging does not change the stored value', () => {
  const stored = Object.freeze({ metadata: Object.freeze({ a: '1' }), address: Object.freeze({ city: null, country: null, lines: [] }) });
  mergeMembers({ metadata, address }, stored, { metadata: { b: '2' }, address: { city: 'Bern' } });
  expect(stored.metadata).toEqual({ a: '1' });
});

test('a new document has every member except its secret', () => {
  const fields = {
    client_secret: secret('client'),
    name: nullable(text),
    usage: oneOf('off', 'on'),
    enabled: initially(true, flag),
    tags: listOf(text),
  };
  expect(initialOf(fields)).toEqual({ name: null, usage: 'off', enabled: true, tags: [] });
});

test('a schema lists required members and allows no others', () => {
  expect(schemaOf(members)).toMatchObject({ required: ['name'], additionalProperties: false });
  expect(schemaOf({ count: integer() })).not.toHaveProperty('required');
  expect(Object.keys(pick(members, 'count'))).toEqual(['count']);
});

test('an older document gets the default of a new member, in list elements too', () => {
  const line = plainObject({ name: text, quantity: initially(1, integer()), address: nullable(address) });
  const fields = { lines: listOf(line), parcels: listOf(plainObject({ lines: listOf(line) })), tags: listOf(text) };
  const stored = {
    lines: [
      { name: 'a', address: { city: 'Bern' } },
      { name: 'b', quantity: 2, address: null },
    ],
    parcels: [{ lines: [{ name: 'c' }] }, {}],
  };
  expect(filled(fields, stored)).toEqual({
    lines: [
      { name: 'a', quantity: 1, address: { city: 'Bern', country: null, lines: [] } },
      { name: 'b', quantity: 2, address: null },
    ],
    parcels: [{ lines: [{ name: 'c', quantity: 1, address: null }] }, { lines: [] }],
    tags: [],
  });
  expect(stored.lines[0]).not.toHaveProperty('quantity');
});

test('a complete document is used without a copy', () => {
  const fields = { lines: listOf(plainObject({ name: text })), tags: listOf(text) };
  const stored = { lines: [{ name: 'a' }, { name: 'b' }], tags: ['x'] };
  expect(filled(fields, stored)).toBe(stored);
});

test('a sparse element is kept as given', () => {
  const stored = { steps: [{ url: 'a' }] };
  expect(filled({ steps: listOf(sparse(said({ url: text, qr: text }))) }, stored)).toBe(stored);
});

test('a sparse object is stored as given, and replaced as a whole', () => {
  const fields = { step: sparse(said({ url: text, qr: text })) };
  expect(initialOf(fields)).toEqual({ step: {} });
  expect(mergeMembers(fields, { step: { url: 'a' } }, { step: { qr: 'b' } })).toEqual({ step: { qr: 'b' } });
});

test('a null does not change a member that cannot be null', () => {
  expect(readAll({ count: integer(), name: nullable(text) }, { count: null, name: null }).value).toEqual({ name: null });
});

test('a concealed value is read without spaces, and no problem quotes it', () => {
  const number = concealed(/^\d{12,19}$/, 'invalid_number');
  expect((read(number, '4242 4242-4242 4242').value as { reveal(): string }).reveal()).toBe('4242424242424242');
  expect(JSON.stringify(refusalOf(number, '4242x'))).not.toContain('4242');
});

test.each([object, sparse])('an internal member cannot be nested', (kind) => {
  expect(() => kind({ link: internal(text) })).toThrow('link is internal, so it cannot be nested');
});
