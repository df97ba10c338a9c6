import { alphabet, dateFormat } from '../../kernel/base/intl.js';
import { type Words as FieldWords, wordsOf as fieldWordsOf } from '../browser/words.js';
import { type KitWords, kit_words } from '../kit/kit-words.js';
import type { Locale } from '../paper/languages.js';
import { type ConnectWords, connect_words } from './words.js';

/** All that the words of the page are made of. */
export type Speaking = {
  readonly locale: Locale;
  readonly said: ConnectWords;
  /** What every form calls its fields. */
  readonly fields: FieldWords;
  readonly kit: KitWords;
};

/** Speaks to the owner of an account in their language. */
export const speakingIn = (locale: Locale): Speaking => ({
  locale,
  said: connect_words[locale.language],
  fields: fieldWordsOf(locale.language),
  kit: kit_words[locale.language],
});

const other_shops = '5999';

/** The categories of businesses in the order of the language, the remaining ones last. */
export function categoriesIn({ locale, said: { categories } }: Speaking): (readonly [code: string, label: string])[] {
  const { compare } = alphabet(locale.language);
  const rank = (code: string): number => Number(code === other_shops);
  return Object.entries(categories).sort(([one, label], [other, further]) => rank(one) - rank(other) || compare(label, further));
}

/** What a verification has found to be wrong; the API's sentence where the page has none. */
export const reasonIn = ({ said }: Speaking, { code, reason }: { readonly code: string; readonly reason: string }): string =>
  said.errors[code] ?? reason;

/** The parts of a date in the order in which the locale writes them. */
export const dateParts = ({ tag }: Locale): string[] =>
  dateFormat(tag, { dateStyle: 'short' })
    .formatToParts(0)
    .map(({ type }) => type);
