import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languages } from './languages.js';

/** The folders of catalogues: of pages, papers and mail, and of elements, whose words are bundled. */
const folders = { 'pages, papers and mail': './languages/', elements: '../browser/words/' } as const;

type Words = Readonly<Record<string, unknown>>;

const read = (folder: string, language: string): Words =>
  JSON.parse(readFileSync(new URL(`${folder}${language}.json`, import.meta.url), 'utf8'));

/** All sentences of a catalogue by their paths. */
const sentencesIn = (words: unknown, path = ''): [path: string, sentence: unknown][] =>
  typeof words === 'object' && words !== null
    ? Object.entries(words).flatMap(([name, value]) => sentencesIn(value, `${path}.${name}`))
    : [[path, words]];

const bracesOf = (sentence: string): string[] => [...sentence.matchAll(/\{\w*\}/g)].map(([brace]) => brace).sort();

describe.each(Object.entries(folders))('the catalogues of %s', (_, folder) => {
  const english = new Map(sentencesIn(read(folder, 'en')));

  test('there is a file for each language, and no other', () => {
    const names = readdirSync(new URL(folder, import.meta.url)).sort();
    expect(names).toEqual(languages.map((language) => `${language}.json`).sort());
  });

  test.each(languages)('%s has the keys of English, each with a sentence that names the same things', (language) => {
    const words = sentencesIn(read(folder, language));
    expect(words.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    for (const [path, sentence] of words) {
      const original = english.get(path);
      expect(typeof sentence, path).toBe('string');
      // Where English says nothing, such as a button that a message does not have, no language says anything.
      expect(String(sentence).trim() === '', path).toBe(original === '');
      expect(bracesOf(String(sentence)), path).toEqual(bracesOf(String(original)));
      expect(String(sentence), path).not.toMatch(/\s{2}|^\s|\s$|TODO|[{](?!\w+[}])/);
    }
  });
});
