import { dateFormat } from '../../kernel/base/intl.js';

/** The last second that a date can name. */
const seconds_max = 8_640_000_000_000;

/** Hours and minutes are written alike in every language, with the zone that they are of. */
const timeOf = (timeZone: string): Intl.DateTimeFormat =>
  dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' });

/** A moment in Unix seconds, as people of a language write it in a time zone and as machines do; null for what is no moment. */
export function formatMoment(
  seconds: number,
  { lang = 'en', zone = 'UTC' }: { readonly lang?: string; readonly zone?: string } = {},
): { readonly day: string; readonly time: string; readonly iso: string } | null {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > seconds_max) return null;
  const date = new Date(seconds * 1000);
  const iso = date.toISOString();
  const day = dateFormat(lang, { dateStyle: 'long', timeZone: zone }).format(date);
  return { day, time: timeOf(zone).format(date), iso };
}
