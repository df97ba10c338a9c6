/** Replaces values that differ from run to run, so that a recorded conversation stays the same. */
export type Normalise = (text: string) => string;

const first_noon_ms = Date.UTC(2026, 0, 1, 12);
const minute_ms = 60_000;
const day_ms = 86_400_000;
const years_ms = 2 * 365 * day_ms;

/**
 * Ids are numbered as they appear, times are counted from one noon in whole minutes, secrets and signatures are removed. Without a `now_ms` times are
 * kept: a test clock sets them. A story with relevant dates names the time `begins_ms` that it is counted from.
 */
export function normaliser(
  now_ms: number | null,
  places: Readonly<Record<string, string>>,
  story_begins_ms: number = first_noon_ms,
): Normalise {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (id: string, prefix: string): string => {
    const known = numbers.get(id);
    if (known) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    numbers.set(id, `${prefix}_${count}`);
    return `${prefix}_${count}`;
  };
  const begins_ms = now_ms ?? 0;
  const daysSince = (ms: number): number => Math.floor(ms / day_ms) - Math.floor(begins_ms / day_ms);
  const moment = (digits: string): string => {
    const unit_ms = digits.length === 13 ? 1 : 1000;
    const ms = Number(digits) * unit_ms;
    const since_ms = ms - begins_ms;
    if (now_ms === null || Math.abs(since_ms) > years_ms) return digits;
    // A deadline at the end of a day does not depend on the hour of the run.
    if ((ms + 1000) % day_ms === 0) return String((story_begins_ms + daysSince(ms) * day_ms + day_ms / 2 - 1000) / unit_ms);
    return String((story_begins_ms + Math.round(since_ms / minute_ms) * minute_ms) / unit_ms);
  };
  const date = (text: string): string =>
    now_ms === null ? text : new Date(story_begins_ms + daysSince(Date.parse(text)) * day_ms).toISOString().slice(0, text.length);
  return (text) =>
    Object.entries(places)
      .reduce((all, [place, name]) => all.replaceAll(place, name), text)
      .replace(/(data:image\/[\w+]+;base64,)[\w+/=]+/g, '$1…')
      .replace(/\/(challenge|receipt|links|invoice)\/[\w.-]+/g, '/$1/…')
      .replace(/_secret_[0-9A-Za-z]+/g, '_secret_…')
      .replace(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_…')
      .replace(/\b([sp]k_test)_[0-9A-Za-z]+/g, '$1_…')
      .replace(/v1=[0-9a-f]{64}/g, 'v1=…')
      .replace(/v1,[0-9A-Za-z+/=]{44}/g, 'v1,…')
      .replace(/("fingerprint": ?)"[^"]*"/g, '$1"…"')
      // A fingerprint on a list.
      .replace(/("value": ?)"[\w-]{16}"/g, '$1"…"')
      .replace(/("invoice_prefix": ?)"[0-9A-Z]{3,12}"/g, '$1"…"')
      .replace(/("number": ?)"[0-9A-Z]{3,12}-(\d{4})"/g, '$1"…-$2"')
      .replace(/("(?:authorization_code|network_transaction_id|transaction_id|transaction_link_id)": ?)"[A-Za-z]+"/g, '$1"…"')
      .replace(/("risk_score": ?)\d+/g, '$1"…"')
      // The day of a table of rates is always the same.
      .replace(/(?<!"date": ?")\b20\d\d-\d\d-\d\d\b(?!\.[a-z])/g, date)
      .replace(/(?<![0-9A-Za-z])([a-z]{2,8})_[0-9A-Za-z]{22}(?![0-9A-Za-z])/g, numbered)
      .replace(/(?<![\w.])\d{10}(\d{3})?(?![\w.])/g, moment);
}
