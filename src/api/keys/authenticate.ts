import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../../kernel/base/errors.js';
import { inAddress, ofAddress } from '../../kernel/base/page-address.js';
import type { Subject } from '../../kernel/base/question.js';
import { isRefused, refused } from '../../kernel/base/refusal.js';
import { real_clock } from '../../kernel/engine/clock.js';
import { type Caller, type Engine, type Identified, type Looking, type Recognized, tenantFrom } from '../../kernel/engine/engine.js';
import { sameText } from '../../kernel/engine/perform.js';
import type { Vault } from '../../kernel/vault/vault.js';
import type { SentSession } from './session.js';

/** A known key: its caller, and whether it has expired. */
export type KnownKey = { readonly caller: Caller; readonly expired: boolean };

/** The sources of keys. */
export type Keys = {
  /** Looks up a key; `account` is the connected account to act for, if any. */
  readonly find: (looking: Looking, key: string, account: string | null) => Promise<KnownKey | null>;
  /** Looks up an ephemeral key. */
  readonly ephemeral: (looking: Looking, key: string) => Promise<KnownKey | null>;
  /** The session that a request's cookie names; null without one. Refuses a request without the session's token. */
  readonly sent: (headers: IncomingHttpHeaders) => SentSession | null;
  /** The caller of a session. */
  readonly session: (looking: Looking, session: SentSession, account: string | null) => Promise<Caller | null>;
  /** Opens a sandbox for an unused key, if its form allows it; null where open sandboxes are off. */
  readonly open: ((key: string, address: string) => Promise<boolean>) | null;
  /** The caller of a page's signed address; null if the signature is wrong. */
  readonly page: (looking: Looking, token: string) => Promise<Caller | null>;
  /** Counts a wrong key against an address; throws when there were too many (promise 37). */
  readonly wrong: (address: string) => Promise<void>;
  /** The error message for an unknown key; undefined for the default one. */
  readonly rule: ((key: string) => string) | undefined;
};

const remembered_max = 10_000;

/**
 * Identifies the caller by the Authorization header, or else by the cookie of a session, and the account to act for: the key's own, or a connected
 * one.
 */
export type Authenticate = (headers: IncomingHttpHeaders, address: string, account: string | null) => Identified;

/**
 * Caches the caller by header and account, so that a request can begin at once. The key is revalidated in the same read as the request's objects, so
 * every process sees a revoked key or an advanced clock as soon as it is stored.
 */
export function authenticator(keys: Keys): Authenticate {
  const remembered = new Map<string, Caller>();
  return (headers, address, account) => {
    const credential = credentialIn(keys, headers);
    const asks = [...Object.values(credential), account].join('\n');
    const now: Recognized['now'] = async (looking) => {
      const caller = await lookUp(keys, looking, credential, { address, account }).catch((error) => {
        if (isRefused(error)) remembered.delete(asks);
        throw error;
      });
      if (remembered.size >= remembered_max) remembered.clear();
      remembered.set(asks, caller);
      return caller;
    };
    return { cached: remembered.get(asks) ?? null, now };
  };
}

type Credential = { readonly authorization: string } | SentSession;

function credentialIn(keys: Keys, headers: IncomingHttpHeaders): Credential {
  const { authorization } = headers;
  const credential = authorization ? { authorization } : keys.sent(headers);
  if (!credential) throw refused({ code: 'api_key_missing' });
  return credential;
}

/** The key is the user name of Basic, or the token of Bearer; a password is ignored (spec README, decision 4). */
function keyIn(authorization: string): string {
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+) *$/.exec(authorization) ?? [];
  if (/^bearer$/i.test(scheme)) return credentials;
  const key = /^basic$/i.test(scheme) ? Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] : '';
  if (!key) throw refused({ code: 'api_key_missing' });
  return key;
}

type From = { readonly address: string; readonly account: string | null };

/** An account without access gets the same message as a missing one. */
async function lookUp(keys: Keys, looking: Looking, credential: Credential, { address, account }: From): Promise<Caller> {
  const caller =
    'secret' in credential
      ? ((await keys.session(looking, credential, account)) ?? ended())
      : await callerOf(keys, looking, keyIn(credential.authorization), { address, account });
  if (account === null || caller.account_id === account) return caller;
  throw refused({ code: 'account_invalid', message: `This key has no access to the account '${account}', or the account does not exist.` });
}

async function callerOf(keys: Keys, looking: Looking, key: string, { address, account }: From): Promise<Caller> {
  if (key.startsWith('page_')) return (await keys.page(looking, key.slice(5))) ?? wrong(keys, key, address);
  if (key.startsWith('ek_')) return known(keys, key, await keys.ephemeral(looking, key), address);
  if (!/^(sk|pk|rk)_(test|live)_\w{1,240}$/.test(key)) return wrong(keys, key, address);
  let found = await keys.find(looking, key, account);
  if (!found && (await keys.open?.(key, address))) found = await keys.find(looking, key, account);
  return known(keys, key, found, address);
}

const known = (keys: Keys, key: string, found: KnownKey | null, address: string): Caller | Promise<never> =>
  found && !found.expired ? found.caller : wrong(keys, key, address, found ? 'api_key_expired' : 'api_key_unknown');

/** It is not counted like a wrong key: an open page asks several times after its session has ended, and no secret of 24 characters is guessed. */
function ended(): never {
  throw refused({ code: 'session_ended' });
}

async function wrong(keys: Keys, key: string, address: string, code: ErrorCode = 'api_key_unknown'): Promise<never> {
  await keys.wrong(address);
  throw refused(code === 'api_key_unknown' && keys.rule ? { code, message: keys.rule(key) } : { code });
}

/**
 * Signed addresses of payers' pages: each is for one attempt of one object, and void for the next attempt. One that was opened by the object's id is
 * for a visitor.
 */
export type PageTokens = {
  readonly sign: (account: string, subject: Subject, attempt: string, of?: 'visitor') => string;
  readonly callerOf: (token: string) => Caller | null;
};

/** 72 bits are enough, because an address can only be guessed with one request per guess. Older addresses were signed with sixteen bytes. */
const signature_bytes = 9;
const former_signature_bytes = 16;

/** Page tokens signed with the vault's hash key. */
export function pageTokens(vault: Vault): PageTokens {
  const signature = (payload: string, bytes: number): string => vault.hash('page', payload).subarray(0, bytes).toString('base64url');
  return {
    sign: (account, { object, id }, attempt, of) => {
      const payload = inAddress({ account, object, id, attempt, of });
      return `${payload}.${signature(payload, signature_bytes)}`;
    },
    callerOf: (token) => {
      const [payload = '', mac = ''] = token.split('.');
      const signatures = [signature_bytes, former_signature_bytes].map((bytes) => signature(payload, bytes));
      if (!signatures.some((each) => sameText(each, mac))) return null;
      const { account, object, id, attempt, of: kind = 'page' } = ofAddress(payload);
      return { ...tenantFrom(account, real_clock), kind, key_id: 'page', permissions: [], page: { object, id, attempt } };
    },
  };
}

/** The addresses of payers' pages. A visit is the checkout page with a visitor's token. */
export const pageUrls =
  ({ sign }: PageTokens, public_url: () => string): Engine['pageUrl'] =>
  (page, account, subject, attempt) => {
    const [path, token] =
      page === 'visit' ? ['checkout', sign(account, subject, attempt, 'visitor')] : [page, sign(account, subject, attempt)];
    return `${public_url()}/${path}/${token}`;
  };
