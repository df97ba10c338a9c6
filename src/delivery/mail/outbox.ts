import type { Job } from '../../kernel/jobs/jobs.js';
import type { Database } from '../../kernel/storage/database.js';
import type { Message } from './message.js';

/** A message that was kept, and when. */
export type Kept = Message & { readonly id: string; readonly created_at: Date; readonly attached: string | null };

/** Keeps a message of test mode instead of sending it, once, and takes the job that asked for it off the list. */
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

/** The messages that were kept last, the newest first: of an account, by the order of its ids, or of all. */
export async function newestMails(database: Database, account: string | null): Promise<Kept[]> {
  const order = account === null ? 'order by created_at desc, id desc' : 'where account = $1 order by id desc';
  const rows = await database.query<{ id: string; created_at: Date; doc: string }>({
    text: `select id, created_at, doc::text as doc from mails ${order} limit ${shown_max}`,
    values: account === null ? [] : [account],
  });
  return rows.map(({ id, created_at, doc }) => ({ id, created_at, ...(JSON.parse(doc) as Message & { attached: string | null }) }));
}
