import type { Engine } from '../../kernel/engine/engine.js';
import { forgetAttempts, keepMonths } from '../../kernel/storage/event-months.js';
import type { Chore } from '../operation/upkeep.js';
import type { Parts } from './world.js';

/** Adds and archives partitions of events, and deletes old delivery attempts. */
export const monthsChore = ({ config: { retention }, world }: Parts, { database, now_ms }: Engine): Chore => ({
  every_seconds: 600,
  work: async () => {
    const { archived, dropped } = await keepMonths(database, retention, now_ms());
    if (archived.length + dropped.length > 0) world.log.info({ archived, dropped }, 'months of events moved');
    await forgetAttempts(database, retention, now_ms());
  },
});
