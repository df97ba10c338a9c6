import { type CalendarUnit, startsIn, zoneOf } from '../../../arithmetic/calendar/zone.js';
import { about, required } from '../../../kernel/base/fields.js';
import { type Handler, handler, type Reader } from '../../../kernel/base/handler.js';
import { oneOf, timestamp } from '../../../kernel/base/kinds.js';
import { day } from '../../../kernel/base/moments.js';
import { currency } from '../../../kernel/base/money.js';
import type { Refuse } from '../../../kernel/base/refusal.js';
import { account } from '../../accounts/accounts/account.js';
import { recorded_as } from '../../billing/subscriptions/recurring.js';
import { payout } from '../../money/payouts/payout.js';
import { timezone } from '../../timezone.js';
import { type Figures, figure_events, figure_movements, figuresByPart, figuresOf } from './figures.js';

/** Sums are kept by quarter of an hour. */
const quarter_s = 900;
const parts_max = 400;

/** Disputes are answered within months. */
const disputes_s = 200 * day;

const units = ['hour', 'day', 'week', 'month'] as const;

const parameters = {
  compare_start: about(
    'The start of the earlier interval of the same length to compare with, in Unix seconds; by default it ends where the interval starts.',
    timestamp,
  ),
  currency: about('The currency of the amounts; by default that of the account.', currency),
  interval_end: about('The end of the interval, exclusive, in Unix seconds; rounded up to a quarter of an hour.', required(timestamp)),
  interval_start: about('The start of the interval, in Unix seconds; rounded down to a quarter of an hour.', required(timestamp)),
  timezone: about('The time zone of hours, days, weeks and months, such as `Europe/Berlin`; `Etc/UTC` by default.', timezone),
  unit: about('The parts of the series; by default hours up to two days, days up to three months, then weeks and months.', oneOf(...units)),
} as const;

const unitOf = (seconds: number): CalendarUnit =>
  seconds <= 2 * day ? 'hour' : seconds <= 93 * day ? 'day' : seconds <= 400 * day ? 'week' : 'month';

type Span = { readonly start: number; readonly end: number };

const rounded = (start: number, end: number): Span => ({
  start: Math.floor(start / quarter_s) * quarter_s,
  end: Math.ceil(end / quarter_s) * quarter_s,
});

function requireSpan({ start, end }: Span, before: Span, unit: CalendarUnit, starts: readonly number[], refuse: Refuse): void {
  if (start >= end) refuse({ code: 'parameter_invalid', param: 'interval_start', message: 'The interval must start before it ends.' });
  if (before.start >= start && start > 0)
    refuse({
      code: 'parameter_invalid',
      param: 'compare_start',
      message: 'Compare with an interval that starts earlier than interval_start.',
    });
  if (starts.length >= parts_max)
    refuse({
      code: 'parameter_invalid',
      param: 'unit',
      message: `The interval has more than ${parts_max} parts of one ${unit}. Send a longer unit.`,
    });
}

/** The movements and events of a span, in parts. */
const foundIn = async (read: Reader, starts: readonly number[], end: number) => {
  const [activity, occurrences] = await Promise.all([
    read.activity({ movements: figure_movements, starts, end }),
    read.occurrences({ types: figure_events, starts, end }),
  ]);
  return { activity, occurrences };
};

/** The next payout: one on its way, or the next of the schedule, whose amount is what is available now. */
async function nextPayout(
  read: Reader,
  owner: { readonly next_payout?: number | null | undefined } | null,
  code: string,
  available: number,
) {
  const under_way = (await read.newest(payout, 100)).filter(
    (each) => each.currency === code && each.amount > 0 && (each.status === 'pending' || each.status === 'in_transit'),
  );
  const [first] = [...under_way].sort((one, other) => one.arrival_date - other.arrival_date);
  if (first) return { amount: first.amount, currency: code, date: first.arrival_date, payout: first.id };
  const date = owner?.next_payout ?? null;
  return date === null || available <= 0 ? null : { amount: available, currency: code, date, payout: null };
}

const rangeOf = ({ start, end }: Span, of: Figures, recurring_revenue: number) => ({
  interval_start: start,
  interval_end: end,
  ...of,
  recurring_revenue,
});

/** The figures of an account for the first page of its dashboard. */
export const summary: readonly [Handler<'GET /v1/reporting/summary'>] = [
  handler(
    'GET /v1/reporting/summary',
    parameters,
    'Retrieve a summary',
    async ({ params, read, account: id, livemode, now, refuse }) => {
      const { interval_start, interval_end, timezone: zone_name = 'Etc/UTC' } = params;
      const span = rounded(interval_start, interval_end);
      const { unit = unitOf(span.end - span.start) } = params;
      const before_start = params.compare_start === undefined ? 2 * span.start - span.end : rounded(params.compare_start, 0).start;
      const before = { start: Math.max(0, before_start), end: Math.max(0, before_start + span.end - span.start) };
      const starts = span.start < span.end ? startsIn(zoneOf(zone_name), unit, span, parts_max) : [];
      requireSpan(span, before, unit, starts, refuse);
      const earlier = starts.map((each) => Math.max(0, each - span.start + before.start));
      const owner = await read.find(account, id);
      const code = params.currency ?? String(owner?.default_currency ?? 'usd');
      const times = [before.end, span.end];
      const [found, past, revenue, balances, attention] = await Promise.all([
        foundIn(read, starts, span.end),
        foundIn(read, earlier, before.end),
        read.revenue({ metered: `${recorded_as}${code}`, times }),
        read.balances(['merchant_available', 'merchant_pending']),
        read.attention(now - disputes_s),
      ]);
      const held = (name: string): number => balances.find((each) => each.name === name && each.currency === code)?.amount ?? 0;
      const [current, previous] = [found, past].map((each) => figuresByPart(each, starts.length, code));
      return {
        object: 'reporting.summary',
        attention,
        balance: { available: held('merchant_available'), pending: held('merchant_pending') },
        currencies: [...new Set([code, ...[...found.activity, ...past.activity, ...balances].map((each) => each.currency)])].sort(),
        currency: code,
        current: rangeOf(span, figuresOf(found, code), revenue[1] ?? 0),
        livemode,
        next_payout: await nextPayout(read, owner, code, held('merchant_available')),
        previous: rangeOf(before, figuresOf(past, code), revenue[0] ?? 0),
        series: starts.map((start, part) => ({ start, ...current?.[part], previous_gross_volume: previous?.[part]?.gross_volume ?? 0 })),
        timezone: zone_name,
        unit,
      };
    },
    {
      about:
        'Summarizes an interval: volume, payments, refunds, disputes, customers and recurring revenue, compared with an earlier interval, with a series for charts, the balance, the next payout and what needs attention.',
    },
  ),
];
