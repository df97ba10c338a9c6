import { expect, test } from 'vitest';
import { kit_words } from './kit-words.js';

test('every language has words of its own for what it has to say', () => {
  for (const [language, words] of Object.entries(kit_words)) {
    expect(
      Object.values(words).filter((each) => !each.trim()),
      language,
    ).toEqual([]);
    expect(words.questions, language).toContain('{business}');
  }
});
