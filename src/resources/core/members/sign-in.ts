import { Concealed } from '../../../kernel/base/concealed.js';
import { type Asked, mail, seal, set } from '../../../kernel/base/effects.js';
import { field, nullable, required } from '../../../kernel/base/fields.js';
import { email, integer, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { endOf } from './end-sessions.js';
import {
  credential,
  identity,
  type Member,
  member,
  memberSession,
  passkey,
  passkeys_max,
  reset_lasts,
  session_lasts,
  sessions_of,
} from './member.js';

/** A secret that Florin has computed: a hash, or a key. */
const computed = field<Concealed>({ type: 'string' }, new Concealed(''), (value) => (value instanceof Concealed ? value : undefined));

const invitation_void: Refusal = { code: 'invitation_invalid' };
const code_used: Refusal = { code: 'second_factor_invalid' };

type Kept = Readonly<Record<string, Concealed>>;

/** The vault content of the member; the read of the member itself makes it available. */
const kept = one(member, 'id');
const keptOf = (read: Member | null, asked: Asked): Kept => (read ? asked.contents(read) : {});

/**
 * Takes an invitation, once: the moment of its end is that of the link that was opened, and is null afterwards. Other sessions of a member who has
 * lost the password end.
 */
export const accept = rule(member, 'accept', {
  takes: {
    email,
    invitation_expires: required(timestamp),
    name: nullable(textOf(200)),
    password: computed,
  },
  reads: { kept, sessions: sessions_of },
  decide: ({ it, input: { email: address, invitation_expires, password, ...given }, kept: read, sessions }, asked) => {
    if (it.invitation_expires !== invitation_expires || invitation_expires <= asked.now) return asked.refuse(invitation_void);
    const changed = set(it, {
      ...given,
      ...(it.email === null && address !== undefined && { email: address.toLowerCase() }),
      accepted: it.accepted ?? asked.now,
      invitation_expires: null,
      ...(password && { has_password: true }),
    });
    return [changed, password && seal(changed, { ...keptOf(read, asked), password }), endOf(sessions)];
  },
});

/** Sends a link to a member who has forgotten the password. The password stays valid until the link is used. */
export const forget = rule(member, 'ask for a new password of', {
  takes: { locale: text },
  decide: ({ it, input: { locale = null } }, asked) => {
    if (it.accepted === null || it.email === null) return null;
    const changed = set(it, { invitation_expires: Math.max(it.invitation_expires ?? 0, asked.now + reset_lasts) });
    return [changed, mail(changed, 'password', locale)];
  },
});

/** Stores the hash of a new password, and ends the other sessions. */
export const setPassword = rule(member, 'set the password of', {
  takes: { password: required(computed), session: required(text) },
  reads: { kept, sessions: sessions_of },
  decide: ({ it, input: { password, session }, kept: read, sessions }, asked) => {
    const changed = set(it, { has_password: true });
    return [changed, seal(changed, { ...keptOf(read, asked), password }), endOf(sessions, session)];
  },
});

/** Keeps a secret of one-time passwords until the member has entered one of them. */
export const beginTotp = rule(member, 'set up one-time passwords for', {
  takes: { secret: required(computed) },
  reads: { kept },
  decide: ({ it, input: { secret }, kept: read }, asked) => seal(it, { ...keptOf(read, asked), totp_begun: secret }),
});

const named = (codes: readonly Concealed[]): Kept => Object.fromEntries(codes.map((each, place) => [`recovery_${place}`, each]));

/** Turns one-time passwords on, with the hashes of recovery codes. */
export const confirmTotp = rule(member, 'confirm one-time passwords for', {
  takes: { recovery: required(listOf(computed, 20)), step: required(integer()) },
  reads: { kept },
  decide: ({ it, input: { recovery, step }, kept: read }, asked) => {
    const { password, totp_begun } = keptOf(read, asked);
    if (!totp_begun) return asked.refuse(code_used);
    const changed = set(it, { has_totp: true, recovery_codes: recovery.length, totp_step: step });
    return [changed, seal(changed, { ...(password && { password }), totp: totp_begun, ...named(recovery) })];
  },
});

/** Turns one-time passwords off. */
export const removeTotp = rule(member, 'remove one-time passwords of', {
  reads: { kept },
  decide: ({ it, kept: read }, asked) => {
    const { password } = keptOf(read, asked);
    const changed = set(it, { has_totp: false, recovery_codes: 0 });
    return [changed, seal(changed, { ...(password && { password }) })];
  },
});

/** Uses a one-time password. Each time step is accepted once, whatever has been read before. */
export const useTotp = rule(member, 'sign in as', {
  takes: { step: required(integer()) },
  decide: ({ it, input: { step } }, asked) =>
    step <= (it.totp_step ?? 0) || !it.has_totp ? asked.refuse(code_used) : set(it, { totp_step: step }),
});

/** Uses a recovery code, by the name of its hash. */
export const useRecovery = rule(member, 'sign in again as', {
  takes: { code: required(text) },
  reads: { kept },
  decide: ({ it, input: { code }, kept: read }, asked) => {
    const { [code]: used, ...others } = keptOf(read, asked);
    if (!used || !/^recovery_/.test(code)) return asked.refuse(code_used);
    const changed = set(it, { recovery_codes: it.recovery_codes - 1 });
    return [changed, seal(changed, others)];
  },
});

/** Adds a passkey. */
export const addPasskey = rule(member, 'add a passkey to', {
  takes: { credential: required(credential), passkey: required(passkey) },
  decide: ({ it, input: { credential: added, passkey: shown } }, asked) =>
    it.passkeys.length >= passkeys_max
      ? asked.refuse(too_many_passkeys)
      : set(it, { credentials: [...(it.credentials ?? []), added], passkeys: [...it.passkeys, shown] }),
});

const too_many_passkeys: Refusal = {
  code: 'parameter_invalid',
  message: `A member has at most ${passkeys_max} passkeys. Remove one of them first.`,
};

/** Stores the counter of a passkey that has signed in. */
export const usePasskey = rule(member, 'sign in by passkey as', {
  takes: { counter: required(integer()), passkey: required(text) },
  decide: ({ it, input: { counter, passkey: used } }, asked) =>
    set(it, {
      credentials: (it.credentials ?? []).map((each) => (each.id === used ? { ...each, counter } : each)),
      passkeys: it.passkeys.map((each) => (each.id === used ? { ...each, last_used: asked.now } : each)),
    }),
});

/** Removes a passkey. */
export const removePasskey = rule(member, 'remove a passkey of', {
  takes: { passkey: required(text) },
  decide: ({ it, input: { passkey: removed } }) =>
    set(it, {
      credentials: (it.credentials ?? []).filter(({ id }) => id !== removed),
      passkeys: it.passkeys.filter(({ id }) => id !== removed),
    }),
});

const other_identity: Refusal = {
  code: 'sign_in_failed',
  message: 'This member signs in with another account of the provider. Ask an administrator to remove and invite the member again.',
};

/** Accepts a person whom the provider of single sign-on has identified: one who has an open invitation, or has accepted one before. */
export const identify = rule(member, 'identify', {
  takes: { identity: required(identity) },
  decide: ({ it, input: { identity: given } }, asked) => {
    const { identity: known = null } = it;
    if (known && (known.issuer !== given.issuer || known.subject !== given.subject)) return asked.refuse(other_identity);
    if (it.accepted !== null) return set(it, { identity: given });
    if (it.invitation_expires === null || it.invitation_expires <= asked.now) return asked.refuse(invitation_void);
    return set(it, { identity: given, accepted: asked.now, invitation_expires: null });
  },
});

/** A member has at most so many sessions; the oldest one ends for the next. */
const sessions_max = 20;

/** Begins a session, with a new id and secret each time; sessions that have expired are deleted. */
export const signIn = creation(memberSession, {
  takes: {
    address: required(text),
    member: required(ref('member')),
    method: required(memberSession.fields.method),
    moment: required(timestamp),
    user_agent: memberSession.fields.user_agent,
  },
  reads: { member, others: many(memberSession, { by: 'member', of: 'member', at_most: 50 }) },
  decide: ({ it, input: { moment, member: id, ...given }, member: who, others }) => {
    const over = others.filter(({ expires, last_used }) => expires <= moment || last_used + session_lasts.idle <= moment);
    const left = others.filter((each) => !over.includes(each));
    const beyond = [...left].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, Math.max(0, left.length + 1 - sessions_max));
    const made = set(it, { ...given, member: id, expires: moment + session_lasts.at_most, last_used: moment });
    return [endOf([...over, ...beyond]), made, who && set(who, { last_sign_in: moment })];
  },
});

/** Notes that a session is in use. */
export const use = rule(memberSession, 'use', {
  takes: { moment: required(timestamp) },
  decide: ({ it, input: { moment } }) => set(it, { last_used: Math.max(it.last_used, moment) }),
});
