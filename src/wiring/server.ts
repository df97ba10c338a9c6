import type { FastifyInstance } from 'fastify';
import type { Refusal } from '../base/errors.js';
import type { Engine } from '../engine/engine.js';
import { httpServer } from '../http/server.js';
import { authenticator, type Keys } from '../keys/authenticate.js';
import { findKey, onItsOwnClock, openSandbox, sandbox_rule } from '../keys/keys.js';
import { pageTokens } from '../keys/page-token.js';
import { openApi } from '../openapi/openapi.js';
import { keyLimit, wrongKeyLimit } from '../operation/limits.js';
import type { Metrics } from '../operation/metrics.js';
import { registerNotifications, type Senders } from '../operation/notifications.js';
import { refusalOf } from '../operation/readiness.js';
import { registerOperation } from '../operation/routes.js';
import { presenter } from '../present/expand.js';
import { access } from '../resources/access.js';
import { accountParts } from '../resources/accounts/open.js';
import { catalogue } from '../resources/index.js';
import { registerChallenge } from '../web/challenge-routes.js';
import { type Fetching, registerLinks } from '../web/link-routes.js';
import { type Api, registerPages } from '../web/pages.js';
import { registerReceipt } from '../web/receipt-routes.js';
import { registerReference } from '../web/reference-routes.js';
import { read_permissions } from './engine.js';
import { version } from './version.js';
import type { Parts } from './world.js';

/** The HTTP server: the API, what processors send, what the platform team asks, and the pages, which are clients of the API. */
export function makeServer(
  parts: Parts,
  engine: Engine,
  { measured, senders, isRunning }: { measured: Metrics; senders: Senders; isRunning: () => boolean },
): FastifyInstance {
  const { config, world } = parts;
  const server = httpServer({
    engine,
    present: presenter(engine.index, engine.load, engine.list),
    authenticate: authenticator(keysOf(parts, engine)),
    access: { ...access, ...parts.besides?.access },
    permissions: read_permissions,
    limit: keyLimit(config.rate_limit),
    catalogue: engine.index.catalogue,
    requestId: () => engine.ids.fresh('req', world.now_ms()),
    log: world.log,
    retry_after_seconds: 1,
    finished: (finished, request_id) => {
      measured.finished(finished);
      if (!world.log.isLevelEnabled('info')) return;
      const { caller, ...rest } = finished;
      world.log.info({ request_id, ...rest, account: caller?.account, key_id: caller?.key_id }, 'request');
    },
  });
  const unready = async (): Promise<Refusal | null> => (isRunning() ? refusalOf(engine.database) : { code: 'service_unavailable' });
  const description = (): object => openApi(catalogue, access, version);
  registerOperation(server, { metrics: measured, version, description, unready });
  registerNotifications(server, engine, senders);
  const nonce = (): string => Buffer.from(world.random(16)).toString('base64');
  registerReference(server, { description, nonce });
  const pages = { api: apiOf(server), nonce, public_url: parts.public_url };
  registerPages(server, pages, (scope) => {
    registerChallenge(scope, pages);
    registerReceipt(scope, pages);
    registerLinks(scope, pages, fetchingOf(server));
  });
  return server;
}

function keysOf({ config }: Parts, engine: Engine): Keys {
  const tokens = pageTokens(engine.vault);
  return {
    find: findKey,
    open: config.open_sandbox ? (key) => openSandbox(engine, key, accountParts) : null,
    page: async (looking, token) => {
      const caller = tokens.callerOf(token);
      return caller && onItsOwnClock(looking, caller);
    },
    wrong: wrongKeyLimit(config.open_sandbox),
    rule: config.open_sandbox ? sandbox_rule : undefined,
  };
}

/** The public API as a client sees it, without a socket between. */
const apiOf =
  (server: FastifyInstance): Api =>
  async ({ method, url, token, body }) => {
    const headers = { authorization: `Bearer page_${token}`, 'content-type': 'application/json' };
    const { statusCode, payload } = await server.inject({ method, url, headers, ...(body && { payload: JSON.stringify(body) }) });
    return { status: statusCode, body: JSON.parse(payload) };
  };

const fetchingOf =
  (server: FastifyInstance): Fetching =>
  async ({ url, token }) => {
    const { statusCode, headers, rawPayload } = await server.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer page_${token}` },
    });
    return { status: statusCode, headers, bytes: rawPayload };
  };
