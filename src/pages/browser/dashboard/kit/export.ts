import { say } from '../say.js';
import type { AnyDescription, Head } from './description.js';
import type { Active } from './filters.js';
import { askedFor, pageOf } from './listing.js';
import type { Member } from './members.js';

/** A spreadsheet would run a text that begins with one of these as a formula; an apostrophe makes it a text. Numbers stay numbers. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);

/** A text as a cell of a CSV file. */
export const cellOf = (text: string): string => {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Objects as a CSV file with the given columns. */
export const fileOf = <Item>(columns: readonly Member<Item>[], rows: readonly Item[]): string =>
  [columns.map(({ label }) => say(label)), ...rows.map((row) => columns.map((column) => column.plain(row)))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');

/** All objects of a list with filters. `progress` receives the number of rows so far, and answers whether to go on. */
export async function allOf(
  description: AnyDescription,
  active: Active,
  progress: (rows: number) => boolean,
): Promise<readonly Head[] | null> {
  const asked = askedFor(description, active);
  const rows: Head[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await pageOf(asked, cursor);
    rows.push(...page.rows);
    if (!progress(rows.length)) return null;
    cursor = page.next;
  }
  return rows;
}

/** Gives a file to the browser's downloads. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
