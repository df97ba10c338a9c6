import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../api/keys/authenticate.js';
import { addKey, endKey, listKeys } from '../../api/keys/keys.js';
import { runRule } from '../../api/members/act.js';
import type { Privileged } from '../../kernel/audit/record.js';
import { tenantOf } from '../../kernel/base/books.js';
import { Concealed } from '../../kernel/base/concealed.js';
import { errors } from '../../kernel/base/errors.js';
import { isRefused } from '../../kernel/base/refusal.js';
import type { AnyRule } from '../../kernel/base/rules.js';
import type { Caller, Engine } from '../../kernel/engine/engine.js';
import { inTime } from '../../kernel/storage/database.js';
import { textsIn } from '../../pages/kit/form-texts.js';
import { access } from '../../resources/access.js';
import { applicationOf } from '../../resources/connect/application-fees/fee.js';
import { deauthorize, exchange, renew } from '../../resources/connect/applications/index.js';
import type { Parts } from './world.js';

type Serving = { readonly parts: Parts; readonly engine: Engine; readonly authenticate: Authenticate };

/** The errors of OAuth (RFC 6749, 5.2). */
type Failure = 'invalid_client' | 'invalid_grant' | 'invalid_request' | 'invalid_scope' | 'unsupported_grant_type';

type Failed = Error & { readonly failure: Failure };

const isFailed = (error: unknown): error is Failed => error instanceof Error && 'failure' in error;

const fail = (failure: Failure, message: string): never => {
  throw Object.assign(new Error(message), { failure });
};

/** Registers the endpoints where platforms exchange codes for keys and give them back; SDKs call them at the host of the API. */
export function registerOAuth(server: FastifyInstance, serving: Serving): void {
  const answers = { '/oauth/token': grant, '/oauth/deauthorize': giveBack } as const;
  for (const [path, answer] of Object.entries(answers))
    server.post(path, async (request, reply) => {
      try {
        return await reply.header('cache-control', 'no-store').send(await answer(serving, request));
      } catch (error) {
        const failed = failureOf(error);
        if (!failed) throw error;
        return reply.code(failed.status).send({ error: failed.failure, error_description: failed.message });
      }
    });
}

/** A refusal in the form of OAuth; null for anything that the API answers in its own form. */
function failureOf(error: unknown): { readonly status: number; readonly failure: Failure; readonly message: string } | null {
  if (isFailed(error)) return { status: error.failure === 'invalid_client' ? 401 : 400, failure: error.failure, message: error.message };
  if (!isRefused(error)) return null;
  const { code, message = errors[code].message, param } = error.refusal;
  if (code === 'oauth_grant_invalid' && param === 'scope') return { status: 400, failure: 'invalid_scope', message: wider };
  if (code === 'oauth_grant_invalid' || code === 'resource_missing') return { status: 400, failure: 'invalid_grant', message: void_grant };
  if (code === 'parameter_invalid' || code === 'account_invalid') return { status: 400, failure: 'invalid_request', message };
  return errors[code].status === 401 ? { status: 401, failure: 'invalid_client', message } : null;
}

const void_grant = 'The code or the token is of no authorization of this platform, has expired, or was used or given back.';
const wider = 'The account has authorized reading only.';

/** The platform that calls, by its secret key in `client_secret` or in the header. */
async function platformIn({ engine, authenticate }: Serving, request: FastifyRequest, client_secret: string | undefined): Promise<Caller> {
  const headers = client_secret ? { authorization: `Bearer ${client_secret}` } : request.headers;
  const caller = await inTime(engine, authenticate(headers, request.ip, null).now);
  request.caller = caller;
  return caller.kind === 'secret' ? caller : fail('invalid_client', 'Send the secret key of the platform.');
}

/** A grant as it acts: the account, the platform, and what the audit record says. */
type Granted = { readonly account: string; readonly caller: Caller; readonly by: Privileged };

const grantedTo = (caller: Caller, { id: request, ip: from }: FastifyRequest, account: string, action: string): Granted => ({
  ...{ account, caller },
  by: { request, action, actor: caller.key_id, actor_type: 'secret', from },
});

/** Runs a rule on the application of the caller in the books of the account. */
const runOn = ({ engine }: Serving, { account, caller, by }: Granted, rule: AnyRule, params: object, recorded = true): Promise<unknown> =>
  runRule(
    engine,
    {
      ...{ account: tenantOf(account, caller.livemode), id: caller.key_id, address: by.from, request: by.request },
      by: recorded ? by : null,
    },
    rule,
    applicationOf(caller.account_id),
    params,
  );

/** The account that a code or a refresh token names. */
const accountIn = (token: string): string => {
  const [, ending] = /^(?:ac|rt)_([A-Za-z0-9]{1,100})_[A-Za-z0-9]{20,}$/.exec(token) ?? [];
  return ending ? `acct_${ending}` : fail('invalid_grant', void_grant);
};

const random_bytes = 24;

const secretOf = ({ parts: { world } }: Serving): string => Buffer.from(world.random(random_bytes)).toString('hex');

/** Answers a code or a refresh token with keys. */
async function grant(serving: Serving, request: FastifyRequest): Promise<object> {
  const { grant_type, code = '', refresh_token = '', scope, client_secret } = textsIn(request.body);
  const caller = await platformIn(serving, request, client_secret);
  if (scope !== undefined && scope !== 'read_only' && scope !== 'read_write')
    return fail('invalid_scope', 'scope is read_only or read_write.');
  if (grant_type === 'refresh_token') {
    return keysFor(serving, grantedTo(caller, request, accountIn(refresh_token), 'POST /oauth/token'), refresh_token, scope);
  }
  if (grant_type !== 'authorization_code') return fail('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.');
  const account = accountIn(code);
  const granted = grantedTo(caller, request, account, 'POST /oauth/token');
  const refresh = `rt_${account.slice('acct_'.length)}_${secretOf(serving)}`;
  await runOn(serving, granted, exchange, { code: new Concealed(code), refresh: new Concealed(refresh) }, false);
  return keysFor(serving, granted, refresh, scope);
}

/** The name of the keys of a platform, by which they end together. */
const nameOf = (client_id: string): string => `OAuth ${client_id}`;

/** The permissions of a key that only reads. */
const reading = [...new Set(Object.values(access).flatMap(({ restricted }) => (restricted?.endsWith('_read') ? [restricted] : [])))];

/** The record of one key: a request that makes several leaves one record for each. */
const ofOneKey = ({ ids, now_ms }: Engine, by: Privileged): Privileged => ({ ...by, request: ids.fresh('run', now_ms()) });

/** Makes the keys of a grant. A platform that was deauthorized in the meantime has none that works. */
async function keysFor(serving: Serving, granted: Granted, refresh_token: string, wanted: string | undefined): Promise<object> {
  const { engine } = serving;
  const { account, by } = granted;
  const { livemode, account_id } = granted.caller;
  const verify = async (): Promise<{ readonly scope: string }> => {
    const params = { refresh: new Concealed(refresh_token), ...(wanted && { scope: wanted }) };
    return (await runOn(serving, granted, renew, params, false)) as { readonly scope: string };
  };
  const authorized = await verify();
  const scope = wanted ?? authorized.scope;
  const reads = scope === 'read_only';
  const [mode, name] = [livemode ? 'live' : 'test', nameOf(applicationOf(account_id))];
  const access_token = `${reads ? 'rk' : 'sk'}_${mode}_${secretOf(serving)}`;
  const stripe_publishable_key = `pk_${mode}_${secretOf(serving)}`;
  const of_token = reads ? { kind: 'restricted' as const, permissions: reading } : { kind: 'secret' as const };
  await addKey(engine, account, livemode, { key: access_token, name, ...of_token }, ofOneKey(engine, by));
  await addKey(engine, account, livemode, { key: stripe_publishable_key, kind: 'publishable', name }, ofOneKey(engine, by));
  await verify().catch(async (error) => {
    await endKeys(serving, granted);
    throw error;
  });
  return { access_token, livemode, refresh_token, scope, stripe_publishable_key, stripe_user_id: account, token_type: 'bearer' };
}

/** Ends all keys of a platform for an account. */
async function endKeys({ engine }: Serving, { account, caller, by }: Granted): Promise<void> {
  const name = nameOf(applicationOf(caller.account_id));
  const keys = (await listKeys(engine, account)).filter((key) => key.name === name && key.livemode === caller.livemode);
  for (const { id } of keys) await endKey(engine, id, engine.now_ms(), ofOneKey(engine, by));
}

/** Ends an authorization: keys and tokens are void, and the account is no longer connected. */
async function giveBack(serving: Serving, request: FastifyRequest): Promise<object> {
  const { client_id = '', stripe_user_id = '', client_secret } = textsIn(request.body);
  const caller = await platformIn(serving, request, client_secret);
  if (client_id !== applicationOf(caller.account_id)) return fail('invalid_client', 'client_id is not that of the key.');
  if (!/^acct_\w{1,100}$/.test(stripe_user_id)) return fail('invalid_request', 'Send the account as stripe_user_id.');
  const granted = grantedTo(caller, request, stripe_user_id, 'POST /oauth/deauthorize');
  await runOn(serving, granted, deauthorize, {});
  await endKeys(serving, granted);
  return { stripe_user_id };
}
