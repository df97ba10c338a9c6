import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonce_bytes = 12;
const tag_bytes = 16;

/** Encrypts content that must survive a crash and be unreadable in the database, such as the number of a card. */
export type Seal = { readonly close: (content: object) => Buffer; readonly open: <T>(sealed: Buffer) => T };

/** A seal with a key of 32 bytes. Opening throws if the content was changed or closed with another key. */
export const sealWith = (key: Buffer): Seal => ({
  close: (content) => {
    const nonce = randomBytes(nonce_bytes);
    const with_key = createCipheriv(cipher, key, nonce);
    const closed = Buffer.concat([with_key.update(JSON.stringify(content)), with_key.final()]);
    return Buffer.concat([nonce, with_key.getAuthTag(), closed]);
  },
  open: <T>(sealed: Buffer): T => {
    const with_key = createDecipheriv(cipher, key, sealed.subarray(0, nonce_bytes), { authTagLength: tag_bytes });
    with_key.setAuthTag(sealed.subarray(nonce_bytes, nonce_bytes + tag_bytes));
    return JSON.parse(Buffer.concat([with_key.update(sealed.subarray(nonce_bytes + tag_bytes)), with_key.final()]).toString()) as T;
  },
});
