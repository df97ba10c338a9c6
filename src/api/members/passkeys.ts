import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Concealed } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';
import type { FoundSession } from '../keys/session.js';
import { act, recordRefused } from './act.js';
import { memberOf, requirePassword } from './profile.js';
import { proofOf, provenBy } from './proofs.js';
import { type Asking, actingIn, beginSession, type MemberServing, refuseWithoutProvider } from './serving.js';
import { memberById } from './store.js';

/** Loaded for the first passkey: most processes need none. */
const library = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');

/** The domain that passkeys are bound to. Browsers accept no address of numbers, but `localhost` on the same machine. */
export function partyOf(public_url: string): { readonly id: string; readonly origin: string } {
  const { hostname, port, protocol, origin } = new URL(public_url);
  if (!isIP(hostname.replace(/^\[|\]$/g, ''))) return { id: hostname, origin };
  return { id: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` };
}

type Challenge = { readonly challenge: string; readonly member?: string };

/** The options for the browser, and the signed challenge, which the browser sends back with the answer. */
export type Begun = { readonly options: object; readonly proof: string };

/** Begins to add a passkey to the member who is signed in. */
export async function beginPasskey(serving: MemberServing, session: FoundSession, password: Concealed | undefined): Promise<Begun> {
  const { engine, cookies, random, public_url } = serving;
  const member = await memberOf(serving, session);
  await requirePassword(serving, member, password);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Florin',
    rpID: partyOf(public_url()).id,
    userID: Uint8Array.from(Buffer.from(member.id)),
    userName: member.email ?? member.id,
    userDisplayName: member.name ?? member.email ?? member.id,
    challenge: Uint8Array.from(random(32)),
    excludeCredentials: (member.credentials ?? []).map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options, proof: proofOf(cookies.vault, 'add a passkey', { challenge: options.challenge, member: member.id }, engine.now_ms()) };
}

type Adding = { readonly proof: string; readonly name: string; readonly response: object };

/** Adds the passkey that the browser has made. */
export async function addPasskey(
  serving: MemberServing,
  { request }: Asking,
  session: FoundSession,
  { proof, name, response }: Adding,
): Promise<void> {
  const { engine, cookies, rules, public_url } = serving;
  const member = await memberOf(serving, session);
  const { challenge, member: of } = provenBy<Challenge>(cookies.vault, 'add a passkey', proof, engine.now_ms());
  if (of !== member.id) throw refused({ code: 'sign_in_failed', message: 'This passkey was begun by another member.' });
  const { id: expectedRPID, origin: expectedOrigin } = partyOf(public_url());
  const { verifyRegistrationResponse } = await library();
  const expected = { expectedChallenge: challenge, expectedOrigin, expectedRPID, requireUserVerification: true };
  const verified = await verifyRegistrationResponse({ response: response as RegistrationResponseJSON, ...expected }).catch(() => null);
  if (!verified?.verified)
    throw refused({ code: 'parameter_invalid', param: 'response', message: 'The browser has not made a valid passkey. Try again.' });
  const { credential } = verified.registrationInfo;
  const now = Math.floor(engine.now_ms() / 1000);
  await act(engine, actingIn(request, member, 'add a passkey'), rules.addPasskey, member.id, {
    credential: {
      id: credential.id,
      counter: credential.counter,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      transports: credential.transports ?? [],
    },
    passkey: { id: credential.id, created: now, last_used: null, name },
  });
}

/** Removes a passkey of the member who is signed in. */
export async function removePasskey(serving: MemberServing, { request }: Asking, session: FoundSession, passkey: string): Promise<void> {
  const member = await memberOf(serving, session);
  await act(serving.engine, actingIn(request, member, 'remove a passkey'), serving.rules.removePasskey, member.id, { passkey });
}

/** Begins to sign in by a passkey. No address is asked for, so that none can be tried. */
export async function beginSignIn({ engine, cookies, random, public_url }: MemberServing): Promise<Begun> {
  const { generateAuthenticationOptions } = await library();
  const { id: rpID } = partyOf(public_url());
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required', challenge: Uint8Array.from(random(32)) });
  return { options, proof: proofOf(cookies.vault, 'sign in by passkey', { challenge: options.challenge }, engine.now_ms()) };
}

type Answering = { readonly proof: string; readonly response: object };

const unknown_passkey = 'This passkey is of no member. Sign in with the password, and add the passkey to your profile.';

/** Signs in by a passkey, which is both factors: the device, and what unlocks it. Each challenge is answered once. */
export async function signInByPasskey(serving: MemberServing, asking: Asking, { proof, response }: Answering): Promise<void> {
  refuseWithoutProvider(serving);
  const { engine, cookies, attempts, rules, public_url } = serving;
  const { request } = asking;
  await attempts.byAddress(request.ip);
  const { challenge } = provenBy<Challenge>(cookies.vault, 'sign in by passkey', proof, engine.now_ms());
  await attempts.once(`challenge ${challenge}`);
  const given = response as AuthenticationResponseJSON;
  const handle = given.response?.userHandle;
  const member = typeof handle === 'string' ? await memberById(engine, Buffer.from(handle, 'base64url').toString()) : null;
  const credential = member?.credentials?.find(({ id }) => id === given.id);
  if (!member || !credential || member.accepted === null) throw refused({ code: 'sign_in_failed', message: unknown_passkey });
  const { id, counter, public_key, transports } = credential;
  const { id: expectedRPID, origin: expectedOrigin } = partyOf(public_url());
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    ...{ response: given, expectedChallenge: challenge, expectedOrigin, expectedRPID, requireUserVerification: true },
    credential: { id, counter, publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')), transports: [...transports] },
  }).catch(() => null);
  if (!verified?.verified) {
    await recordRefused(engine, actingIn(request, member, 'sign in'));
    throw refused({ code: 'sign_in_failed', message: 'The passkey was not accepted. Try again.' });
  }
  const used = { counter: verified.authenticationInfo.newCounter, passkey: id };
  await act(engine, actingIn(request, member, null), rules.usePasskey, member.id, used);
  await beginSession(serving, asking, member, 'passkey');
}
