import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../src/pages/browser/dashboard');

type Forms = Readonly<Record<string, string>>;
type Catalogue = { readonly texts: Forms; readonly counts: Readonly<Record<string, Forms>>; readonly names: Forms };

const read = (language: string): Catalogue => JSON.parse(readFileSync(join(folder, `texts/${language}.json`), 'utf8'));

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const sources = files.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const code = sources.map(({ text }) => text).join('\n');

const languages = readdirSync(join(folder, 'texts')).map((name) => name.replace(/\.json$/, ''));
const english = read('en');

const bracesOf = (text: string): string[] => [...text.matchAll(/\{\w*\}/g)].map(([brace]) => brace).sort();

/** Words that no language translates. */
const untranslated = new Set(['Florin', 'Florin-Test-Fault', 'Stripe-Signature', 'sk_test_my_first_key', 'Ctrl K']);

test('the dashboard offers every language that it has texts of', () => {
  const offered = [...code.matchAll(/import\('\.\/texts\/(\w+)\.json'\)/g)].map(([, language]) => language);
  expect(offered.sort()).toEqual(languages.sort());
});

describe.each(languages)('the texts of %s', (language) => {
  const { texts, counts, names } = read(language);

  test('they have the keys of English and nothing else', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english.texts));
    expect(Object.keys(counts)).toEqual(Object.keys(english.counts));
    expect(Object.keys(names)).toEqual(Object.keys(english.names));
  });

  test('each has something in the place of every brace, and no stray spaces', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect(bracesOf(text), key).toEqual(bracesOf(key));
      if (key.trim() === key) expect(text, key).toMatch(/^\S(?!.*\s{2})(.*\S)?$/);
    }
  });

  test('a text with a number has the form of every plural category that whole numbers of this size have', () => {
    const rules = new Intl.PluralRules(language);
    const categories = new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)));
    for (const [key, forms] of Object.entries(counts)) {
      expect(new Set(Object.keys(forms)), key).toEqual(new Set([...categories, 'other']));
      for (const form of Object.values(forms)) expect(bracesOf(key), key).toEqual(expect.arrayContaining(bracesOf(form)));
      expect(bracesOf(forms.other ?? ''), key).toEqual(bracesOf(key));
    }
  });

  test('every name of a constant is a word', () => {
    for (const [constant, name] of Object.entries(names)) expect(name, constant).toMatch(/^\S(.*\S)?$/);
  });
});

test('the dashboard uses every text', () => {
  const used = (key: string): boolean => code.includes(`'${key.replaceAll("'", "\\'")}'`) || code.includes(`"${key}"`);
  expect([...Object.keys(english.texts), ...Object.keys(english.counts)].filter((key) => !used(key))).toEqual([]);
});

test('no element has a text that is not in the catalogue', () => {
  const found = sources
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ name, text }) => {
      const attributes = [...text.matchAll(/\s(?:alt|aria-label|description|label|nothingFound|placeholder|term|title)="([^"]*)"/g)];
      const inline = [...text.matchAll(/<[A-Za-z.]+(?: [^<>]*)?>\s*([A-Za-z][^<>{}=]*?)\s*<\//g)];
      const lines = [...text.matchAll(/^\s+([A-Z][a-z]+(?: [\w'’,.-]+)*[.:]?)$/gm)];
      return [...attributes, ...inline, ...lines].map(([, said = '']) => `${name}: ${said}`).filter((each) => /[a-z]{2}/.test(each));
    });
  expect(found.filter((each) => !untranslated.has(each.replace(/^[^:]*: /, '')))).toEqual(['kit/inputs.tsx: name=value']);
});
