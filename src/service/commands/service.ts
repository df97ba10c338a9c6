import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { keptSandboxKey } from './place.js';
import { addressOf } from './start.js';

/** Where a service runs and by which key it is asked, as options say. */
export type Asking = { readonly url?: string; readonly key?: string };

/** Adds these options to a command. */
export const asking = (command: Command): Command =>
  command
    .option('--key <key>', 'a test key; the one that `florin start` prints where it is left out')
    .option('--url <url>', 'where the service runs; this machine where it is left out');

/** Calls the API of a running service; a refusal is an error with its sentence. */
export type Service = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: URLSearchParams) => Promise<T>;

/** The service that options name. */
export function serviceAt({ url, key }: Asking): Service {
  const config = readConfig(process.env);
  const at = url ?? addressOf(config, config);
  const authorization = `Basic ${Buffer.from(`${key ?? keptSandboxKey(config)}:`).toString('base64')}`;
  return async <T>(method: string, path: string, body?: URLSearchParams): Promise<T> => {
    const answer = await fetch(new URL(path, at), { method, headers: { authorization }, ...(body && { body }) }).catch(() => null);
    if (!answer) throw new Error(`Nothing answers at ${at}. Start the service there, or name where it runs with --url.`);
    const said = (await answer.json()) as T & { readonly error?: { readonly message: string } };
    if (said.error) throw new Error(said.error.message);
    return said;
  };
}
