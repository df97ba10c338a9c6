import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundPage } from '../kit/error-page.js';
import { textsIn } from '../kit/form-texts.js';
import { type Answer, ask, type Pages, payerLocale, type Refused, send, sendLeading, sendTo, subjectOf } from '../kit/pages.js';
import { returnLocation } from '../kit/return-location.js';
import { blanksIn, faultsOf, toldOf } from './answers.js';
import { typeable } from './fields.js';
import { type Link, type OnboardingView, onboardingPage } from './page.js';
import { type Speaking, speakingIn } from './speaking.js';

type Visit = { readonly pages: Pages; readonly token: string; readonly session: string; readonly reply: FastifyReply };

type Path = { Params: { token: string; session: string } };

/** Registers the page where connected accounts provide due information. Its address opens once and redirects to a session. */
export function registerOnboarding(server: FastifyInstance, pages: Pages): void {
  server.get<{ Params: { token: string } }>('/onboarding/:token', async ({ params: { token } }, reply) => {
    const visit = { pages, token, session: pages.nonce(), reply };
    const opened = await asked(visit, 'open');
    return opened.body ? reply.redirect(pageOf(visit), 303) : toRefresh(visit);
  });
  server.get<Path>('/onboarding/:token/:session', async ({ params }, reply) => {
    const visit = { pages, reply, ...params };
    const found = await asked(visit, 'tell');
    return found.body ? show(visit, found.body, {}, {}) : toRefresh(visit);
  });
  server.post<Path>('/onboarding/:token/:session', (request, reply) => take({ pages, reply, ...request.params }, request));
}

const isOfLink = (token: string): boolean => subjectOf(token).object === 'account_link';

function pathOf({ token }: Visit): string {
  const { account, id } = subjectOf(token);
  return `/v1/accounts/${encodeURIComponent(account)}/account_links/${encodeURIComponent(id)}`;
}

/** The address of a visitor's session. */
const pageOf = ({ token, session }: Visit): string => `/onboarding/${token}/${session}`;

const speakingTo = ({ reply }: Visit): Speaking => speakingIn(payerLocale(reply.request));

/** What a verb of the link answers: the link, or why not. */
async function asked(visit: Visit, verb: 'open' | 'tell', told: object = {}): Promise<Answer<Link>> {
  const { pages, token, session, reply } = visit;
  if (!isOfLink(token)) return { body: null, refused: { status: 404 } };
  const body = { ...told, session };
  return ask<Link>(pages, { method: 'POST', url: `${pathOf(visit)}/${verb}`, token, address: reply.request.ip, body });
}

/** An expired or used link redirects to the platform's `refresh_url`. */
async function toRefresh(visit: Visit): Promise<FastifyReply> {
  const { pages, token, reply } = visit;
  if (!isOfLink(token)) return send(pages, reply, 404, notFoundPage);
  const { body } = await ask<Link>(pages, { method: 'GET', url: pathOf(visit), token });
  const location = body?.refresh_url ? returnLocation(body.refresh_url, {}) : null;
  return location ? sendTo(pages, reply, location, body?.embedded ?? false) : send(pages, reply, 404, notFoundPage);
}

function show(
  visit: Visit,
  { embedded = false, form, livemode, return_url = '' }: Link,
  typed: OnboardingView['typed'],
  faults: OnboardingView['faults'],
): FastifyReply {
  const { pages, reply } = visit;
  if (!form) return send(pages, reply, 404, notFoundPage);
  const later = returnLocation(return_url, {});
  const view = { form, livemode, typed, faults, later, action: pageOf(visit), speaking: speakingTo(visit) };
  return sendLeading(pages, reply, 200, ({ nonce }) => onboardingPage({ ...view, embedded, nonce }), {
    to: [return_url],
    framed: embedded,
  });
}

/** Saves what was typed in. Fields that are still due are shown again; without any the visitor returns to the platform. */
async function take(visit: Visit, request: FastifyRequest): Promise<FastifyReply> {
  const { pages, reply } = visit;
  const { body: before } = await asked(visit, 'tell');
  if (!before?.form) return toRefresh(visit);
  const typed = textsIn(request.body);
  const from = { ip: request.ip, user_agent: (request.headers['user-agent'] ?? 'unknown').slice(0, 500) };
  const { body: after, refused } = await asked(visit, 'tell', toldOf(before.form, typed, from));
  if (refused) return refused.code === 'account_link_expired' ? toRefresh(visit) : showRefused(visit, before, typed, refused);
  const { form, return_url = '', link_type } = after;
  if (!form) return toRefresh(visit);
  if (before.form.business_type === null) return reply.redirect(pageOf(visit), 303);
  const location = returnLocation(return_url, {});
  const is_done = link_type === 'account_update' || typeable(form.asked).length === 0;
  if (is_done && location) return sendTo(pages, reply, location, after.embedded ?? false);
  const speaking = speakingTo(visit);
  return show(visit, after, typed, { ...blanksIn(form, speaking), '': speaking.said.saved });
}

/** Shows what was typed in again, with what is wrong right beside it. */
const showRefused = (visit: Visit, link: Link, typed: OnboardingView['typed'], refused: Refused): FastifyReply =>
  show(visit, link, typed, link.form ? faultsOf(link.form, refused, speakingTo(visit)) : {});
