import { accountOf } from '../../kernel/base/books.js';
import type { Concealed } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';
import { type FoundSession, hasEnded } from '../keys/session.js';
import { act } from './act.js';
import { hashOf, isPassword, requireStrong } from './passwords.js';
import { type Asking, actingIn, type MemberServing } from './serving.js';
import { contentsOf, memberById, nameOfAccount, type OwnSession, type StoredMember, sessionsOf } from './store.js';

/** The member who is signed in, as the dashboard shows it. */
export type Profile = Pick<StoredMember, 'email' | 'has_password' | 'has_totp' | 'id' | 'name' | 'passkeys' | 'recovery_codes' | 'role'> & {
  readonly account: string;
  readonly account_name: string | null;
  readonly modes: readonly ('live' | 'test')[];
  readonly session: string;
};

/** The stored member of a session. */
export async function memberOf({ engine }: MemberServing, { member }: FoundSession): Promise<StoredMember> {
  const found = await memberById(engine, member.id);
  if (!found) throw refused({ code: 'session_ended' });
  return found;
}

/** The member of a session. */
export async function profileOf(serving: MemberServing, session: FoundSession): Promise<Profile> {
  const { account, id, email, name, role, has_password, has_totp, passkeys, recovery_codes } = await memberOf(serving, session);
  const account_id = accountOf(account);
  return {
    ...{ id, email, name, role, has_password, has_totp, passkeys, recovery_codes },
    account: account_id,
    account_name: await nameOfAccount(serving.engine, account),
    modes: account === account_id ? ['live', 'test'] : ['test'],
    session: session.session.id,
  };
}

/** Requires the current password before a credential changes: a session alone, on a computer that was left open, changes none. */
export async function requirePassword(
  { engine, attempts }: MemberServing,
  member: StoredMember,
  given: Concealed | undefined,
): Promise<void> {
  if (!member.has_password) return;
  await attempts.byName(`password ${member.id}`);
  const { password } = await contentsOf(engine, member);
  if (!given || !(await isPassword(password, given)))
    throw refused({ code: 'sign_in_failed', param: 'current_password', message: 'The current password is wrong.' });
}

/** The sessions of the member who is signed in. */
export async function ownSessions(serving: MemberServing, session: FoundSession): Promise<{ readonly data: readonly OwnSession[] }> {
  const { engine, sessions } = serving;
  const now = Math.floor(engine.now_ms() / 1000);
  return { data: await sessionsOf(engine, await memberOf(serving, session), (each) => hasEnded(each, sessions.lasts, now)) };
}

/** Ends one of the sessions of the member who is signed in. */
export async function endOwnSession(serving: MemberServing, { request }: Asking, session: FoundSession, id: string): Promise<void> {
  const { data } = await ownSessions(serving, session);
  if (!data.some((each) => each.id === id))
    throw refused({ code: 'resource_missing', param: 'session', message: 'You have no such session. It may have ended already.' });
  const member = await memberOf(serving, session);
  await act(serving.engine, actingIn(request, member, 'end a session'), serving.rules.endSession, id, {});
}

type Changing = { readonly current_password?: Concealed | undefined; readonly password: Concealed };

/** Changes the password of the member who is signed in, and ends the other sessions. */
export async function changePassword(
  serving: MemberServing,
  { request }: Asking,
  session: FoundSession,
  { current_password, password }: Changing,
): Promise<void> {
  const member = await memberOf(serving, session);
  await requirePassword(serving, member, current_password);
  requireStrong(password, member.email);
  const given = { password: await hashOf(password), session: session.session.id };
  await act(serving.engine, actingIn(request, member, 'change the password'), serving.rules.setPassword, member.id, given);
}
