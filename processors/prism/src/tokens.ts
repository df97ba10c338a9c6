import type { Connector } from './configuration.js';
import { exchange } from './exchange.js';
import type { World } from './world.js';

const flow = 'create_server_authentication_token';
const default_seconds = 300;

/** The access token of a connector that wants one in every request; null for all others. It moves no money, so it is not stored. */
export async function tokenFor({ library, agent, tokens, now_ms }: World, { name, target, facts }: Connector): Promise<object | null> {
  if (!facts.flows.includes(flow)) return null;
  const present = tokens.get(name);
  if (present && present.until_ms > now_ms()) return present.state;
  const prepared = library.prepare(target, flow, {});
  const exchanged = await exchange(agent, prepared.http);
  if (exchanged.result !== 'response') return null;
  const reading = library.read(target, prepared, exchanged.response);
  if (reading.result !== 'read') return null;
  const { accessToken, tokenType, expiresInSeconds } = reading.response;
  const seconds = Number(expiresInSeconds ?? default_seconds);
  const state = { accessToken: { token: accessToken, tokenType, expiresInSeconds } };
  tokens.set(name, { state, until_ms: now_ms() + (seconds * 1000) / 2 });
  return state;
}
