import { createHash } from 'node:crypto';
import { boundedSet } from './bounded-set.js';

/** The name of a prepared text; undefined for a text that should not be prepared. */
export type Naming = (text: string) => string | undefined;

const names_max = 300;
const seen_max = 300;

/**
 * Names texts from their second use on, up to a limit per connection: a plan takes about 100 KB there, and filters, searches and row counts have
 * unlimited combinations. A name is a hash of its text: behind a pooler processes share connections, so a name must mean the same text in all of
 * them.
 */
export function naming(): Naming {
  const names = new Map<string, string>();
  const seen = boundedSet(seen_max);
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size === names_max) return known;
    if (!seen.has(text)) {
      seen.add(text);
      return undefined;
    }
    seen.delete(text);
    const name = `florin_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
}

/** Prepares nothing, for transaction poolers that do not support prepared statements. */
export const nameless: Naming = () => undefined;
