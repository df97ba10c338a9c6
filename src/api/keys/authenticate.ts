import type { ErrorCode } from '../../kernel/base/errors.js';
import { isRefused, refused } from '../../kernel/base/refusal.js';
import type { Caller, Looking, Recognized } from '../../kernel/engine/engine.js';

/** What is known of a key: who it speaks for, or that it no longer does. */
export type KnownKey = { readonly caller: Caller; readonly expired: boolean };

/** Where keys are looked up. */
export type Keys = {
  /** An account is named where the key is to speak for that one. */
  readonly find: (looking: Looking, key: string, account: string | null) => Promise<KnownKey | null>;
  /** Who an ephemeral key speaks for. */
  readonly ephemeral: (looking: Looking, key: string) => Promise<KnownKey | null>;
  /** Opens a sandbox for a key nobody has used yet, if it is one that may; null where that is switched off. */
  readonly open: ((key: string, address: string) => Promise<boolean>) | null;
  /** Who a page's signed address speaks for; null if it was not signed by us. */
  readonly page: (looking: Looking, token: string) => Promise<Caller | null>;
  /** Counts a wrong key against an address; throws when there were too many (promise 37). */
  readonly wrong: (address: string) => Promise<void>;
  /** What whoever sends an unknown key is told; undefined where there is no more to say than that it is unknown. */
  readonly rule: ((key: string) => string) | undefined;
};

const remembered_max = 10_000;

/** Tells who is asking by the Authorization header, and for which account: the key's own, or one that is connected with it. */
export type Authenticate = (
  looking: Looking,
  authorization: string | undefined,
  address: string,
  account: string | null,
) => Promise<Recognized>;

/**
 * Remembers who was asking, so that a request can begin at once; what it is remembered by is the header itself, and the account that is acted for. Whether that is still so is
 * read along with whatever the request reads first, and so all processes know of a revoked key or a moved clock as soon as it is stored.
 */
export function authenticator(keys: Keys): Authenticate {
  const remembered = new Map<string, Caller>();
  return async (looking, authorization, address, account) => {
    if (!authorization) throw refused({ code: 'api_key_missing' });
    const asks = `${authorization}\n${account ?? ''}`;
    const now: Recognized['now'] = async (looking) => {
      const caller = await lookUp(keys, looking, keyIn(authorization), { address, account }).catch((error) => {
        if (isRefused(error)) remembered.delete(asks);
        throw error;
      });
      if (remembered.size >= remembered_max) remembered.clear();
      remembered.set(asks, caller);
      return caller;
    };
    return { caller: remembered.get(asks) ?? (await now(looking)), now };
  };
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

/** Whoever may not act for an account is told so in the words in which they are told that there is none. */
async function lookUp(keys: Keys, looking: Looking, key: string, { address, account }: From): Promise<Caller> {
  const caller = await callerOf(keys, looking, key, { address, account });
  if (account === null || caller.account_id === account) return caller;
  throw refused({ code: 'account_invalid', message: `This key has no access to the account '${account}', or there is none.` });
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

async function wrong(keys: Keys, key: string, address: string, code: ErrorCode = 'api_key_unknown'): Promise<never> {
  await keys.wrong(address);
  throw refused(code === 'api_key_unknown' && keys.rule ? { code, message: keys.rule(key) } : { code });
}
