import { deliverMail, type Mailing } from '../../delivery/mail/deliver.js';
import { openSending } from '../../delivery/mail/send.js';
import { holding } from '../../delivery/webhooks/claims.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { type Job, lease_seconds } from '../../kernel/jobs/jobs.js';
import { oldestOf, type Work } from '../../kernel/jobs/worker.js';
import type { Parts } from './world.js';

/** The queue of messages to customers, and what ends with it. */
export type MailWork = { readonly work: Work; readonly close: () => void };

/** How messages are worked off. As with deliveries, nothing goes out of a database that was restored or copied until somebody says so. */
export function mailWork(
  { config, world }: Parts,
  { database, now_ms }: Pick<Engine, 'database' | 'now_ms'>,
  { logo, print }: Pick<Mailing, 'logo' | 'print'>,
): MailWork {
  const sending = config.smtp && openSending(config.smtp);
  const abandoned = ({ id }: Job, why: string): void =>
    world.log.error({ job: id, why }, 'a message is not taken by the mail server, and is given up');
  const isHeld = holding(() => {});
  const claim = oldestOf('mail', { per_lane: 4, lease_seconds });
  return {
    work: {
      run: (job) => deliverMail({ database, now_ms, sending, logo, print, abandoned }, job),
      concurrency: 8,
      // Nobody waits for a message as for an answer, and those of many are claimed at once.
      gathers_ms: 100,
      claim: async (looking) => ((await isHeld(looking.database, looking.now_ms)) ? { jobs: [], more: false } : claim(looking)),
    },
    close: () => sending?.close(),
  };
}
