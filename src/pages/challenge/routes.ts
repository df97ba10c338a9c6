import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  amountOf,
  codeOf,
  dueOf,
  type Intent,
  type IntentRead,
  kindFor,
  labelOf,
  markOf,
  referenceOf,
  returnParams,
  routesOf,
  zoneOf,
} from '../checkout/payer-intent.js';
import { detailsOf } from '../checkout/payment-details.js';
import { changedPage, notFoundPage } from '../kit/error-page.js';
import { queryIn } from '../kit/form-texts.js';
import { kit_words } from '../kit/kit-words.js';
import { type Merchant, merchantOf } from '../kit/merchant.js';
import { ask, headersFor, type Pages, payerLocale, readFor, send, sendFramed, subjectOf } from '../kit/pages.js';
import { returnLocation, returnPlace } from '../kit/return-location.js';
import type { Locale } from '../paper/languages.js';
import { answered_script, asking_script } from './framed.js';
import { type ChallengeEnd, challengeDonePage, challengePage, isOffered } from './page.js';
import type { Outcome } from './wording.js';

const challenge_path = '/challenge/:token';

/** The same page where it stands in a dialog on the shop's page: only the authentication of cards does (decision 0058). */
const framed_path = '/challenge/:token/framed';

type Visit = {
  readonly pages: Pages;
  readonly token: string;
  readonly reply: FastifyReply;
  readonly locale: Locale;
  readonly framed: boolean;
  /** Whether the page is asked for as the app that pays, which a sandbox plays. */
  readonly in_app: boolean;
};

type Params = { Params: { token: string } };

/** Registers the page where a payer takes the next action of an intent: authenticates, approves, scans, pays at a shop. */
export function registerChallenge(server: FastifyInstance, pages: Pages): void {
  for (const [path, framed] of [[challenge_path, false] as const, [framed_path, true] as const]) {
    server.get<Params>(path, (request, reply) => {
      const in_app = queryIn(request).has('app');
      return look({ pages, token: request.params.token, reply, locale: payerLocale(request), framed, in_app });
    });
    server.post<Params>(path, ({ params: { token }, headers, body }, reply) =>
      take({ pages, token, reply, locale: payerLocale({ headers }), framed, in_app: false }, body),
    );
  }
}

async function look(visit: Visit): Promise<FastifyReply> {
  const found = await open(visit);
  return found ? show(visit, found) : send(visit.pages, visit.reply, 404, notFoundPage);
}

async function take(visit: Visit, body: unknown): Promise<FastifyReply> {
  const { pages, reply } = visit;
  const outcome = (body as { values?: { outcome?: unknown } })?.values?.outcome;
  const found = await open(visit);
  if (!found) return send(pages, reply, 404, notFoundPage);
  if (found.intent.status !== 'requires_action') return showEnd(visit, found, endOf(found));
  return isOffered(kindFor(found.intent), outcome) ? answer(visit, found, outcome) : send(pages, reply, 404, notFoundPage);
}

const addressOf = ({ token, framed }: Visit): string => (framed ? `/challenge/${token}/framed` : `/challenge/${token}`);

type Found = { readonly intent: Intent; readonly merchant: Merchant; readonly finish: string };

/** The intent a page was made for, and whose it is; null when the page is void. */
async function open({ pages, token, framed }: Visit): Promise<Found | null> {
  const { object, id } = subjectOf(token);
  const routes = routesOf(object, id);
  const found = routes && (await readFor<IntentRead>(pages, token, routes.read));
  if (!found) return null;
  const { body: intent, account } = found;
  if (framed && kindFor(intent) !== 'three_d_secure') return null;
  return { intent, merchant: merchantOf(account), finish: routes.finish };
}

function show(visit: Visit, found: Found): FastifyReply {
  const { intent, merchant } = found;
  if (intent.status !== 'requires_action') return showEnd(visit, found, endOf(found));
  const { pages, token, reply, locale, framed, in_app } = visit;
  const kind = kindFor(intent);
  const action = addressOf(visit);
  const return_url = framed ? null : intent.return_url;
  const view = {
    kind: kind === 'qr_code' && in_app ? ('wallet' as const) : kind,
    ...{ merchant, locale },
    code: codeOf(intent),
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
    return_url,
    ...(framed && { script: asking_script }),
  };
  const asking = ({ nonce }: { nonce: string }): string => challengePage({ ...view, nonce });
  return framed ? sendFramed(pages, reply, asking) : send(pages, reply, 200, asking, return_url);
}

async function answer(visit: Visit, found: Found, outcome: Outcome): Promise<FastifyReply> {
  const { pages, token, reply } = visit;
  const { refused } = await ask<Intent>(pages, { method: 'POST', url: found.finish, token, address: reply.request.ip, body: { outcome } });
  return refused ? send(pages, reply, 409, changedPage) : sendOn(visit, found, outcome);
}

/** Sends the payer on: to the next step, back to the shop, or nowhere. */
async function sendOn(visit: Visit, before: Found, outcome: Outcome): Promise<FastifyReply> {
  const { pages, reply } = visit;
  const found = (await open(visit)) ?? before;
  const { status, return_url } = found.intent;
  if (status === 'requires_action') return reply.redirect(addressOf(visit), 303);
  const location = return_url && !visit.framed && returnLocation(return_url, returnParams(found.intent));
  return location
    ? reply.headers(headersFor(pages, pages.nonce(), return_url)).redirect(location, 303)
    : showEnd(visit, found, status === 'processing' ? 'pending' : outcome);
}

const endOf = ({ intent: { status } }: Found): ChallengeEnd => (status === 'processing' ? 'pending' : 'already_done');

function showEnd({ pages, reply, locale, framed }: Visit, { merchant, intent }: Found, outcome: ChallengeEnd): FastifyReply {
  const { livemode, return_url } = intent;
  const place = return_url && returnPlace(return_url, kit_words[locale.language].the_app);
  const location = return_url && returnLocation(return_url, returnParams(intent));
  const back = place && location && !framed ? { place, location } : null;
  const view = { outcome, merchant, locale, livemode, back, ...(framed && { script: answered_script }) };
  const ended = ({ nonce }: { nonce: string }): string => challengeDonePage({ ...view, nonce });
  return framed ? sendFramed(pages, reply, ended) : send(pages, reply, 200, ended);
}
