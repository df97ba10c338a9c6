import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../http/server.js';
import type { Metrics } from './metrics.js';

/** What the platform team asks a process. */
export type Operation = {
  readonly metrics: Metrics;
  readonly version: string;
  readonly description: () => object;
  /** Whether the database answers and its schema is ours; false while stopping. */
  readonly isReady: () => Promise<boolean>;
};

/** Registers health, readiness, metrics and the API's description; none of them needs a key. */
export function registerOperation(server: FastifyInstance, { metrics, version, description, isReady }: Operation): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_, reply) => {
    if (await isReady()) return { status: 'ready' };
    return sendRefusal(reply.header('retry-after', 1), { code: 'service_unavailable' });
  });
  server.get('/version', async () => ({ name: 'florin', version }));
  server.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
  let text: string | undefined;
  server.get('/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(description());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
