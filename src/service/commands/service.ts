import { type Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { addressOf } from './address.js';
import { keptSandboxKey } from './kept.js';
import type { RefusedByApi } from './usage.js';

/** The address of a running service and the key to use, from the options. */
export type Asking = { readonly apiUrl?: string; readonly apiKey?: string };

const on_connection = [
  ['key', '--api-key <key>', 'a key (default: FLORIN_API_KEY, or the key that `florin start` prints)'],
  ['url', '--api-url <url>', 'the address of the service (default: FLORIN_URL, or HOST and PORT)'],
] as const;

const connectionOption = (flags: string, about: string): Option => new Option(flags, about).helpGroup('Connection:');

/** Adds the options to a command. `--key` and `--url` are short for them, except where the operation has a parameter of that name. */
export function asking(command: Command, taken: readonly string[] = []): Command {
  for (const [short, flags, about] of on_connection)
    command.addOption(connectionOption(taken.includes(short) ? flags : `--${short}, ${flags}`, about));
  return command;
}

/** Parameters of a request, as a form sends them. */
export type Params = URLSearchParams | FormData;

/** A request to the API. */
export type Sent = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params?: Params;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A response of the API. */
export type Received = { readonly status: number; readonly headers: Headers; readonly body: Buffer };

/** Calls the API of a running service. */
export type Connection = { readonly url: string; readonly send: (request: Sent) => Promise<Received> };

/** The address and the key that the options name. */
export function placeOf({ apiUrl, apiKey }: Asking): { readonly at: string; readonly key: string } {
  const config = readConfig(process.env);
  return { at: apiUrl ?? config.api_url ?? addressOf(config, config), key: apiKey ?? config.api_key?.reveal() ?? keptSandboxKey(config) };
}

/** A connection to the service that the options name. */
export function connectionTo(asked: Asking): Connection {
  const { at: url, key } = placeOf(asked);
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  return {
    url,
    send: async ({ method, path, params, headers }) => {
      const is_query = method !== 'POST' && params instanceof URLSearchParams;
      const target = new URL(path, url);
      if (is_query) for (const [name, value] of params) target.searchParams.append(name, value);
      const given = { method, headers: { authorization, ...headers }, ...(params && !is_query && { body: params }) };
      const answer = await fetch(target, given).catch(() => null);
      if (!answer)
        throw new Error(`No service answers at ${url}. Start it with florin start, or give its address with --url or FLORIN_URL.`);
      return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
    },
  };
}

const refused_from = 400;

/** The error of a refused request, with the body of the response. */
export function refusalIn({ status, body }: Received, url: string): RefusedByApi | null {
  if (status < refused_from) return null;
  const refusal = jsonIn(body) as RefusedByApi['refusal'] | undefined;
  const message = refusal?.error?.message;
  if (message === undefined) return asRefused(`${url} answered ${status} and is not the API of Florin. Correct --url or FLORIN_URL.`);
  const { param } = refusal?.error ?? {};
  return asRefused(`${message}${typeof param === 'string' && !String(message).includes(param) ? ` (${param})` : ''}`, refusal);
}

const asRefused = (message: string, refusal: RefusedByApi['refusal'] = { error: { message } }): RefusedByApi =>
  Object.assign(new Error(message), { refusal });

/** JSON in a body; undefined for other content. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Calls the API and returns the object of the response; a refusal throws an error with its message. */
export type Service = <T>(method: Sent['method'], path: string, params?: URLSearchParams, headers?: Sent['headers']) => Promise<T>;

/** The service that the options name. */
export const serviceAt = (asked: Asking): Service => serviceOf(connectionTo(asked));

/** The service of a connection; `headers` go with each request. */
export const serviceOf =
  ({ url, send }: Connection, headers: Readonly<Record<string, string>> = {}): Service =>
  async <T>(method: Sent['method'], path: string, params?: URLSearchParams, own: Sent['headers'] = {}): Promise<T> => {
    const received = await send({ method, path, headers: { ...headers, ...own }, ...(params && { params }) });
    const refusal = refusalIn(received, url);
    if (refusal) throw refusal;
    return jsonIn(received.body) as T;
  };
