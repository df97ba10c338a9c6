/** The maximum of concurrent deliveries to one endpoint, and the measurements behind it. */
export type Pace = {
  readonly at_once: number;
  /** The fastest response time without load, in milliseconds; null before the first response. */
  readonly best_ms: number | null;
  /** The last delivery timed out, so the endpoint only gets slots for hanging endpoints. */
  readonly hangs: boolean;
  /** When the pace was last reduced: deliveries that began before say nothing about the new pace. */
  readonly eased_ms: number;
};

/** The result of one delivery. */
export type Sample = {
  readonly outcome: string;
  readonly status: number | null;
  readonly began_ms: number;
  readonly ended_ms: number;
  /** More deliveries were waiting than the pace allowed, so a fast response shows that the endpoint can take more. */
  readonly pressed: boolean;
};

/** The limits for every endpoint. */
export type Bounds = { readonly min: number; readonly max: number };

const first_at_once = 2;

/** The pace of an endpoint without any results. */
export const firstPace = ({ min, max }: Bounds): Pace => ({
  at_once: Math.min(max, Math.max(min, first_at_once)),
  best_ms: null,
  hangs: false,
  eased_ms: 0,
});

/** Always counts as fast, because network latency varies. */
const quick_ms = 100;
const slower_than_best = 3;
const best_forgotten = 16;

/**
 * The pace after a delivery: one more for each fast response while others wait, a quarter less when responses slow down, half when they fail, and the
 * minimum after a timeout. Concurrent deliveries reduce it only once.
 */
export function paceAfter(pace: Pace, sample: Sample, { min, max }: Bounds): Pace {
  const { outcome, began_ms, ended_ms, pressed } = sample;
  const eased = (share: number, learned: Partial<Pace> = {}): Pace =>
    began_ms < pace.eased_ms
      ? { ...pace, hangs: false }
      : { ...pace, at_once: Math.max(min, Math.floor(pace.at_once * share)), eased_ms: ended_ms, hangs: false, ...learned };
  if (outcome === 'timed_out') return { ...eased(0), hangs: true };
  if (outcome !== 'delivered') return isOverload(sample) ? eased(1 / 2) : { ...pace, hangs: false };
  const took_ms = ended_ms - began_ms;
  const best_ms = pace.best_ms ?? took_ms;
  const best_by_now_ms = Math.min(took_ms, best_ms + (took_ms - best_ms) / best_forgotten);
  if (took_ms > Math.max(quick_ms, best_ms * slower_than_best)) return eased(3 / 4, { best_ms: best_by_now_ms });
  return { ...pace, best_ms: best_by_now_ms, hangs: false, at_once: pressed ? Math.min(max, pace.at_once + 1) : pace.at_once };
}

/** A refusal (4xx) does not mean overload; 408, 429, a server error and no response do. */
const isOverload = ({ status }: Sample): boolean => status === null || status === 408 || status === 429 || status >= 500;
