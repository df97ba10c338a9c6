import type { EventRow, JobRow } from '../../kernel/storage/rows.js';
import type { Store } from '../../kernel/storage/writes.js';
import { mailed } from './writing-of.js';

/** In which modes somebody is written to. */
type Modes = { readonly live: boolean; readonly test: boolean };

/** Stores with each event that customers are written to about a job that does so; what is said is put together when it goes out. */
export const storingMail =
  (store: Store, modes: Modes): Store =>
  (write, deadline) => {
    const asked = (write.events ?? []).filter(
      ({ account, doc, type }) =>
        mailed.has(type) &&
        // Most payments name no address for a receipt, and nothing is to be done for these.
        (!type.startsWith('charge.') || doc.includes('"receipt_email":"')) &&
        (account.endsWith('_test') ? modes.test : modes.live),
    );
    return store(
      asked.length ? { ...write, jobs: [...(write.jobs ?? []), ...asked.map((event) => jobOf(event, write.now))] } : write,
      deadline,
    );
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
