import { refused } from '../base/errors.js';
import type { Row } from '../storage/load.js';
import type { Vault } from '../vault/vault.js';
import type { Engine, Reply } from './engine.js';

/** A key as a request brings it. */
export type Key = { readonly key: string; readonly fingerprint: Buffer };

/** A key that a request has claimed, or is about to. `owner` names the request. */
export type Claim = Key & { readonly owner: string; readonly claimed: boolean };

/** The claim once it has been stored: what is left is to answer it. */
export const claimed = (claim: Claim | null): Claim | null => claim && { ...claim, claimed: true };

/** What two requests under one key must have in common. Keyed, because the parameters may hold a card number. */
export const fingerprintOf = (vault: Vault, route: string, params: unknown): Buffer =>
  vault.hash('idempotency', `${route}\0${JSON.stringify(params)}`);

const place = (account: string, key: string): string => `${account} key ${key}`;

/** The reply as stored: sealed, because it may hold a client secret. */
export function sealReply(vault: Vault, account: string, key: string, reply: Reply): { status: number; sealed: Buffer } {
  const { key_id, sealed } = vault.seal(reply.text, place(account, key));
  return { status: reply.status, sealed: Buffer.concat([Buffer.from(`${key_id}\0`), sealed]) };
}

/** The bytes of the first reply again; a key that is in use or was used for something else is refused. */
export function replay({ vault }: Engine, account: string, { key, fingerprint }: Key, row: Row): Reply {
  if (!row.fingerprint?.equals(fingerprint)) throw refused({ code: 'idempotency_key_reused' });
  if (row.version === null || !row.bytes) throw refused({ code: 'idempotency_key_in_use' });
  const end = row.bytes.indexOf(0);
  const text = vault.open(row.bytes.subarray(end + 1), row.bytes.subarray(0, end).toString(), place(account, key));
  return { status: row.version, text, replayed: true };
}
