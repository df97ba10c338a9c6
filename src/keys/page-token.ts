import { timingSafeEqual } from 'node:crypto';
import type { Subject } from '../base/question.js';
import { real_clock } from '../engine/clock.js';
import { type Caller, type Engine, tenantFrom } from '../engine/engine.js';
import type { Vault } from '../vault/vault.js';

/** Signed addresses of payers' pages: each speaks for one attempt of one object, and is void for the next. One that was opened by the object's id speaks for a visitor. */
export type PageTokens = {
  readonly sign: (account: string, subject: Subject, attempt: string, of?: 'visitor') => string;
  readonly callerOf: (token: string) => Caller | null;
};

/** Page tokens signed with the vault's hash key. */
export function pageTokens(vault: Vault): PageTokens {
  const signature = (payload: string): Buffer => vault.hash('page', payload).subarray(0, 16);
  return {
    sign: (account, { object, id }, attempt, ...of) => {
      const payload = Buffer.from([account, object, id, attempt, ...of].join(' ')).toString('base64url');
      return `${payload}.${signature(payload).toString('base64url')}`;
    },
    callerOf: (token) => {
      const [payload = '', mac = ''] = token.split('.');
      const given = Buffer.from(mac, 'base64url');
      if (given.length !== 16 || !timingSafeEqual(given, signature(payload))) return null;
      const [account = '', object = '', id = '', attempt = '', of = 'page'] = Buffer.from(payload, 'base64url').toString('utf8').split(' ');
      const kind = of === 'page' ? of : 'visitor';
      return { ...tenantFrom(account, real_clock), kind, key_id: 'page', permissions: [], page: { object, id, attempt } };
    },
  };
}

/** The addresses of payers' pages. What a visitor opens is the page of a checkout, under a token that says so. */
export const pageUrls =
  ({ sign }: PageTokens, public_url: () => string): Engine['pageUrl'] =>
  (page, account, subject, attempt) => {
    const [path, token] =
      page === 'visit' ? ['checkout', sign(account, subject, attempt, 'visitor')] : [page, sign(account, subject, attempt)];
    return `${public_url()}/${path}/${token}`;
  };
