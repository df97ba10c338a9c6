/** Where a process can be made to crash, fail or stall for a test: before and after everything that cannot be undone. */
export const failpoints = [
  'before_commit',
  'after_commit_before_response',
  'after_ask_stored',
  'before_processor',
  'after_processor',
  'before_delivery',
  'after_delivery',
] as const;

/** One of them. */
export type Failpoint = (typeof failpoints)[number];
