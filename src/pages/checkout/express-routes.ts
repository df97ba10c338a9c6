import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ViewOf } from '../../kernel/base/views.js';
import type { loginLink } from '../../resources/connect/login-links/login-link.js';
import type { Overview } from '../../resources/connect/login-links/overview.js';
import { errorPage, notFoundPage } from '../kit/error-page.js';
import { ask, type Pages, payerLocale, send, subjectOf } from '../kit/pages.js';
import { expressPage } from './express-page.js';
import { express_words } from './express-words.js';

type Visit = { readonly pages: Pages; readonly token: string; readonly session: string; readonly reply: FastifyReply };

type Path = { Params: { token: string; session: string } };

type Verb = 'open' | 'look' | 'overview' | 'onboard';

/** Registers the page that shows a connected account to its owner. Its address opens once and redirects to a session. */
export function registerExpress(server: FastifyInstance, pages: Pages): void {
  server.get<{ Params: { token: string } }>('/express/:token', async ({ params: { token } }, reply) => {
    const visit = { pages, token, session: pages.nonce(), reply };
    if (!isOfLink(token)) return send(pages, reply, 404, notFoundPage);
    return (await asked(visit, 'open')) ? reply.redirect(pageOf(visit), 303) : expired(visit);
  });
  server.get<Path>('/express/:token/:session', ({ params }, reply) => show({ pages, reply, ...params }));
  server.post<Path>('/express/:token/:session/onboarding', ({ params }, reply) => onboard({ pages, reply, ...params }));
}

const isOfLink = (token: string): boolean => subjectOf(token).object === 'login_link';

/** The address of a visitor's session. */
const pageOf = ({ token, session }: Visit): string => `/express/${token}/${session}`;

/** The answer of a link; null where it has ended. */
async function asked<Body = ViewOf<typeof loginLink>>(
  { pages, token, session, reply }: Visit,
  verb: Verb,
  more: object = {},
): Promise<Body | null> {
  if (!isOfLink(token)) return null;
  const { account, id } = subjectOf(token);
  const url = `/v1/accounts/${encodeURIComponent(account)}/login_links/${encodeURIComponent(id)}/${verb}`;
  const { body } = await ask<Body>(pages, { method: 'POST', url, token, address: reply.request.ip, body: { ...more, session } });
  return body;
}

function expired({ pages, reply }: Visit): FastifyReply {
  const locale = payerLocale(reply.request);
  const { expired_title: title, expired: message } = express_words[locale.language];
  return send(pages, reply, 410, ({ nonce }) => errorPage({ nonce, locale, title, message }));
}

async function show(visit: Visit): Promise<FastifyReply> {
  const link = await asked(visit, 'look');
  const overview = link && (await asked<Overview>(visit, 'overview'));
  if (!link?.shown || !overview) return expired(visit);
  const view = { shown: link.shown, livemode: link.livemode, overview, locale: payerLocale(visit.reply.request) };
  return send(visit.pages, visit.reply, 200, ({ nonce }) => expressPage({ ...view, nonce, action: `${pageOf(visit)}/onboarding` }));
}

/** Redirects to the page for due information. Its return address shows nothing, because that address lasts longer. */
async function onboard(visit: Visit): Promise<FastifyReply> {
  const { pages, token, reply } = visit;
  const link = await asked(visit, 'onboard', { return_url: `${pages.public_url()}/express/${token}` });
  return link?.onboarding ? reply.redirect(link.onboarding, 303) : expired(visit);
}
