import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { qrCode } from '../../pictures/qr.js';
import { notFoundPage } from '../kit/error-page.js';
import { queryIn, type Texts, textsIn } from '../kit/form-texts.js';
import { type MerchantShown, merchantOf } from '../kit/merchant.js';
import { type Answer, ask, type Pages, send, subjectOf } from '../kit/pages.js';
import { payerLocale } from '../kit/payer-locale.js';
import type { CheckoutScripts } from '../kit/script-routes.js';
import { changesIn } from './input.js';
import { outcomePage } from './outcomes.js';
import { type Found, foundIn, open, show, showWrong, take, type Visit, visitOf } from './routes.js';
import type { CheckoutSession, SessionAlone, SessionView } from './session.js';
import { speakingTo } from './speaking.js';

type Path = { Params: { token: string } };

/**
 * Registers the address of a payment link. Opening it stores nothing: the page is that of the session which would begin, and the session
 * begins with the first thing that the payer sends.
 */
export function registerBuy(server: FastifyInstance, pages: Pages, scripts: CheckoutScripts): void {
  const visiting = (request: FastifyRequest<Path>, reply: FastifyReply): Visit => {
    const { token } = request.params;
    const query = queryIn(request).toString();
    return { pages, scripts, token, action: `/buy/${token}${query && `?${query}`}`, request, reply };
  };
  server.get<Path>('/buy/:token', (request, reply) => arrive(visiting(request, reply)));
  server.post<Path>('/buy/:token', (request, reply) => begin(visiting(request, reply)));
  for (const kind of ['svg', 'png'] as const)
    server.get<Path>(`/buy/:token/qr.${kind}`, (request, reply) => picture(visiting(request, reply), kind));
}

const isOfLink = (token: string): boolean => subjectOf(token).object === 'payment_link';

/** What an address may say beforehand of its payer, and what a session calls it. */
const said_beforehand = [
  ['prefilled_email', 'customer_email'],
  ['client_reference_id', 'client_reference_id'],
  ['locale', 'locale'],
  ['prefilled_promo_code', 'promotion_code'],
] as const;

/** Asks for the session of a link. A parameter of the address that is refused is left out: the link itself is good. */
async function asked<Body>({ pages, token, request }: Visit, verb: 'look' | 'open'): Promise<Answer<Body>> {
  const query = queryIn(request);
  const given = Object.fromEntries(said_beforehand.flatMap(([said, name]) => (query.get(said) ? [[name, query.get(said)]] : [])));
  const url = `/v1/payment_links/${encodeURIComponent(subjectOf(token).id)}/${verb}`;
  const first = await ask<Body>(pages, { method: 'POST', url, token, address: request.ip, body: given });
  const { status, param } = first.refused ?? {};
  return status === 400 && param && param in given
    ? ask<Body>(pages, { method: 'POST', url, token, address: request.ip, body: {} })
    : first;
}

/** The session that would begin, or the page that says why none does. Its items are known by their places: their ids are those of no session. */
async function foreseen(visit: Visit): Promise<Found | FastifyReply> {
  if (!isOfLink(visit.token)) return send(visit.pages, visit.reply, 404, notFoundPage);
  const looked = await asked<SessionView>(visit, 'look');
  const found = foundIn(visit, looked);
  if (found) return { ...found, session: { ...found.session, line_items: placed(found.session.line_items) } };
  const { code, message = null } = looked.refused ?? {};
  return code === 'payment_link_inactive' ? inactive(visit, message) : send(visit.pages, visit.reply, 404, notFoundPage);
}

const placed = (items: CheckoutSession['line_items']): CheckoutSession['line_items'] =>
  items && { ...items, data: items.data.map((item, place) => ({ ...item, id: String(place) })) };

async function arrive(visit: Visit): Promise<FastifyReply> {
  const found = await foreseen(visit);
  return 'session' in found ? show(visit, found, { typed: {}, faults: {} }) : found;
}

/** Begins a session with what was sent to the address of its link, where that can be right. */
async function begin(visit: Visit): Promise<FastifyReply> {
  const texts = textsIn(visit.request.body);
  const found = await foreseen(visit);
  if (!('session' in found)) return found;
  if (texts.do === 'place') return show(visit, found, { typed: texts, faults: {} });
  const wrong = texts.do === 'pay' && !changesIn(found.session, texts) ? showWrong(visit, found, texts) : null;
  if (wrong) return wrong;
  const { body } = await asked<SessionAlone>(visit, 'open');
  const token = tokenIn(visit.pages, body?.url);
  const own = token === null ? null : visitOf(visit, token);
  const opened = own && (await open(own));
  return own && opened ? take(own, opened, withIds(opened.session, texts)) : arrive(visit);
}

/** What was typed in beside items, under the names that a session has for them. */
function withIds({ line_items }: CheckoutSession, texts: Texts): Texts {
  const named = (name: string): string => {
    const [, member, place] = /^(quantity|amount)-(\d+)$/.exec(name) ?? [];
    const item = line_items?.data[Number(place)];
    return item ? `${member}-${item.id}` : name;
  };
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [named(name), value]));
}

/** The token of a checkout's page; null where an address is no such page. */
function tokenIn(pages: Pages, address: string | null | undefined): string | null {
  const own = `${pages.public_url()}/checkout/`;
  return address?.startsWith(own) ? address.slice(own.length) : null;
}

async function inactive({ pages, token, request, reply }: Visit, message: string | null): Promise<FastifyReply> {
  const { body: account } = await ask<MerchantShown>(pages, { method: 'GET', url: '/v1/account', token });
  if (!account) return send(pages, reply, 404, notFoundPage);
  const merchant = merchantOf(account);
  const speaking = speakingTo(payerLocale(request), merchant);
  const view = { outcome: 'inactive', merchant, speaking, livemode: true, instead: message } as const;
  return send(pages, reply, 410, ({ nonce }) => outcomePage({ ...view, nonce }));
}

const types = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** A picture of the link's address. A token that is not true has none. */
async function picture({ pages, token, reply }: Visit, kind: keyof typeof types): Promise<FastifyReply> {
  const account = isOfLink(token) ? await ask<MerchantShown>(pages, { method: 'GET', url: '/v1/account', token }) : null;
  if (!account?.body) return send(pages, reply, 404, notFoundPage);
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
