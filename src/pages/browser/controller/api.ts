import { newest_version } from '../../../kernel/base/api-version.js';
import { type Failure, type Json, membersOf, type Outcome, textOf } from '../shapes.js';

/** In whose name the API is called. */
export type Caller = { readonly key: string; readonly account?: string | undefined; readonly version?: string | undefined };

const unreachable: Failure = {
  type: 'api_connection_error',
  message: 'The payment service could not be reached. Check the connection and try again.',
};

/** Calls the API of this origin with a publishable key; whatever comes of it is an outcome. */
export async function callApi(caller: Caller, method: 'GET' | 'POST', path: string, body?: Json): Promise<Outcome> {
  const { key, account, version = newest_version } = caller;
  const headers = {
    authorization: `Bearer ${key}`,
    'stripe-version': version,
    ...(account && { 'stripe-account': account }),
    ...(body && { 'content-type': 'application/json' }),
  };
  try {
    const response = await fetch(path, { method, headers, credentials: 'omit', ...(body && { body: JSON.stringify(body) }) });
    const answer = membersOf(await response.json());
    return response.ok ? { value: answer } : { error: failureOf(membersOf(answer.error)) };
  } catch {
    return { error: unreachable };
  }
}

const failureOf = (error: Json): Failure => ({
  ...error,
  type: textOf(error.type) ?? 'api_error',
  message: textOf(error.message) ?? 'Something went wrong. Nothing was charged twice; try again in a moment.',
});

/** Where the API has an intent, or a checkout session: its client secret begins with its id. */
export function pathOf(client_secret: string): string {
  const [id = ''] = client_secret.split('_secret_');
  return `/v1/${collectionOf(id)}/${encodeURIComponent(id)}`;
}

function collectionOf(id: string): string {
  if (id.startsWith('cs_')) return 'checkout/sessions';
  return id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
}

/** Reads it as a browser may see it. */
export const readIntent = (caller: Caller, client_secret: string): Promise<Outcome> =>
  callApi(caller, 'GET', `${pathOf(client_secret)}?${new URLSearchParams({ client_secret })}`);

/** What the account offers on a page, for elements that are not for an intent, and for express buttons. */
export function offerOf(caller: Caller, asked: Json): Promise<Outcome> {
  const said = Object.entries(asked).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]));
  return callApi(caller, 'GET', `/v1/elements/sessions?${new URLSearchParams(said)}`);
}
