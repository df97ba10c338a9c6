import { inAddress, ofAddress } from '../../kernel/base/page-address.js';
import type { Subject } from '../../kernel/base/question.js';
import { real_clock } from '../../kernel/engine/clock.js';
import { type Caller, type Engine, tenantFrom } from '../../kernel/engine/engine.js';
import { sameText } from '../../kernel/engine/perform.js';
import type { Vault } from '../../kernel/vault/vault.js';

/**
 * Signed addresses of payers' pages: each is for one attempt of one object, and void for the next attempt. One that was opened by the object's id is
 * for a visitor.
 */
export type PageTokens = {
  readonly sign: (account: string, subject: Subject, attempt: string, of?: 'visitor') => string;
  readonly callerOf: (token: string) => Caller | null;
};

/** 72 bits are enough, because an address can only be guessed with one request per guess. Older addresses were signed with sixteen bytes. */
const signature_bytes = 9;
const former_signature_bytes = 16;

/** Page tokens signed with the vault's hash key. */
export function pageTokens(vault: Vault): PageTokens {
  const signature = (payload: string, bytes: number): string => vault.hash('page', payload).subarray(0, bytes).toString('base64url');
  return {
    sign: (account, { object, id }, attempt, of) => {
      const payload = inAddress({ account, object, id, attempt, of });
      return `${payload}.${signature(payload, signature_bytes)}`;
    },
    callerOf: (token) => {
      const [payload = '', mac = ''] = token.split('.');
      const signatures = [signature_bytes, former_signature_bytes].map((bytes) => signature(payload, bytes));
      if (!signatures.some((each) => sameText(each, mac))) return null;
      const { account, object, id, attempt, of: kind = 'page' } = ofAddress(payload);
      return { ...tenantFrom(account, real_clock), kind, key_id: 'page', permissions: [], page: { object, id, attempt } };
    },
  };
}

/** The addresses of payers' pages. A visit is the checkout page with a visitor's token. */
export const pageUrls =
  ({ sign }: PageTokens, public_url: () => string): Engine['pageUrl'] =>
  (page, account, subject, attempt) => {
    const [path, token] =
      page === 'visit' ? ['checkout', sign(account, subject, attempt, 'visitor')] : [page, sign(account, subject, attempt)];
    return `${public_url()}/${path}/${token}`;
  };
