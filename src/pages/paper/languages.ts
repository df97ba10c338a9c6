import ar from './languages/ar.json' with { type: 'json' };
import de from './languages/de.json' with { type: 'json' };
import en from './languages/en.json' with { type: 'json' };
import es from './languages/es.json' with { type: 'json' };
import fr from './languages/fr.json' with { type: 'json' };
import it from './languages/it.json' with { type: 'json' };
import ja from './languages/ja.json' with { type: 'json' };
import nl from './languages/nl.json' with { type: 'json' };
import pt from './languages/pt.json' with { type: 'json' };
import th from './languages/th.json' with { type: 'json' };
import type { Words } from './words.js';

/** All that pages, papers and mail say in one language, by the part that says it. English lists the keys. */
type Catalogue = typeof en;

const all = { en, de, fr, es, it, nl, pt, ja, ar, th } as const satisfies Readonly<Record<string, Catalogue>>;

/** A language that we write. */
export type Language = keyof typeof all;

/** Every language that we write. */
export const languages = Object.keys(all) as readonly Language[];

/** The words of a language, and the locale of numbers and dates. */
export type Locale = { readonly language: Language; readonly tag: string; readonly direction: 'ltr' | 'rtl' };

const english: Locale = { language: 'en', tag: 'en', direction: 'ltr' };

/** The first of a reader's languages that Florin has: `de-AT` is written in German as in Austria. English, where there is none. */
export function localeOf(preferred: readonly string[]): Locale {
  for (const each of preferred) {
    const tag = canonical(each);
    const language = languages.find((known) => known === tag?.split('-')[0]);
    if (tag && language) return { language, tag, direction: language === 'ar' ? 'rtl' : 'ltr' };
  }
  return english;
}

/** Null for what names no language: it may be typed input. */
function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** The words of a part in each language: a file of `languages/` has those of one language, for translators. */
export function catalogue<Part extends keyof Catalogue>(part: Part): Readonly<Record<Language, Catalogue[Part]>> {
  const of = (words: Catalogue): Catalogue[Part] => words[part];
  return { en: of(en), de: of(de), fr: of(fr), es: of(es), it: of(it), nl: of(nl), pt: of(pt), ja: of(ja), ar: of(ar), th: of(th) };
}

const papers: Readonly<Record<Language, Words>> = catalogue('paper');

/** The words of a paper. */
export const wordsOf = ({ language }: Pick<Locale, 'language'>): Words => papers[language];

/** Words with what stands in their braces. */
export const filled = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
