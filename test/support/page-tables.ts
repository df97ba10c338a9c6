import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A row of a table: its cells by the column's title. */
export type Row = Readonly<Record<string, string>> & { readonly row: string };

/** The tables of a page. */
export type Tables = {
  /** The rows of the n-th table of a section. */
  readonly rowsOf: (title: string, n?: number) => Row[];
  /** The number of tables on the page. */
  readonly tables_count: number;
};

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));

/** Reads the tables of a page, by its path in the repository, so that a test can compute them. */
export function tablesOf(path: string): Tables {
  const page = readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
  const rowsOf = (title: string, n = 0): Row[] => {
    const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    const tables = section.split('\n\n').filter((block) => block.trim().startsWith('|'));
    const [head = '', , ...lines] = tables[n]?.trim().split('\n') ?? [];
    const titles = cellsOf(head);
    return lines.map((row) => ({ ...Object.fromEntries(cellsOf(row).map((cell, place) => [titles[place], cell])), row }) as Row);
  };
  return { rowsOf, tables_count: [...page.matchAll(/^\|(?:---\|)+$/gm)].length };
}
