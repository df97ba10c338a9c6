import { expect, test } from 'vitest';
import { changed, changeIn, type Fixture, filledIn } from './fixture.js';

const fixtures: readonly Fixture[] = [
  { name: 'customer', path: '/v1/customers', method: 'post', params: { name: 'Jo', address: { city: 'Bern', country: 'CH' } } },
  { name: 'intent', path: '/v1/payment_intents', method: 'post', params: { items: [{ price: 'a' }, { price: 'b' }] } },
];

test.each([
  ['customer:name=Max', ['customer', ['name'], 'Max']],
  ['customer:address[city]=Basel', ['customer', ['address', 'city'], 'Basel']],
  ['customer:address.city=Basel', ['customer', ['address', 'city'], 'Basel']],
  ['amount=5000', [null, ['amount'], '5000']],
  ['return_url=https://example.com/?a=b', [null, ['return_url'], 'https://example.com/?a=b']],
])('%s is a change of one parameter', (text, [name, path, value]) => {
  expect(changeIn(text as string, true)).toEqual({ name, path, value });
});

test.each(['customer:', '=5', 'customer:name', ''])('"%s" is no change', (text) => {
  expect(changeIn(text, true)).toBe(null);
});

const after = (text: string, takes_value = true): unknown => {
  const change = changeIn(text, takes_value);
  return change && changed(fixtures, change)?.map(({ params }) => params);
};

test('a change replaces one parameter and keeps its neighbors', () => {
  expect(after('customer:address[city]=Basel')).toMatchObject([{ name: 'Jo', address: { city: 'Basel', country: 'CH' } }, {}]);
  expect(after('intent:items[1][price]=c')).toMatchObject([{}, { items: [{ price: 'a' }, { price: 'c' }] }]);
  expect(after('metadata[order]=1')).toMatchObject([{}, { metadata: { order: '1' } }]);
  expect(after('customer:address', false)).toMatchObject([{ name: 'Jo' }, {}]);
  expect(after('nothing:a=b')).toBeUndefined();
});

const known = {
  responses: { customer: { id: 'cus_1', created: 100, list: { data: [{ id: 'a' }] }, none: null } },
  environment: { CITY: 'Bern' },
};

test.each([
  ['${customer:id}', 'cus_1'],
  ['/v1/customers/${customer:id}/sources', '/v1/customers/cus_1/sources'],
  ['${customer:created}', 100],
  ['${customer:created+60}', 160],
  ['${customer:list.data[0].id}', 'a'],
  ['${customer:list.data.0.id}', 'a'],
  ['${customer:none|other}', 'other'],
  ['${.env:CITY}', 'Bern'],
  ['${.env:STREET|Main}', 'Main'],
  ['plain', 'plain'],
])('%s is read as %j', (text, value) => {
  expect(filledIn({ a: [text] }, known)).toEqual({ a: [value] });
});

test.each(['${customer:nothing}', '${missing:id}', '${.env:STREET}'])('%s is an error that names it', (text) => {
  expect(() => filledIn(text, known)).toThrow(text);
});
