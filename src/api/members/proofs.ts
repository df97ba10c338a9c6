import { refused } from '../../kernel/base/refusal.js';
import { sameText } from '../../kernel/engine/perform.js';
import type { Vault } from '../../kernel/vault/vault.js';

type Keyed = Pick<Vault, 'hash'>;

/** What a proof is for; one that was made for something else is refused. */
type Purpose = 'second factor' | 'add a passkey' | 'identity' | 'sign in by passkey' | 'single sign-on';

/** A member whose link it is, and the moment of the link's end, which the member keeps until it is used. */
type Link = { readonly id: string; readonly invitation_expires: number };

const lasts_seconds = 300;

const macOf = ({ hash }: Keyed, purpose: Purpose, payload: string): string => hash(purpose, payload).toString('base64url');

/** Signs what a browser keeps between two steps, for five minutes. */
export function proofOf(vault: Keyed, purpose: Purpose, said: object, now_ms: number): string {
  const payload = Buffer.from(JSON.stringify({ said, until: now_ms / 1000 + lasts_seconds })).toString('base64url');
  return `${payload}.${macOf(vault, purpose, payload)}`;
}

/** What the link of an e-mail to a member contains, in place of the secret of an invitation: it is signed when it is sent, and stored nowhere. */
export function signedLink(vault: Keyed, { id, invitation_expires }: Link): string {
  const said = `${id}.${invitation_expires}`;
  return `${said}.${vault.hash('link of a member', said).toString('base64url')}`;
}

/** The member of a signed link; null if it is none. */
export function linkIn(vault: Keyed, given: string): Link | null {
  const [id = '', expires = ''] = given.split('.');
  const link = { id, invitation_expires: Number(expires) };
  return sameText(signedLink(vault, link), given) ? link : null;
}

/** What a proof says; refused if it was changed, is for something else, or is too old. */
export function provenBy<Said extends object>(vault: Keyed, purpose: Purpose, proof: string, now_ms: number): Said {
  const [payload = '', mac = ''] = proof.split('.');
  const proven = sameText(macOf(vault, purpose, payload), mac)
    ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly said: Said; readonly until: number })
    : null;
  if (!proven || proven.until <= now_ms / 1000) throw refused({ code: 'sign_in_failed', message: 'Begin again: this step took too long.' });
  return proven.said;
}
