import { csv_layout_names, type Kind, kinds_of, layoutOf } from './layout.js';
import { type Item, itemsIn } from './read.js';
import { bookingsIn } from './statement.js';

/** A report that can be compared with the ledger: the kinds of its items, and how they are read. */
export type Report = {
  readonly kinds: readonly Kind[];
  /** The items in the order of the file's lines; `reach` hears of each step how many bytes it has read. */
  readonly items: (path: string, reach: (bytes: number) => void) => AsyncIterable<Item>;
};

const bank_statement = 'camt053';

/** The names of the built-in layouts. */
export const layout_names = [...csv_layout_names, bank_statement];

/** The report of a built-in layout, or of the one in a JSON file. */
export function reportOf(name: string): Report {
  if (name === bank_statement) return { kinds: kinds_of.payouts, items: bookingsIn };
  const layout = layoutOf(name, layout_names);
  const named = Object.values(layout.kind.values);
  const kinds = Object.values(kinds_of).flatMap((family) => (family.some((kind) => named.includes(kind)) ? family : []));
  return { kinds, items: (path, reach) => itemsIn(path, layout, reach) };
}
