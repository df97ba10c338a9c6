import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorPage } from '../kit/error-page.js';
import { queryIn, textsIn } from '../kit/form-texts.js';
import { headersFor, type Pages, payerLocale, send } from '../kit/pages.js';
import { returnLocation } from '../kit/return-location.js';
import { type OAuthView, oauth_words, oauthPage, type Platform } from './oauth-page.js';

/** A platform that asks to be authorized, and the addresses that it has registered. */
export type AskingPlatform = Platform & { readonly id: string; readonly redirect_uris: readonly string[] };

/** The account that the visitor has chosen, or what a new one begins with. */
export type Chosen =
  | { readonly account: string }
  | { readonly made: { readonly name: string; readonly email: string; readonly country: string } };

/** The consent of a visitor. */
export type Consent = {
  readonly platform: AskingPlatform;
  readonly scope: 'read_only' | 'read_write';
  readonly chosen: Chosen;
  readonly request: string;
  readonly address: string;
};

/** What the page asks of the service. */
export type Authorizing = {
  /** The platform of a client id; null without one. */
  readonly platformOf: (client_id: string) => Promise<AskingPlatform | null>;
  /** Authorizes a platform and returns the code, or the field that is wrong. */
  readonly authorize: (consent: Consent) => Promise<{ readonly code: string } | { readonly wrong: 'account' | 'email' }>;
};

/** A request of a platform that was found to be one. */
type Asking = {
  readonly platform: AskingPlatform;
  readonly redirect_uri: string;
  readonly scope: 'read_only' | 'read_write';
  readonly query: URLSearchParams;
};

/** Registers the page where an account of a sandbox authorizes a platform (OAuth 2, authorization code). */
export function registerOAuthPage(server: FastifyInstance, pages: Pages, service: Authorizing): void {
  server.get('/oauth/authorize', async (request, reply) => {
    const asking = await askingIn(service, queryIn(request));
    return asking ? show(pages, reply, asking, prefilled(asking), null) : refuse(pages, reply);
  });
  server.post('/oauth/authorize', async (request, reply) => {
    const asking = await askingIn(service, queryIn(request));
    return asking ? take(pages, service, { request, reply, asking }) : refuse(pages, reply);
  });
}

/** Reads a request; null without a platform, or with an address that the platform has not registered: no visitor is sent there. */
async function askingIn({ platformOf }: Authorizing, query: URLSearchParams): Promise<Asking | null> {
  const platform = await platformOf(query.get('client_id') ?? '');
  const redirect_uri = query.get('redirect_uri') ?? platform?.redirect_uris[0];
  if (!platform || !redirect_uri || !platform.redirect_uris.includes(redirect_uri)) return null;
  if (query.get('response_type') !== 'code') return null;
  return { platform, redirect_uri, scope: query.get('scope') === 'read_write' ? 'read_write' : 'read_only', query };
}

function refuse(pages: Pages, reply: FastifyReply): FastifyReply {
  const locale = payerLocale(reply.request);
  const { unknown_title: title, unknown: message } = oauth_words[locale.language];
  return send(pages, reply, 400, ({ nonce }) => errorPage({ nonce, locale, title, message }));
}

/** What a platform already knows of the account. */
const prefilled = ({ query }: Asking): Readonly<Record<string, string>> => ({
  business_name: query.get('stripe_user[business_name]') ?? '',
  email: query.get('stripe_user[email]') ?? '',
});

/** The address of the platform, with the outcome and the `state` that it has sent. */
function backTo({ redirect_uri, query }: Asking, outcome: Readonly<Record<string, string>>): string {
  const state = query.get('state');
  return returnLocation(redirect_uri, { ...outcome, ...(state !== null && { state }) }) ?? redirect_uri;
}

const denied = { error: 'access_denied', error_description: 'The user denied your request' } as const;

function show(
  pages: Pages,
  reply: FastifyReply,
  asking: Asking,
  typed: Readonly<Record<string, string>>,
  wrong: OAuthView['wrong'],
): FastifyReply {
  const { platform, scope, query, redirect_uri } = asking;
  const view = {
    ...{ platform, reads_only: scope === 'read_only', typed, wrong, locale: payerLocale(reply.request) },
    ...{ action: `/oauth/authorize?${query}`, cancel: backTo(asking, denied) },
  };
  return send(pages, reply, wrong ? 400 : 200, ({ nonce }) => oauthPage({ ...view, nonce }), redirect_uri);
}

type Taking = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly asking: Asking };

/** Authorizes the platform, and sends the visitor back to it with the code. */
async function take(pages: Pages, { authorize }: Authorizing, { request, reply, asking }: Taking): Promise<FastifyReply> {
  const typed = textsIn(request.body);
  const { platform, scope, query, redirect_uri } = asking;
  const country = query.get('stripe_user[country]') ?? '';
  const made = { name: typed.business_name ?? '', email: typed.email ?? '', country };
  const chosen = typed.choice === 'existing' ? { account: typed.account ?? '' } : { made };
  const outcome = await authorize({ platform, scope, chosen, request: request.id, address: request.ip });
  if ('wrong' in outcome) return show(pages, reply, asking, typed, outcome.wrong);
  const location = backTo(asking, { ...outcome, scope });
  return reply.headers(headersFor(pages, pages.nonce(), redirect_uri)).redirect(location, 303);
}
