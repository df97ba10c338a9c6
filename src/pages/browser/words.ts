import { ar } from './words/ar.js';
import { de } from './words/de.js';
import { en } from './words/en.js';
import { es } from './words/es.js';
import { fr } from './words/fr.js';
import { it } from './words/it.js';
import { ja } from './words/ja.js';
import { nl } from './words/nl.js';
import { pt } from './words/pt.js';
import { th } from './words/th.js';

/** What elements say. */
export type Words = typeof en;

const all: Readonly<Record<string, Words>> = { en, de, fr, es, it, nl, pt, ja, ar, th };

/** What elements say in the language of a locale, which has been looked up. */
export const wordsOf = (language: string): Words => all[language] ?? en;
