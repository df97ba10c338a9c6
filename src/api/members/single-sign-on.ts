import type { Configuration } from 'openid-client';
import { refused } from '../../kernel/base/refusal.js';
import { sameText } from '../../kernel/engine/perform.js';
import { act } from './act.js';
import { proofOf, provenBy } from './proofs.js';
import { type Asking, actingIn, beginSession, type MemberServing, type Provider } from './serving.js';
import { chooseAmong, type Progress } from './sign-in.js';
import { membersOfIdentity } from './store.js';

/** Loaded for the first single sign-on. */
const library = (): Promise<typeof import('openid-client')> => import('openid-client');

/** Where the provider sends the browser back to. */
export const callback_path = '/dashboard/auth/single_sign_on/callback';

const cookie = 'florin_single_sign_on';
const lasts_seconds = 300;
const provider_timeout_seconds = 8;

/** The descriptions of providers, each read when it is first needed. One that could not be read is asked again. */
const described = new WeakMap<Provider, Promise<Configuration>>();

async function configurationOf(provider: Provider): Promise<Configuration> {
  const known = described.get(provider) ?? describe(provider);
  described.set(provider, known);
  try {
    return await known;
  } catch {
    described.delete(provider);
    const message = `${provider.name} does not answer. Try again, or ask an administrator to look at FLORIN_OIDC_ISSUER.`;
    throw refused({ code: 'sign_in_failed', message });
  }
}

async function describe({ issuer, client_id, client_secret }: Provider): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, discovery, None } = await library();
  const authentication = client_secret ? ClientSecretPost(client_secret.reveal()) : None();
  // Plain http is for a provider on this machine only; the settings refuse it elsewhere.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  return discovery(new URL(issuer), client_id, {}, authentication, { execute, timeout: provider_timeout_seconds });
}

function providerOf({ provider }: MemberServing): Provider {
  if (!provider) throw refused({ code: 'sign_in_failed', message: 'Single sign-on is not configured here (FLORIN_OIDC_ISSUER).' });
  return provider;
}

/** The PKCE verifier and the nonce of a state: only this service can derive them, so no browser needs to keep them. */
const secretsOf = ({ cookies: { vault } }: MemberServing, state: string): { readonly verifier: string; readonly nonce: string } => ({
  verifier: vault.hash('single sign-on verifier', state).toString('base64url'),
  nonce: vault.hash('single sign-on nonce', state).toString('base64url'),
});

const redirectUri = ({ public_url }: MemberServing): string => `${public_url()}${callback_path}`;

/** Begins single sign-on: the address of the provider, and a cookie that ties the answer to this browser. */
export async function beginSingleSignOn(serving: MemberServing, { request, reply }: Asking): Promise<{ readonly url: string }> {
  const { attempts, cookies, engine, random } = serving;
  await attempts.byAddress(request.ip);
  const configuration = await configurationOf(providerOf(serving));
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  const state = Buffer.from(random(32)).toString('base64url');
  const { verifier, nonce } = secretsOf(serving, state);
  const url = buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: redirectUri(serving), scope: 'openid email', response_type: 'code', state, nonce },
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const value = proofOf(cookies.vault, 'single sign-on', { state }, engine.now_ms());
  // Lax: the browser comes back from another site.
  const attributes = [
    'Path=/dashboard/auth',
    `Max-Age=${lasts_seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(cookies.https() ? ['Secure'] : []),
  ];
  reply.header('set-cookie', [`${cookie}=${value}`, ...attributes].join('; '));
  return { url: url.href };
}

/** The state of the single sign-on that this browser has begun. */
function stateOf({ cookies, engine }: MemberServing, { request }: Asking): string {
  const sent = request.headers.cookie?.split(/; */).find((each) => each.startsWith(`${cookie}=`));
  return provenBy<{ readonly state: string }>(cookies.vault, 'single sign-on', sent?.slice(cookie.length + 1) ?? '', engine.now_ms()).state;
}

/** A person whom the provider has identified, with the state of the browser that asked. */
type Identified = { readonly issuer: string; readonly subject: string; readonly email: string; readonly state: string };

/** Takes the provider's answer: the proof of who the person is, for the page that continues. */
export async function takeAnswer(serving: MemberServing, asking: Asking): Promise<string> {
  const { attempts, cookies, engine, public_url } = serving;
  const state = stateOf(serving, asking);
  await attempts.once(`single sign-on ${state}`);
  const configuration = await configurationOf(providerOf(serving));
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const { verifier, nonce } = secretsOf(serving, state);
  const tokens = await authorizationCodeGrant(configuration, new URL(asking.request.url, public_url()), {
    ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  });
  const claims = tokens.claims();
  if (!claims) throw refused({ code: 'sign_in_failed', message: 'The provider has not sent an id token.' });
  const { email, email_verified } =
    claims.email === undefined ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
  if (typeof email !== 'string' || email_verified !== true)
    throw refused({ code: 'sign_in_failed', message: 'The provider does not confirm the e-mail address of this person.' });
  const said: Identified = { issuer: claims.iss, subject: claims.sub, email: email.toLowerCase(), state };
  return proofOf(cookies.vault, 'identity', said, engine.now_ms());
}

/** Signs in the member whom the provider has identified, in the browser that asked for it. */
export async function finishSingleSignOn(
  serving: MemberServing,
  asking: Asking,
  { proof, member: chosen }: { readonly proof: string; readonly member?: string | undefined },
): Promise<Progress> {
  const { attempts, cookies, engine, rules } = serving;
  const { issuer, subject, email, state } = provenBy<Identified>(cookies.vault, 'identity', proof, engine.now_ms());
  if (!sameText(stateOf(serving, asking), state)) throw refused({ code: 'sign_in_failed', message: 'Begin again in this browser.' });
  const members = await membersOfIdentity(engine, { issuer, subject, email }, chosen ?? null);
  const [member, other] = members;
  if (!member)
    throw refused({ code: 'sign_in_failed', message: `${email} has no access to this dashboard. Ask an administrator for an invitation.` });
  if (other) return chooseAmong(serving, members);
  await attempts.once(`identity ${state}`);
  await act(engine, actingIn(asking.request, member, null), rules.identify, member.id, { identity: { issuer, subject } });
  await beginSession(serving, asking, member, 'single_sign_on');
  return { status: 'signed_in' };
}
