import type { FastifyInstance } from 'fastify';
import { registerSockets } from '../../delivery/stripe-cli/sockets.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { eventForwarded } from '../../resources/core/webhook-endpoints/index.js';
import { type Counting, wrongKeyLimit } from '../operation/limits.js';
import { dated } from './dated-events.js';
import { told } from './logging-faults.js';
import type { Parts } from './world.js';

/** Registers the socket of the Stripe CLI. */
export const registerStripeCli = (server: FastifyInstance, parts: Parts, engine: Engine, counting: Counting): void =>
  registerSockets(server, {
    engine,
    dated,
    forwarded: eventForwarded,
    wrong: wrongKeyLimit(counting, parts.config.open_sandbox),
    failed: told(parts, 'the Stripe CLI could not be served and will be tried again'),
  });
