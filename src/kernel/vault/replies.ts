import type { Vault } from './vault.js';

const place = (account: string, key: string): string => `${account} key ${key}`;

/** Sealed text as one value: the id of the key, a zero, and the sealed bytes. */
export function sealWhole(vault: Pick<Vault, 'seal'>, place: string, text: string): Buffer {
  const { key_id, sealed } = vault.seal(text, place);
  return Buffer.concat([Buffer.from(`${key_id}\0`), sealed]);
}

/** The text of such a value. */
export function openWhole(vault: Pick<Vault, 'open'>, place: string, whole: Buffer): string {
  const end = whole.indexOf(0);
  return vault.open(whole.subarray(end + 1), whole.subarray(0, end).toString(), place);
}

/** The text of a reply as it is stored under an idempotency key: sealed, because it may contain a client secret. */
export const sealReply = (vault: Pick<Vault, 'seal'>, account: string, key: string, text: string): Buffer =>
  sealWhole(vault, place(account, key), text);

/** The text of a stored reply. */
export const openReply = (vault: Pick<Vault, 'open'>, account: string, key: string, reply: Buffer): string =>
  openWhole(vault, place(account, key), reply);
