import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { Concealed } from '../base/concealed.js';
import type { Random } from '../base/ids.js';
import type { KeyRing } from './key-ring.js';

/** Seals content that must not be stored in the clear, and computes keyed hashes. */
export type Vault = {
  /** AES-256-GCM; `place` is authenticated with the ciphertext, so a row that was moved cannot be decrypted (promise 43). */
  seal(plain: string, place: string): { readonly key_id: string; readonly sealed: Buffer };
  /** Decrypts content of the same place; throws `Tampered` for a changed bit or another place. */
  open(sealed: Buffer, key_id: string, place: string): string;
  /** A keyed hash: equal inputs have equal hashes, but an input cannot be found by trying (PCI DSS 3.5.1.1). */
  hash(purpose: string, text: string): Buffer;
  /** A fingerprint that identifies a secret within one account only. */
  fingerprint(account: string, text: Concealed): string;
  /** Whether it can be decrypted, without an alarm: a wrong key is not tampering. */
  opens(sealed: Buffer, key_id: string, place: string): boolean;
  /** The ids of its keys, the current one first. */
  readonly key_ids: readonly string[];
  /** The hash key, sealed with a key: stored for each key that rows name. */
  sealHashKey(key_id: string): Buffer;
  /** Loads the stored hash key, so that hashes stay stable when keys are rotated. */
  takeHashKey(sealed: Buffer, key_id: string): void;
};

/** An error: sealed content was changed or moved. Only a writer to the database other than Florin can do that. */
export type Tampered = Error & { readonly tampered: string };

/** Distinguishes it from other errors. */
export const isTampered = (error: unknown): error is Tampered => error instanceof Error && 'tampered' in error;

const algorithm = 'aes-256-gcm';
const nonce_length = 12;
const tag_length = 16;

/**
 * Opens a vault with a key ring. `alarm` is called when content was tampered with. Until the stored hash key is loaded, hashes use one that is
 * derived from the oldest key.
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

/** The account and the object; the rest may contain a caller's own text. */
const named = (place: string): string => place.split(' ', 2).join(' ');

const tampered = (place: string): Tampered =>
  Object.assign(new Error(`The sealed content of ${place} was changed or moved in the database`), { tampered: place });

/** Draws random bytes from a pool, because a system call for a few bytes costs as much as sealing. Every byte is used once. */
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
  if (!found) throw new Error(`The key ring no longer holds the vault key ${id}; add it after the newer ones`);
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

/** Seals bytes with a separate key; a nonce must never repeat under one key. */
export const sealBytes = seal;

/** Decrypts bytes of the same place; throws `Tampered` for a changed bit or another place. */
export function openBytes(key: Buffer, sealed: Buffer, place: string): Buffer {
  try {
    return open(key, sealed, place);
  } catch {
    throw tampered(named(place));
  }
}

/** The vault content of an object. */
export type Contents = Readonly<Record<string, Concealed>>;

/** Seals an object's content. */
export function sealContents(vault: Vault, account: string, id: string, contents: Contents): { key_id: string; sealed: Buffer } {
  const plain = Object.fromEntries(Object.entries(contents).map(([name, value]) => [name, value.reveal()]));
  return vault.seal(JSON.stringify(plain), `${account} ${id}`);
}

/** Decrypts an object's content into values that cannot be printed. */
export function openContents(vault: Vault, account: string, id: string, row: { key_id: string; sealed: Buffer }): Contents {
  const plain = JSON.parse(vault.open(row.sealed, row.key_id, `${account} ${id}`)) as Record<string, string>;
  return Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, new Concealed(value)]));
}
