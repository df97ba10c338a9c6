import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type CsvError, parse } from 'csv-parse';
import { exponentOf, isCurrency } from '../../../kernel/base/money.js';
import { misused } from '../usage.js';
import { amountOf } from './amount.js';
import type { Kind, Layout } from './layout.js';

/** An item of a report. Amounts in minor units; `amount` is above zero for money that the processor owes, or that came into the account. */
export type Item = {
  readonly line: number;
  readonly references: readonly string[];
  readonly kind: Kind;
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
};

type Row = { readonly info: { readonly lines: number; readonly bytes: number }; readonly record: Readonly<Record<string, string>> };

/** The size of a file in bytes; without the file, a usage error. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw misused(`There is no file ${path}.`);
  return found.size;
}

/** The items of a CSV report in the order of its lines. `reach` hears of each step how many bytes it has read. */
export async function* itemsIn(path: string, layout: Layout, reach: (bytes: number) => void): AsyncGenerator<Item> {
  const options = { columns: true, bom: true, info: true, trim: true, skip_empty_lines: true, delimiter: layout.delimiter };
  const rows = createReadStream(path).pipe(parse(options));
  let [is_first, reached] = [true, 0];
  try {
    for await (const { info, record } of rows as AsyncIterable<Row>) {
      if (is_first) requireColumns(record, layout, path);
      is_first = false;
      const item = itemOf(record, layout, info.lines);
      if (item) yield item;
      reach(info.bytes - reached);
      reached = info.bytes;
    }
  } catch (error) {
    const { code, message } = error as CsvError;
    throw code?.startsWith('CSV_') ? misused(`${path} is not CSV: ${message}`) : error;
  }
}

function requireColumns(record: Row['record'], layout: Layout, path: string): void {
  const amounts = typeof layout.amount === 'string' ? [layout.amount] : [layout.amount.credit, layout.amount.debit];
  const all = [layout.kind.column, layout.currency, ...amounts, ...layout.fee];
  const missing = all.filter((name) => !(name in record));
  if (!layout.reference.some((name) => name in record)) missing.push(layout.reference.join(' or '));
  if (missing.length)
    throw misused(`${path} has no column ${missing.join(', ')}. Its columns are ${Object.keys(record).join(', ')}. Name them in a layout.`);
}

function itemOf(record: Row['record'], layout: Layout, line: number): Item | null {
  const kind = layout.kind.values[record[layout.kind.column] ?? ''];
  if (!kind) return null;
  const currency = (record[layout.currency] ?? '').toLowerCase();
  if (!isCurrency(currency)) throw misused(`Line ${line}, ${layout.currency}: ${record[layout.currency]} is not a currency.`);
  const digits = layout.units === 'minor' ? 0 : exponentOf(currency);
  const amountIn = (name: string): number => amountOf(record[name] ?? '', { line, name, currency, digits });
  const { amount: column } = layout;
  const amount = typeof column === 'string' ? amountIn(column) : amountIn(column.credit) - amountIn(column.debit);
  const references = layout.reference.flatMap((name) => record[name] || []);
  if (references.length === 0) throw misused(`Line ${line} has no ${layout.reference.join(' or ')}.`);
  return { line, references, kind, currency, amount, fee: layout.fee.reduce((sum, name) => sum + amountIn(name), 0) };
}
