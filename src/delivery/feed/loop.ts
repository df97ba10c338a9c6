/** The pause after a failure. */
const failing_ms = 5000;

/** Work that is repeated. */
type Loop = {
  readonly work: () => Promise<void>;
  readonly isIdle: () => boolean;
  /** The pause after a run that has taken so long. */
  readonly pauseAfter: (took_ms: number) => number;
  readonly now_ms: () => number;
  readonly failed: (error: unknown) => void;
};

/** Repeats work with pauses, until there is none; `start` continues. */
export function loop({ work, isIdle, pauseAfter, now_ms, failed }: Loop): {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
} {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | null = null;
  let is_over = false;
  const runOnce = async (): Promise<number> => {
    const began_ms = now_ms();
    try {
      await work();
      return pauseAfter(now_ms() - began_ms);
    } catch (error) {
      failed(error);
      return failing_ms;
    }
  };
  const run = async (): Promise<void> => {
    timer = undefined;
    running = runOnce();
    const wait_ms = await running;
    running = null;
    if (!isIdle()) schedule(wait_ms);
  };
  const schedule = (wait_ms: number): void => {
    if (!is_over && !running) timer ??= setTimeout(run, wait_ms).unref();
  };
  return {
    start: () => schedule(pauseAfter(0)),
    stop: async () => {
      is_over = true;
      clearTimeout(timer);
      await running;
    },
  };
}
