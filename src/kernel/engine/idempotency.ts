import { refused } from '../base/refusal.js';
import type { Row } from '../storage/load.js';
import { openReply } from '../vault/replies.js';
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

/** The bytes of the first reply again; a key that is in use or was used for something else is refused. */
export function replay({ vault }: Engine, account: string, { key, fingerprint }: Key, row: Row): Reply {
  if (!row.fingerprint?.equals(fingerprint)) throw refused({ code: 'idempotency_key_reused' });
  if (row.version === null || !row.bytes) throw refused({ code: 'idempotency_key_in_use' });
  return { status: row.version, text: openReply(vault, account, key, row.bytes), replayed: true };
}
