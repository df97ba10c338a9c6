/** The time limit of database work. It is passed to every wait and every statement, so that together they do not exceed it. */
export type Deadline = {
  readonly isOver: () => boolean;
  /** The answer, or the error that the time is over. */
  readonly within: <T>(answer: Promise<T>) => Promise<T>;
  /** Waits for something other than the database: that time is not counted, and afterwards the full limit is available again. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the deadline's timer. */
  readonly end: () => void;
};

/** The error for a wait beyond the deadline; the statement may still have taken effect. */
export const late = (): Error => Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT' });

/** Creates a deadline in `ms` of real time. */
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
        // An error after the deadline is ignored.
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
