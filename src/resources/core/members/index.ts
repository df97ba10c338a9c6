import { type Asked, mail, remove, roll, seal, set } from '../../../kernel/base/effects.js';
import { about, nullable, required } from '../../../kernel/base/fields.js';
import { email, flag, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { many, one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { endOf } from './end-sessions.js';
import { invitation_lasts, type Member, mail_languages, member, memberSession, role, sessions_of } from './member.js';

const name = about('The name of the person, of at most 200 characters.', nullable(textOf(200)));
const role_given = about('What the member may do.', role);
const locale = about('The language of the e-mail; English, if it is left out.', oneOf(...mail_languages));
const email_given = about('The e-mail address to sign in with; unique among the members of the account.', email);

/** Invites a person. The secret of the invitation is in this response and in no other. */
export const invite = creation(member, {
  takes: { email: required(email_given), locale, name, role: required(role_given) },
  reads: { owner: own(account) },
  decide: ({ it, input: { email: address, locale: spoken = null, ...given }, owner }, asked) => {
    const made = set(it, {
      ...given,
      account: owner?.id ?? null,
      email: address.toLowerCase(),
      invitation_expires: asked.now + invitation_lasts,
    });
    return [made, mail(made, 'invitation', spoken)];
  },
});

/** Invites the first member of an account, an administrator who tells the e-mail address when accepting. */
export const inviteFirst = creation(member, {
  reads: { owner: own(account) },
  decide: ({ it, owner }, asked) =>
    set(it, { account: owner?.id ?? null, role: 'administrator', invitation_expires: asked.now + invitation_lasts }),
});

/** Makes another link, for a member who has not accepted or has lost the password; the earlier link is void. */
export const inviteAgain = rule(member, 'invite', {
  takes: { locale },
  decide: ({ it, input: { locale: spoken = null } }, asked) => {
    const changed = set(it, { invitation_expires: asked.now + invitation_lasts });
    const sent = it.email !== null && mail(changed, 'invitation', spoken);
    return [changed, roll(changed, { overlap_until: asked.now }), sent];
  },
});

const administrators = many(member, { by: 'role', is: 'administrator', at_most: 250, cut: true });

const last_administrator: Refusal = {
  code: 'last_administrator',
  param: 'id',
  message: 'This is the last administrator who can sign in. Make another member an administrator first.',
};

/**
 * Without an administrator no member could invite or remove others. Rules that ask this also read the account, whose version changes with its list of
 * members: so one of two administrators who remove each other at the same time is refused.
 */
function requireAnother({ id, role: before, accepted }: Member, all: readonly Member[], asked: Asked): void {
  if (before !== 'administrator' || accepted === null) return;
  if (!all.some((each) => each.id !== id && each.accepted !== null)) asked.refuse(last_administrator);
}

/** Changes the name or the role, or removes the second factor of a member who has lost it. */
export const update = rule(member, 'update', {
  takes: {
    name,
    reset_second_factor: about('Removes the one-time passwords and recovery codes, so that the password alone signs in.', flag),
    role: role_given,
  },
  reads: { administrators, kept: one(member, 'id'), owner: own(account) },
  decide: ({ it, input: { reset_second_factor = false, ...given }, administrators: all, kept }, asked) => {
    if (given.role !== undefined && given.role !== 'administrator') requireAnother(it, all, asked);
    const changed = set(it, { ...given, ...(reset_second_factor && { has_totp: false, recovery_codes: 0 }) });
    const { password } = kept ? asked.contents(kept) : {};
    return [changed, reset_second_factor && seal(changed, { ...(password && { password }) })];
  },
});

/** Removes a member, and ends the sessions. */
export const erase = rule(member, 'delete', {
  reads: { administrators, sessions: sessions_of, owner: own(account) },
  decide: ({ it, administrators: all, sessions }, asked) => {
    requireAnother(it, all, asked);
    return [endOf(sessions), seal(it, {}), remove(it)];
  },
});

/** Ends a session. */
export const endSession = rule(memberSession, 'delete', { decide: ({ it }) => remove(it) });

/** The members group. */
export const members = [
  action('POST /v1/members', invite, {
    about:
      'Invites a person to the dashboard of the account, by e-mail where the service sends any. The link `/dashboard/invitation#SECRET` with the `invitation` of the response opens once, within three days.',
  }),
  action('POST /v1/members/:id', update, {
    about: 'Updates a member. The role of the last administrator cannot be changed.',
  }),
  action('POST /v1/members/:id/invite', inviteAgain, {
    about:
      'Makes a new link for a member, who chooses a password with it, and sends it by e-mail where the service sends any. Earlier links of the member are void.',
  }),
  action('DELETE /v1/members/:id', erase, {
    about: 'Removes a member and ends the sessions. The last administrator cannot be removed.',
  }),
  retrieve(member, 'GET /v1/members/:id', { about: 'Retrieves a member.' }),
  list(
    member,
    'GET /v1/members',
    { email: about('Only the member with this e-mail address, in lower case.', email), role: about('Only members with this role.', role) },
    { about: 'Lists the members of the account, newest first.' },
  ),
  action('DELETE /v1/member_sessions/:id', endSession, { about: 'Ends a session of a member: its cookie is refused from then on.' }),
  retrieve(memberSession, 'GET /v1/member_sessions/:id', { about: 'Retrieves a session.' }),
  list(
    memberSession,
    'GET /v1/member_sessions',
    { member: about('Only sessions of this member.', ref('member')) },
    { about: 'Lists the sessions of members, newest first, with those that have expired since the member last signed in.' },
  ),
] as const;
