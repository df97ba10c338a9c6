import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { authenticator } from '../src/api/keys/authenticate.js';
import type { Caller } from '../src/kernel/engine/engine.js';
import type { Sample } from './requests.js';

/** The other limit: what Fastify answers when there is nothing to do but to tell who asks. */
export type EmptyRoute = { readonly port: number; readonly sample: Sample; stop(): Promise<void> };

const caller: Caller = {
  account: 'acct_test',
  account_id: 'acct',
  livemode: false,
  clock_offset_ms: 0,
  id_offset_ms: 0,
  epoch: 0,
  kind: 'secret',
  key_id: 'key',
  permissions: [],
};

/** Serves the empty route from this process. */
export async function serveEmptyRoute(): Promise<EmptyRoute> {
  const find = async (): Promise<{ caller: Caller; expired: boolean }> => ({ caller, expired: false });
  const authenticate = authenticator({
    find,
    ephemeral: async () => null,
    sent: () => null,
    session: async () => null,
    open: null,
    page: async () => null,
    wrong: async () => {},
    rule: undefined,
  });
  const server = fastify();
  server.get('/', async (request) => {
    const { cached, now } = authenticate(request.headers, request.ip, null);
    if (!cached) await now({ load: async () => [], now_ms: Date.now });
    return {};
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { port, sample: { key: 'sk_test_emptyroute', method: 'GET', path: '/' }, stop: () => server.close() };
}
