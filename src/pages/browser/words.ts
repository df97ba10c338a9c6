import ar from './words/ar.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import ja from './words/ja.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import th from './words/th.json' with { type: 'json' };

/** What elements say. */
export type Words = typeof en;

const all: Readonly<Record<string, Words>> = { en, de, fr, es, it, nl, pt, ja, ar, th };

/** What elements say in the language of a locale, which has been looked up. */
export const wordsOf = (language: string): Words => all[language] ?? en;
