import { timingSafeEqual } from 'node:crypto';
import { type Caller, type Looking, type Tenant, tenantFrom } from '../../kernel/engine/engine.js';
import { hashOfKey } from '../../kernel/vault/secrets.js';
import type { KnownKey } from './authenticate.js';

/** A key as it is read, with its account. */
type Read = Pick<Tenant, 'account' | 'clock_offset_ms' | 'id_offset_ms' | 'epoch' | 'is_connected'> & {
  readonly key: { readonly expires?: number; readonly associated_objects?: readonly { readonly id: string; readonly type: string }[] };
};

/** The caller of an ephemeral key: one customer, until the key expires on its account's clock or is deleted. */
export async function findEphemeralKey({ load, now_ms }: Looking, secret: string): Promise<KnownKey | null> {
  const [id = '', rest] = secret.split('_secret_');
  if (rest === undefined || !/^ek_\w{1,100}$/.test(id)) return null;
  const [row] = await load([{ of: 'ephemeral', account: '', object: '', id }]);
  if (!row?.secret || !isSame(row.secret, hashOfKey(secret))) return null;
  const { account, key, is_connected = false, ...clock } = JSON.parse(row.doc) as Read;
  const { expires = 0, associated_objects = [] } = key;
  // A deleted key has none.
  const [holder] = associated_objects.map(({ type: object, id: held }) => ({ holder: { object, id: held } }));
  const caller: Caller = { ...tenantFrom(account, clock), is_connected, kind: 'ephemeral', key_id: id, permissions: [], ...holder };
  return { caller, expired: row.deleted || expires * 1000 <= now_ms() + clock.clock_offset_ms };
}

const isSame = (stored: string, given: string): boolean =>
  stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given));
