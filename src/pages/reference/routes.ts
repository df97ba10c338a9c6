import type { FastifyInstance } from 'fastify';
import { type Markup, securityHeaders } from '../kit/ui.js';
import { startPage } from '../sandbox/start-page.js';
import type { Description } from './operations.js';
import { referenceBody, referencePage } from './page.js';

/** What the reference is made of. */
export type Reference = {
  /** The OpenAPI description of this server. */
  readonly description: () => object;
  readonly nonce: () => string;
  readonly version: string;
  /** Where this service is reached. The Host header is not used: the client chooses it. */
  readonly public_url: () => string;
  readonly open_sandbox: boolean;
};

/**
 * Registers `/docs`, the reference that error answers point at, and `/`, which leads there: a page for browsers, JSON for others. Neither
 * needs a key, as they tell nothing of any account.
 */
export function registerReference(server: FastifyInstance, reference: Reference): void {
  const { description, nonce: fresh, version, public_url, open_sandbox } = reference;
  server.get('/', async (request, reply) => {
    const origin = public_url();
    reply.header('vary', 'accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
      return { name: 'florin', version, docs: `${origin}/docs`, api: `${origin}/v1` };
    const nonce = fresh();
    return reply
      .headers(securityHeaders({ nonce, formActions: [], scripts: open_sandbox }))
      .type('text/html; charset=utf-8')
      .send(startPage({ nonce, origin, version, open_sandbox }));
  });
  server.get('/docs/', (_, reply) => reply.redirect('/docs', 308));
  let made: { readonly origin: string; readonly body: Markup } | null = null;
  server.get('/docs', async (_, reply) => {
    const origin = public_url();
    if (made?.origin !== origin) made = { origin, body: referenceBody(description() as Description, origin) };
    const nonce = fresh();
    return reply
      .headers(securityHeaders({ nonce, formActions: [], scripts: true }))
      .type('text/html; charset=utf-8')
      .send(referencePage({ body: made.body, nonce }));
  });
}
