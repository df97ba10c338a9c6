import { hash } from 'node:crypto';
import type { Ids } from '../base/ids.js';
import type { Vault } from './vault.js';

type Tools = { readonly vault: Vault; readonly ids: Ids };

/** A secret as it is stored, and as its owner sees it. */
export type Secret = { readonly stored: string; readonly shown: string };

/** The hash of an object's key: nothing in the database can be used as a key. */
export const hashOfKey = (key: string): string => hash('sha256', key);

/** Creates the secrets of objects. */
export type Secrets = {
  /** A `client` secret gives a publishable key access to an intent; a `signing` secret signs deliveries; a `key` authenticates to the API. */
  fresh(kind: 'client' | 'key' | 'signing', id: string): Secret;
  /** A new secret. An old signing secret signs beside it until `overlap_until` seconds, any other one is void at once. */
  roll(kind: 'client' | 'key' | 'signing', id: string, stored: string, overlap_until: number): Secret;
};

/**
 * The secret that signs the events for an account's Stripe CLI. It is derived: `stripe listen --print-secret` shows it, and later sessions must have
 * the same one.
 */
export const listeningSecret = ({ vault }: Pick<Tools, 'vault'>, account: string): string =>
  `whsec_${vault.hash('listener', account).toString('hex')}`;

type Signing = { readonly current: string; readonly previous: string | null; readonly previous_until: number };

/** The secrets of one tenant. Signing secrets are sealed, not hashed, because signing needs them. */
export function secretsOf(engine: Tools, account: string): Secrets {
  const signing = (id: string, secrets: Signing): Secret => ({
    stored: sealText(engine, `${account} ${id}`, JSON.stringify(secrets)),
    shown: secrets.current,
  });
  // `whsec_` and 32 characters that are also valid base64, so that one secret serves both signature schemes (design 9).
  const fresh_signing = (): string => `whsec_${engine.ids.secret(32)}`;
  const fresh: Secrets['fresh'] = (kind, id) => {
    if (kind === 'signing') return signing(id, { current: fresh_signing(), previous: null, previous_until: 0 });
    const plain = `${id}_secret_${engine.ids.secret(24)}`;
    return { stored: kind === 'key' ? hashOfKey(plain) : plain, shown: plain };
  };
  return {
    fresh,
    roll: (kind, id, stored, overlap_until) => {
      if (kind !== 'signing') return fresh(kind, id);
      const { current } = openSigning(engine, account, id, stored);
      return signing(id, { current: fresh_signing(), previous: current, previous_until: overlap_until });
    },
  };
}

/** The secrets to sign with at `now` (seconds), the current one first. */
export function signingSecrets(engine: Pick<Tools, 'vault'>, account: string, id: string, stored: string, now: number): string[] {
  const { current, previous, previous_until } = openSigning(engine, account, id, stored);
  return previous && previous_until > now ? [current, previous] : [current];
}

const openSigning = (engine: Pick<Tools, 'vault'>, account: string, id: string, stored: string): Signing =>
  JSON.parse(openText(engine, `${account} ${id}`, stored)) as Signing;

/** The stored secret of an object, resealed with the current key. */
export const resealSecret = (vault: Vault, account: string, id: string, stored: string): string =>
  sealText({ vault }, `${account} ${id}`, openText({ vault }, `${account} ${id}`, stored));

function sealText({ vault }: Pick<Tools, 'vault'>, place: string, plain: string): string {
  const { key_id, sealed } = vault.seal(plain, place);
  return `${key_id}.${sealed.toString('base64')}`;
}

function openText({ vault }: Pick<Tools, 'vault'>, place: string, text: string): string {
  const dot = text.indexOf('.');
  return vault.open(Buffer.from(text.slice(dot + 1), 'base64'), text.slice(0, dot), place);
}
