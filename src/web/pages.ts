import type { FastifyReply } from 'fastify';
import { formActionSources } from './return-location.js';
import { securityHeaders } from './ui.js';

/** A call of the public API, made in the name of a page: pages have no other door. */
export type Api = (request: {
  method: 'GET' | 'POST';
  url: string;
  token: string;
  body?: object;
}) => Promise<{ status: number; body: Readonly<Record<string, unknown>> }>;

/** What payers' pages are made of. */
export type Pages = {
  readonly api: Api;
  readonly nonce: () => string;
  /** Where payers reach this service, without a slash at the end. */
  readonly public_url: () => string;
};

/** What a page was made for, as its token says; the API judges whether the token is true. */
export function subjectOf(token: string): { readonly object: string; readonly id: string; readonly attempt: string } {
  const [, object = '', id = '', attempt = ''] = Buffer.from(token.split('.')[0] ?? '', 'base64url')
    .toString('utf8')
    .split(' ');
  return { object, id, attempt };
}

/** What the API says of an object and of the business it belongs to; null when the page is void. */
export async function readFor({ api }: Pages, token: string, url: string): Promise<{ body: unknown; business_name: string } | null> {
  const [found, account] = await Promise.all([api({ method: 'GET', url, token }), api({ method: 'GET', url: '/v1/account', token })]);
  if (found.status !== 200 || account.status !== 200) return null;
  const { name } = account.body.business_profile as { name: string | null };
  return { body: found.body, business_name: name ?? 'the merchant' };
}

/** Answers with a page under a nonce of its own. A form on it may lead to `return_url`. */
export function send(
  pages: Pages,
  reply: FastifyReply,
  status: number,
  page: (view: { nonce: string }) => string,
  return_url: string | null = null,
): FastifyReply {
  const nonce = pages.nonce();
  return reply
    .code(status)
    .headers(headersFor(pages, nonce, return_url))
    .type('text/html; charset=utf-8')
    .send(page({ nonce }));
}

/** The headers of a page, or of the redirect that answers its form. */
export const headersFor = ({ public_url }: Pages, nonce: string, return_url: string | null): Record<string, string> =>
  securityHeaders({ nonce, formActions: formActionSources(return_url), https: public_url().startsWith('https:') });
