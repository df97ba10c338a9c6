import { auditRow, type Privileged, recording } from '../../kernel/audit/record.js';
import { tenantOf } from '../../kernel/base/books.js';
import type { Around, Effects } from '../../kernel/base/effects.js';
import { type Clock, real_clock, storedClock } from '../../kernel/engine/clock.js';
import type { Caller, Engine, Looking, Tenant } from '../../kernel/engine/engine.js';
import { foldBeside } from '../../kernel/engine/fold.js';
import { around } from '../../kernel/engine/step.js';
import { startUnit } from '../../kernel/engine/unit.js';
import { store } from '../../kernel/engine/write.js';
import type { DatabaseFault } from '../../kernel/storage/database.js';
import type { KeyRow as StoredKey } from '../../kernel/storage/rows.js';
import { hashOfKey } from '../../kernel/vault/secrets.js';
import type { KnownKey } from './authenticate.js';

/** A key as it is read, with its account's clock. */
type Read = Omit<Caller, 'key_id' | 'page'> & { readonly id: string | null; readonly expires_ms: number | null };

/** Looks up a key; the load shares a statement with other reads of the same tick. */
export async function findKey({ load, now_ms }: Looking, key: string, account: string | null): Promise<KnownKey | null> {
  const [row] = await load([{ of: 'caller', account: '', object: account ?? '', id: hashOfKey(key) }]);
  const { id: key_id, expires_ms, ...known } = JSON.parse(row?.doc ?? '{}') as Partial<Read>;
  if (!key_id) return null;
  return { caller: { ...(known as Omit<Caller, 'key_id'>), key_id }, expired: typeof expires_ms === 'number' && expires_ms <= now_ms() };
}

/** A page runs on its sandbox's current clock. */
export async function onItsOwnClock({ load }: Looking, page: Caller): Promise<Caller> {
  const [row] = await load([{ of: 'caller', account: page.account, object: '', id: '' }]);
  const {
    clock_offset_ms = 0,
    id_offset_ms = 0,
    epoch = 0,
    is_connected,
  } = JSON.parse(row?.doc ?? '{}') as Partial<Clock & Pick<Tenant, 'is_connected'>>;
  return { ...page, clock_offset_ms, id_offset_ms, epoch, ...(is_connected !== undefined && { is_connected }) };
}

/** A key to store. */
export type KeyToAdd = {
  readonly key: string;
  readonly kind: StoredKey['kind'];
  readonly permissions?: readonly string[];
  readonly name: string;
};

/** The objects that a new account starts with, in one mode. */
export type AccountParts = (id: string, name: string, around: Around) => Effects;

/** Opens an account in one mode, with its objects and keys in one write. False if another process has just opened one of the keys. */
export async function openAccount(
  engine: Engine,
  { id, name, livemode }: { id: string; name: string; livemode: boolean },
  keys: readonly KeyToAdd[],
  parts: AccountParts,
  by: Privileged,
): Promise<boolean> {
  const tenant: Tenant = { account: tenantOf(id, livemode), account_id: id, livemode, ...real_clock };
  const unit = startUnit(engine, tenant);
  const beginning = { tenant, now_ms: engine.now_ms(), clock: null };
  foldBeside(engine, unit, beginning, parts(id, name, around(engine, unit, beginning)));
  try {
    await store(engine, unit, { ...nothing, tenant, audit: { ...by, subject: id }, keys: keys.map((key) => newKey(engine, tenant, key)) });
    return true;
  } catch (error) {
    if ((error as DatabaseFault).constraint === 'keys_pkey') return false;
    throw error;
  }
}

const nothing = { claim: null, reply: null, finished: [], jobs: [], bounds: [] } as const;

/** Three characters is the shortest key in the SDKs' own tests, `sk_test_123`. */
const sandbox_key = /^sk_test_\w{3,200}$/;

/** The error message for a key that an open sandbox refuses. */
export const sandboxRule = (key: string): string => (/^[spr]k_live_/.test(key) ? no_such_live_key : sandbox_rule);

const no_such_live_key =
  'Invalid API key provided: it is a live key of no account. In this open sandbox use a key that begins with sk_test_; florin keys create --live creates live keys.';

const sandbox_rule =
  'Invalid API key provided. In this open sandbox any key of sk_test_ and 3 to 200 letters, digits or underscores works; a publishable key works after the secret key with the same ending was used.';

/** Opens the empty sandbox of a secret test key; its publishable key has the same ending. False for any other key. */
export async function openSandbox(engine: Engine, key: string, parts: AccountParts, from: string): Promise<boolean> {
  if (!sandbox_key.test(key)) return false;
  const ending = key.slice('sk_test_'.length);
  const id = engine.ids.fresh('acct', engine.now_ms());
  const keys: KeyToAdd[] = [
    { key, kind: 'secret', name: 'Sandbox secret key' },
    { key: `pk_test_${ending}`, kind: 'publishable', name: 'Sandbox publishable key' },
  ];
  const request = engine.ids.fresh('run', engine.now_ms());
  const by = { request, action: 'open a sandbox', actor: 'anyone', actor_type: 'sandbox', from } as const;
  await openAccount(engine, { id, name: 'Sandbox', livemode: false }, keys, parts, by);
  return true;
}

const newKey = (
  engine: Engine,
  { account_id, livemode }: Tenant,
  { key, kind, permissions = [], name }: KeyToAdd,
): Omit<StoredKey, 'account'> => ({
  hash: Buffer.from(hashOfKey(key), 'hex'),
  id: engine.ids.fresh('key', engine.now_ms()),
  account_id,
  livemode,
  kind,
  permissions,
  name,
  hint: key.slice(-4),
  created_at: new Date(engine.now_ms()),
});

/** Adds a key to an account and returns its id; null if the account does not exist. */
export async function addKey(engine: Engine, account_id: string, livemode: boolean, key: KeyToAdd, by: Privileged): Promise<string | null> {
  const account = tenantOf(account_id, livemode);
  const tenant: Tenant = { account, account_id, livemode, ...(await storedClock(engine, account)) };
  const [owner] = await engine.load([{ of: 'object', account: tenant.account, object: 'account', id: account_id }]);
  if (!owner) return null;
  const row = newKey(engine, tenant, key);
  await store(engine, startUnit(engine, tenant), { ...nothing, tenant, audit: { ...by, subject: row.id }, keys: [row] });
  return row.id;
}

/** A key as it is listed, with only its last four characters. */
export type ListedKey = {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly kind: string;
  readonly permissions: string[];
  readonly name: string;
  readonly hint: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
};

/** An account's keys, newest first; the keys of all accounts if none is given. */
export const listKeys = ({ database }: Pick<Engine, 'database'>, account_id: string | null): Promise<ListedKey[]> =>
  database.query({
    text: 'select id, account_id, livemode, kind, permissions, name, hint, created_at, expires_at from keys where account_id = coalesce($1, account_id) order by id desc',
    values: [account_id],
  });

/** Sets a key's expiry, which only shortens its life; the current moment revokes it. Null if no such key is valid until then. */
export async function endKey({ database }: Pick<Engine, 'database'>, id: string, at_ms: number, by: Privileged): Promise<ListedKey | null> {
  return database.transaction(async (query) => {
    const [row] = await query<ListedKey>({
      text: 'update keys set expires_at = $2 where id = $1 and (expires_at is null or expires_at > $2) returning id, account_id, livemode, kind, permissions, name, hint, created_at, expires_at',
      values: [id, new Date(at_ms)],
    });
    if (!row) return null;
    const tenant = { account: tenantOf(row.account_id, row.livemode), livemode: row.livemode };
    await query(recording(auditRow(tenant, { ...by, subject: id, outcome: 'succeeded' })));
    return row;
  });
}
