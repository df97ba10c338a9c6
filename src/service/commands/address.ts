import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';

/** Listening on these means all addresses of a machine; a browser cannot open them. */
export const loopback_of_all: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The service's URL on its own machine. */
export function addressOf({ host }: Pick<Config, 'host'>, { port }: Pick<AddressInfo, 'port'>): string {
  const name = loopback_of_all[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
