import { signedLink } from '../../api/members/proofs.js';
import { type Mailing, mailDelivery } from '../../delivery/mail/deliver.js';
import { openSending } from '../../delivery/mail/send.js';
import type { Linked } from '../../delivery/mail/to-member.js';
import type { IsHeld } from '../../delivery/webhooks/holding.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { type Job, lease_seconds } from '../../kernel/jobs/jobs.js';
import { oldestOf, type Work } from '../../kernel/jobs/worker.js';
import { invitationUrl } from './invitations.js';
import type { Parts } from './world.js';

/** The queue of messages to customers, and how to close it. */
export type MailWork = { readonly work: Work; readonly close: () => void };

/** A mail server allows few connections, and each message takes one. */
const of_a_server = { concurrency: 8, per_lane: 4 };

/** Messages that are stored share statements, so that many at a time cost little. */
const of_the_outbox = { concurrency: 32, per_lane: 16 };

/** Runs the mail queue. Like deliveries, messages of a restored or copied database are held until an operator releases them. */
export function mailWork(
  { config, world, public_url }: Parts,
  { database, now_ms, vault }: Pick<Engine, 'database' | 'now_ms' | 'vault'>,
  { logo, print, isHeld }: Pick<Mailing, 'logo' | 'print'> & { readonly isHeld: IsHeld },
): MailWork {
  const sending = config.smtp && openSending(config.smtp);
  const abandoned = ({ id }: Job, why: string): void =>
    world.log.error({ job: id, why }, 'the mail server refused a message, and it is abandoned');
  const linkOf = (member: Linked): string => invitationUrl(public_url(), signedLink(vault, member));
  const { concurrency, per_lane } = sending ? of_a_server : of_the_outbox;
  const claim = oldestOf('mail', { per_lane, lease_seconds });
  return {
    work: {
      run: mailDelivery({ database, now_ms, sending, logo, print, linkOf, abandoned }),
      concurrency,
      // Mail is not urgent, so jobs are gathered and claimed together.
      gathers_ms: 100,
      claim: async (looking) => ((await isHeld(looking.database, looking.now_ms)) ? { jobs: [], more: false } : claim(looking)),
    },
    close: () => sending?.close(),
  };
}
