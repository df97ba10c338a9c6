import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { Concealed } from '../base/concealed.js';
import type { Random } from '../base/ids.js';
import type { KeyRing } from './key-ring.js';

/** Seals what must not be stored in the clear, and makes keyed hashes. */
export type Vault = {
  /** AES-256-GCM; `place` is bound to the ciphertext, so a row moved elsewhere does not open (promise 43). */
  seal(plain: string, place: string): { readonly key_id: string; readonly sealed: Buffer };
  /** Opens what was sealed at the same place; a changed bit or another place is a fault that says so. */
  open(sealed: Buffer, key_id: string, place: string): string;
  /** A keyed hash: equal inputs are recognised, but no input can be found by trying (PCI DSS 3.5.1.1). */
  hash(purpose: string, text: string): Buffer;
  /** What a secret is recognised by within an account, and in no other. */
  fingerprint(account: string, text: Concealed): string;
  /** Whether it opens, without an alarm: of another key than it was sealed with nobody knows more. */
  opens(sealed: Buffer, key_id: string, place: string): boolean;
  /** The names of its keys, the one in use first. */
  readonly key_ids: readonly string[];
  /** The key of the hashes, sealed with one of the keys: what is stored of each key that rows name. */
  sealHashKey(key_id: string): Buffer;
  /** Takes up the key of the hashes as it is stored, so that hashes stay what they are whichever keys come and go. */
  takeHashKey(sealed: Buffer, key_id: string): void;
};

/** A fault: what is sealed was changed, or belongs elsewhere. Only somebody who writes to the database by other ways than ours can do that. */
export type Tampered = Error & { readonly tampered: string };

/** Tells it from other faults. */
export const isTampered = (error: unknown): error is Tampered => error instanceof Error && 'tampered' in error;

const algorithm = 'aes-256-gcm';
const nonce_length = 12;
const tag_length = 16;

/**
 * A vault over a key ring. `alarm` is told where something was tampered with. Until the stored key of the hashes is taken up, they use one
 * that is derived from the oldest key.
 */
export function openVault(ring: KeyRing, random: Random, alarm: (place: string) => void): Vault {
  const current = ring[0];
  const oldest = ring.at(-1);
  if (!current || !oldest) throw new Error('The vault has no key');
  const nonce = pooled(random, nonce_length);
  let hash_key: Buffer = Buffer.from(hkdfSync('sha256', oldest.key, 'florin', 'hashes', 32));
  const opened = (sealed: Buffer, key_id: string, place: string): Buffer => {
    const key = keyOf(ring, key_id);
    try {
      return open(key, sealed, place);
    } catch {
      alarm(named(place));
      throw tampered(named(place));
    }
  };
  const hash = (purpose: string, text: string): Buffer => createHmac('sha256', hash_key).update(purpose).update('\0').update(text).digest();
  return {
    seal: (plain, place) => ({ key_id: current.id, sealed: seal(current.key, nonce(), Buffer.from(plain), place) }),
    open: (sealed, key_id, place) => opened(sealed, key_id, place).toString('utf8'),
    opens: (sealed, key_id, place) => isOpened(keyOf(ring, key_id), sealed, place),
    hash,
    fingerprint: (account, text) => hash(`fingerprint ${account}`, text.reveal()).toString('base64url').slice(0, 16),
    key_ids: ring.map(({ id }) => id),
    sealHashKey: (id) => seal(keyOf(ring, id), nonce(), hash_key, placeOfKey(id)),
    takeHashKey: (sealed, id) => {
      hash_key = open(keyOf(ring, id), sealed, placeOfKey(id));
    },
  };
}

function isOpened(key: Buffer, sealed: Buffer, place: string): boolean {
  try {
    open(key, sealed, place);
    return true;
  } catch {
    return false;
  }
}

const placeOfKey = (id: string): string => `vault key ${id}`;

/** The account and the object; what may follow is a caller's own text. */
const named = (place: string): string => place.split(' ', 2).join(' ');

const tampered = (place: string): Tampered =>
  Object.assign(new Error(`What is sealed for ${place} was changed in the database, or belongs elsewhere`), { tampered: place });

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

function seal(key: Buffer, nonce: Buffer, plain: Buffer, place: string): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, sealed: Buffer, place: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonce_length)).setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(sealed.length - tag_length));
  return Buffer.concat([decipher.update(sealed.subarray(nonce_length, sealed.length - tag_length)), decipher.final()]);
}

/** Seals bytes under a key of their own; no two with one key may have one nonce. */
export const sealBytes = seal;

/** Opens bytes that were sealed at the same place; a changed bit or another place is a fault that says so. */
export function openBytes(key: Buffer, sealed: Buffer, place: string): Buffer {
  try {
    return open(key, sealed, place);
  } catch {
    throw tampered(named(place));
  }
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
