/** The last second that a date can name. */
const seconds_max = 8_640_000_000_000;

/** A moment in seconds since the Unix epoch, as people write it and as machines do; null for what is no moment. */
export function formatMoment(seconds: number): { readonly day: string; readonly time: string; readonly iso: string } | null {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > seconds_max) return null;
  const date = new Date(seconds * 1000);
  const iso = date.toISOString();
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  return { day, time: `${iso.slice(-13, -8)} UTC`, iso };
}
