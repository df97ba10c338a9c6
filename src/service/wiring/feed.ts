import type { FastifyInstance } from 'fastify';
import { authorize } from '../../api/http/authorize.js';
import type { Authenticate } from '../../api/keys/authenticate.js';
import { openFeed } from '../../delivery/feed/feed.js';
import { registerStream, type Streaming } from '../../delivery/feed/stream.js';
import { registerSockets } from '../../delivery/stripe-cli/sockets.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { inTime } from '../../kernel/storage/database.js';
import { access } from '../../resources/access.js';
import { eventForwarded } from '../../resources/core/webhook-endpoints/index.js';
import { type Counting, wrongKeyLimit } from '../operation/limits.js';
import { dated } from './dated-events.js';
import { told } from './logging-faults.js';
import type { Parts } from './world.js';

type Feeding = { readonly authenticate: Authenticate; readonly counting: Counting };

/** Registers the socket of the Stripe CLI and the stream of events, which share the reading of new events. */
export function registerFeed(server: FastifyInstance, parts: Parts, engine: Engine, { authenticate, counting }: Feeding): void {
  const feed = openFeed(engine, told(parts, 'new events could not be read and will be read again'));
  const callerOf: Streaming['callerOf'] = async (request) => {
    const { headers, ip } = request;
    const { 'stripe-account': account = null } = headers;
    const caller = await inTime(engine, authenticate(headers, ip, typeof account === 'string' ? account : null).now);
    request.caller = caller;
    authorize(caller, access['GET /v1/events'], { client_secret: null, path: {}, sent: {} });
    return caller;
  };
  registerStream(server, { engine, feed, callerOf });
  registerSockets(server, {
    engine,
    feed,
    dated,
    forwarded: eventForwarded,
    wrong: wrongKeyLimit(counting, parts.config.open_sandbox),
    failed: told(parts, 'the Stripe CLI could not be served and will be tried again'),
  });
}
