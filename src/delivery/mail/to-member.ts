import type { Job } from '../../kernel/jobs/jobs.js';
import type { Database } from '../../kernel/storage/database.js';
import type { Writing } from './message.js';
import { businessOf, type Read } from './writing-of.js';

/** A member, and the moment until which the link of the message can be opened, in seconds. */
export type Linked = { readonly id: string; readonly invitation_expires: number };

/** What the job of a message to a member stores: no address and no secret. */
type Stored = { readonly message: 'invitation' | 'password'; readonly locale: string | null };

type Member = { readonly email: string | null; readonly name: string | null; readonly invitation_expires: number | null };

/**
 * The contents of a message to a member of the dashboard, with a link that `linkOf` signs now: no secret waits in a queue. Null for a member who was
 * removed, or has used the link.
 */
export async function writingToMember(
  database: Database,
  linkOf: (member: Linked) => string,
  { account, subject: id, payload }: Pick<Job, 'account' | 'subject' | 'payload'>,
): Promise<Writing | null> {
  const [row] = await database.query<{ member: string; owner: string }>({
    text: `select it.doc::text as member, owner.doc::text as owner from objects it
      join objects owner on owner.account = it.account and owner.object = 'account' and owner.id = regexp_replace(it.account, '_test$', '')
      where it.account = $1 and it.object = 'member' and it.id = $2 and not it.deleted`,
    values: [account, id],
  });
  if (!row) return null;
  const { message: kind, locale } = JSON.parse(payload ?? '{}') as Stored;
  const { email: to, name, invitation_expires } = JSON.parse(row.member) as Member;
  if (to === null || invitation_expires === null) return null;
  return {
    ...{ kind, to, name, moment: invitation_expires, paper: null },
    locales: locale === null ? [] : [locale],
    business: businessOf(JSON.parse(row.owner) as Read['account']),
    livemode: !account.endsWith('_test'),
    url: linkOf({ id, invitation_expires }),
  };
}
