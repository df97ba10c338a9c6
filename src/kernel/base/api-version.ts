/** The version of an endpoint that receives native events: as a plain caller reads them, in milliseconds. */
export const native_version = 'native';

/** The default API version of response shapes: that of the newest SDK. */
export const newest_version = '2026-10-28.endive';

/** The maximum length of a version: several previews may be enabled by name. */
export const version_max = 500;

/** A date, a release or preview name, and enabled previews: `2025-09-30.clover`, `2026-10-28.preview`, `2022-11-15; a_beta=v1`. */
const shape = /^(\d{4}-\d{2}-\d{2})(\.[a-z]\w*(-\w+)*)?(; ?[\w-]+=[\w.-]+)*$/;

/** Whether a text is a version. A version after the newest need not be a valid date: test suites of SDKs send 2222-22-22. */
export function isVersion(text: string): boolean {
  const date = text.length <= version_max ? shape.exec(text)?.[1] : undefined;
  return date !== undefined && (isDay(date) || date > newest_version);
}

function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${date}T`);
}
