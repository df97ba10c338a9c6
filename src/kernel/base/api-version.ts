/** What an endpoint is made with that is to be told natively: events as a plain caller reads them, in milliseconds. */
export const native_version = 'native';

/** The version of the API whose shapes callers get who name none: that of the newest SDK. */
export const newest_version = '2026-10-28.endive';

/** The longest version that is accepted: previews are switched on by name, several at a time. */
export const version_max = 500;

/** A date, the name of a release or a preview, and previews that are switched on: `2025-09-30.clover`, `2026-10-28.preview`, `2022-11-15; a_beta=v1`. */
const shape = /^(\d{4}-\d{2}-\d{2})(\.[a-z]\w*(-\w+)*)?(; ?[\w-]+=[\w.-]+)*$/;

/** Whether a text can name a version. A version after the newest need not be a day: test suites of SDKs send 2222-22-22. */
export function isVersion(text: string): boolean {
  const date = text.length <= version_max ? shape.exec(text)?.[1] : undefined;
  return date !== undefined && (isDay(date) || date > newest_version);
}

function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${date}T`);
}
