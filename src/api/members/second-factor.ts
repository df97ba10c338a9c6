import { refused } from '../../kernel/base/refusal.js';
import { sameText } from '../../kernel/engine/perform.js';
import type { Vault } from '../../kernel/vault/vault.js';

/** What the password alone gives: a proof of it, for some minutes, which only the second factor turns into a session. */
type Proof = { readonly account: string; readonly id: string; readonly until: number };

const lasts_seconds = 300;

const macOf = ({ hash }: Pick<Vault, 'hash'>, payload: string): string => hash('second factor', payload).toString('base64url');

/** A signed proof that the password of a member was right. */
export function proofOf(vault: Pick<Vault, 'hash'>, { account, id }: Omit<Proof, 'until'>, now_seconds: number): string {
  const payload = Buffer.from(JSON.stringify({ account, id, until: now_seconds + lasts_seconds })).toString('base64url');
  return `${payload}.${macOf(vault, payload)}`;
}

/** The member of a proof; refused if it was changed or is too old. */
export function provenBy(vault: Pick<Vault, 'hash'>, proof: string, now_seconds: number): Proof {
  const [payload = '', mac = ''] = proof.split('.');
  const proven = sameText(macOf(vault, payload), mac) ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Proof) : null;
  if (!proven || proven.until <= now_seconds)
    throw refused({ code: 'sign_in_failed', message: 'Enter the password again: it was entered too long ago.' });
  return proven;
}
