import type { FastifyInstance } from 'fastify';
import type { Description } from './reference-operations.js';
import { referenceBody, referencePage } from './reference-page.js';
import { type Markup, securityHeaders } from './ui.js';

/** What the reference is made of. */
export type Reference = {
  /** The OpenAPI description of this server. */
  readonly description: () => object;
  readonly nonce: () => string;
};

const default_origin = 'http://127.0.0.1:12111';

/** Registers `/docs`: the reference that error answers point at. It needs no key, as it tells nothing of any account. */
export function registerReference(server: FastifyInstance, { description, nonce: fresh }: Reference): void {
  let made: { readonly origin: string; readonly body: Markup } | null = null;
  server.get('/docs', async ({ protocol, host }, reply) => {
    const origin = /^[\w.:[\]-]{1,255}$/.test(host) ? `${protocol}://${host}` : default_origin;
    if (made?.origin !== origin) made = { origin, body: referenceBody(description() as Description, origin) };
    const nonce = fresh();
    return reply
      .headers(securityHeaders({ nonce, formActions: [], scripts: true }))
      .type('text/html; charset=utf-8')
      .send(referencePage({ body: made.body, nonce }));
  });
}
