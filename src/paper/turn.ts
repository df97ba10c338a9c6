import { setImmediate } from 'node:timers/promises';

/** Lets everything else that waits go on: setting a page takes a processor long enough to be felt by whoever is paying. */
export const turn = (): Promise<void> => setImmediate();
