import { type ErrorCode, refused } from '../base/errors.js';
import type { Caller, KnownKey } from '../engine/engine.js';

/** Where keys are looked up. */
export type Keys = {
  readonly find: (key: string) => Promise<KnownKey | null>;
  /** Opens a sandbox for a key nobody has used yet, if it is one that may; null where that is switched off. */
  readonly open: ((key: string) => Promise<boolean>) | null;
  /** Who a page's signed address speaks for; null if it was not signed by us. */
  readonly page: (token: string) => Promise<Caller | null>;
  /** Counts a wrong key against an address; throws when there were too many (promise 37). */
  readonly wrong: (address: string) => Promise<void>;
  /** What whoever sends an unknown key is told; undefined where there is no more to say than that it is unknown. */
  readonly rule: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now_ms: () => number;
};

/** How long a process believes what it knows of a key: a revoked one is refused everywhere within this time. */
const cached_ms = 5000;
const remembered_max = 10_000;

/** Tells who is asking by the Authorization header, which is itself the cache's key. */
export function authenticator(keys: Keys): (authorization: string | undefined, address: string) => Promise<Caller> {
  const remembered = new Map<string, { caller: Caller; until_ms: number }>();
  return async (authorization, address) => {
    if (!authorization) throw refused({ code: 'api_key_missing' });
    const known = remembered.get(authorization);
    if (known && known.until_ms > keys.now_ms()) return known.caller;
    const caller = await lookUp(keys, keyIn(authorization), address);
    if (remembered.size >= remembered_max) remembered.clear();
    remembered.set(authorization, { caller, until_ms: keys.now_ms() + cached_ms });
    return caller;
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

async function lookUp(keys: Keys, key: string, address: string): Promise<Caller> {
  if (key.startsWith('page_')) return (await keys.page(key.slice(5))) ?? wrong(keys, address);
  if (!/^(sk|pk|rk)_(test|live)_\w{1,240}$/.test(key)) return wrong(keys, address);
  let found = await keys.find(key);
  if (!found && (await keys.open?.(key))) found = await keys.find(key);
  if (!found) return wrong(keys, address);
  if (found.expired) return wrong(keys, address, 'api_key_expired');
  return found.caller;
}

async function wrong(keys: Keys, address: string, code: ErrorCode = 'api_key_unknown'): Promise<never> {
  await keys.wrong(address);
  throw refused(code === 'api_key_unknown' && keys.rule ? { code, message: keys.rule } : { code });
}
