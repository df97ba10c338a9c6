import { compare, decimalText, type Exact, exactOf, fraction, plus } from '../base/exact.js';
import type { Period } from './periods.js';

/** How much was used at a moment in Unix seconds, in decimal digits. */
export type Usage = { readonly timestamp: number; readonly value: string };

/** How values of a period become one: a meter's formula, or `max` of the prices that came before meters. */
export type Formula = 'sum' | 'count' | 'last' | 'max';

const zero = fraction(0);

const larger = (one: Exact, other: Exact): Exact => (compare(one, other) < 0 ? other : one);

/** Of values of the same moment the one that stands later in the list is the last. */
const lastOf = (usages: readonly Usage[]): Exact =>
  exactOf(usages.reduce((last, usage) => (usage.timestamp >= last.timestamp ? usage : last), { timestamp: 0, value: '0' }).value);

const formulas: Readonly<Record<Formula, (usages: readonly Usage[]) => Exact>> = {
  sum: (usages) => usages.map(({ value }) => exactOf(value)).reduce(plus, zero),
  count: (usages) => fraction(usages.length),
  last: lastOf,
  max: (usages) => {
    const [first = zero, ...others] = usages.map(({ value }) => exactOf(value));
    return others.reduce(larger, first);
  },
};

/** What was used in a period, its start included and its end not, in decimal digits: `0` where there was nothing. It may be below zero. */
export const usedIn = (usages: readonly Usage[], { start, end }: Period, formula: Formula): string =>
  decimalText(formulas[formula](usages.filter(({ timestamp }) => timestamp >= start && timestamp < end)));

/** What is charged of what was used: nothing where corrections outweigh it. */
export const chargeable = (used: string): string => decimalText(larger(exactOf(used), zero));
