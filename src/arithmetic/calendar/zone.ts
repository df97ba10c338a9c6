/** Times of a time zone as they stand in files. Moments are in Unix seconds. */
export type Zone = {
  /** `2026-11-26 07:05:00`. */
  readonly moment: (seconds: number) => string;
  /** `2026-11-26`. */
  readonly day: (seconds: number) => string;
  /** `2026-11`. */
  readonly month: (seconds: number) => string;
};

/** Offsets change at quarter hours only. */
const quarter_s = 900;
const kept_max = 50_000;

/** The times of a time zone. The offset is computed once for each quarter of an hour: formatting every time would take most of a report's time. */
export function zoneOf(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', ...parts });
  const offsets = new Map<number, number>();
  const offset_s = (seconds: number): number => {
    const quarter = Math.floor(seconds / quarter_s);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    if (offsets.size >= kept_max) offsets.clear();
    const at_s = quarter * quarter_s;
    const fresh = wallClock(format, at_s) - at_s;
    offsets.set(quarter, fresh);
    return fresh;
  };
  const moment = (seconds: number): string => new Date((seconds + offset_s(seconds)) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return { moment, day: (seconds) => moment(seconds).slice(0, 10), month: (seconds) => moment(seconds).slice(0, 7) };
}

const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;

/** The wall clock at a moment, as seconds since the epoch of a zone without offset. */
function wallClock(format: Intl.DateTimeFormat, seconds: number): number {
  const found = Object.fromEntries(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
}

/** The moment at which the clocks of a zone show a time, given as seconds since the epoch of a zone without offset; a skipped time is later. */
export function momentAt(zone: Zone, shown_s: number): number {
  const offset_s = (seconds: number): number => Date.parse(`${zone.moment(seconds).replace(' ', 'T')}Z`) / 1000 - seconds;
  return shown_s - offset_s(shown_s - offset_s(shown_s));
}

/** A unit of a calendar. Weeks begin on Monday. */
export type CalendarUnit = 'hour' | 'day' | 'week' | 'month';

/** The longest that a unit can be, in seconds, with an hour for a change of the clock. */
const longest_s: Readonly<Record<CalendarUnit, number>> = { hour: 7200, day: 90_000, week: 608_400, month: 2_682_000 };

const day_s = 86_400;

/** Names the unit that contains a moment, in the order of time. An hour that a clock repeats is one. */
function unitOf(zone: Zone, unit: CalendarUnit, seconds: number): string {
  if (unit === 'hour') return zone.moment(seconds).slice(0, 13);
  if (unit === 'month') return zone.month(seconds);
  const day = zone.day(seconds);
  if (unit === 'day') return day;
  const midnight_s = Date.parse(`${day}T00:00:00Z`) / 1000;
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(midnight_s / day_s) + 3) % 7;
  return new Date((midnight_s - weekday * day_s) * 1000).toISOString().slice(0, 10);
}

/** The first second of a unit that contains `within`, later than `before`, which is in an earlier unit. */
function firstOf(zone: Zone, unit: CalendarUnit, before: number, within: number): number {
  const name = unitOf(zone, unit, within);
  let [low, high] = [before, within];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (unitOf(zone, unit, middle) < name) low = middle;
    else high = middle;
  }
  return high;
}

/** The start of the unit after the one that contains a moment. */
export const nextStart = (zone: Zone, unit: CalendarUnit, seconds: number): number => {
  const name = unitOf(zone, unit, seconds);
  let [low, high] = [seconds, seconds + longest_s[unit]];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (unitOf(zone, unit, middle) > name) high = middle;
    else low = middle;
  }
  return high;
};

/** The start of the unit that contains a moment. */
export const startOf = (zone: Zone, unit: CalendarUnit, seconds: number): number => firstOf(zone, unit, seconds - longest_s[unit], seconds);

/** The starts of the parts of an interval: its own, and those of the units that begin in it; at most `max`. */
export function startsIn(
  zone: Zone,
  unit: CalendarUnit,
  { start, end }: { readonly start: number; readonly end: number },
  max: number,
): number[] {
  const starts = [start];
  for (let at = nextStart(zone, unit, start); at < end && starts.length < max; at = nextStart(zone, unit, at)) starts.push(at);
  return starts;
}
