import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { qrCode } from '../pictures/qr.js';
import { outcomePage } from './checkout-outcomes.js';
import { speakingTo } from './checkout-speaking.js';
import { notFoundPage } from './error-page.js';
import { queryIn } from './form-texts.js';
import { type AccountShown, merchantOf } from './merchant.js';
import { ask, type Pages, send, subjectOf } from './pages.js';
import { payerLocale } from './payer-locale.js';

type Path = { Params: { token: string } };

type Visit = { readonly pages: Pages; readonly token: string; readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Registers the address of a payment link: whoever opens it gets a checkout of their own. */
export function registerBuy(server: FastifyInstance, pages: Pages): void {
  server.get<Path>('/buy/:token', (request, reply) => begin({ pages, token: request.params.token, request, reply }));
  for (const kind of ['svg', 'png'] as const)
    server.get<Path>(`/buy/:token/qr.${kind}`, (request, reply) => picture({ pages, token: request.params.token, request, reply }, kind));
}

const isOfLink = (token: string): boolean => subjectOf(token).object === 'payment_link';

/** What an address may say beforehand of whoever opens it. */
const said_beforehand = ['prefilled_email', 'client_reference_id', 'prefilled_promo_code', 'locale'] as const;

async function begin(visit: Visit): Promise<FastifyReply> {
  const { pages, token, request, reply } = visit;
  if (!isOfLink(token)) return send(pages, reply, 404, notFoundPage);
  const query = queryIn(request);
  const given = Object.fromEntries(said_beforehand.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
  const opened = await opening(visit, given);
  const { status, body } = opened;
  const path = status === 200 ? pathIn(pages, body.page_address) : null;
  if (path) return reply.header('cache-control', 'no-store').redirect(path, 303);
  const { code = '', message = null } = (body.error ?? {}) as { code?: string; message?: string | null };
  return code === 'payment_link_inactive' ? inactive(visit, message) : send(pages, reply, 404, notFoundPage);
}

/** What a stranger has put into the address is left out where it is refused: the link itself is good. */
async function opening({ pages, token }: Visit, given: object): ReturnType<typeof ask> {
  const url = `/v1/payment_links/${encodeURIComponent(subjectOf(token).id)}/open`;
  const first = await ask(pages, { method: 'POST', url, token, body: given });
  const { param } = (first.body.error ?? {}) as { param?: string };
  return first.status === 400 && param && param in given ? ask(pages, { method: 'POST', url, token, body: {} }) : first;
}

/** The path of a checkout of ours; null for anything else. */
function pathIn(pages: Pages, address: unknown): string | null {
  const own = `${pages.public_url()}/checkout/`;
  return typeof address === 'string' && address.startsWith(own) ? `/checkout/${address.slice(own.length)}` : null;
}

async function inactive({ pages, token, request, reply }: Visit, message: string | null): Promise<FastifyReply> {
  const account = await ask(pages, { method: 'GET', url: '/v1/account', token });
  if (account.status !== 200) return send(pages, reply, 404, notFoundPage);
  const merchant = merchantOf(account.body as AccountShown);
  const speaking = speakingTo(payerLocale(request), merchant);
  const view = { outcome: 'inactive', merchant, speaking, livemode: account.body.livemode !== false, instead: message } as const;
  return send(pages, reply, 410, ({ nonce }) => outcomePage({ ...view, nonce }));
}

const types = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** A picture of the link's address. A token that is not true has none. */
async function picture({ pages, token, reply }: Visit, kind: keyof typeof types): Promise<FastifyReply> {
  const account = isOfLink(token) ? await ask(pages, { method: 'GET', url: '/v1/account', token }) : null;
  if (account?.status !== 200) return send(pages, reply, 404, notFoundPage);
  const [, base64 = ''] = qrCode(`${pages.public_url()}/buy/${token}`)[kind].split(',');
  return reply
    .headers({
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    })
    .type(types[kind])
    .send(Buffer.from(base64, 'base64'));
}
