import { nameOf } from '../say.js';

/** A type of report. Times in seconds. */
export type ReportType = {
  readonly id: string;
  readonly name: string;
  readonly data_available_end: number;
  readonly default_columns: readonly string[];
};

/** The name of a type of report; those that only the API offers have an English one. */
export const reportName = ({ id, name }: Pick<ReportType, 'id' | 'name'>): string => nameOf(id.replace(/\.\d+$/, '')) ?? name;

/** A report run. Times in seconds. */
export type ReportRun = {
  readonly id: string;
  readonly created: number;
  readonly error: string | null;
  readonly parameters: { readonly interval_start?: number; readonly interval_end?: number; readonly currency?: string };
  readonly progress: number;
  readonly report_type: string;
  readonly result: { readonly id: string; readonly filename: string; readonly size: number } | null;
  readonly status: 'pending' | 'succeeded' | 'failed';
};

/** A CSV file: its columns and its rows. */
export type Sheet = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Reads CSV as Florin writes it: fields in quotes may have commas, quotes and line breaks. */
export function sheetOf(text: string): Sheet {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') lines.push([]);
  }
  const [columns = [], ...rows] = lines;
  return { columns, rows: rows.filter((row) => row.length === columns.length && columns.length > 0) };
}

/** Whether a cell is a number, which stands at the right. */
export const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);
