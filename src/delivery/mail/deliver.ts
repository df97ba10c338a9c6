import { finishJob, type Job } from '../../kernel/jobs/jobs.js';
import { coalesced, firstOf } from '../../kernel/storage/coalesced.js';
import { type Database, isRefused } from '../../kernel/storage/database.js';
import { eventByKey } from '../../kernel/storage/event-months.js';
import { eventTexts, type StoredText } from '../../kernel/storage/event-texts.js';
import { type InvoiceDocument, logoOf } from '../../pages/paper/from-document.js';
import type { Print } from '../../pages/paper/printing.js';
import { attachedTo, attachmentOf, messageOf } from './message.js';
import { type Keeping, keepMails } from './outbox.js';
import type { Sending } from './send.js';
import { type Linked, writingToMember } from './to-member.js';
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
  /** The signed address at which a member chooses a password. */
  readonly linkOf: (member: Linked) => string;
  /** Called for a message that the mail server refuses, with the reason. */
  readonly abandoned: (job: Job, why: string) => void;
};

/** A message has the id of its event; one to a member has that of its job, because a member gets several. */
const messageId = ({ id, subject, payload }: Pick<Job, 'id' | 'subject' | 'payload'>): string =>
  payload === null ? subject : id.replaceAll(' ', '-');

/** A message is tried for about a day, longer than a mail server is usually down. */
const tries_max = 300;

const batch_max = 32;
const under_way_max = 2;

/**
 * A deliverer of events' messages, each at least once: it throws an error, and the job is retried. Messages of test mode are stored and shown. Jobs that
 * run at the same time share the statements that read their events and store their messages.
 */
export function mailDelivery({ database, now_ms, sending, logo, print, linkOf, abandoned }: Mailing): (job: Job) => Promise<void> {
  const read = inBatches((jobs: readonly Job[]) => readRows(database, jobs));
  const keep = inBatches(async (all: readonly Keeping[]) => {
    await keepMails(database, all);
    return all;
  });
  return async (job) => {
    const row = job.payload === null ? await read(job) : null;
    const writing = job.payload === null ? row && writingOf(await readFrom(row, logo)) : await writingToMember(database, linkOf, job);
    if (!writing) return finishJob(database, job);
    if (job.attempts > tries_max) {
      abandoned(job, 'tried for a day');
      return finishJob(database, job);
    }
    const message = messageOf(writing);
    // A test message is not printed: a PDF costs a hundred times as much as the rest of a message.
    if (!writing.livemode)
      return void (await keep({ job: { ...job, subject: messageId(job) }, message, attached: attachedTo(writing), now_ms: now_ms() }));
    if (sending) {
      const sent = await sending.send(messageId(job), message, await attachmentOf(writing, print));
      if (!sent.taken) abandoned(job, sent.why);
    } else throw new Error('A live message needs a process with FLORIN_SMTP_URL');
    await finishJob(database, job);
  };
}

/** Combines concurrent requests; those of a batch that the database refuses are sent again one by one. */
const inBatches = <Asked, Given>(send: (batch: readonly Asked[]) => Promise<readonly Given[]>): ((asked: Asked) => Promise<Given>) =>
  coalesced<Asked, Given>({ send, take: firstOf(batch_max), under_way_max, isTriedAlone: isRefused }).ask;

/** An event, and its account, customer and invoice as they are now, as stored texts. */
type Row = { readonly event: string; readonly account: string; readonly customer: string | null; readonly invoice: string | null };

type Stored = StoredText & { readonly account: string; readonly id: string; readonly object_id: string };

/** The rows of jobs, in their order; null where the event no longer exists. */
async function readRows(database: Database, jobs: readonly Job[]): Promise<(Row | null)[]> {
  const events = await database.query<Stored>({
    text: `select it.account, it.id, it.object_id, it.doc, it.packed, null as secret
      from unnest($1::text[], $2::text[]) u(account, id), ${eventByKey('u.account', 'u.id')} it`,
    values: [jobs.map(({ account }) => account), jobs.map(({ subject }) => subject)],
  });
  const texts = await eventTexts(database, events);
  const around = await readAround(database, events, texts);
  const rows = new Map(events.map(({ account, id }, place) => [`${account} ${id}`, { event: texts[place] ?? '', ...around[place] }]));
  return jobs.map(({ account, subject }) => {
    const { event, account: sender, customer = null, invoice = null } = rows.get(`${account} ${subject}`) ?? {};
    return event !== undefined && sender !== undefined ? { event, account: sender, customer, invoice } : null;
  });
}

type Around = Omit<Row, 'event'>;

/** The account, customer and invoice of each event. The account's id is its key without the mode. */
async function readAround(database: Database, events: readonly Stored[], texts: readonly string[]): Promise<(Around | undefined)[]> {
  const rows = await database.query<Around & { n: number }>({
    text: `select u.n::int, account.doc::text as account, customer.doc::text as customer, invoice.doc::text as invoice
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality u(account, account_id, customer_id, object_id, n)
      join objects account on account.account = u.account and account.object = 'account' and account.id = u.account_id
      left join objects customer on customer.account = u.account and customer.object = 'customer' and customer.id = u.customer_id and not customer.deleted
      left join objects invoice on invoice.account = u.account and invoice.object = 'invoice' and invoice.id = u.object_id and not invoice.deleted`,
    values: [
      events.map(({ account }) => account),
      events.map(({ account }) => account.replace(/_test$/, '')),
      texts.map((text) => (JSON.parse(text) as { data: { object: { customer?: string | null } } }).data.object.customer ?? null),
      events.map(({ object_id }) => object_id),
    ],
  });
  const found = new Map(rows.map(({ n, ...row }) => [n, row]));
  return events.map((_, place) => found.get(place + 1));
}

const no_customer: Read['customer'] = { email: null, name: null, preferred_locales: null };

async function readFrom(row: Row, logo: Mailing['logo']): Promise<Read> {
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
