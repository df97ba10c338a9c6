import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundPage } from '../kit/error-page.js';
import { textsIn } from '../kit/form-texts.js';
import { ask, headersFor, type Pages, send, subjectOf } from '../kit/pages.js';
import { returnLocation } from '../kit/return-location.js';
import { blanksIn, fieldOf, toldOf } from './answers.js';
import { typeable } from './fields.js';
import { type OnboardingForm, type OnboardingView, onboardingPage } from './page.js';

/** A link as its page sees it. */
type Link = {
  readonly form?: OnboardingForm;
  readonly link_type: 'account_onboarding' | 'account_update';
  readonly livemode: boolean;
  readonly refresh_url: string;
  readonly return_url: string;
};

type Visit = { readonly pages: Pages; readonly token: string; readonly session: string; readonly reply: FastifyReply };

type Path = { Params: { token: string; session: string } };

/** Registers the page where connected accounts provide due information. Its address opens once and redirects to a session. */
export function registerOnboarding(server: FastifyInstance, pages: Pages): void {
  server.get<{ Params: { token: string } }>('/onboarding/:token', async ({ params: { token } }, reply) => {
    const visit = { pages, token, session: pages.nonce(), reply };
    const opened = await asked(visit, 'open');
    return 'link' in opened ? reply.redirect(pageOf(visit), 303) : toRefresh(visit);
  });
  server.get<Path>('/onboarding/:token/:session', async ({ params }, reply) => {
    const visit = { pages, reply, ...params };
    const found = await asked(visit, 'tell');
    return 'link' in found ? show(visit, found.link, {}, {}) : toRefresh(visit);
  });
  server.post<Path>('/onboarding/:token/:session', (request, reply) => take({ pages, reply, ...request.params }, request));
}

type Refused = { readonly code?: string; readonly message?: string; readonly param?: string };

const isOfLink = (token: string): boolean => subjectOf(token).object === 'account_link';

function pathOf({ token }: Visit): string {
  const { account, id } = subjectOf(token);
  return `/v1/accounts/${encodeURIComponent(account)}/account_links/${encodeURIComponent(id)}`;
}

/** The address of a visitor's session. */
const pageOf = ({ token, session }: Visit): string => `/onboarding/${token}/${session}`;

/** What a verb of the link answers: the link, or why not. */
async function asked(visit: Visit, verb: 'open' | 'tell', told: object = {}): Promise<{ link: Link } | { refused: Refused }> {
  const { pages, token, session, reply } = visit;
  if (!isOfLink(token)) return { refused: {} };
  const answer = await ask(pages, {
    method: 'POST',
    url: `${pathOf(visit)}/${verb}`,
    token,
    address: reply.request.ip,
    body: { ...told, session },
  });
  return answer.status === 200 ? { link: answer.body as Link } : { refused: (answer.body.error ?? {}) as Refused };
}

/** An expired or used link redirects to the platform's `refresh_url`. */
async function toRefresh(visit: Visit): Promise<FastifyReply> {
  const { pages, token, reply } = visit;
  if (!isOfLink(token)) return send(pages, reply, 404, notFoundPage);
  const { status, body } = await ask(pages, { method: 'GET', url: pathOf(visit), token });
  const location = status === 200 ? returnLocation((body as Link).refresh_url, {}) : null;
  return location
    ? reply.headers(headersFor(pages, pages.nonce(), location)).redirect(location, 303)
    : send(pages, reply, 404, notFoundPage);
}

function show(
  visit: Visit,
  { form, livemode, return_url }: Link,
  typed: OnboardingView['typed'],
  faults: OnboardingView['faults'],
): FastifyReply {
  const { pages, reply } = visit;
  if (!form) return send(pages, reply, 404, notFoundPage);
  const later = returnLocation(return_url, {});
  const view = { form, livemode, typed, faults, later, action: pageOf(visit) };
  return send(pages, reply, 200, ({ nonce }) => onboardingPage({ ...view, nonce }), return_url);
}

/** Saves what was typed in. Fields that are still due are shown again; without any the visitor returns to the platform. */
async function take(visit: Visit, request: FastifyRequest): Promise<FastifyReply> {
  const { pages, reply } = visit;
  const before = await asked(visit, 'tell');
  if (!('link' in before) || !before.link.form) return toRefresh(visit);
  const typed = textsIn(request.body);
  const from = { ip: request.ip, user_agent: (request.headers['user-agent'] ?? 'unknown').slice(0, 500) };
  const told = await asked(visit, 'tell', toldOf(before.link.form, typed, from));
  if (!('link' in told))
    return told.refused.code === 'account_link_expired' ? toRefresh(visit) : refused(visit, before.link, typed, told.refused);
  const { form, return_url, link_type } = told.link;
  if (!form) return toRefresh(visit);
  if (before.link.form.business_type === null) return reply.redirect(pageOf(visit), 303);
  const location = returnLocation(return_url, {});
  const is_done = link_type === 'account_update' || typeable(form.asked).length === 0;
  if (is_done && location) return reply.headers(headersFor(pages, pages.nonce(), location)).redirect(location, 303);
  return show(visit, told.link, typed, { ...blanksIn(form), '': 'What you filled in is saved. Some things are still missing.' });
}

/** Shows what was typed in again, with what is wrong right beside it. */
function refused(visit: Visit, link: Link, typed: OnboardingView['typed'], { message = '', param }: Refused): FastifyReply {
  const field = link.form ? fieldOf(link.form, param) : '';
  const faults = field ? { [field]: message, '': 'Nothing is saved yet. Please look at what is marked.' } : { '': message };
  return show(visit, link, typed, faults);
}
