import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountOf } from '../../kernel/base/books.js';
import { ofAddress, type PageSubject } from '../../kernel/base/page-address.js';
import { type Plain, tooOftenPage, unavailablePage } from './error-page.js';
import type { MerchantShown } from './merchant.js';
import { payerLocale } from './payer-locale.js';
import { formActionSources } from './return-location.js';
import { securityHeaders } from './security-headers.js';

export { payerLocale } from './payer-locale.js';

/** What a page asks of the API. `address` is that of the payer, by which attempts to pay are counted. */
type ApiRequest = { readonly url: string; readonly token: string } & (
  | { readonly method: 'GET' }
  | { readonly method: 'POST'; readonly body?: object; readonly address: string }
);

type ApiAnswer = {
  readonly status: number;
  readonly body: unknown;
  /** After how many seconds the same can be asked again, where the API says so. */
  readonly retry_after_seconds: number | null;
};

/** A call of the public API, made in the name of a page: pages have no other door. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer>;

/** What payers' pages are made of. */
export type Pages = {
  readonly api: Api;
  /** An unguessable value for one use. */
  readonly nonce: () => string;
  /** Where payers reach this service, without a slash at the end. */
  readonly public_url: () => string;
};

/** Whether the API could not answer just now, so that nothing is known: that is another thing than not found. */
export const isUnanswered = (status: number): boolean => status >= 500 || status === 429;

const retry_after_seconds = 5;

/** Says that the API has not answered, or after how many seconds it will; the payer is shown that. */
export const unanswered = (status: number, after_seconds: number | null = retry_after_seconds): Unanswered =>
  Object.assign(new Error('The API has not answered a page'), { unanswered: { after_seconds: status === 429 ? after_seconds : null } });

type Unanswered = Error & { readonly unanswered: { readonly after_seconds: number | null } };

const isUnansweredPage = (error: Error): error is Unanswered => 'unanswered' in error;

/** Why the API has refused something. */
export type Refused = {
  readonly status: number;
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
  readonly param?: string;
  readonly type?: string;
};

/** What the API says: an object, as pages receive it, or why not. */
export type Answer<Body> = { readonly body: Body; readonly refused: null } | { readonly body: null; readonly refused: Refused };

/**
 * Asks the API. `Body` is the `ViewOf` of the resource or the view that answers; JSON gets its type here and nowhere else. Throws `unanswered` if
 * the API could not answer, whatever the page was about to do; the payer is shown that.
 */
export async function ask<Body>({ api }: Pages, request: Parameters<Api>[0]): Promise<Answer<Body>> {
  const { status, body, retry_after_seconds } = await api(request);
  if (isUnanswered(status)) throw unanswered(status, retry_after_seconds ?? 1);
  return status === 200 ? { body: body as Body, refused: null } : { body: null, refused: { ...(body as Failed).error, status } };
}

type Failed = { readonly error?: Omit<Refused, 'status'> };

/** Says that nothing was lost; the browser tries again when it is asked to. */
export const sendUnavailable = (pages: Pages, reply: FastifyReply): FastifyReply =>
  send(pages, reply.header('retry-after', retry_after_seconds), 503, unavailablePage);

/** Says when the payer can try again. */
const sendTooOften = (pages: Pages, reply: FastifyReply, after_seconds: number): FastifyReply =>
  send(pages, reply.header('retry-after', after_seconds), 429, (view) => tooOftenPage({ ...view, after_seconds }));

/** Registers pages: that the API has not answered is a page as well, because people read it. */
export const registerPages = (server: FastifyInstance, pages: Pages, register: (scope: FastifyInstance) => void): void =>
  void server.register(async (scope) => {
    scope.setErrorHandler((error: Error, _, reply) => {
      if (!isUnansweredPage(error)) throw error;
      const { after_seconds } = error.unanswered;
      return after_seconds === null ? sendUnavailable(pages, reply) : sendTooOften(pages, reply, after_seconds);
    });
    register(scope);
  });

/** What a page was made for, as its token says; the API judges whether the token is true. */
export function subjectOf(token: string): PageSubject {
  const subject = ofAddress(token.split('.')[0] ?? '');
  return { ...subject, account: accountOf(subject.account) };
}

/** Reads an object, of which `url` expands one member, together with the business that it belongs to; null when the page is void. */
export async function readFor<Body extends { readonly merchant: MerchantShown | null }>(
  pages: Pages,
  token: string,
  url: string,
): Promise<{ readonly body: Body; readonly account: MerchantShown } | null> {
  const { body } = await ask<Body>(pages, { method: 'GET', url: `${url}&expand[1]=merchant`, token });
  return body?.merchant ? { body, account: body.merchant } : null;
}

/** Where forms of a page may lead beside ourselves, and who may show it. */
export type Leading = {
  readonly to: readonly (string | null)[];
  readonly framed: boolean;
  /** The origins of its pictures, besides our own. */
  readonly pictures?: readonly string[];
};

/** Answers with a page under a nonce of its own. A form on it may lead to `return_url`. */
export const send = (
  pages: Pages,
  reply: FastifyReply,
  status: number,
  page: (view: Plain) => string,
  return_url: string | null = null,
): FastifyReply => sendLeading(pages, reply, status, page, { to: [return_url], framed: false });

/** The same, of a page that may lead to several places, or be shown within another. */
export function sendLeading(
  pages: Pages,
  reply: FastifyReply,
  status: number,
  page: (view: Plain) => string,
  leading: Leading,
): FastifyReply {
  const nonce = pages.nonce();
  const sent = page({ nonce, locale: payerLocale(reply.request) });
  // The nonce is secret, so only Florin's scripts carry it; a page without one runs no script.
  const scripts = sent.includes(`<script nonce="${nonce}"`);
  // Only scripts from local paths send requests; inline scripts do not.
  const asks = sent.includes(`<script nonce="${nonce}" src="`);
  return reply
    .code(status)
    .headers(leadingHeaders(pages, nonce, leading, { scripts, asks }))
    .type('text/html; charset=utf-8')
    .send(sent);
}

/** The headers of a page, or of the redirect that answers its form. */
export const headersFor = (pages: Pages, nonce: string, return_url: string | null, scripts = false): Record<string, string> =>
  leadingHeaders(pages, nonce, { to: [return_url], framed: false }, { scripts });

/** Whether scripts run on a page, and whether they send requests. */
type Running = { readonly scripts?: boolean; readonly asks?: boolean };

const leadingHeaders = (
  { public_url }: Pages,
  nonce: string,
  { to, framed, pictures = [] }: Leading,
  running: Running,
): Record<string, string> =>
  securityHeaders({
    nonce,
    formActions: [...new Set(to.flatMap(formActionSources))],
    https: public_url().startsWith('https:'),
    ...running,
    framed,
    pictures,
  });

/** Redirects the sender of a form to an allowed address. */
export const sendTo = (pages: Pages, reply: FastifyReply, location: string, framed: boolean): FastifyReply =>
  reply.headers(leadingHeaders(pages, pages.nonce(), { to: [location], framed }, {})).redirect(location, 303);

/** Answers with the page that stands in a dialog on a merchant's page (decision 0058). A form on it leads nowhere but to us. */
export const sendFramed = (pages: Pages, reply: FastifyReply, page: (view: Plain) => string): FastifyReply =>
  sendLeading(pages, reply, 200, page, { to: [], framed: true });
