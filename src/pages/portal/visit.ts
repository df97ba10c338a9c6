import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFoundPage } from '../kit/error-page.js';
import { kit_words } from '../kit/kit-words.js';
import { merchantOf } from '../kit/merchant.js';
import { type Answer, ask, headersFor, type Pages, payerLocale, send, subjectOf } from '../kit/pages.js';
import { returnLocation } from '../kit/return-location.js';
import { outcomeCard, page, payerLayout } from '../kit/ui.js';
import { localeOf } from '../paper/languages.js';
import type { Session, SessionAlone, Subscribed } from './content.js';
import type { PortalView, Told } from './frame.js';
import { speakingIn } from './speaking.js';
import { portal_words } from './words.js';

/** A visitor of a session's page. */
export type Visit = {
  readonly pages: Pages;
  readonly token: string;
  readonly session: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** The common parts of every page. */
export type Found = Omit<PortalView, 'nonce' | 'told'>;

/** What an address asks for behind its path. */
export const queried = ({ request: { url } }: Visit): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(url, 'http://self.invalid').searchParams);

/** Whether an address was made for a portal session. */
export const isOfSession = (token: string): boolean => subjectOf(token).object === 'billing_portal.session';

/** The path that all pages of a session begin with. */
export const at = ({ token, session }: Pick<Visit, 'token' | 'session'>): string => `/portal/${token}/${session}`;

/** What a verb of the session answers, or why it refuses. */
export async function act<Body = SessionAlone>(
  { pages, token, request, session }: Visit,
  verb: string,
  said: object = {},
): Promise<Answer<Body>> {
  if (!isOfSession(token)) return { body: null, refused: { status: 400, code: 'account_link_expired' } };
  const url = `/v1/billing_portal/sessions/${encodeURIComponent(subjectOf(token).id)}/${verb}`;
  return ask<Body>(pages, { method: 'POST', url, token, address: request.ip, body: { ...said, session } });
}

/** Reads all that the pages of a session show; null where it is over. */
export async function look(visit: Visit): Promise<Found | null> {
  const { body: session } = await act<Session>(visit, 'look');
  if (!session?.merchant) return null;
  const merchant = merchantOf(session.merchant);
  const { preferred_locales } = session.shown.customer;
  // The customer's stored languages apply, unless the session sets one.
  const chosen = session.locale ?? (preferred_locales.length > 0 ? localeOf(preferred_locales).tag : null);
  return { session, merchant, at: at(visit), speaking: speakingIn(payerLocale(visit.request, chosen), merchant) };
}

/** Says that a session is over. */
export function sayExpired({ pages, request, reply }: Visit): FastifyReply {
  const { language, tag } = payerLocale(request);
  const { expired, expired_title: title } = portal_words[language];
  const body = payerLayout({ livemode: true, said: kit_words[language], card: outcomeCard({ tone: 'neutral', title, message: expired }) });
  return send(pages, reply, 410, ({ nonce }) => page({ title, nonce, lang: tag, body }));
}

/** Says that there is nothing here. */
export const sayNothing = ({ pages, reply }: Visit): FastifyReply => send(pages, reply, 404, notFoundPage);

/** The allowed targets of forms besides local pages: browsers check the scheme alone. */
function outsideOf({ session: { flow } }: Found, { public_url }: Pages): string {
  const return_url = flow?.after_completion.redirect?.return_url;
  return return_url && !return_url.startsWith('https:') ? return_url : public_url();
}

/** Shows a page. Its form may lead to the session's return address, or to the page for authentication. */
export const show = (
  { pages, reply, request }: Visit,
  found: Found,
  told: Told | null,
  written: (view: PortalView) => string,
): FastifyReply =>
  send(pages, reply, request.method === 'POST' ? 400 : 200, ({ nonce }) => written({ ...found, told, nonce }), outsideOf(found, pages));

/** The subscription that a path names, where it is one of those that are shown. */
export const subscriptionIn = ({ session }: Found, id: string): Subscribed | null =>
  session.shown.subscriptions.find((each) => each.id === id) ?? null;

/** Goes on elsewhere, where nothing is sent twice. */
export const goTo = ({ reply, pages }: Visit, location: string, outside: string | null = null): FastifyReply =>
  reply.headers(headersFor(pages, pages.nonce(), outside)).redirect(location, 303);

/** Goes where the session leads when what it was made for is done; to its first page where it was made for nothing in particular. */
export function finish(visit: Visit, { session: { flow } }: Found, types: readonly string[], good: string): FastifyReply {
  const home = `${at(visit)}/home?told=${good}`;
  if (!flow || !types.includes(flow.type)) return goTo(visit, home);
  const { redirect, type } = flow.after_completion;
  const location = type === 'redirect' && redirect ? returnLocation(redirect.return_url, {}) : null;
  if (location) return goTo(visit, location, location);
  return goTo(visit, type === 'hosted_confirmation' ? `${at(visit)}/done?told=${good}` : home);
}
