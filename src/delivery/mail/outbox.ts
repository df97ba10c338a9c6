import type { Job } from '../../kernel/jobs/jobs.js';
import type { Database } from '../../kernel/storage/database.js';
import type { Message } from './message.js';

/** A stored message and its time. */
export type Kept = Message & { readonly id: string; readonly created_at: Date; readonly attached: string | null };

/** A message to store, and its job. */
export type Keeping = {
  readonly job: Pick<Job, 'account' | 'id' | 'subject' | 'attempts'>;
  readonly message: Message;
  readonly attached: string | null;
  readonly now_ms: number;
};

/** Stores messages of test mode, each once, instead of sending them, and deletes their jobs. */
export async function keepMails(database: Database, all: readonly Keeping[]): Promise<void> {
  await database.query({
    text: `with done as (delete from jobs
        using unnest($1::text[], $2::text[], $3::timestamptz[], $4::json[], $5::text[], $6::int[]) u(account, event, created_at, doc, id, attempts)
        where jobs.account = u.account and jobs.id = u.id and jobs.attempts = u.attempts returning u.account, u.event, u.created_at, u.doc)
      insert into mails (account, id, created_at, doc) select * from done on conflict (account, id) do nothing`,
    values: [
      all.map(({ job }) => job.account),
      all.map(({ job }) => job.subject),
      all.map(({ now_ms }) => new Date(now_ms)),
      all.map(({ message, attached }) => JSON.stringify({ ...message, attached })),
      all.map(({ job }) => job.id),
      all.map(({ job }) => job.attempts),
    ],
  });
}

const shown_max = 50;

/** The newest stored messages: of all accounts, or those of one to its customers. A key may read those, and must not become a member by a link in others. */
export async function newestMails(database: Database, account: string | null): Promise<Kept[]> {
  const order = `${account === null ? '' : `where account = $1 and id not like 'mail-mem%'`} order by created_at desc, id desc`;
  const rows = await database.query<{ id: string; created_at: Date; doc: string }>({
    text: `select id, created_at, doc::text as doc from mails ${order} limit ${shown_max}`,
    values: account === null ? [] : [account],
  });
  return rows.map(({ id, created_at, doc }) => ({ id, created_at, ...(JSON.parse(doc) as Message & { attached: string | null }) }));
}
