import type { EventRow, JobRow } from '../../kernel/storage/rows.js';
import type { Store } from '../../kernel/storage/writes.js';
import { mailed, report_event } from './writing-of.js';

/** The modes in which customers are emailed. */
type Modes = { readonly live: boolean; readonly test: boolean };

/**
 * Stores a mail job with each event that customers are emailed about; the text is composed when the job runs. In a mode without mail, messages about
 * objects have no job either.
 */
export const storingMail =
  (store: Store, modes: Modes): Store =>
  async (write, deadline) => {
    const isMailed = (account: string): boolean => (account.endsWith('_test') ? modes.test : modes.live);
    const jobs = (write.jobs ?? []).filter(({ account, queue }) => queue !== 'mail' || isMailed(account));
    const asked = (write.events ?? []).filter(
      ({ account, doc, type }) =>
        (mailed.has(type) || type === report_event) &&
        // Most payments have no address for a receipt and need no job.
        (!type.startsWith('charge.') || doc.includes('"receipt_email":"')) &&
        (type !== report_event || doc.includes('"email":"')) &&
        isMailed(account),
    );
    const queues = await store(
      asked.length || jobs.length < (write.jobs?.length ?? 0)
        ? { ...write, jobs: [...jobs, ...asked.map((event) => jobOf(event, write.now))] }
        : write,
      deadline,
    );
    return asked.length ? [...queues, 'mail'] : queues;
  };

const jobOf = ({ account, id }: EventRow, now: Date): JobRow => ({
  account,
  id: `mail ${id}`,
  queue: 'mail',
  subject: id,
  lane: account,
  due_at: now,
  payload: null,
});
