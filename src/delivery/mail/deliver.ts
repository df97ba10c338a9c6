import { finishJob, type Job } from '../../kernel/jobs/jobs.js';
import type { Database } from '../../kernel/storage/database.js';
import { type InvoiceDocument, logoOf } from '../../pages/paper/from-document.js';
import type { Print } from '../../pages/paper/printing.js';
import { attachedTo, attachmentOf, messageOf } from './message.js';
import { keepMail } from './outbox.js';
import type { Sending } from './send.js';
import { goesAlong, type Read, writingOf } from './writing-of.js';

/** The dependencies of mail delivery. */
export type Mailing = {
  readonly database: Database;
  readonly now_ms: () => number;
  /** Null without a mail server; then no live message is ever queued. */
  readonly sending: Sending | null;
  /** The image behind a logo link; null if it no longer exists. */
  readonly logo: (link: string | null) => Promise<Uint8Array | null>;
  readonly print: Print;
  /** Called for a message that the mail server refuses, with the reason. */
  readonly abandoned: (job: Job, why: string) => void;
};

/** A message is tried for about a day, longer than a mail server is usually down. */
const tries_max = 300;

/** Sends an event's message at least once; an error is thrown, and the job is retried. Messages of test mode are stored and shown. */
export async function deliverMail({ database, now_ms, sending, logo, print, abandoned }: Mailing, job: Job): Promise<void> {
  const read = await readFor(database, job, logo);
  const writing = read && writingOf(read);
  if (!writing) return finishJob(database, job);
  if (job.attempts > tries_max) {
    abandoned(job, 'tried for a day');
    return finishJob(database, job);
  }
  const message = messageOf(writing);
  // A test message is not printed: a PDF costs a hundred times as much as the rest of a message.
  if (!writing.livemode) return keepMail(database, job, { message, attached: attachedTo(writing), now_ms: now_ms() });
  if (sending) {
    const sent = await sending.send(job.subject, message, await attachmentOf(writing, print));
    if (!sent.taken) abandoned(job, sent.why);
  } else throw new Error('A live message needs a process with FLORIN_SMTP_URL');
  await finishJob(database, job);
}

/** The event, and its account, customer and invoice as they are now. The account's id is its key without the mode. */
async function readFor(database: Database, { account, subject }: Job, logo: Mailing['logo']): Promise<Read | null> {
  const [row] = await database.query<{ event: string; account: string; customer: string | null; invoice: string | null }>({
    text: `select events.doc::text as event, account.doc::text as account, customer.doc::text as customer, invoice.doc::text as invoice from events
      join objects account on account.account = $1 and account.object = 'account' and account.id = $3
      left join objects customer on customer.account = $1 and customer.object = 'customer' and customer.id = events.doc -> 'data' -> 'object' ->> 'customer' and not customer.deleted
      left join objects invoice on invoice.account = $1 and invoice.object = 'invoice' and invoice.id = events.object_id and not invoice.deleted
      where events.account = $1 and events.id = $2`,
    values: [account, subject, account.replace(/_test$/, '')],
  });
  if (!row) return null;
  const no_customer: Read['customer'] = { email: null, name: null, preferred_locales: null };
  const event = JSON.parse(row.event) as Read['event'];
  const invoice = row.invoice === null ? null : (JSON.parse(row.invoice) as InvoiceDocument);
  return {
    invoice,
    event,
    logo: invoice && event.livemode && goesAlong(event.type) ? await logo(logoOf(invoice)) : null,
    account: JSON.parse(row.account),
    customer: row.customer === null ? no_customer : JSON.parse(row.customer),
  };
}
