import { createElement, Fragment, type ReactNode } from 'react';
import { directionOf, tagsAmong } from '../locale.js';
import type english from './texts/en.json';

type English = typeof english;

/** A text of the dashboard, by its English words. */
export type Text = keyof English['texts'];

/** A text with a number, by its English words for many. */
export type CountedText = keyof English['counts'];

/** The forms of a text with a number, by the plural categories of the language. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** All texts in one language, and the names of the API's constants. */
type Catalogue = {
  readonly texts: Readonly<Record<Text, string>>;
  readonly counts: Readonly<Record<CountedText, Forms>>;
  readonly names: Readonly<Record<keyof English['names'], string>>;
};

type Spoken = { readonly name: string; load(): Promise<{ readonly default: Catalogue }> };

/** The languages by their own names, each in a chunk of its own. */
export const spoken = {
  en: { name: 'English', load: () => import('./texts/en.json') },
  de: { name: 'Deutsch', load: () => import('./texts/de.json') },
  fr: { name: 'Français', load: () => import('./texts/fr.json') },
  es: { name: 'Español', load: () => import('./texts/es.json') },
  it: { name: 'Italiano', load: () => import('./texts/it.json') },
  nl: { name: 'Nederlands', load: () => import('./texts/nl.json') },
  pt: { name: 'Português', load: () => import('./texts/pt.json') },
  ja: { name: '日本語', load: () => import('./texts/ja.json') },
  ar: { name: 'العربية', load: () => import('./texts/ar.json') },
  th: { name: 'ไทย', load: () => import('./texts/th.json') },
} as const satisfies Readonly<Record<string, Spoken>>;

/** A language of the dashboard. */
export type Language = keyof typeof spoken;

/** Every language of the dashboard. */
export const languages = Object.keys(spoken) as readonly Language[];

const stored = 'florin.language';

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

/** The language that a person has chosen in this browser, otherwise the first of the browser's that the dashboard has. */
export function chosenLanguage(): Language {
  const chosen = localStorage.getItem(stored);
  const preferred = [...(chosen ? [chosen] : []), ...navigator.languages].map(baseOf);
  return preferred.flatMap((base) => languages.find((each) => each === base) ?? [])[0] ?? 'en';
}

/** Keeps the choice of a language in this browser. */
export const keepLanguage = (language: Language): void => localStorage.setItem(stored, language);

let language: Language = 'en';
let catalogue: Catalogue | null = null;

/** Loads a language for everything that is said from now on. */
export async function speak(next: Language): Promise<void> {
  catalogue = (await spoken[next].load()).default;
  language = next;
  Object.assign(document.documentElement, { lang: next, dir: directionOf(next) });
  document.title = say('Florin dashboard');
}

/** The language in use. */
export const languageInUse = (): Language => language;

/** The locale of numbers and dates: the language in use, as in the region of the browser. */
export const locale = (): string => tagsAmong(navigator.languages).find((tag) => baseOf(tag) === language) ?? language;

const loaded = (): Catalogue => {
  if (!catalogue) throw new Error('No language is loaded');
  return catalogue;
};

type Said = Readonly<Record<string, string | number>>;

const filled = (text: string, values: Said): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** A text in the language in use; what stands in braces is replaced. */
export const say = (text: Text, values: Said = {}): string => filled(loaded().texts[text], values);

/** A text with a number, `{count}`, in the form that the number has in the language. */
export function sayCount(text: CountedText, count: number, values: Said = {}): string {
  const forms = loaded().counts[text];
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return filled(form, { count: count.toLocaleString(locale()), ...values });
}

/** A text with elements in the place of its braces. */
export const sayWith = (text: Text, elements: Readonly<Record<string, ReactNode>>): ReactNode =>
  loaded()
    .texts[text].split(/\{(\w+)\}/)
    .map((part, at) => createElement(Fragment, { key: at }, at % 2 === 1 ? elements[part] : part));

/** The name of a constant of the API; null if the catalogue has none. */
export function nameOf(constant: string): string | null {
  const names: Readonly<Record<string, string>> = loaded().names;
  return names[constant] ?? null;
}

/** A constant of the API as words: `requires_capture` is shown as "Requires capture". One without a name in the catalogue is shown in English. */
export function words(constant: string): string {
  const text = constant.replaceAll('_', ' ');
  return nameOf(constant) ?? text.charAt(0).toUpperCase() + text.slice(1);
}
