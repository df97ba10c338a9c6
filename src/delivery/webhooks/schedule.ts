const minute_seconds = 60;

const hour_seconds = 60 * minute_seconds;

/** The published schedule: the pause before each attempt, the first of which is immediate. 75 h 35 min in total (promise 20). */
const pauses_seconds: readonly number[] = [
  0,
  5,
  ...[5, 30].map((minutes) => minutes * minute_seconds),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour_seconds),
];

/** How long an endpoint may fail without a success before it is disabled: longer than the schedule of one event (promise 24). */
export const failing_seconds_max = 5 * 24 * hour_seconds;

/** Jitter only adds, because the published pauses and a receiver's Retry-After are both minimums. */
const jitter_share_max = 0.2;

/** The number of attempts before an event is abandoned. */
export const attempts_max = pauses_seconds.length;

/** The longest Retry-After that is honored: Florin's own longest pause, so that no receiver can delay its events for weeks. */
export const retry_after_seconds_max = Math.max(...pauses_seconds);

/** The adjustments to the published schedule for one attempt. */
export type Bend = {
  /** Multiplies the published pauses: 1 in production, small in the development profile. */
  readonly scale: number;
  /** The amount of jitter, from 0 to 1; spreads deliveries that failed together. */
  readonly jitter: number;
  /** The Retry-After of the last response. Never scaled: it is in real seconds. */
  readonly retry_after_seconds: number | null;
};

/** Milliseconds to wait before the attempt with this number, counted from 1, or null once every attempt is used up. */
export function delayBefore(attempt: number, { scale, jitter, retry_after_seconds }: Bend): number | null {
  const pause_seconds = pauses_seconds[attempt - 1];
  if (pause_seconds === undefined) return null;
  const asked_seconds = Math.min(retry_after_seconds ?? 0, retry_after_seconds_max);
  const wait_seconds = Math.max(pause_seconds * scale, asked_seconds);
  return Math.ceil(wait_seconds * 1000 * (1 + jitter_share_max * jitter));
}
