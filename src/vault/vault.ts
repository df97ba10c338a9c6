import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { Concealed } from '../base/concealed.js';
import type { Random } from '../base/ids.js';
import type { KeyRing } from './key-ring.js';

/** Seals what must not be stored in the clear, and makes keyed hashes. */
export type Vault = {
  /** AES-256-GCM; `place` is bound to the ciphertext, so a row moved elsewhere does not open (promise 43). */
  seal(plain: string, place: string): { readonly key_id: string; readonly sealed: Buffer };
  /** Opens what was sealed at the same place; a changed bit or another place is a fault. */
  open(sealed: Buffer, key_id: string, place: string): string;
  /** A keyed hash: equal inputs are recognised, but no input can be found by trying (PCI DSS 3.5.1.1). */
  hash(purpose: string, text: string): Buffer;
};

const algorithm = 'aes-256-gcm';
const nonce_length = 12;
const tag_length = 16;

/** A vault over a key ring. Hashes use a key derived from the oldest one, so rotation does not change fingerprints. */
export function openVault(ring: KeyRing, random: Random): Vault {
  const current = ring[0];
  const oldest = ring.at(-1);
  if (!current || !oldest) throw new Error('The vault has no key');
  const nonce = pooled(random, nonce_length);
  const hash_key = Buffer.from(hkdfSync('sha256', oldest.key, 'florin', 'hashes', 32));
  return {
    seal: (plain, place) => ({
      key_id: current.id,
      sealed: seal(current.key, nonce(), plain, place),
    }),
    open: (sealed, key_id, place) => open(keyOf(ring, key_id), sealed, place),
    hash: (purpose, text) => createHmac('sha256', hash_key).update(purpose).update('\0').update(text).digest(),
  };
}

/** Draws from a pool, because asking the kernel for a few bytes costs as much as sealing. Every byte is used once. */
function pooled(random: Random, length: number): () => Buffer {
  let pool = Buffer.alloc(0);
  let next = 0;
  return () => {
    if (next + length > pool.length) {
      pool = Buffer.from(random(length * 256));
      next = 0;
    }
    next += length;
    return pool.subarray(next - length, next);
  };
}

function keyOf(ring: KeyRing, id: string): Buffer {
  const found = ring.find((each) => each.id === id);
  if (!found) throw new Error(`The key ring no longer holds the vault key ${id}; put it back behind the newer ones`);
  return found.key;
}

const seal = (key: Buffer, nonce: Buffer, plain: string, place: string): Buffer => sealBytes(key, nonce, Buffer.from(plain), place);

const open = (key: Buffer, sealed: Buffer, place: string): string => openBytes(key, sealed, place).toString('utf8');

/** Seals bytes under a key; no two with one key may have one nonce. */
export function sealBytes(key: Buffer, nonce: Buffer, plain: Buffer, place: string): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Opens bytes that were sealed at the same place. */
export function openBytes(key: Buffer, sealed: Buffer, place: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonce_length)).setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(sealed.length - tag_length));
  return Buffer.concat([decipher.update(sealed.subarray(nonce_length, sealed.length - tag_length)), decipher.final()]);
}

/** Content of an object's row in the vault. */
export type Contents = Readonly<Record<string, Concealed>>;

/** Seals an object's content. */
export function sealContents(vault: Vault, account: string, id: string, contents: Contents): { key_id: string; sealed: Buffer } {
  const plain = Object.fromEntries(Object.entries(contents).map(([name, value]) => [name, value.reveal()]));
  return vault.seal(JSON.stringify(plain), `${account} ${id}`);
}

/** Opens an object's content, into values that cannot be printed. */
export function openContents(vault: Vault, account: string, id: string, row: { key_id: string; sealed: Buffer }): Contents {
  const plain = JSON.parse(vault.open(row.sealed, row.key_id, `${account} ${id}`)) as Record<string, string>;
  return Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, new Concealed(value)]));
}
