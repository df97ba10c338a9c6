import { misused } from './usage.js';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Parses a date, or a span from `now`, into seconds. */
export function momentOf(said: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(said) ?? [];
  if (count !== undefined) return now + Number(count) * (units[unit] ?? 0);
  const moment = /^\d{4}-\d{2}-\d{2}(T[\d:]+(Z|[+-]\d{2}:\d{2}))?$/.test(said) ? Date.parse(said) : Number.NaN;
  if (Number.isNaN(moment))
    throw misused(`${said} is not a date such as 2027-01-01 or 2027-01-01T12:00:00Z, nor a span such as 90m, 12h, 30d or 2w.`);
  return Math.floor(moment / 1000);
}
