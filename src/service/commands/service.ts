import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { keptSandboxKey } from './place.js';
import { addressOf } from './start.js';

/** The address of a running service and the key to use, from the options. */
export type Asking = { readonly url?: string; readonly key?: string };

/** Adds the options to a command. */
export const asking = (command: Command): Command =>
  command
    .option('--key <key>', 'a test key (default: the key that `florin start` prints)')
    .option('--url <url>', 'the address of the service (default: this machine)');

/** Calls the API of a running service; a refusal throws an error with its message. */
export type Service = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: URLSearchParams) => Promise<T>;

/** The address and the key that the options name. */
export function placeOf({ url, key }: Asking): { readonly at: string; readonly key: string } {
  const config = readConfig(process.env);
  return { at: url ?? addressOf(config, config), key: key ?? keptSandboxKey(config) };
}

/** The service that the options name. */
export function serviceAt(options: Asking): Service {
  const { at, key } = placeOf(options);
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  return async <T>(method: string, path: string, body?: URLSearchParams): Promise<T> => {
    const answer = await fetch(new URL(path, at), { method, headers: { authorization }, ...(body && { body }) }).catch(() => null);
    if (!answer) throw new Error(`No service answers at ${at}. Start it, or give its address with --url.`);
    const said = (await answer.json()) as T & { readonly error?: { readonly message: string } };
    if (said.error) throw new Error(said.error.message);
    return said;
  };
}
