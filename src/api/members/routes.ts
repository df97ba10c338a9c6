import type { FastifyInstance } from 'fastify';
import { type Fields, field, type Given, invalid, nullable, required } from '../../kernel/base/fields.js';
import { concealed, email, textOf } from '../../kernel/base/kinds.js';
import { isRefused, refused } from '../../kernel/base/refusal.js';
import { inTime } from '../../kernel/storage/database.js';
import type { Body } from '../bodies/body.js';
import { reader } from '../http/parameters.js';
import { forgetPassword } from './forgotten.js';
import { acceptInvitation, readInvitation } from './invitation.js';
import { addPasskey, beginPasskey, beginSignIn, removePasskey, signInByPasskey } from './passkeys.js';
import { changePassword, endOwnSession, ownSessions, profileOf } from './profile.js';
import { type Asking, demandSession, endSession, type MemberServing, sessionOf, setCookie, tokenOf } from './serving.js';
import { signInByPassword } from './sign-in.js';
import { beginSingleSignOn, callback_path, finishSingleSignOn, takeAnswer } from './single-sign-on.js';
import { beginTotp, confirmTotp, removeTotp, signInBySecondFactor } from './totp.js';

const password = concealed(/^.{1,1000}$/s, 'parameter_invalid', /(?!)/g, 'Send a password of at most 1000 characters.');
const secret = concealed(/^[\w.-]{1,300}$/, 'parameter_invalid', /(?!)/g, 'This is not the secret of a link.');

/** An answer for the dashboard; it never contains a secret of a session, which only the cookie has. */
type Answer = (serving: MemberServing, asking: Asking) => Promise<object>;

/** Registers a route of the dashboard's own: JSON alone, which no form of another site can send. */
export function registerAuth(server: FastifyInstance, serving: MemberServing, method: 'GET' | 'POST', path: string, answer: Answer): void {
  server.route({
    method,
    url: `/dashboard/auth/${path}`,
    handler: async (request, reply) => {
      const json = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
      if (method === 'POST' && !json) throw refused({ code: 'media_type_unsupported' });
      const found = await inTime(serving.engine, (engine) => answer({ ...serving, engine }, { request, reply }));
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(found));
    },
  });
}

/** Reads the parameters of a request. */
export const readerOf = <F extends Fields>(fields: F): ((asking: Asking) => Given<F>) => {
  const read = reader(fields);
  return ({ request }) => read({}, {}, (request.body ?? { values: {}, text_only: false }) as Body).params as Given<F>;
};

const credentials = readerOf({ email: required(email), member: textOf(255), password: required(password) });
const link = readerOf({ secret: required(secret) });
const acceptance = readerOf({ email, name: nullable(textOf(200)), password: required(password), secret: required(secret) });
const forgotten = readerOf({ email: required(email), locale: textOf(35) });
const identified = readerOf({ member: textOf(255), proof: required(textOf(2000)) });
const one_session = readerOf({ session: required(textOf(255)) });
const current_password = readerOf({ current_password: password });
const code = concealed(/^[\w-]{6,40}$/, 'parameter_invalid', /\s/g, 'Send the digits of a one-time password, or a recovery code.');
const one_code = readerOf({ code: required(code) });
const factor = readerOf({ code: required(code), proof: required(textOf(1000)) });
/** The browser's answer, which the library verifies. */
const answer_of_browser = field<object>({ type: 'object' }, {}, (value, at, reading) =>
  typeof value === 'object' && value !== null ? value : invalid(reading, at, 'Send the answer of the browser as an object.'),
);
const new_passkey = readerOf({ name: required(textOf(100)), proof: required(textOf(1000)), response: required(answer_of_browser) });
const one_passkey = readerOf({ passkey: required(textOf(1400)) });
const passkey_answer = readerOf({ proof: required(textOf(1000)), response: required(answer_of_browser) });
const new_password = readerOf({ current_password: password, password: required(password) });

/** The state of the browser's session: the member with the token for changes, or null. */
const session: Answer = async (serving, { request }) => {
  const found = await sessionOf(serving, request.headers, { checked: false });
  return found ? { member: await profileOf(serving, found), csrf: tokenOf(serving, request.headers) } : { member: null, csrf: null };
};

const signIn: Answer = (serving, asking) => signInByPassword(serving, asking, credentials(asking));

const signOut: Answer = async (serving, { request, reply }) => {
  await endSession(serving, request, await demandSession(serving, request.headers));
  setCookie(reply, '', { https: serving.cookies.https(), lasts: 0 });
  return { status: 'signed_out' };
};

const invitation: Answer = (serving, asking) => readInvitation(serving, asking, link(asking).secret.reveal());

const accept: Answer = (serving, asking) => {
  const { secret: opened, ...given } = acceptance(asking);
  return acceptInvitation(serving, asking, { ...given, secret: opened.reveal() });
};

const password_forgotten: Answer = (serving, asking) => forgetPassword(serving, asking, forgotten(asking));

const password_change: Answer = async (serving, asking) => {
  await changePassword(serving, asking, await demandSession(serving, asking.request.headers), new_password(asking));
  return { status: 'changed' };
};

const single_sign_on: Answer = (serving, asking) => beginSingleSignOn(serving, asking);

const single_sign_on_end: Answer = (serving, asking) => finishSingleSignOn(serving, asking, identified(asking));

/** The provider sends the browser here. The page continues with a proof in the fragment, or says that it failed. */
function registerCallback(server: FastifyInstance, serving: MemberServing): void {
  server.get(callback_path, async (request, reply) => {
    const fragment = await takeAnswer(serving, { request, reply })
      .then((proof) => `single_sign_on=${proof}`)
      .catch((error: unknown) => {
        if (!isRefused(error)) serving.engine.fault(error, 'single sign-on');
        return `single_sign_on_failed=${encodeURIComponent(isRefused(error) ? (error.refusal.message ?? '') : '')}`;
      });
    return reply.redirect(`/dashboard#${fragment}`, 303);
  });
}

const sessions: Answer = async (serving, { request }) => {
  const found = await sessionOf(serving, request.headers, { checked: false });
  if (!found) throw refused({ code: 'session_ended' });
  return ownSessions(serving, found);
};

const session_end: Answer = async (serving, asking) => {
  await endOwnSession(serving, asking, await demandSession(serving, asking.request.headers), one_session(asking).session);
  return { status: 'ended' };
};

const second_factor: Answer = async (serving, asking) => {
  await signInBySecondFactor(serving, asking, factor(asking));
  return { status: 'signed_in' };
};

const totp: Answer = async (serving, asking) =>
  beginTotp(serving, asking, await demandSession(serving, asking.request.headers), current_password(asking).current_password);

const totp_confirmation: Answer = async (serving, asking) =>
  confirmTotp(serving, asking, await demandSession(serving, asking.request.headers), one_code(asking).code.reveal());

const totp_removal: Answer = async (serving, asking) => {
  await removeTotp(serving, asking, await demandSession(serving, asking.request.headers), current_password(asking).current_password);
  return { status: 'removed' };
};

const passkey: Answer = async (serving, asking) =>
  beginPasskey(serving, await demandSession(serving, asking.request.headers), current_password(asking).current_password);

const passkey_addition: Answer = async (serving, asking) => {
  await addPasskey(serving, asking, await demandSession(serving, asking.request.headers), new_passkey(asking));
  return { status: 'added' };
};

const passkey_removal: Answer = async (serving, asking) => {
  await removePasskey(serving, asking, await demandSession(serving, asking.request.headers), one_passkey(asking).passkey);
  return { status: 'removed' };
};

const passkey_challenge: Answer = (serving) => beginSignIn(serving);

const passkey_sign_in: Answer = async (serving, asking) => {
  await signInByPasskey(serving, asking, passkey_answer(asking));
  return { status: 'signed_in' };
};

/** Registers signing in, invitations and what members change about themselves. */
export function registerMembers(server: FastifyInstance, serving: MemberServing): void {
  registerAuth(server, serving, 'GET', 'session', session);
  registerAuth(server, serving, 'POST', 'sign_in', signIn);
  registerAuth(server, serving, 'POST', 'sign_out', signOut);
  registerAuth(server, serving, 'POST', 'invitation', invitation);
  registerAuth(server, serving, 'POST', 'invitation/accept', accept);
  registerAuth(server, serving, 'POST', 'password', password_change);
  registerAuth(server, serving, 'POST', 'password/forgotten', password_forgotten);
  registerAuth(server, serving, 'POST', 'single_sign_on', single_sign_on);
  registerAuth(server, serving, 'POST', 'single_sign_on/finish', single_sign_on_end);
  registerCallback(server, serving);
  registerAuth(server, serving, 'GET', 'sessions', sessions);
  registerAuth(server, serving, 'POST', 'sessions/end', session_end);
  registerAuth(server, serving, 'POST', 'second_factor', second_factor);
  registerAuth(server, serving, 'POST', 'passkey', passkey);
  registerAuth(server, serving, 'POST', 'passkey/add', passkey_addition);
  registerAuth(server, serving, 'POST', 'passkey/remove', passkey_removal);
  registerAuth(server, serving, 'POST', 'passkey/challenge', passkey_challenge);
  registerAuth(server, serving, 'POST', 'passkey/sign_in', passkey_sign_in);
  registerAuth(server, serving, 'POST', 'totp', totp);
  registerAuth(server, serving, 'POST', 'totp/confirm', totp_confirmation);
  registerAuth(server, serving, 'POST', 'totp/remove', totp_removal);
}
