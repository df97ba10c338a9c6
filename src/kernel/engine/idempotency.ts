import { refused } from '../base/refusal.js';
import type { Row } from '../storage/load.js';
import { openReply } from '../vault/replies.js';
import type { Vault } from '../vault/vault.js';
import type { Engine, Reply } from './engine.js';

/** The idempotency key of a request. */
export type Key = { readonly key: string; readonly fingerprint: Buffer };

/** A key that a request has claimed or will claim. `owner` is the request's id. */
export type Claim = Key & { readonly owner: string; readonly claimed: boolean };

/** The claim after it was stored: only its reply is missing. */
export const claimed = (claim: Claim | null): Claim | null => claim && { ...claim, claimed: true };

/** The fingerprint that requests under one key must share. Keyed, because the parameters may contain a card number. */
export const fingerprintOf = (vault: Vault, route: string, params: unknown): Buffer =>
  vault.hash('idempotency', `${route}\0${JSON.stringify(params)}`);

/** The stored reply, byte for byte; a key in use or used for another request is refused. */
export function replay({ vault }: Engine, account: string, { key, fingerprint }: Key, row: Row): Reply {
  if (!row.fingerprint?.equals(fingerprint)) throw refused({ code: 'idempotency_key_reused' });
  if (row.version === null || !row.bytes) throw refused({ code: 'idempotency_key_in_use' });
  return { status: row.version, text: openReply(vault, account, key, row.bytes), replayed: true };
}
