import { createHash } from 'node:crypto';
import { boundedSet } from './bounded-set.js';

/** The name under which a connection keeps a text prepared; nothing for a text that is not to be. */
export type Naming = (text: string) => string | undefined;

const names_max = 300;
const seen_max = 300;

/**
 * Names texts from their second use on, and no more than each connection can keep prepared: a plan takes some 100 KB there, and filters,
 * searches and numbers of rows can be put together in endless ways. A name is a hash of its text: behind a pooler processes share
 * connections, and what one has prepared there must be what another means by the same name.
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

/** Nothing is prepared, for poolers that give each transaction another connection and do not know of prepared statements. */
export const nameless: Naming = () => undefined;
