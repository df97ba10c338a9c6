import type { Concealed } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';
import { act } from './act.js';
import { hashOf, requireStrong } from './passwords.js';
import { type Asking, actingIn, beginSession, type MemberServing, refuseWithoutProvider } from './serving.js';
import { memberInvited, nameOfAccount, type StoredMember } from './store.js';

/** What the page of an invitation shows: whom it invites where. */
export type Invitation = {
  readonly account_name: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: string;
  /** Whether the person is a member already, and chooses another password. */
  readonly accepted: boolean;
};

async function invited(
  { engine, attempts }: MemberServing,
  { request }: Asking,
  secret: string,
): Promise<StoredMember & { readonly invitation_expires: number }> {
  await attempts.byAddress(request.ip);
  const member = await memberInvited(engine, secret);
  if (member?.invitation_expires == null) throw refused({ code: 'invitation_invalid' });
  return { ...member, invitation_expires: member.invitation_expires };
}

/** Reads an invitation by the secret of its link. */
export async function readInvitation(serving: MemberServing, asking: Asking, secret: string): Promise<Invitation> {
  const { account, email, name, role, accepted } = await invited(serving, asking, secret);
  return { account_name: await nameOfAccount(serving.engine, account), email, name, role, accepted: accepted !== null };
}

type Accepting = {
  readonly secret: string;
  readonly password: Concealed;
  readonly email?: string | undefined;
  readonly name?: string | null | undefined;
};

/** Accepts an invitation with a new password, and signs in; with a second factor, the member signs in as usual. */
export async function acceptInvitation(
  serving: MemberServing,
  asking: Asking,
  { secret, password, email, name }: Accepting,
): Promise<{ readonly status: 'accepted' | 'signed_in' }> {
  const { engine, rules } = serving;
  const member = await invited(serving, asking, secret);
  if (member.email === null && email === undefined)
    throw refused({ code: 'parameter_missing', param: 'email', message: 'Enter the e-mail address that you will sign in with.' });
  if (member.email !== null) refuseWithoutProvider(serving);
  requireStrong(password, member.email ?? email ?? null);
  await act(engine, actingIn(asking.request, member, 'accept an invitation'), rules.accept, member.id, {
    invitation_expires: member.invitation_expires,
    password: await hashOf(password),
    ...(member.email === null && { email }),
    ...(name != null && { name }),
  });
  if (member.has_totp) return { status: 'accepted' };
  await beginSession(serving, asking, member, 'invitation');
  return { status: 'signed_in' };
}
