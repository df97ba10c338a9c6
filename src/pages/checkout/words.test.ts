import { expect, test } from 'vitest';
import { type CheckoutWords, checkout_words } from './words.js';

/** All words of a language by their paths. */
const wordsIn = (words: object, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value] as [string, string]] : wordsIn(value as object, `${path}${name}.`),
  );

const bracesOf = (words: string): string[] => [...words.matchAll(/\{\w+\}/g)].map(([brace]) => brace).sort();

test.each(Object.entries(checkout_words))(
  '%s says everything, with the same amounts and names in it as English',
  (_, words: CheckoutWords) => {
    const english = new Map(wordsIn(checkout_words.en));
    for (const [path, said] of wordsIn(words)) {
      expect(said.trim(), path).not.toBe('');
      expect(bracesOf(said), path).toEqual(bracesOf(english.get(path) ?? ''));
    }
  },
);
