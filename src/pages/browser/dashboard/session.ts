import type { ApiError } from './api.js';
import { say } from './say.js';

/** A mode of the account. */
export type Mode = 'live' | 'test';

/** A passkey of the member. */
export type Passkey = { readonly id: string; readonly name: string; readonly created: number; readonly last_used: number | null };

/** The member who is signed in. */
export type Me = {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: string;
  readonly account_name: string | null;
  readonly modes: readonly Mode[];
  readonly session: string;
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly passkeys: readonly Passkey[];
  readonly recovery_codes: number;
};

/** The session of this browser. Its secret is in a cookie that scripts cannot read; the token proves that a request comes from this page. */
export type Session = { readonly member: Me; readonly csrf: string };

let session: Session | null = null;

const stored_mode = 'florin.mode';

/** The provider of single sign-on, and whether members sign in no other way; null without one. */
export function providerOfSignIn(): { readonly name: string; readonly required: boolean } | null {
  const { provider = '', onlyProvider } = document.getElementById('root')?.dataset ?? {};
  return provider === '' ? null : { name: provider, required: onlyProvider === 'on' };
}

/** Whether the service sends e-mail to members. */
export const sendsMail = (): boolean => document.getElementById('root')?.dataset.mail === 'on';

/** The session that requests use; null without one. */
export const sessionInUse = (): Session | null => session;

/** Uses a session for the requests of this page, or none. */
export const useSession = (next: Session | null): void => {
  session = next;
};

/** The mode of this tab: test mode at first. */
export const modeInUse = (): Mode => (sessionStorage.getItem(stored_mode) === 'live' ? 'live' : 'test');

/** Changes the mode of this tab. */
export const useMode = (mode: Mode): void => sessionStorage.setItem(stored_mode, mode);

/** The mode that holds the members of the account. */
export const homeMode = (): Mode => session?.member.modes[0] ?? 'test';

/** The headers of a request in the session, in a mode. */
export const sessionHeaders = (mode = modeInUse()): Readonly<Record<string, string>> =>
  session ? { 'florin-csrf': session.csrf, 'florin-mode': session.member.modes.includes(mode) ? mode : 'test' } : {};

/** Signs in, and changes what members change about themselves: a GET without a body, otherwise a POST. Throws an `ApiError`. */
export async function auth<Body>(path: string, body?: object): Promise<Body> {
  const sends = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...sessionHeaders() } };
  const response = await fetch(`/dashboard/auth/${path}`, { method: body ? 'POST' : 'GET', credentials: 'same-origin', ...sends });
  const answer = await response.json();
  if (response.ok) return answer as Body;
  const {
    message = say('The service has not answered. Try again.'),
    code = null,
    param = null,
  } = (answer as { error?: Partial<ApiError> }).error ?? {};
  throw Object.assign(new Error(message), { status: response.status, code, param }) satisfies ApiError;
}

/**
 * Reads the session that the browser holds, and uses it; null without one. After a sign-out or another sign-in, a late
 * answer is not used. Throws an `ApiError`.
 */
export async function readSession(): Promise<Session | null> {
  const before = session?.csrf;
  const { member, csrf } = await auth<{ readonly [K in keyof Session]: Session[K] | null }>('session');
  if (session?.csrf === before) session = member && csrf !== null ? { member, csrf } : null;
  return session;
}
