import { runRule } from '../../api/members/act.js';
import type { Privileged } from '../../kernel/audit/record.js';
import type { AnyRule } from '../../kernel/base/rules.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { invite, inviteAgain, inviteFirst } from '../../resources/core/members/index.js';
import type { Role } from '../../resources/core/members/member.js';

/** The address at which an invitation is opened. The secret is in the fragment, which browsers do not send. */
export const invitationUrl = (public_url: string, secret: string): string => `${public_url}/dashboard/invitation#${secret}`;

/** The link of an invitation. */
export type InvitationLink = { readonly account: string; readonly member: string; readonly url: string };

type Inviting = { readonly account: string; readonly public_url: string; readonly by: Privileged };

async function linkBy(
  engine: Engine,
  { account, public_url, by }: Inviting,
  rule: AnyRule,
  subject: string | null,
  params: object,
): Promise<InvitationLink> {
  const acting = { account, id: by.actor, address: by.from, request: by.request, by };
  const { id, invitation } = (await runRule(engine, acting, rule, subject, params)) as { readonly id: string; readonly invitation: string };
  return { account, member: id, url: invitationUrl(public_url, invitation) };
}

/** Invites a member from the command line. One who was invited before gets another link. */
export async function inviteByCommand(
  engine: Engine,
  inviting: Inviting,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<InvitationLink> {
  const [known] = await engine.database.query<{ id: string }>({
    text: `select id from objects where account = $1 and object = 'member' and email = $2 and not deleted`,
    values: [inviting.account, email.toLowerCase()],
  });
  return known ? linkBy(engine, inviting, inviteAgain, known.id, {}) : linkBy(engine, inviting, invite, null, { email, role });
}

/** More links than these would not be read; the command makes them one by one. */
const links_max = 5;

type Lonely = { readonly account: string; readonly member: string | null };

/** Links for the first administrators of accounts that have live keys and no member who can sign in. */
export async function firstLinks(engine: Engine, public_url: string, byRun: () => Privileged): Promise<InvitationLink[]> {
  const lonely = await engine.database.query<Lonely>({
    text: `select known.account, (select id from objects m where m.account = known.account and m.object = 'member' and not m.deleted and m.email is null order by id limit 1) as member
      from (select distinct account from keys where livemode and kind = 'secret' and (expires_at is null or expires_at > now())) known
      where not exists (select from objects m where m.account = known.account and m.object = 'member' and not m.deleted and m.doc ->> 'accepted' is not null)
      order by known.account limit ${links_max}`,
    values: [],
  });
  const links: InvitationLink[] = [];
  for (const { account, member } of lonely) {
    const inviting = { account, public_url, by: byRun() };
    links.push(
      member === null ? await linkBy(engine, inviting, inviteFirst, null, {}) : await linkBy(engine, inviting, inviteAgain, member, {}),
    );
  }
  return links;
}
