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

/** Calls the public API. Throws an `ApiError` with the message of the API. */
async function call<Body>(method: 'GET' | 'POST' | 'DELETE', path: string, parameters: Parameters = {}, key = keyInUse()): Promise<Body> {
  const encoded = formOf(parameters).toString();
  const sends = method === 'POST';
  const response = await fetch(`/v1/${path}${!sends && encoded ? `?${encoded}` : ''}`, {
    method,
    // Otherwise the browser would ask for a password itself when a key is refused.
    credentials: 'omit',
    headers: {
      authorization: `Bearer ${key}`,
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
