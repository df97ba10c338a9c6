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

/** What an address may say beforehand of whoever opens it, and what a session calls it. */
const said_beforehand = [
  ['prefilled_email', 'customer_email'],
  ['client_reference_id', 'client_reference_id'],
  ['locale', 'locale'],
] as const;

async function begin(visit: Visit): Promise<FastifyReply> {
  const { pages, token, request, reply } = visit;
  if (!isOfLink(token)) return send(pages, reply, 404, notFoundPage);
  const query = queryIn(request);
  const given = Object.fromEntries(said_beforehand.flatMap(([said, name]) => (query.get(said) ? [[name, query.get(said)]] : [])));
  const { status, body } = await opening(visit, given);
  const begun = status === 200 ? tokenIn(pages, body.url) : null;
  if (begun) {
    await promoted(visit, begun, query.get('prefilled_promo_code'));
    return reply.header('cache-control', 'no-store').redirect(`/checkout/${begun}`, 303);
  }
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

/** Takes off what a code in the address promises; one that does not is left out, and the payer sees the price without it. */
async function promoted({ pages }: Visit, token: string, promotion_code: string | null): Promise<void> {
  if (!promotion_code) return;
  const url = `/v1/checkout/sessions/${encodeURIComponent(subjectOf(token).id)}/adjust`;
  await ask(pages, { method: 'POST', url, token, body: { promotion_code } });
}

/** The token of a checkout's page; null where an address is no such page of ours. */
function tokenIn(pages: Pages, address: unknown): string | null {
  const own = `${pages.public_url()}/checkout/`;
  return typeof address === 'string' && address.startsWith(own) ? address.slice(own.length) : null;
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
