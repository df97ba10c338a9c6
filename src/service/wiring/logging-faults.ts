import { faultOf } from '../../api/http/server.js';
import { isUnavailable } from '../../kernel/storage/database.js';
import type { Parts } from './world.js';

/** Logs a failure in the background. An unavailable database is only a warning: the work is repeated. */
export const told =
  ({ world: { log } }: Pick<Parts, 'world'>, message: string) =>
  (error: unknown, about: object = {}): void =>
    log[isUnavailable(error) ? 'warn' : 'error']({ fault: faultOf(error), ...about }, message);
