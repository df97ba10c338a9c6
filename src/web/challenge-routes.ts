import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ChallengeEnd, challengeDonePage, challengePage, errorPage, notFoundPage } from './challenge-page.js';
import { formActionSources, returnLocation } from './return-location.js';
import { securityHeaders } from './ui.js';

/** A call of the public API, made in the name of a page: pages have no other door. */
export type Api = (request: {
  method: 'GET' | 'POST';
  url: string;
  token: string;
  body?: object;
}) => Promise<{ status: number; body: Readonly<Record<string, unknown>> }>;

/** What payers' pages are made of. */
export type Pages = { readonly api: Api; readonly nonce: () => string; readonly https: boolean };

type Intent = {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly description: string | null;
  readonly livemode: boolean;
  readonly return_url: string | null;
  readonly next_action: ({ readonly type: string } & Readonly<Record<string, unknown>>) | null;
  readonly payment_method:
    | { readonly type: string; readonly card: { readonly brand: string; readonly last4: string } | null }
    | string
    | null;
};

const challenge_path = '/challenge/:token';

/** Registers the page where a payer takes the next action: a bank's authentication, or a wallet's approval. */
export function registerChallenge(server: FastifyInstance, pages: Pages): void {
  server.get<{ Params: { token: string } }>(challenge_path, async ({ params: { token } }, reply) => {
    const found = await open(pages, token);
    return found ? showChallenge(pages, reply, token, found) : send(pages, reply, 404, notFoundPage);
  });
  server.post<{ Params: { token: string } }>(challenge_path, async ({ params: { token }, body }, reply) => {
    const outcome = (body as { values?: { outcome?: unknown } })?.values?.outcome;
    const found = await open(pages, token);
    if (!found || (outcome !== 'succeed' && outcome !== 'fail' && outcome !== 'abandon')) return send(pages, reply, 404, notFoundPage);
    if (found.intent.status !== 'requires_action') return showDone(pages, reply, found, 'already_done');
    const url = `/v1/test_helpers/setup_intents/${found.intent.id}/next_action`;
    const { status } = await pages.api({ method: 'POST', url, token, body: { outcome } });
    if (status !== 200)
      return send(pages, reply, 409, ({ nonce }) =>
        errorPage({ nonce, title: 'Something changed', message: 'This step could not be completed. Go back to the shop and try again.' }),
      );
    return sendOn(pages, reply, token, found, outcome);
  });
}

type Found = { readonly intent: Intent; readonly business_name: string };

/** The intent a page was made for, and whose it is; null when the page is void. */
async function open({ api }: Pages, token: string): Promise<Found | null> {
  const id =
    Buffer.from(token.split('.')[0] ?? '', 'base64url')
      .toString('utf8')
      .split(' ')[2] ?? '';
  const [intent, account] = await Promise.all([
    api({ method: 'GET', url: `/v1/setup_intents/${encodeURIComponent(id)}?expand[0]=payment_method`, token }),
    api({ method: 'GET', url: '/v1/account', token }),
  ]);
  if (intent.status !== 200 || account.status !== 200) return null;
  const { name } = account.body.business_profile as { name: string | null };
  return { intent: intent.body as unknown as Intent, business_name: name ?? 'the merchant' };
}

function showChallenge(pages: Pages, reply: FastifyReply, token: string, found: Found): FastifyReply {
  const { intent, business_name } = found;
  if (intent.status !== 'requires_action') return showDone(pages, reply, found, 'already_done');
  const { description, livemode, return_url } = intent;
  const kind = isCard(intent) ? 'three_d_secure' : 'redirect';
  const view = {
    kind,
    business_name,
    payment_method_label: label(intent),
    description,
    amount: null,
    livemode,
    action: `/challenge/${token}`,
    return_url,
  } as const;
  return send(pages, reply, 200, ({ nonce }) => challengePage({ ...view, nonce }), return_url);
}

const isCard = ({ payment_method }: Intent): boolean => typeof payment_method !== 'object' || payment_method?.type === 'card';

function label({ payment_method }: Intent): string {
  if (payment_method === null || typeof payment_method === 'string') return 'your card';
  const { card, type } = payment_method;
  const name = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
  return card ? `${name(card.brand)} ending in ${card.last4}` : name(type);
}

/** Sends the payer on: to the next step, back to the shop, or nowhere. */
async function sendOn(pages: Pages, reply: FastifyReply, token: string, before: Found, outcome: ChallengeEnd): Promise<FastifyReply> {
  const found = (await open(pages, token)) ?? before;
  const { id, client_secret, status, return_url } = found.intent;
  if (status === 'requires_action') return reply.redirect(`/challenge/${token}`, 303);
  const redirect_status = status === 'succeeded' ? 'succeeded' : status === 'processing' ? 'pending' : 'failed';
  const location =
    return_url && returnLocation(return_url, { setup_intent: id, setup_intent_client_secret: client_secret, redirect_status });
  return location
    ? reply.headers(headers(pages, pages.nonce(), return_url)).redirect(location, 303)
    : showDone(pages, reply, found, outcome);
}

const showDone = (pages: Pages, reply: FastifyReply, { business_name, intent }: Found, outcome: ChallengeEnd): FastifyReply =>
  send(pages, reply, 200, ({ nonce }) => challengeDonePage({ outcome, business_name, nonce, livemode: intent.livemode }));

const headers = ({ https }: Pages, nonce: string, return_url: string | null): Record<string, string> =>
  securityHeaders({ nonce, formActions: formActionSources(return_url), https });

function send(
  pages: Pages,
  reply: FastifyReply,
  status: number,
  page: (view: { nonce: string }) => string,
  return_url: string | null = null,
): FastifyReply {
  const nonce = pages.nonce();
  return reply
    .code(status)
    .headers(headers(pages, nonce, return_url))
    .type('text/html; charset=utf-8')
    .send(page({ nonce }));
}
