import type { Around } from '../../base/effects.js';
import { internal, listOf } from '../../base/fields.js';
import { flag, timestamp } from '../../base/kinds.js';
import type { Refusal } from '../../base/refusal.js';

/** How long a decline counts, in seconds. */
const hour = 3600;

/** What an intent keeps of tries that were confirmed with a publishable key: whether the latest one was, and when such tries were declined. */
export const of_browser = { confirmed_by_browser: internal(flag), declined_at: internal(listOf(timestamp)) };

type Tried = { readonly confirmed_by_browser?: boolean | undefined; readonly declined_at?: readonly number[] | undefined };

/** Declines that still count: those of the last hour. */
const recent = ({ declined_at = [] }: Tried, { now }: Pick<Around, 'now'>): readonly number[] =>
  declined_at.filter((at) => at > now - hour);

/** Why no more is tried for a browser: whoever has the client secret could otherwise find out with it which of many stolen cards work. */
export function triedTooOften(it: Tried, around: Around): Refusal | null {
  const { length } = recent(it, around);
  if (!around.byBrowser || length < around.declines_per_hour_max) return null;
  const message = `${length} attempts to confirm this were declined within an hour. Confirm again when that hour is over, or from your server with your secret key.`;
  return { code: 'rate_limit', message };
}

/** Who confirms this try, where that was another before. */
export const confirmedBy = ({ confirmed_by_browser = false }: Tried, { byBrowser }: Around) =>
  byBrowser === confirmed_by_browser ? {} : { confirmed_by_browser: byBrowser };

/** A try has been declined. */
export const declinedNow = (it: Tried, around: Around) =>
  it.confirmed_by_browser ? { declined_at: [...recent(it, around), around.now] } : {};
