import type { Job } from '../../kernel/jobs/jobs.js';
import type { Database } from '../../kernel/storage/database.js';
import type { Message } from './message.js';

/** A stored message and its time. */
export type Kept = Message & { readonly id: string; readonly created_at: Date; readonly attached: string | null };

/** Stores a message of test mode once instead of sending it, and deletes its job. */
export async function keepMail(
  database: Database,
  { account, id: job, subject, attempts }: Pick<Job, 'account' | 'id' | 'subject' | 'attempts'>,
  { message, attached, now_ms }: { readonly message: Message; readonly attached: string | null; readonly now_ms: number },
): Promise<void> {
  const doc = JSON.stringify({ ...message, attached });
  await database.query({
    text: `with kept as (insert into mails (account, id, created_at, doc) values ($1, $2, $3, $4) on conflict (account, id) do nothing)
      delete from jobs where account = $1 and id = $5 and attempts = $6`,
    values: [account, subject, new Date(now_ms), doc, job, attempts],
  });
}

const shown_max = 50;

/** The newest stored messages: those of an account by their ids, or those of all accounts. */
export async function newestMails(database: Database, account: string | null): Promise<Kept[]> {
  const order = account === null ? 'order by created_at desc, id desc' : 'where account = $1 order by id desc';
  const rows = await database.query<{ id: string; created_at: Date; doc: string }>({
    text: `select id, created_at, doc::text as doc from mails ${order} limit ${shown_max}`,
    values: account === null ? [] : [account],
  });
  return rows.map(({ id, created_at, doc }) => ({ id, created_at, ...(JSON.parse(doc) as Message & { attached: string | null }) }));
}
