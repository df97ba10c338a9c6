import { compare, exactOf, fraction } from '../../kernel/base/exact.js';
import sample from './rates.json' with { type: 'json' };

/** The kinds of taxes in a table, by the names of the API. */
export const tax_types = ['gst', 'hst', 'igst', 'jct', 'pst', 'qst', 'rst', 'sales_tax', 'service_tax', 'vat'] as const;

/** A kind of tax. */
export type TaxType = (typeof tax_types)[number];

/** The categories of things that a table may tax in a different way. */
export const categories = [
  'goods',
  'digital',
  'saas',
  'services',
  'books',
  'ebooks',
  'food',
  'clothing',
  'shipping',
  'nontaxable',
] as const;

/** What is sold, as far as taxes depend on it. */
export type Category = (typeof categories)[number];

/** One tax of a place: `standard`, and percentages of categories that differ from it; `exempt` where there is none. */
export type PlaceTax = {
  readonly type: TaxType;
  readonly name: string;
  readonly rates: Readonly<{ standard: string } & Partial<Record<Category, string>>>;
};

/** The taxes of a country (`DE`), or of a state of the US or a province of Canada (`US-NY`, `CA-QC`). */
export type PlaceRow = { readonly name: string; readonly taxes: readonly PlaceTax[] };

/** Tax rates as of a day. */
export type TaxTable = { readonly date: string; readonly source: string; readonly places: Readonly<Record<string, PlaceRow>> };

/** An unusable table, with the reason for the operator. */
export type UnusableTable = { readonly wrong: string };

/** Whether a table is unusable. */
export const isUnusableTable = (read: TaxTable | UnusableTable): read is UnusableTable => 'wrong' in read;

type Given = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a table from JSON, in the format of `rates.json` (docs/tax.md); one invalid entry makes the whole table unusable. */
export function readTaxTable(text: string): TaxTable | UnusableTable {
  const given = parsed(text);
  if (!given) return { wrong: 'it is not a JSON object' };
  if (typeof given.date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(given.date)) return { wrong: 'date must be a day such as "2026-01-31"' };
  if (typeof given.source !== 'string' || given.source === '') return { wrong: 'source must say where the rates are from' };
  if (!isObject(given.places)) return { wrong: 'places must be an object such as {"DE": {"name": "Germany", "taxes": []}}' };
  for (const [code, row] of Object.entries(given.places)) {
    const wrong = faultOf(code, row);
    if (wrong) return { wrong: `${code}: ${wrong}` };
  }
  return given as TaxTable;
}

function parsed(text: string): Given | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function faultOf(code: string, row: unknown): string | null {
  if (!/^[A-Z]{2}(-[A-Z]{2})?$/.test(code)) return 'a place is a country such as DE, or a state such as US-NY';
  if (!isObject(row) || typeof row.name !== 'string' || !Array.isArray(row.taxes)) return 'a place has a name and a list of taxes';
  for (const tax of row.taxes) {
    if (!isObject(tax) || typeof tax.name !== 'string' || !(tax_types as readonly unknown[]).includes(tax.type))
      return `a tax has a name and one of the types ${tax_types.join(', ')}`;
    if (!isObject(tax.rates) || typeof tax.rates.standard !== 'string') return 'a tax has rates with a standard one';
    const wrong = Object.entries(tax.rates).find(([name, rate]) => !isRate(name, rate));
    if (wrong) return `the rate ${wrong[0]} must be a decimal from 0 to 100 as text, or exempt, of a known category`;
  }
  return null;
}

const isRate = (name: string, rate: unknown): boolean =>
  (name === 'standard' || (categories as readonly string[]).includes(name)) &&
  typeof rate === 'string' &&
  ((rate === 'exempt' && name !== 'standard') || (/^\d{1,3}(\.\d{1,4})?$/.test(rate) && compare(exactOf(rate), fraction(100)) <= 0));

function usable(read: TaxTable | UnusableTable): TaxTable {
  if (isUnusableTable(read)) throw new Error(`The sample of tax rates is unusable: ${read.wrong}`);
  return read;
}

/** The table that ships with Florin: a sample as of its date. */
export const sample_table: TaxTable = usable(readTaxTable(JSON.stringify(sample)));

let in_use = sample_table;

/** The table of this process: that of its operator, or the sample. */
export const taxTable = (): TaxTable => in_use;

/** Sets the table of this process, before it answers anything. */
export function useTaxTable(table: TaxTable): void {
  in_use = table;
}
