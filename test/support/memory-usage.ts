import { compare, decimalText, type Exact, exactOf, fraction, plus } from '../../src/kernel/base/exact.js';
import type { Formula } from '../../src/kernel/base/reads.js';
import type { Want } from '../../src/kernel/storage/load.js';
import type { UsageRow } from '../../src/kernel/storage/rows.js';

type Asked = Extract<Want, { of: 'usage' }>;

const zero = fraction(0);
const byId = (a: UsageRow, b: UsageRow): number => (a.id < b.id ? -1 : 1);
const valueIn = ({ value }: UsageRow): Exact => exactOf(value ?? '0');

/** The valid values at each time, the oldest first. */
function standing(rows: readonly UsageRow[]): Exact[] {
  const moments = new Map<number, Exact>();
  for (const row of [...rows].sort(byId)) moments.set(row.at, plus(row.replaces ? zero : (moments.get(row.at) ?? zero), valueIn(row)));
  return [...moments].sort(([a], [b]) => a - b).map(([, value]) => value);
}

const highest = (values: readonly Exact[]): Exact =>
  values.reduce((most, each) => (compare(each, most) > 0 ? each : most), values[0] ?? zero);

const formulas: Readonly<Record<Formula, (rows: readonly UsageRow[]) => Exact>> = {
  sum: (rows) => standing(rows).reduce(plus, zero),
  count: (rows) => fraction(rows.length),
  last: (rows) => standing(rows).at(-1) ?? zero,
  last_ever: (rows) => standing(rows).at(-1) ?? zero,
  first_at: (rows) => fraction(rows.reduce((first, { at }) => Math.min(first, at), Number.MAX_SAFE_INTEGER)),
  max: (rows) => highest(standing(rows)),
};

/** The total usage, by plain sums over all rows. */
export function usedIn(rows: readonly UsageRow[], { account, id, object, member, target, formula }: Asked): string {
  const start = formula === 'last_ever' ? 0 : Number(member);
  const own = rows.filter((row) => row.account === account && row.metered === id && row.customer === object && row.value !== null);
  const total = formulas[formula](own.filter(({ at }) => at >= start && at < Number(target)));
  return decimalText(compare(total, zero) < 0 ? zero : total);
}
