import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../../api/http/server.js';
import type { Refusal } from '../../kernel/base/refusal.js';
import { gatherer } from './gathering.js';
import type { Metrics } from './metrics.js';

/** The operational interface of a process. */
export type Operation = {
  readonly metrics: Metrics;
  readonly version: string;
  readonly description: () => object;
  /** The refusal that callers get while requests cannot be served; null when they can. */
  readonly unready: () => Promise<Refusal | null>;
  readonly origin: () => string;
};

/** Registers health, readiness, metrics and the API description; none of them needs a key. */
export function registerOperation(server: FastifyInstance, { metrics, version, description, unready, origin }: Operation): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_, reply) => {
    const refusal = await unready();
    return refusal ? sendRefusal({ origin }, reply.header('retry-after', 1), refusal) : { status: 'ready' };
  });
  server.get('/version', async () => ({ name: 'florin', version }));
  const gather = gatherer(metrics.registry);
  server.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await gather()));
  let text: string | undefined;
  server.get('/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(description());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
