import { about, initially, internal, nullable, required } from '../../../kernel/base/fields.js';
import { email, flag, integer, oneOf, ref, secret, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { many } from '../../../kernel/base/reads.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** What a member may do; `resources/roles.ts` lists the permissions of each role. */
export const roles = ['administrator', 'developer', 'analyst', 'support', 'view_only'] as const;

/** The role of a member. */
export type Role = (typeof roles)[number];

/** The role, as a parameter and a member. */
export const role = oneOf(...roles);

/** How many passkeys a member may have. */
export const passkeys_max = 20;

/** A passkey as its owner and administrators see it. */
export const passkey = object({
  created: about('When the passkey was added, in Unix seconds.', required(timestamp)),
  id: about('The id of the credential.', required(textOf(1400))),
  last_used: about('When the passkey was last used to sign in, in Unix seconds; null if never.', required(nullable(timestamp))),
  name: about('The name that its owner has given it.', required(textOf(100))),
});

/** What verifies a passkey: the public key as base64url, and the number of its signatures, which only rises. */
export const credential = object({
  counter: about('The number of signatures that the passkey has made, which only rises.', required(integer())),
  id: about('The id of the credential.', required(textOf(1400))),
  public_key: about('The public key that verifies a signature, as base64url.', required(textOf(4000))),
  transports: about('How a browser reaches the passkey, such as `internal` or `usb`.', required(listOf(text, 10))),
});

/** A person at a provider of single sign-on: the subject is unique within the issuer (OpenID Connect Core, 2). */
export const identity = object({
  issuer: about('The address of the provider of single sign-on.', required(textOf(500))),
  subject: about('The id of the person at the provider.', required(textOf(255))),
});

/**
 * A person who may use the dashboard of an account. One that was invited in live mode may use both modes, one of test mode that mode alone. The hash of
 * the password, the secret of one-time passwords and the hashes of recovery codes are in the vault.
 */
export const member = resource({
  object: 'member',
  prefix: 'mem',
  fields: {
    /** The account, whose list of members is changed by one write at a time. */
    account: internal(nullable(ref('account'))),
    accepted: about('When the person has accepted the invitation, in Unix seconds; null until then.', nullable(timestamp)),
    credentials: internal(listOf(credential, passkeys_max)),
    email: about('The e-mail address to sign in with, in lower case; null for a first member who has not accepted yet.', nullable(email)),
    /** Whom the provider of single sign-on knows the person as. */
    identity: internal(nullable(identity)),
    has_password: about('Whether the member can sign in with a password.', flag),
    has_totp: about('Whether the member enters a one-time password (TOTP) after the password.', flag),
    invitation: about(
      'The secret of the link to `/dashboard/invitation#SECRET`, which opens once; only in the response that creates it.',
      secret('key'),
    ),
    invitation_expires: about(
      'Until when the link of the invitation can be opened, in Unix seconds; null after it was used.',
      nullable(timestamp),
    ),
    last_sign_in: about('When the member last signed in, in Unix seconds; null if never.', nullable(timestamp)),
    name: about('The name of the person.', nullable(textOf(200))),
    passkeys: about('The passkeys of the member.', listOf(passkey, passkeys_max)),
    recovery_codes: about('How many recovery codes are unused.', integer()),
    role: about('What the member may do.', initially('view_only', role)),
    /** The time step of the last one-time password, which is accepted once. */
    totp_step: internal(integer()),
  },
  start: null,
  owner: 'account',
  columns: ['email', 'role'],
  unique: { email: ({ email: address }) => (typeof address === 'string' ? address : null) },
  removable: true,
  vault: true,
});

/** A member as rules see it. */
export type Member = It<typeof member>;

/** The languages of e-mails to members. */
export const mail_languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt', 'th'] as const;

/** How long a link of an invitation can be opened, in seconds. */
export const invitation_lasts = 3 * 86_400;

/** How long the link of a forgotten password can be opened, in seconds. */
export const reset_lasts = 3600;

/** A session of the dashboard. Its times are those of the service's clock, which the clock of a sandbox does not change. */
export const memberSession = resource({
  object: 'member_session',
  prefix: 'mses',
  fields: {
    address: about('The IP address from which the member signed in.', text),
    expires: about('When the session ends at the latest, in Unix seconds.', timestamp),
    last_used: about('When the session was last used, in Unix seconds; accurate to a minute. Two hours later it ends.', timestamp),
    member: about('The member who signed in.', ref('member')),
    method: about('How the member signed in.', initially('password', oneOf('invitation', 'passkey', 'password', 'single_sign_on'))),
    secret: about('The secret that the cookie holds. No response of the API shows it.', secret('key')),
    user_agent: about('The `User-Agent` of the browser; null without one.', nullable(textOf(500))),
  },
  start: null,
  owner: 'member',
  columns: ['member'],
  removable: true,
});

/** A session as rules see it. */
export type MemberSession = It<typeof memberSession>;

/** How long a session lasts at most, and how long without use, in seconds. */
export const session_lasts = { at_most: 12 * 3600, idle: 2 * 3600 } as const;

/** The sessions of a member. */
export const sessions_of = many(memberSession, { by: 'member', at_most: 50 });
