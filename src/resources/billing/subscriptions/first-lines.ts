import { type BilledPeriod, whole } from '../../../arithmetic/billing/periods.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { advanceLines, type Of, trialLine } from './lines.js';
import { cutAt } from './periods-after.js';
import { intervalOf } from './shown.js';
import type { Item } from './subscription-item.js';
import { type Begun, begunPeriods } from './terms.js';

/** What is asked of the time that a subscription begins with, and the moment at which it is to end, where there is one. */
type Sent = { readonly proration_behavior: string | undefined; readonly now: number; readonly ends_at: number | null };

/**
 * What the first invoice of a subscription charges: its trial, or the periods that have begun. In flexible mode each period of a backdated
 * one is a line of its own; in classic mode they are one.
 */
export function firstLines(
  items: readonly Item[],
  begun: Begun,
  of: Of,
  { proration_behavior: proration, now, ends_at }: Sent,
): PlainLine[] {
  const { trial } = begun;
  if (trial) return items.map((item) => trialLine(item, cutAt(trial, ends_at), of));
  return items.flatMap((item) => {
    const periods = begunPeriods(begun, intervalOf(item), now).filter((period) => proration !== 'none' || isWhole(period, now));
    const lines = periods.map((period) => advanceLines(item, ending(period, ends_at, proration), of));
    return of.mode === 'classic' ? together(lines) : lines.flat();
  });
}

/** A period in which a subscription ends is charged in part, unless prorations are off. */
function ending(period: BilledPeriod, ends_at: number | null, proration: string | undefined): BilledPeriod {
  const cut = cutAt(period, ends_at);
  return proration === 'none' && cut !== period ? whole(cut) : cut;
}

/** Without prorations nothing is charged for the past, and nothing for a part of a period. */
const isWhole = ({ start, end, full_seconds }: BilledPeriod, now: number): boolean => end - start === full_seconds && start >= now;

/** The lines of several periods as those of one that spans them. */
function together(periods: readonly (readonly PlainLine[])[]): PlainLine[] {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last || periods.length === 1) return [...(last ?? [])];
  return last.map((line, place) => ({
    ...line,
    amount: periods.reduce((sum, lines) => sum + (lines[place]?.amount ?? 0), 0),
    period: { start: first[0]?.period.start ?? line.period.start, end: line.period.end },
  }));
}
