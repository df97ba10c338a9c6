import { ar } from './languages/ar.js';
import { de } from './languages/de.js';
import { en } from './languages/en.js';
import { es } from './languages/es.js';
import { fr } from './languages/fr.js';
import { it } from './languages/it.js';
import { ja } from './languages/ja.js';
import { nl } from './languages/nl.js';
import { pt } from './languages/pt.js';
import { th } from './languages/th.js';
import type { Words } from './words.js';

const all = { en, de, fr, es, it, nl, pt, ja, ar, th } as const satisfies Readonly<Record<string, Words>>;

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

/** The words of a paper. */
export const wordsOf = ({ language }: Pick<Locale, 'language'>): Words => all[language];

/** Words with what stands in their braces. */
export const filled = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
