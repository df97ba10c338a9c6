import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Concealed } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';
import type { AnyRule } from '../../kernel/base/rules.js';
import type { Engine } from '../../kernel/engine/engine.js';
import {
  type Cookies,
  cookieName,
  csrfToken,
  type FoundSession,
  findSession,
  requireToken,
  type SessionRules,
  secretIn,
} from '../keys/session.js';
import { type Acting, act } from './act.js';
import type { StoredMember } from './store.js';

/** The rules of members and sessions, which the resources declare. */
export type MemberRules = Readonly<
  Record<'accept' | 'addPasskey' | 'beginTotp' | 'confirmTotp' | 'endSession' | 'forget' | 'identify', AnyRule>
> &
  Readonly<Record<'removePasskey' | 'removeTotp' | 'setPassword' | 'signIn' | 'usePasskey' | 'useRecovery' | 'useTotp', AnyRule>>;

/** The dependencies of signing in. */
export type MemberServing = {
  readonly engine: Engine;
  readonly cookies: Cookies;
  readonly rules: MemberRules;
  readonly sessions: SessionRules;
  /** Counts an attempt of an address, one for a name that must not be tried often, and one that is made once; throws when there were too many. */
  readonly attempts: Readonly<Record<'byAddress' | 'byName' | 'once', (name: string) => Promise<void>>>;
  /** The provider of single sign-on; null without one. */
  readonly provider: Provider | null;
  /** Unguessable bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Where browsers reach the service. */
  readonly public_url: () => string;
};

/** A provider of single sign-on (OpenID Connect). */
export type Provider = {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: Concealed | null;
  readonly name: string;
  readonly required: boolean;
};

/** Refuses every other way to sign in where single sign-on is required. */
export function refuseWithoutProvider({ provider }: Pick<MemberServing, 'provider'>): void {
  if (provider?.required) throw refused({ code: 'sign_in_failed', message: `Members sign in with ${provider.name} here.` });
}

/** How a session begins. */
export type Method = 'invitation' | 'passkey' | 'password' | 'single_sign_on';

/** Who acts in a request. */
export const actingIn = (
  { id: request, ip: address }: FastifyRequest,
  { account, id }: Pick<StoredMember, 'account' | 'id'>,
  action: string | null,
): Acting => ({
  account,
  id,
  request,
  address,
  action,
});

/**
 * Begins a session under a new id and secret, whatever cookie the browser has sent, and ends the session of that cookie: a secret that someone else
 * has placed in the browser never becomes one of a member.
 */
export async function beginSession(
  serving: MemberServing,
  { request, reply }: Asking,
  member: Pick<StoredMember, 'account' | 'id'>,
  method: Method,
): Promise<void> {
  const { engine, rules, cookies } = serving;
  const before = await sessionOf(serving, request.headers, { checked: false });
  if (before) await endSession(serving, request, before);
  const agent = request.headers['user-agent']?.replace(/[^\x20-\x7e]/g, '').slice(0, 500);
  const made = await act(engine, actingIn(request, member, method === 'invitation' ? null : 'sign in'), rules.signIn, null, {
    address: request.ip,
    member: member.id,
    method,
    moment: Math.floor(engine.now_ms() / 1000),
    ...(agent && { user_agent: agent }),
  });
  const { secret } = made as { readonly secret: string };
  setCookie(reply, secret, { https: cookies.https(), lasts: serving.sessions.lasts.at_most });
}

type Cookie = { readonly https: boolean; readonly lasts: number };

/** Sets the cookie of a session, which no script reads and no other site sends. */
export function setCookie(reply: FastifyReply, value: string, { https, lasts }: Cookie): void {
  const attributes = ['Path=/', `Max-Age=${lasts}`, 'HttpOnly', 'SameSite=Strict', ...(https ? ['Secure'] : [])];
  reply.header('set-cookie', [`${cookieName(https)}=${value}`, ...attributes].join('; '));
}

/** Ends a session and its cookie. */
export async function endSession(
  { engine, rules }: MemberServing,
  request: FastifyRequest,
  { home, session, member }: FoundSession,
): Promise<void> {
  const acting = actingIn(request, { account: home, id: member.id }, null);
  await act(engine, acting, rules.endSession, session.id, {});
}

/** The session of a request's cookie, in the books of its member; null without a valid one. Changes require the session's token. */
export async function sessionOf(
  { engine, cookies, sessions }: MemberServing,
  headers: IncomingHttpHeaders,
  { checked }: { readonly checked: boolean },
): Promise<FoundSession | null> {
  const secret = secretIn(headers, cookies.https());
  if (secret === null) return null;
  if (checked) requireToken(cookies.vault, secret, headers);
  return findSession(engine, { secret, mode: 'live' }, null, sessions);
}

/** The session of a request that changes something, with its token. */
export async function demandSession(serving: MemberServing, headers: IncomingHttpHeaders): Promise<FoundSession> {
  const found = await sessionOf(serving, headers, { checked: true });
  if (!found) throw refused({ code: 'session_ended' });
  return found;
}

/** The token of the session that a browser holds. */
export const tokenOf = ({ cookies }: MemberServing, headers: IncomingHttpHeaders): string | null => {
  const secret = secretIn(headers, cookies.https());
  return secret && csrfToken(cookies.vault, secret);
};

/** A request and its reply. */
export type Asking = { readonly request: FastifyRequest; readonly reply: FastifyReply };
