import { homeMode, modeInUse, sessionHeaders } from './session.js';

/** Why the API has refused a request. */
export type ApiError = Error & { readonly status: number; readonly code: string | null; readonly param: string | null };

/** A page of a list, or of search results: those have `next_page` in place of ids as cursors. */
export type Listed<Item> = { readonly data: readonly Item[]; readonly has_more: boolean; readonly next_page?: string | null };

type Value = string | number | boolean | undefined | readonly string[] | Readonly<Record<string, string | number | undefined>>;

/** The parameters of a request; those that are undefined are left out. */
export type Parameters = Readonly<Record<string, Value>>;

const stored = 'florin.key';

/** The key of this tab. It ends with the tab: nothing of it is on disk. */
export const keyInUse = (): string | null => sessionStorage.getItem(stored);

/** Signs in with a key, or out. */
export const useKey = (key: string | null): void =>
  key === null ? sessionStorage.removeItem(stored) : sessionStorage.setItem(stored, key);

const signed_out = 'florin:signed-out';

/** Calls a function when the session has ended, and returns how to stop that. */
export function onSignedOut(ended: () => void): () => void {
  addEventListener(signed_out, ended);
  return () => removeEventListener(signed_out, ended);
}

/** Calls the public API, with the key of this tab or the session of the member. Throws an `ApiError` with the message of the API. */
async function call<Body>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  parameters: Parameters = {},
  key = keyInUse(),
  mode = modeInUse(),
): Promise<Body> {
  const encoded = formOf(parameters).toString();
  const sends = method === 'POST';
  const response = await fetch(`/v1/${path}${!sends && encoded ? `?${encoded}` : ''}`, {
    method,
    // With a key, the browser would ask for a password itself when the key is refused.
    credentials: key === null ? 'same-origin' : 'omit',
    headers: {
      ...(key === null ? sessionHeaders(mode) : { authorization: `Bearer ${key}` }),
      ...(sends && { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(sends && { body: encoded }),
  });
  const body = await response.json();
  if (response.ok) return body as Body;
  const {
    message = 'The service has not answered. Try again.',
    code = null,
    param = null,
  } = (body as { error?: Partial<ApiError> }).error ?? {};
  if (code === 'session_ended') dispatchEvent(new Event(signed_out));
  throw Object.assign(new Error(message), { status: response.status, code, param }) satisfies ApiError;
}

function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const each of value) form.append(`${name}[]`, each);
    else if (typeof value === 'object')
      for (const [inner, each] of Object.entries(value)) each !== undefined && form.append(`${name}[${inner}]`, String(each));
    else form.append(name, String(value));
  }
  return form;
}

/** Reads an object or a list. */
export const read = <Body>(path: string, parameters?: Parameters, key?: string): Promise<Body> => call('GET', path, parameters, key);

/** Changes something; each call is one attempt with its own idempotency key. */
export const send = <Body>(path: string, parameters?: Parameters): Promise<Body> => call('POST', path, parameters);

/** Deletes an object. */
export const remove = <Body>(path: string): Promise<Body> => call('DELETE', path);

/** The same requests for members, who belong to one mode whichever mode the tab shows. */
export const ofMembers = {
  read: <Body>(path: string, parameters?: Parameters): Promise<Body> => call('GET', path, parameters, undefined, homeMode()),
  send: <Body>(path: string, parameters?: Parameters): Promise<Body> => call('POST', path, parameters, undefined, homeMode()),
  remove: <Body>(path: string): Promise<Body> => call('DELETE', path, {}, undefined, homeMode()),
};
