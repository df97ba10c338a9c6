import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ChallengeEnd, challengeDonePage, challengePage, isOffered } from './challenge-page.js';
import type { Outcome } from './challenge-wording.js';
import { errorPage, notFoundPage } from './error-page.js';
import { ask, headersFor, type Pages, readFor, send, subjectOf } from './pages.js';
import { amountOf, dueOf, type Intent, kindFor, labelOf, referenceOf, returnParams, routesOf } from './payer-intent.js';
import { returnLocation, returnPlace } from './return-location.js';

const challenge_path = '/challenge/:token';

type Visit = { readonly pages: Pages; readonly token: string; readonly reply: FastifyReply };

/** Registers the page where a payer takes the next action of an intent: authenticates, approves, scans, pays at a shop. */
export function registerChallenge(server: FastifyInstance, pages: Pages): void {
  server.get<{ Params: { token: string } }>(challenge_path, async ({ params: { token } }, reply) => {
    const visit = { pages, token, reply };
    const found = await open(visit);
    return found ? show(visit, found) : send(pages, reply, 404, notFoundPage);
  });
  server.post<{ Params: { token: string } }>(challenge_path, async ({ params: { token }, body }, reply) => {
    const visit = { pages, token, reply };
    const outcome = (body as { values?: { outcome?: unknown } })?.values?.outcome;
    const found = await open(visit);
    if (!found) return send(pages, reply, 404, notFoundPage);
    if (found.intent.status !== 'requires_action') return showEnd(visit, found, endOf(found));
    return isOffered(kindFor(found.intent), outcome) ? answer(visit, found, outcome) : send(pages, reply, 404, notFoundPage);
  });
}

type Found = { readonly intent: Intent; readonly business_name: string; readonly finish: string };

/** The intent a page was made for, and whose it is; null when the page is void. */
async function open({ pages, token }: Visit): Promise<Found | null> {
  const { object, id } = subjectOf(token);
  const routes = routesOf(object, id);
  const found = routes && (await readFor(pages, token, routes.read));
  return found && { intent: found.body as Intent, business_name: found.merchant.name ?? 'the merchant', finish: routes.finish };
}

function show(visit: Visit, found: Found): FastifyReply {
  const { intent, business_name } = found;
  if (intent.status !== 'requires_action') return showEnd(visit, found, endOf(found));
  const { pages, token, reply } = visit;
  const action = `/challenge/${token}`;
  const view = {
    kind: kindFor(intent),
    business_name,
    payment_method_label: labelOf(intent),
    description: intent.description,
    amount: amountOf(intent),
    reference: referenceOf(intent),
    due: dueOf(intent, subjectOf(token).attempt),
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

function showEnd({ pages, reply }: Visit, { business_name, intent }: Found, outcome: ChallengeEnd): FastifyReply {
  const { livemode, return_url } = intent;
  const place = return_url && returnPlace(return_url);
  const location = return_url && returnLocation(return_url, returnParams(intent));
  const back = place && location ? { place, location } : null;
  return send(pages, reply, 200, ({ nonce }) => challengeDonePage({ outcome, business_name, nonce, livemode, back }));
}
