import { accountOf } from '../../kernel/base/books.js';
import type { Concealed } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';
import { recordRefused } from './act.js';
import { isPassword } from './passwords.js';
import { proofOf } from './proofs.js';
import { type Asking, actingIn, beginSession, type MemberServing, refuseWithoutProvider } from './serving.js';
import { accounts_max, contentsOf, membersByEmail, nameOfAccount, type StoredMember } from './store.js';

/** What follows a right password: a session, a second factor, or the choice of an account that the same address and password open. */
export type Progress =
  | { readonly status: 'signed_in' }
  | { readonly status: 'second_factor'; readonly proof: string }
  | { readonly status: 'choose_account'; readonly accounts: readonly Choice[] };

type Choice = { readonly member: string; readonly name: string | null; readonly livemode: boolean };

type Sent = { readonly email: string; readonly password: Concealed; readonly member?: string | undefined };

/**
 * Signs in with a password. An unknown address and a wrong password have the same answer after the same work, because the number of computed hashes does
 * not depend on the address.
 */
export async function signInByPassword(
  serving: MemberServing,
  asking: Asking,
  { email, password, member: chosen }: Sent,
): Promise<Progress> {
  refuseWithoutProvider(serving);
  const { engine, attempts } = serving;
  const { request } = asking;
  await attempts.byAddress(request.ip);
  await attempts.byName(`${email.toLowerCase()} ${request.ip}`);
  const members = await membersByEmail(engine, email, chosen ?? null);
  const matching: StoredMember[] = [];
  for (let place = 0; place < accounts_max; place++) {
    const each = members[place];
    const { password: stored } = each ? await contentsOf(engine, each) : {};
    if ((await isPassword(stored, password)) && each) matching.push(each);
  }
  const [member, other] = matching;
  if (!member) {
    for (const each of members) await recordRefused(engine, actingIn(request, each, 'sign in'));
    throw refused({ code: 'sign_in_failed' });
  }
  if (other) return chooseAmong(serving, matching);
  return continueWith(serving, asking, member);
}

/** The accounts of several members, of which the person chooses one. */
export async function chooseAmong({ engine }: MemberServing, members: readonly StoredMember[]): Promise<Progress> {
  const accounts = await Promise.all(
    members.map(async ({ id: member, account }) => ({
      member,
      name: await nameOfAccount(engine, account),
      livemode: account === accountOf(account),
    })),
  );
  return { status: 'choose_account', accounts };
}

async function continueWith(serving: MemberServing, asking: Asking, member: StoredMember): Promise<Progress> {
  const { engine, cookies } = serving;
  if (member.has_totp)
    return { status: 'second_factor', proof: proofOf(cookies.vault, 'second factor', { id: member.id }, engine.now_ms()) };
  await beginSession(serving, asking, member, 'password');
  return { status: 'signed_in' };
}
