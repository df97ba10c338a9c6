/** What a run of requests came to. */
export type Tally = {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly count: number;
  /** The first answer that was not a success, if there was any. */
  readonly failure: string | null;
};

/** Sums up a run by the duration of each of its requests. */
export function tallyOf(durations_ms: readonly number[], elapsed_ms: number, failure: string | null = null): Tally {
  const sorted = Float64Array.from(durations_ms).sort();
  const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const count = sorted.length;
  return { per_second: (count / elapsed_ms) * 1000, p50_ms: quantile(0.5), p99_ms: quantile(0.99), count, failure };
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
