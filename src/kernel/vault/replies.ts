import type { Vault } from './vault.js';

const place = (account: string, key: string): string => `${account} key ${key}`;

/** The text of a reply as it is stored under an idempotency key: sealed, because it may contain a client secret. */
export function sealReply(vault: Pick<Vault, 'seal'>, account: string, key: string, text: string): Buffer {
  const { key_id, sealed } = vault.seal(text, place(account, key));
  return Buffer.concat([Buffer.from(`${key_id}\0`), sealed]);
}

/** The text of a stored reply. */
export function openReply(vault: Pick<Vault, 'open'>, account: string, key: string, reply: Buffer): string {
  const end = reply.indexOf(0);
  return vault.open(reply.subarray(end + 1), reply.subarray(0, end).toString(), place(account, key));
}
