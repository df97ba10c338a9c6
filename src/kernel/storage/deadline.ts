/** Until when somebody waits for the database. It is handed to every wait and every statement, so that they add up to no more. */
export type Deadline = {
  readonly isOver: () => boolean;
  /** The answer, or the fault that there was none in time. */
  readonly within: <T>(answer: Promise<T>) => Promise<T>;
  /** Waits for somebody else than the database: that takes the time it takes, and afterwards there is as much as in the beginning. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
  /** Nobody waits any more. */
  readonly end: () => void;
};

/** What waits for longer than it may is told this; what it wanted may have happened nevertheless. */
export const late = (): Error => Object.assign(new Error('The database has not answered in time'), { code: 'ETIMEDOUT' });

/** A deadline so far ahead, in real time. */
export function deadlineIn(ms: number): Deadline {
  const waiting = new Set<(error: Error) => void>();
  let over = false;
  let paused = 0;
  const pass = (): void => {
    over = true;
    for (const fail of waiting) fail(late());
  };
  let timer = setTimeout(pass, ms);
  return {
    isOver: () => over,
    within: (answer) =>
      new Promise((settle, fail) => {
        if (over) fail(late());
        else waiting.add(fail);
        // Nobody looks at what comes too late, so a fault that comes then is nobody's.
        answer.then(
          (value) => {
            waiting.delete(fail);
            settle(value);
          },
          (fault) => {
            waiting.delete(fail);
            fail(fault);
          },
        );
      }),
    apart: async (work) => {
      clearTimeout(timer);
      paused += 1;
      try {
        return await work();
      } finally {
        paused -= 1;
        if (!over && paused === 0) timer = setTimeout(pass, ms);
      }
    },
    end: () => clearTimeout(timer),
  };
}
