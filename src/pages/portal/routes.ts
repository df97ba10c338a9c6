import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../kit/pages.js';
import { addCard, added, cancel, choose, confirm, confirmPage, drop, keep, pause, review, stay, tell } from './acts.js';
import { portalChange } from './change.js';
import type { Flow, Subscribed } from './content.js';
import { portalDetails } from './details.js';
import { portalDone } from './done.js';
import type { PortalView, Told } from './frame.js';
import { portalHome } from './home.js';
import { portalCancel, portalKeep, portalPause } from './leave.js';
import { portalCard } from './methods.js';
import { act, at, goTo, isOfSession, look, queried, sayExpired, sayNothing, show, subscriptionIn, type Visit } from './visit.js';
import { portal_words } from './words.js';

type Params = { readonly token: string; readonly session?: string; readonly id?: string };

/** Registers the pages of the customer portal. A session's address opens once and redirects to the visitor's session. */
export function registerPortal(server: FastifyInstance, pages: Pages): void {
  const on = (method: 'GET' | 'POST', path: string, answer: (visit: Visit, id: string) => Promise<FastifyReply>): void => {
    server.route<{ Params: Params }>({
      method,
      url: `/portal/:token${path}`,
      handler: (request, reply) => {
        const { token, session = pages.nonce(), id = '' } = request.params;
        return answer({ pages, token, session, request: request as FastifyRequest, reply }, id);
      },
    });
  };
  on('GET', '', open);
  on('GET', '/:session', begin);
  on('GET', '/:session/home', (visit) => ended(visit, portalHome));
  on('GET', '/:session/done', (visit) => ended(visit, portalDone));
  on('GET', '/:session/details', (visit) => shown(visit, 'customer_update', (view) => portalDetails(view)));
  on('POST', '/:session/details', tell);
  on('GET', '/:session/payment-methods/new', (visit) => shown(visit, 'payment_method_update', (view) => portalCard(view)));
  on('POST', '/:session/payment-methods/new', addCard);
  on('GET', '/:session/payment-methods/added', added);
  on('POST', '/:session/payment-methods/:id/choose', choose);
  on('POST', '/:session/payment-methods/:id/drop', drop);
  on('GET', '/:session/subscriptions/:id/change', changePage);
  on('POST', '/:session/subscriptions/:id/change', review);
  on('GET', '/:session/subscriptions/:id/confirm', confirmPage);
  on('POST', '/:session/subscriptions/:id/confirm', confirm);
  on('GET', '/:session/subscriptions/:id/cancel', (visit, id) => ofOne(visit, id, (it) => it.may_cancel, portalCancel));
  on('POST', '/:session/subscriptions/:id/cancel', cancel);
  on('GET', '/:session/subscriptions/:id/pause', (visit, id) => ofOne(visit, id, (it) => it.may_pause, portalPause));
  on('POST', '/:session/subscriptions/:id/pause', pause);
  on('POST', '/:session/subscriptions/:id/stay', stay);
  on('GET', '/:session/subscriptions/:id/keep', (visit, id) => ofOne(visit, id, (it) => it.may_resume, portalKeep));
  on('POST', '/:session/subscriptions/:id/keep', keep);
}

/** Opens a session, and redirects to the address of its visitor. */
async function open(visit: Visit): Promise<FastifyReply> {
  if (!isOfSession(visit.token)) return sayNothing(visit);
  const answer = await act(visit, 'open');
  return answer.refused ? sayExpired(visit) : goTo(visit, at(visit));
}

/** Where a session leads at once, after the path of its pages. */
function beginningOf(flow: Flow | null): string {
  if (flow?.subscription_cancel) return `/subscriptions/${flow.subscription_cancel.subscription}/cancel`;
  if (flow?.subscription_pause) return `/subscriptions/${flow.subscription_pause.subscription}/pause`;
  if (flow?.subscription_update) return `/subscriptions/${flow.subscription_update.subscription}/change`;
  if (flow?.subscription_update_confirm) return `/subscriptions/${flow.subscription_update_confirm.subscription}/confirm`;
  if (flow?.type === 'payment_method_update') return '/payment-methods/new';
  return flow?.type === 'customer_update' ? '/details' : '/home';
}

async function begin(visit: Visit): Promise<FastifyReply> {
  const found = await look(visit);
  return found ? goTo(visit, `${at(visit)}${beginningOf(found.session.flow)}`) : sayExpired(visit);
}

const told_names = new Set<string>(Object.keys(portal_words.en.told));
const fault_names = new Set<string>(Object.keys(portal_words.en.faults));

const isTold = (name = ''): name is keyof typeof portal_words.en.told => told_names.has(name);
const isFault = (name = ''): name is keyof typeof portal_words.en.faults => fault_names.has(name);

/** What an address says has come of something: one of our own words, whatever else is written there. */
function toldBy({ told, fault }: Readonly<Record<string, string>>): Told | null {
  if (isTold(told)) return { good: told };
  return isFault(fault) ? { bad: fault } : null;
}

/** Shows a page after an action. */
async function ended(visit: Visit, page: (view: PortalView) => string): Promise<FastifyReply> {
  const found = await look(visit);
  return found ? show(visit, found, toldBy(queried(visit)), page) : sayExpired(visit);
}

/** Shows the page of a feature that the session's configuration enables, and else the first page. */
async function shown(
  visit: Visit,
  feature: 'customer_update' | 'payment_method_update',
  page: (view: PortalView) => string,
): Promise<FastifyReply> {
  const found = await look(visit);
  if (!found) return sayExpired(visit);
  return found.session.shown.features[feature].enabled ? show(visit, found, null, page) : goTo(visit, `${at(visit)}/home`);
}

const changePage = (visit: Visit, id: string): Promise<FastifyReply> =>
  ofOne(
    visit,
    id,
    (it) => it.may_change,
    (view, it) => portalChange(view, it, {}),
  );

/** The same of one subscription. */
async function ofOne(
  visit: Visit,
  id: string,
  may: (subscription: Subscribed) => boolean,
  page: (view: PortalView, subscription: Subscribed) => string,
): Promise<FastifyReply> {
  const found = await look(visit);
  if (!found) return sayExpired(visit);
  const subscription = subscriptionIn(found, id);
  if (!subscription) return sayNothing(visit);
  return may(subscription) ? show(visit, found, null, (view) => page(view, subscription)) : goTo(visit, `${at(visit)}/home?fault=refused`);
}
