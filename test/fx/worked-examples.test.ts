import { describe, expect, test } from 'vitest';
import { converted, costOf, type Pair } from '../../src/arithmetic/fx/convert.js';
import { rateOf } from '../../src/arithmetic/fx/rates.js';
import type { RateTable } from '../../src/kernel/base/reads.js';
import { settledAs, settlesIn, takenBackOf } from '../../src/resources/payments/charges/settles.js';
import { type Row, tablesOf } from '../support/page-tables.js';

const { rowsOf, tables_count } = tablesOf('docs/fx.md');

const sample: RateTable = {
  base: 'usd',
  date: '2026-01-02',
  provider: 'test',
  rates: { eur: '0.97', jpy: '157.5', kwd: '0.308', vnd: '25450' },
};

let computed = 0;

/** One table of the page: each row is computed. */
const table = (title: string, n: number, check: (row: Row) => void): void => {
  computed++;
  test.each(rowsOf(title, n))(`${title}: $row`, check);
};

const pairOf = ({ From = '', To = '', exchange_rate = '' }: Row): Pair => ({ from: From, to: To, exchange_rate });

describe('the page of exchange rates', () => {
  table('Rates', 0, ({ From = '', To = '', 'Basis points': points, base_rate, exchange_rate, fx_fee_rate }) => {
    expect(rateOf(sample, From, To, Number(points))).toEqual({ base_rate, exchange_rate, fx_fee_rate });
  });

  table('Conversions', 0, (row) => {
    expect(String(converted(Number(row.Amount), pairOf(row)))).toBe(row.Converted);
  });

  table('Conversions', 1, (row) => {
    expect(String(costOf(Number(row['To arrive']), pairOf(row)))).toBe(row.Cost);
  });

  // The settled amount of the charge in the example above: each row continues from the earlier one.
  let of = { amount_captured: 10_000, currency: 'eur', settles: settlesIn({ currency: 'usd', exchange_rate: '1.030927835' }) };
  of = { ...of, ...settledAs(10_000, 'eur', of.settles).change };
  table('Payments', 0, ({ Refunded, Taken }) => {
    const { converted, change } = takenBackOf(of, Number(Refunded));
    of = { ...of, ...change };
    expect(String(converted?.amount)).toBe(Taken);
  });

  test('has no table without a computation, and none without rows', () => {
    expect(computed).toBe(tables_count);
  });
});
