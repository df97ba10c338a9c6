/** The points at which tests can make a process crash, fail or stall: before and after everything that cannot be undone. */
export const failpoints = [
  'before_commit',
  'after_commit_before_response',
  'after_ask_stored',
  'before_processor',
  'after_processor',
  'before_delivery',
  'after_delivery',
] as const;

/** The name of a failpoint. */
export type Failpoint = (typeof failpoints)[number];
