import { faultOf } from '../../api/http/server.js';
import { isUnavailable } from '../../kernel/storage/database.js';
import type { Parts } from './world.js';

/** Tells the log of what went wrong in the background. A database that is away or slow for a moment is no fault of ours: what waits for it is done again. */
export const told =
  ({ world: { log } }: Pick<Parts, 'world'>, message: string) =>
  (error: unknown, about: object = {}): void =>
    log[isUnavailable(error) ? 'warn' : 'error']({ fault: faultOf(error), ...about }, message);
