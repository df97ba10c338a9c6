import type { IncomingHttpHeaders } from 'node:http';
import { accountOf } from '../../kernel/base/books.js';
import { refused } from '../../kernel/base/refusal.js';
import type { Caller, Looking, Tenant } from '../../kernel/engine/engine.js';
import { sameText } from '../../kernel/engine/perform.js';
import { hashOfKey } from '../../kernel/vault/secrets.js';
import type { Vault } from '../../kernel/vault/vault.js';

/** The modes of an account. */
const modes = ['live', 'test'] as const;

/** A session as a browser sends it: its cookie, and the mode of the account to act in. */
export type SentSession = { readonly secret: string; readonly mode: (typeof modes)[number] };

/** How cookies of sessions are named and verified. */
export type Cookies = {
  readonly vault: Pick<Vault, 'hash'>;
  /** Whether browsers reach the service by https; only then the cookie is bound to the host by its name. */
  readonly https: () => boolean;
};

/** The name of the cookie. Over plain http, browsers do not accept the prefix `__Host-`, which requires `Secure`. */
export const cookieName = (https: boolean): string => (https ? '__Host-florin_session' : 'florin_session');

/** The value of a cookie; null without one. */
export function cookieIn({ cookie = '' }: IncomingHttpHeaders, name: string): string | null {
  const found = cookie.split(/; */).find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** The secret that the cookie of a session holds; null without one. */
export const secretIn = (headers: IncomingHttpHeaders, https: boolean): string | null => cookieIn(headers, cookieName(https));

/** The token that proves that a request comes from a page of Florin: other sites can send the cookie, but cannot read this. */
export const csrfToken = ({ hash }: Pick<Vault, 'hash'>, secret: string): string => hash('csrf', secret).toString('base64url');

/** Refuses a request whose token is not that of its session. */
export function requireToken(vault: Pick<Vault, 'hash'>, secret: string, headers: IncomingHttpHeaders): void {
  if (!sameText(csrfToken(vault, secret), String(headers['florin-csrf'] ?? '')))
    throw refused({ code: 'csrf_invalid', param: 'Florin-CSRF' });
}

/** The session that a request sends, with its token; null without a cookie. */
export function sessionIn({ vault, https }: Cookies, headers: IncomingHttpHeaders): SentSession | null {
  const secret = secretIn(headers, https());
  // A page whose cookie has expired still sends the token.
  if (secret === null && headers['florin-csrf'] !== undefined) throw refused({ code: 'session_ended' });
  if (secret === null) return null;
  requireToken(vault, secret, headers);
  const mode = modes.find((each) => each === headers['florin-mode']);
  if (!mode)
    throw refused({
      code: 'parameter_invalid',
      param: 'Florin-Mode',
      message: 'Send live or test in the header Florin-Mode, with the cookie of a session.',
    });
  return { secret, mode };
}

/** A session as it is read, with its member and the account in use. */
type Read = Pick<Tenant, 'account' | 'account_id' | 'clock_offset_ms' | 'epoch' | 'id_offset_ms' | 'is_connected'> & {
  readonly home: string;
  readonly session: { readonly id: string; readonly expires: number; readonly last_used: number };
  readonly member: { readonly id: string; readonly role: string };
};

/** A session that has not ended, as rules see it, with the books that hold it and its member. */
export type FoundSession = Read & { readonly home: string };

/** The rules of sessions, which the resources declare. */
export type SessionRules = {
  /** How long a session lasts at most, and without use, in seconds. */
  readonly lasts: { readonly at_most: number; readonly idle: number };
  /** The permissions of a role in a mode; null for all that a secret key has. */
  readonly permissionsOf: (role: string, livemode: boolean) => readonly string[] | null;
  /** Notes that a session is in use. */
  readonly used: (session: FoundSession) => void;
};

/** Notes of use are a minute apart, so that a busy page writes rarely. */
const noted_after_seconds = 60;

/** Whether a session has ended at a second of the service's clock. */
export const hasEnded = (
  { expires, last_used }: FoundSession['session'],
  { idle }: Pick<SessionRules['lasts'], 'idle'>,
  now: number,
): boolean => expires <= now || last_used + idle <= now;

/** Looks up a session by the secret of its cookie; null if it is unknown or has ended. */
export async function findSession(
  { load, now_ms }: Looking,
  { secret, mode }: SentSession,
  account: string | null,
  { lasts, used }: Pick<SessionRules, 'lasts' | 'used'>,
): Promise<FoundSession | null> {
  const [id = '', rest] = secret.split('_secret_');
  if (rest === undefined || !/^mses_\w{1,100}$/.test(id)) return null;
  const [row] = await load([{ of: 'session', account: account ?? '', object: mode, id }]);
  if (!row?.secret || row.deleted || !sameText(row.secret, hashOfKey(secret))) return null;
  const found = JSON.parse(row.doc) as FoundSession;
  const now = Math.floor(now_ms() / 1000);
  const { last_used } = found.session;
  if (hasEnded(found.session, lasts, now)) return null;
  if (last_used + noted_after_seconds <= now) used(found);
  return found;
}

/** Whether the books that hold a member are those of test mode, which gives no access to live mode. */
const isOfTestMode = (home: string): boolean => accountOf(home) !== home;

/** The caller of a session: an administrator may do what a secret key may, other members what a restricted key with their permissions may. */
export async function callerOfSession(
  looking: Looking,
  sent: SentSession,
  account: string | null,
  rules: SessionRules,
): Promise<Caller | null> {
  const found = await findSession(looking, sent, account, rules);
  if (!found) return null;
  const livemode = sent.mode === 'live';
  const { home, session, member, ...tenant } = found;
  if (livemode && isOfTestMode(home))
    throw refused({
      code: 'permission_denied',
      param: 'Florin-Mode',
      message: 'This member was invited in test mode, and has no access to live mode.',
    });
  const permissions = rules.permissionsOf(member.role, livemode);
  const who = { key_id: session.id, member: { id: member.id, role: member.role } };
  return { ...tenant, livemode, kind: permissions ? 'restricted' : 'secret', permissions: permissions ?? [], ...who };
}
