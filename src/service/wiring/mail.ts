import { type Mailing, mailDelivery } from '../../delivery/mail/deliver.js';
import { openSending } from '../../delivery/mail/send.js';
import { holding } from '../../delivery/webhooks/claims.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { type Job, lease_seconds } from '../../kernel/jobs/jobs.js';
import { oldestOf, type Work } from '../../kernel/jobs/worker.js';
import type { Parts } from './world.js';

/** The queue of messages to customers, and how to close it. */
export type MailWork = { readonly work: Work; readonly close: () => void };

/** Runs the mail queue. Like deliveries, messages of a restored or copied database are held until an operator releases them. */
export function mailWork(
  { config, world }: Parts,
  { database, now_ms }: Pick<Engine, 'database' | 'now_ms'>,
  { logo, print }: Pick<Mailing, 'logo' | 'print'>,
): MailWork {
  const sending = config.smtp && openSending(config.smtp);
  const abandoned = ({ id }: Job, why: string): void =>
    world.log.error({ job: id, why }, 'the mail server refused a message, and it is abandoned');
  const isHeld = holding(() => {});
  const claim = oldestOf('mail', { per_lane: 16, lease_seconds });
  return {
    work: {
      run: mailDelivery({ database, now_ms, sending, logo, print, abandoned }),
      concurrency: 32,
      // Mail is not urgent, so jobs are gathered and claimed together.
      gathers_ms: 100,
      claim: async (looking) => ((await isHeld(looking.database, looking.now_ms)) ? { jobs: [], more: false } : claim(looking)),
    },
    close: () => sending?.close(),
  };
}
