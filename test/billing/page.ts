import type { Interval } from '../../src/arithmetic/billing/periods.js';
import type { Pricing, Tier } from '../../src/arithmetic/billing/prices.js';
import { tablesOf } from '../support/page-tables.js';

export type { Row } from '../support/page-tables.js';

/** The tables of docs/billing.md. */
export const { rowsOf, tables_count } = tablesOf('docs/billing.md');

/** The parts of a cell. */
export const listOf = (cell = '', by = ', '): string[] => (cell === '' ? [] : cell.split(by));

export const numbersOf = (cell = ''): number[] => listOf(cell).map(Number);

/** `2023-01-31` or `2023-01-31 08:30:15`, UTC, in Unix seconds. */
export const momentOf = (text = ''): number => {
  const moment = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? '' : 'T00:00:00'}Z`) / 1000;
  if (Number.isNaN(moment)) throw new Error(`Not a time: ${text}`);
  return moment;
};

/** A time as it was written: with its time of day, or as a day. */
export const written = (moment: number, like = ''): string => {
  const [date = '', time = ''] = new Date(moment * 1000).toISOString().split(/[T.]/);
  return like.includes(' ') ? `${date} ${time}` : date;
};

/** `3 month`. */
export const intervalOf = (text = ''): Interval => {
  const [count, interval] = text.split(' ');
  return { interval: interval as Interval['interval'], interval_count: Number(count) };
};

/** `5: 500 + 1000; inf: 100`. */
export const tiersOf = (text = ''): Tier[] =>
  listOf(text, '; ').map((each) => {
    const [to, amounts = ''] = each.split(': ');
    const [unit_amount_decimal = null, flat_amount_decimal = null] = amounts.split(' + ');
    return { up_to: to === 'inf' ? null : Number(to), unit_amount_decimal, flat_amount_decimal };
  });

export const tiered = (tiers: readonly Tier[], tiers_mode: 'graduated' | 'volume'): Pricing => ({
  billing_scheme: 'tiered',
  unit_amount_decimal: null,
  tiers_mode,
  tiers,
  transform_quantity: null,
});

export const perUnit = (unit_amount_decimal: string, transform_quantity: Pricing['transform_quantity'] = null): Pricing => ({
  billing_scheme: 'per_unit',
  unit_amount_decimal,
  tiers_mode: null,
  transform_quantity,
});
