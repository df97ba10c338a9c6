import { holding, type IsHeld } from '../../delivery/webhooks/holding.js';
import type { Home } from '../../kernel/storage/home.js';
import type { Metrics } from '../operation/metrics.js';
import type { Parts } from './world.js';

const restored =
  'this database was restored or copied, so deliveries and messages to customers are held: run `florin deliveries release` (with --discard in a copy)';

/** Why deliveries go on. */
function going({ moved, site }: Home): string {
  if (moved === null) return 'deliveries and messages to customers are released';
  return site === null
    ? 'the database is on another timeline and its deliveries go on, as after a failover: set FLORIN_SITE, so that a copy at another site never delivers'
    : 'the database has moved within its site, so its deliveries go on';
}

/** Whether this process holds deliveries and mail; the log and the metrics show it. */
export const holdingOf = ({ config: { site }, world: { log } }: Parts, { held }: Pick<Metrics, 'held'>): IsHeld =>
  holding({
    site,
    found: (home) => {
      const { held_since: since, moved } = home;
      held(since !== null);
      if (since) log.warn({ since, site, moved }, restored);
      else log.info({ site, moved }, going(home));
    },
  });
