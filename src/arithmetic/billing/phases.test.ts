import { expect, test } from 'vitest';
import { phasePeriods } from './phases.js';

const moment = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;
const dated = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const months = (interval_count: number) => ({ duration: { interval: 'month', interval_count } as const });
const ends = (...about: Parameters<typeof phasePeriods>): string[] => phasePeriods(...about).map(({ end }) => dated(end));

test('consecutive phases of months are counted together, so that each keeps the last day of its month', () => {
  expect(ends(moment('2026-01-31'), [months(1), months(1), months(1)])).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
});

test('each phase begins where the previous one ends, in any unit', () => {
  const two_weeks = { duration: { interval: 'week', interval_count: 2 } as const };
  const periods = phasePeriods(moment('2026-01-31'), [months(1), two_weeks, { end_date: moment('2026-05-31') }, months(4)]);
  expect(periods.map(({ start, end }) => [dated(start), dated(end)])).toEqual([
    ['2026-01-31', '2026-02-28'],
    ['2026-02-28', '2026-03-14'],
    ['2026-03-14', '2026-05-31'],
    ['2026-05-31', '2026-09-30'],
  ]);
});
