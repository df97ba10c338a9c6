import { expect, test } from 'vitest';
import { wordsOf } from '../browser/words.js';
import { addressFormOf, isPostalCode, partsOf } from './address-form.js';
import forms from './address-forms.json' with { type: 'json' };

test('every country of the table has a form: a street, needed parts that it asks for, and a postal code like its example', () => {
  for (const country of Object.keys(forms)) {
    const form = addressFormOf(country, 'en');
    expect(partsOf(form), country).toContain('line1');
    expect(new Set(partsOf(form)).size, country).toBe(partsOf(form).length);
    expect(
      form.needed.filter((part) => !partsOf(form).includes(part)),
      country,
    ).toEqual([]);
    for (const label of Object.values(form.labels)) expect(wordsOf('en')[label], country).toBeTruthy();
    if (form.postal?.example) expect(isPostalCode(form, form.postal.example), country).toBe(true);
  }
});

test.each([
  ['US', 'en', [['line1'], ['line2'], ['city', 'state', 'postal_code']], 'zip', 'us_state'],
  ['DE', 'de', [['line1'], ['line2'], ['postal_code', 'city']], 'postal_code', 'province'],
  ['IT', 'it', [['line1'], ['line2'], ['postal_code', 'city', 'state']], 'postal_code', 'province'],
  ['JP', 'ja', [['postal_code'], ['state', 'city'], ['line1'], ['line2']], 'postal_code', 'prefecture'],
  ['JP', 'en', [['line1'], ['line2'], ['city', 'state'], ['postal_code']], 'postal_code', 'prefecture'],
  ['HK', 'en', [['line1'], ['line2'], ['city'], ['state']], 'postal_code', 'area'],
])('%s for a reader of %s is written as there', (country, language, lines, code, state) => {
  const form = addressFormOf(country, language);
  expect(form.lines).toEqual(lines);
  expect(form.labels).toMatchObject({ postal_code: code, state });
});

test('states have the names of the reader, and the values of the country', () => {
  expect(addressFormOf('JP', 'ja').states[0]).toEqual(['北海道', '北海道']);
  expect(addressFormOf('JP', 'en').states[0]).toEqual(['北海道', 'Hokkaido']);
  expect(addressFormOf('HK', 'en').states.map(([, name]) => name)).toContain('Kowloon');
  expect(addressFormOf('US', 'de').states).toContainEqual(['CA', 'California']);
});

test('a postal code is judged as a person writes it', () => {
  expect(isPostalCode(addressFormOf('GB', 'en'), ' sw1a 1aa ')).toBe(true);
  expect(isPostalCode(addressFormOf('US', 'en'), '1234')).toBe(false);
  expect(isPostalCode(addressFormOf('XX', 'en'), 'anything')).toBe(true);
});

test.each(['constructor', '__proto__', '../US', ''])('a country that is none, like "%s", has the form of any', (country) => {
  expect(addressFormOf(country, 'en').needed).toEqual(['line1', 'city']);
});
