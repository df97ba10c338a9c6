import { decimalText, exactOf } from '../../base/exact.js';
import type { Holding, Holdings, Rates, RateTable, Sequence, Series, UsageAsked } from '../../base/reads.js';
import { balanceKey, takeBalance } from '../guards.js';
import { type Looking, type Unread, unread, want } from './looking.js';

/** The key of a series. */
export const seriesKey = (account: string, name: string): string => `${account} ${name}`;

/** A series, after the numbers used in this unit. */
export function sequenceOf(looking: Looking, { name }: Sequence): Series | Unread {
  const { unit, step } = looking;
  const { account } = step.tenant;
  const key = seriesKey(account, name);
  const series = unit.sequences.get(key);
  if (series) return { name, next: series.last + 1 };
  want(looking, { of: 'sequence', account, id: name }, (row) => {
    const read = row?.version ?? 0;
    unit.sequences.set(key, { account, name, read, last: read });
  });
  return unread;
}

/** Stands for all currencies of a ledger account: the value is the sum of the absolute amounts. */
export const every_currency = '';

/** The stored balance of a ledger account, in minor units. */
export function balanceIn(looking: Looking, account: string, ledger_account: string, currency: string): number | Unread {
  const { unit } = looking;
  const key = balanceKey(account, ledger_account, currency);
  const known = unit.balances.get(key);
  if (known) return known.amount;
  want(looking, { of: currency === every_currency ? 'balances' : 'balance', account, object: ledger_account, id: currency }, (row) =>
    takeBalance(unit, key, row),
  );
  return unread;
}

/** The stored balance of a ledger account in each currency. */
export function holdingsOf(looking: Looking, { ledger_account: object }: Holdings): readonly Holding[] | Unread {
  const { unit, step } = looking;
  const { account } = step.tenant;
  const known = unit.holdings.get(`${account} ${object}`);
  if (known) return known;
  want(looking, { of: 'holdings', account, object, id: object }, (row) => {
    unit.holdings.set(`${account} ${object}`, JSON.parse(row?.doc ?? '[]') as Holding[]);
  });
  return unread;
}

/** The total usage when it was read. */
export function usedBy({ unit, step, wanted }: Looking, { of, customer, formula, start, end }: UsageAsked): string {
  const { account } = step.tenant;
  const within = { member: String(start), target: String(end) };
  const about = { of: 'usage', account, object: customer ?? '', id: of, ...within } as const;
  const key = JSON.stringify({ ...about, formula });
  const known = unit.used.get(key);
  if (known === undefined)
    wanted.set(key, {
      want: { ...about, formula },
      take: (row) => void unit.used.set(key, decimalText(exactOf(row?.doc ?? '0'))),
    });
  return known ?? '0';
}

/** A rule must declare the usage that it reads. */
export function noSuchUsage(key: string): never {
  throw new Error(`No read declares the usage of ${key}`);
}

/** The latest exchange rates, which all accounts share; not read for a rule that needs no conversion. */
export function ratesIn(looking: Looking, _: string, { where }: Rates): RateTable | null | Unread {
  const { unit, step } = looking;
  if (!(where in step.given.input)) return null;
  if (unit.rates !== undefined) return unit.rates;
  want(looking, { of: 'rates', account: '', id: '' }, (row) => {
    unit.rates = row && JSON.parse(row.doc);
  });
  return unread;
}
