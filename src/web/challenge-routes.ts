import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Locale } from '../paper/languages.js';
import { type ChallengeEnd, challengeDonePage, challengePage, isOffered } from './challenge-page.js';
import type { Outcome } from './challenge-wording.js';
import { challenge_words } from './challenge-words.js';
import { errorPage, notFoundPage } from './error-page.js';
import type { Merchant } from './merchant.js';
import { ask, headersFor, type Pages, payerLocale, readFor, send, subjectOf } from './pages.js';
import { amountOf, dueOf, type Intent, kindFor, labelOf, markOf, referenceOf, returnParams, routesOf, zoneOf } from './payer-intent.js';
import { detailsOf } from './payment-details.js';
import { returnLocation, returnPlace } from './return-location.js';

const challenge_path = '/challenge/:token';

type Visit = { readonly pages: Pages; readonly token: string; readonly reply: FastifyReply; readonly locale: Locale };

/** Registers the page where a payer takes the next action of an intent: authenticates, approves, scans, pays at a shop. */
export function registerChallenge(server: FastifyInstance, pages: Pages): void {
  server.get<{ Params: { token: string } }>(challenge_path, async ({ params: { token }, headers }, reply) => {
    const visit = { pages, token, reply, locale: payerLocale({ headers }) };
    const found = await open(visit);
    return found ? show(visit, found) : send(pages, reply, 404, notFoundPage);
  });
  server.post<{ Params: { token: string } }>(challenge_path, async ({ params: { token }, body, headers }, reply) => {
    const visit = { pages, token, reply, locale: payerLocale({ headers }) };
    const outcome = (body as { values?: { outcome?: unknown } })?.values?.outcome;
    const found = await open(visit);
    if (!found) return send(pages, reply, 404, notFoundPage);
    if (found.intent.status !== 'requires_action') return showEnd(visit, found, endOf(found));
    return isOffered(kindFor(found.intent), outcome) ? answer(visit, found, outcome) : send(pages, reply, 404, notFoundPage);
  });
}

type Found = { readonly intent: Intent; readonly merchant: Merchant; readonly finish: string };

/** The intent a page was made for, and whose it is; null when the page is void. */
async function open({ pages, token }: Visit): Promise<Found | null> {
  const { object, id } = subjectOf(token);
  const routes = routesOf(object, id);
  const found = routes && (await readFor(pages, token, routes.read));
  return found && { intent: found.body as Intent, merchant: found.merchant, finish: routes.finish };
}

function show(visit: Visit, found: Found): FastifyReply {
  const { intent, merchant } = found;
  if (intent.status !== 'requires_action') return showEnd(visit, found, endOf(found));
  const { pages, token, reply, locale } = visit;
  const action = `/challenge/${token}`;
  const view = {
    kind: kindFor(intent),
    ...{ merchant, locale },
    method: markOf(intent),
    payment_method_label: labelOf(intent, locale.language),
    description: intent.description,
    amount: amountOf(intent),
    reference: referenceOf(intent),
    details: detailsOf(intent),
    due: dueOf(intent, subjectOf(token).attempt),
    zone: zoneOf(intent),
    livemode: intent.livemode,
    action,
    address: `${pages.public_url()}${action}`,
    return_url: intent.return_url,
  };
  return send(pages, reply, 200, ({ nonce }) => challengePage({ ...view, nonce }), intent.return_url);
}

async function answer(visit: Visit, found: Found, outcome: Outcome): Promise<FastifyReply> {
  const { pages, token, reply } = visit;
  const { status } = await ask(pages, { method: 'POST', url: found.finish, token, body: { outcome } });
  return status === 200 ? sendOn(visit, found, outcome) : send(pages, reply, 409, changedPage);
}

const changedPage = ({ nonce }: { nonce: string }): string =>
  errorPage({ nonce, title: 'Something changed', message: 'This step could not be completed. Go back to the shop and try again.' });

/** Sends the payer on: to the next step, back to the shop, or nowhere. */
async function sendOn(visit: Visit, before: Found, outcome: Outcome): Promise<FastifyReply> {
  const { pages, token, reply } = visit;
  const found = (await open(visit)) ?? before;
  const { status, return_url } = found.intent;
  if (status === 'requires_action') return reply.redirect(`/challenge/${token}`, 303);
  const location = return_url && returnLocation(return_url, returnParams(found.intent));
  return location
    ? reply.headers(headersFor(pages, pages.nonce(), return_url)).redirect(location, 303)
    : showEnd(visit, found, status === 'processing' ? 'pending' : outcome);
}

const endOf = ({ intent: { status } }: Found): ChallengeEnd => (status === 'processing' ? 'pending' : 'already_done');

function showEnd({ pages, reply, locale }: Visit, { merchant, intent }: Found, outcome: ChallengeEnd): FastifyReply {
  const { livemode, return_url } = intent;
  const place = return_url && returnPlace(return_url, challenge_words[locale.language].the_app);
  const location = return_url && returnLocation(return_url, returnParams(intent));
  const back = place && location ? { place, location } : null;
  return send(pages, reply, 200, ({ nonce }) => challengeDonePage({ outcome, merchant, locale, nonce, livemode, back }));
}
