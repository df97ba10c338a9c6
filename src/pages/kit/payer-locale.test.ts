import { expect, test } from 'vitest';
import { payerLocale, preferredIn } from './payer-locale.js';

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.5, fr', ['fr', 'en']],
  ['*;q=0.5,ja;q=0.7,th;q=0', ['ja']],
  ['', []],
  [',;q=1,;;', []],
])('%j prefers %j', (header, expected) => {
  expect(preferredIn(header)).toEqual(expected);
});

test.each([
  ['ar-EG,en', undefined, 'ar-EG', 'rtl'],
  ['xx,nl;q=0.4', undefined, 'nl', 'ltr'],
  ['de', 'auto', 'de', 'ltr'],
  ['de', 'pt-BR', 'pt-BR', 'ltr'],
  ['de', 'tlh', 'de', 'ltr'],
  ['"><script>', undefined, 'en', 'ltr'],
])('a browser that says %j on a page made for %j reads %s', (header, chosen, tag, direction) => {
  expect(payerLocale({ headers: { 'accept-language': header } }, chosen)).toMatchObject({ tag, direction });
  expect(payerLocale({ headers: {} }).tag).toBe('en');
});

test('no header, however long, takes long to read', () => {
  expect(preferredIn('a,'.repeat(100_000)).length).toBeLessThanOrEqual(20);
});
