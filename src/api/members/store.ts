import type { Concealed } from '../../kernel/base/concealed.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { sameText } from '../../kernel/engine/perform.js';
import { hashOfKey } from '../../kernel/vault/secrets.js';
import { openContents } from '../../kernel/vault/vault.js';
import { linkIn } from './proofs.js';

/** A stored member, with the members of the resource that signing in needs. */
export type StoredMember = {
  readonly account: string;
  readonly id: string;
  readonly accepted: number | null;
  readonly email: string | null;
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly invitation_expires: number | null;
  readonly name: string | null;
  readonly passkeys: readonly { readonly id: string; readonly name: string; readonly created: number; readonly last_used: number | null }[];
  readonly credentials?: readonly {
    readonly id: string;
    readonly public_key: string;
    readonly counter: number;
    readonly transports: readonly string[];
  }[];
  readonly recovery_codes: number;
  readonly role: string;
};

/** Documents are read as text. */
type Row = { readonly account: string; readonly doc: string; readonly secret: string | null };

type Database = Pick<Engine, 'database'>;

const found = ({ account, doc }: Row): StoredMember => ({ ...(JSON.parse(doc) as Omit<StoredMember, 'account'>), account });

const by_id = `select account, doc, secret from objects where object = 'member' and id = $1 and not deleted`;

/** A member by id; null if there is none. */
export async function memberById({ database }: Database, id: string): Promise<StoredMember | null> {
  const [row] = await database.query<Row>({ text: by_id, values: [id] });
  return row ? found(row) : null;
}

/** How many accounts of one address are tried. */
export const accounts_max = 3;

/** The members with an e-mail address who have accepted, or the one of them that was chosen. */
export async function membersByEmail({ database }: Database, email: string, member: string | null): Promise<StoredMember[]> {
  const rows = await database.query<Row>({
    text: `select account, doc, secret from objects where object = 'member' and email = $1 and not deleted and doc ->> 'accepted' is not null
      and ($2::text is null or id = $2) order by account, id limit ${accounts_max}`,
    values: [email.toLowerCase(), member],
  });
  return rows.map(found);
}

/** A person at a provider of single sign-on. */
type Identity = { readonly issuer: string; readonly subject: string; readonly email: string };

/**
 * The members that a person may sign in as: those with the confirmed address who have accepted or have an invitation, and are of no other identity; or the one of
 * them that was chosen.
 */
export async function membersOfIdentity(
  { database }: Database,
  { issuer, subject, email }: Identity,
  member: string | null,
): Promise<StoredMember[]> {
  const rows = await database.query<Row>({
    text: `select account, doc, secret from objects where object = 'member' and email = $1 and not deleted and ($2::text is null or id = $2)
      and (doc ->> 'accepted' is not null or doc ->> 'invitation_expires' is not null)
      and coalesce(doc -> 'identity' ->> 'issuer', $3) = $3 and coalesce(doc -> 'identity' ->> 'subject', $4) = $4
      order by account, id limit ${accounts_max}`,
    values: [email, member, issuer, subject],
  });
  return rows.map(found);
}

/** The member whose invitation has this secret or signed link; null if there is none, it was used, or another link has replaced it. */
export async function memberInvited({ database, vault }: Pick<Engine, 'database' | 'vault'>, secret: string): Promise<StoredMember | null> {
  const link = linkIn(vault, secret);
  if (link) {
    const member = await memberById({ database }, link.id);
    return member?.invitation_expires === link.invitation_expires ? member : null;
  }
  const [id = '', rest] = secret.split('_secret_');
  if (rest === undefined || !/^mem_\w{1,100}$/.test(id)) return null;
  const [row] = await database.query<Row>({ text: by_id, values: [id] });
  return row?.secret && sameText(row.secret, hashOfKey(secret)) ? found(row) : null;
}

/** A session as its member sees it. */
export type OwnSession = {
  readonly id: string;
  readonly address: string;
  readonly created: number;
  readonly last_used: number;
  readonly user_agent: string | null;
};

/** The sessions of a member that have not ended, newest first. */
export async function sessionsOf(
  { database }: Database,
  { account, id }: StoredMember,
  has_ended: (session: OwnSession & { readonly expires: number }) => boolean,
): Promise<OwnSession[]> {
  const text = `select account, doc, secret from objects where account = $1 and object = 'member_session' and member = $2 and not deleted order by id desc`;
  const rows = await database.query<Row>({ text, values: [account, id] });
  return rows
    .map(({ doc }) => JSON.parse(doc) as OwnSession & { readonly expires: number })
    .filter((each) => !has_ended(each))
    .map(({ id: session, address, created, last_used, user_agent }) => ({ id: session, address, created, last_used, user_agent }));
}

/** What the vault holds of a member. */
export async function contentsOf(
  { database, vault }: Pick<Engine, 'database' | 'vault'>,
  { account, id }: StoredMember,
): Promise<Readonly<Record<string, Concealed>>> {
  const text = 'select key_id, sealed from vault where account = $1 and id = $2';
  const [row] = await database.query<{ key_id: string; sealed: Buffer }>({ text, values: [account, id] });
  return row ? openContents(vault, account, id, row) : {};
}

/** The name of the business of an account. */
export async function nameOfAccount({ database }: Database, account: string): Promise<string | null> {
  const text = `select doc -> 'business_profile' ->> 'name' as name from objects where account = $1 and object = 'account' and id = regexp_replace($1, '_test$', '')`;
  const [row] = await database.query<{ name: string | null }>({ text, values: [account] });
  return row?.name ?? null;
}
