/** How many deliveries one endpoint is given at once, and what that is known from. */
export type Pace = {
  readonly at_once: number;
  /** How fast it answers when it is not pressed, in milliseconds; null until it has answered. */
  readonly best_ms: number | null;
  /** It has lately not answered in time, so it waits for slots of its own kind. */
  readonly hangs: boolean;
  /** When the pace was last brought down: what had begun before says nothing about the new one. */
  readonly eased_ms: number;
};

/** How one delivery went. */
export type Sample = {
  readonly outcome: string;
  readonly status: number | null;
  readonly began_ms: number;
  readonly ended_ms: number;
  /** More was waiting than the pace allowed, so that an answer proves that the endpoint bears it. */
  readonly pressed: boolean;
};

/** The bounds of every endpoint. */
export type Bounds = { readonly min: number; readonly max: number };

const first_at_once = 2;

/** The pace of an endpoint of which nothing is known yet. */
export const firstPace = ({ min, max }: Bounds): Pace => ({
  at_once: Math.min(max, Math.max(min, first_at_once)),
  best_ms: null,
  hangs: false,
  eased_ms: 0,
});

/** Quick whatever the best was: a network has its moods. */
const quick_ms = 100;
const slower_than_best = 3;
const best_forgotten = 16;

/**
 * The pace after a delivery: one more for each quick answer while more waits, a quarter less when answers slow down, half when they fail,
 * and the least when none comes in time. It is brought down once for all that was under way together.
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

/** What an endpoint does not want is no sign that it cannot keep up; being told to wait, a fault of its own or no answer is. */
const isOverload = ({ status }: Sample): boolean => status === null || status === 408 || status === 429 || status >= 500;
