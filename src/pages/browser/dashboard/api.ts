import { say } from './say.js';
import { homeMode, type Mode, modeInUse, sessionHeaders } from './session.js';

/** Why the API has refused a request. */
export type ApiError = Error & { readonly status: number; readonly code: string | null; readonly param: string | null };

/** A page of a list, or of search results: those have `next_page` in place of ids as cursors. */
export type Listed<Item> = { readonly data: readonly Item[]; readonly has_more: boolean; readonly next_page?: string | null };

/** The value of a parameter. */
export type Value = string | number | boolean | undefined | readonly Value[] | { readonly [name: string]: Value };

/** The parameters of a request; those that are undefined are left out. */
export type Parameters = Readonly<Record<string, Value>>;

/** A request of the API: its path begins behind `/v1/`, and in a sandbox it can ask for a fault. */
export type Request = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly parameters?: Parameters;
  readonly fault?: Fault;
};

/** What goes wrong with a request of a sandbox that has the header `Florin-Test-Fault`. */
export type Fault = '429' | '500' | 'timeout' | 'duplicate-webhook' | 'out-of-order-webhook';

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

type Sending = { readonly key?: string | null; readonly idempotency_key?: string; readonly mode?: Mode };

/** How a request says who sends it: by the key of this tab, or by the session of the member. */
function callerOf({ key = null, mode = modeInUse() }: Sending): {
  readonly credentials: RequestCredentials;
  readonly headers: Readonly<Record<string, string>>;
} {
  const used = key ?? keyInUse();
  // With credentials, the browser would ask for a password itself when a key is refused.
  return used === null
    ? { credentials: 'same-origin', headers: sessionHeaders(mode) }
    : { credentials: 'omit', headers: { authorization: `Bearer ${used}` } };
}

/** Calls the public API. Throws an `ApiError` with the message of the API. */
export async function call<Body>({ method, path, parameters = {}, fault }: Request, sending: Sending = {}): Promise<Body> {
  const encoded = formOf(parameters).toString();
  const sends = method === 'POST';
  const { credentials, headers } = callerOf(sending);
  return answered<Body>(
    await fetch(`/v1/${path}${!sends && encoded ? `?${encoded}` : ''}`, {
      method,
      credentials,
      headers: {
        ...headers,
        ...(fault && { 'florin-test-fault': fault }),
        ...(sends && {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': sending.idempotency_key ?? crypto.randomUUID(),
        }),
      },
      ...(sends && { body: encoded }),
    }),
  );
}

/** Uploads a file and answers its id. */
export async function upload(file: File, purpose: string): Promise<string> {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('file', file);
  const response = await fetch('/v1/files', { method: 'POST', ...callerOf({}), body: form });
  return (await answered<{ readonly id: string }>(response)).id;
}

/** Reads contents, such as those of a file. */
export async function download(path: string): Promise<Blob> {
  const response = await fetch(`/v1/${path}`, callerOf({}));
  return response.ok ? response.blob() : answered(response);
}

/** A message of a stream of server-sent events: its lines by the name of their field. */
export type Message = Readonly<Record<string, string>>;

/** Reads a stream until it ends or `signal` ends it. Throws an `ApiError` where the API refuses it. */
export async function follow(path: string, took: (message: Message) => void, signal: AbortSignal): Promise<void> {
  const response = await fetch(`/v1/${path}`, { ...callerOf({}), signal });
  if (!response.ok || !response.body) return answered(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += read.value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) took(Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string])));
  }
}

async function answered<Body>(response: Response): Promise<Body> {
  const body = await response.json();
  if (response.ok) return body as Body;
  const {
    message = say('The service has not answered. Try again.'),
    code = null,
    param = null,
  } = (body as { error?: Partial<ApiError> }).error ?? {};
  if (code === 'session_ended') dispatchEvent(new Event(signed_out));
  throw Object.assign(new Error(message), { status: response.status, code, param }) satisfies ApiError;
}

/** The parameter that an error names; null for other errors. */
export const paramOf = (error: Error | null): string | null => (error as ApiError | null)?.param ?? null;

/** The parameters as pairs of a form, in the encoding of the API: `recurring[interval]=month`. */
export function pairsOf(parameters: Parameters): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  const add = (name: string, value: Value): void => {
    if (value === undefined) return;
    if (typeof value !== 'object') pairs.push([name, String(value)]);
    else if (isList(value)) value.forEach((each, place) => void add(`${name}[${typeof each === 'object' ? place : ''}]`, each));
    // A name such as `recurring[interval]` within another one has its own brackets.
    else for (const [inner, each] of Object.entries(value)) add(`${name}${inner.replace(/^[^[]*/, '[$&]')}`, each);
  };
  for (const [name, value] of Object.entries(parameters)) add(name, value);
  return pairs;
}

const isList = (value: object): value is readonly Value[] => Array.isArray(value);

const formOf = (parameters: Parameters): URLSearchParams => new URLSearchParams(pairsOf(parameters).map(([name, value]) => [name, value]));

/** Reads an object or a list. */
export const read = <Body>(path: string, parameters: Parameters = {}, key?: string): Promise<Body> =>
  call({ method: 'GET', path, parameters }, { key: key ?? null });

/** Changes something; each call is one attempt with its own idempotency key. */
export const send = <Body>(path: string, parameters: Parameters = {}): Promise<Body> => call({ method: 'POST', path, parameters });

/** Deletes an object. */
export const remove = <Body>(path: string): Promise<Body> => call({ method: 'DELETE', path });

/** The same requests for members, who belong to one mode whichever mode the tab shows. */
export const ofMembers = {
  read: <Body>(path: string, parameters: Parameters = {}): Promise<Body> => call({ method: 'GET', path, parameters }, { mode: homeMode() }),
  send: <Body>(path: string, parameters: Parameters = {}): Promise<Body> =>
    call({ method: 'POST', path, parameters }, { mode: homeMode() }),
  remove: <Body>(path: string): Promise<Body> => call({ method: 'DELETE', path }, { mode: homeMode() }),
};
