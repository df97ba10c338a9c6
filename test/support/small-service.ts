import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { fileContents } from '../../src/api/contents/contents.js';
import type { Access } from '../../src/api/http/authorize.js';
import { httpServer } from '../../src/api/http/server.js';
import { authenticator, pageTokens } from '../../src/api/keys/authenticate.js';
import { findKey, onItsOwnClock, openSandbox } from '../../src/api/keys/keys.js';
import { presenter } from '../../src/api/present/expand.js';
import type { ReadPermissions } from '../../src/api/present/expandable.js';
import { refusalReplies } from '../../src/api/present/reply.js';
import { unknownUrls } from '../../src/api/present/unknown-url.js';
import type { Catalogue } from '../../src/kernel/base/rules.js';
import { type Engine, indexOf } from '../../src/kernel/engine/engine.js';
import { taker } from '../../src/kernel/storage/counts.js';
import { searcher } from '../../src/kernel/storage/search.js';
import { keyLimit, wrongKeyLimit } from '../../src/service/operation/limits.js';
import { type Client, clientOf, type TestService } from './service.js';

/** A service of a few test-only resources: its own catalogue, on the database of a whole one. */
export type SmallService = {
  readonly engine: Engine;
  readonly url: string;
  client(key: string): Client;
  stop(): Promise<void>;
};

/** Every route of a catalogue, for secret keys and for the given rights. */
export const openTo = (catalogue: Catalogue, rights: Omit<Access, 'restricted'> = {}): Readonly<Record<string, Access>> =>
  Object.fromEntries(catalogue.flatMap(({ routes }) => routes.map((route) => [route, { restricted: 'none', ...rights }])));

/** Starts a service of a catalogue beside another service, whose accounts and database it shares. */
export async function startSmallService(
  { engine: whole, now }: TestService,
  catalogue: Catalogue,
  access: Readonly<Record<string, Access>> = openTo(catalogue),
): Promise<SmallService> {
  let url = '';
  const index = indexOf(catalogue, [...whole.index.questions.values()], [...whole.index.resources.values()]);
  const origin = (): string => url;
  const present = presenter(index, whole.load, whole.list);
  const engine: Engine = { ...whole, index, render: { object: present, refusal: refusalReplies(index, origin) } };
  const permissions: ReadPermissions = new Map([...index.resources.keys()].map((object) => [object, `${object}_read`]));
  const tokens = pageTokens(engine.vault);
  const counting = { take: taker(engine.database), now_ms: now };
  const server = httpServer({
    engine,
    present,
    search: searcher(),
    contents: fileContents(engine.database, randomBytes, 1),
    print: async () => null,
    catalogue,
    access,
    permissions,
    authenticate: authenticator({
      find: findKey,
      ephemeral: async () => null,
      sent: () => null,
      session: async () => null,
      open: (key, address) => openSandbox(engine, key, () => [], address),
      page: async (looking, token) => {
        const caller = tokens.callerOf(token);
        return caller && onItsOwnClock(looking, caller);
      },
      wrong: wrongKeyLimit(counting, true),
      rule: undefined,
    }),
    first: async () => true,
    clock_ms: () => performance.now(),
    limit: keyLimit(counting, { live: 0, test: 0 }),
    privileged: () => null,
    requestId: () => engine.ids.fresh('req', now()),
    log: pino({ level: 'silent' }),
    retry_after_seconds: 1,
    trusted_proxies: [],
    payers: (_, work) => work(),
    origin,
    unknownUrl: unknownUrls(catalogue, []),
    finished: () => {},
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return {
    engine,
    url,
    client: (key) => clientOf(url, key),
    stop: async () => {
      server.server.closeAllConnections();
      await server.close();
    },
  };
}
