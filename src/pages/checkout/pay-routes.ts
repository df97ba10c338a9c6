import type { FastifyInstance } from 'fastify';
import { notFoundPage } from '../kit/error-page.js';
import { queryIn } from '../kit/form-texts.js';
import { type Pages, send } from '../kit/pages.js';

/** What an address names: a session, by the publishable key of its account, or of the platform that acts for that account. */
export type NamedSession = { readonly key: string; readonly account: string | null; readonly id: string; readonly remote_address: string };

/** The address of the page of a session; null for an unknown key. The page checks whether the session exists. */
export type PageOfSession = (named: NamedSession) => Promise<string | null>;

/** Registers the address that a merchant's page knows of a session (published: `/pay/cs_…?key=pk_…`), which leads to the session's own. */
export function registerPay(server: FastifyInstance, pages: Pages, pageOf: PageOfSession): void {
  server.get<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const query = queryIn(request);
    const named = { key: query.get('key') ?? '', account: query.get('account'), id: request.params.id, remote_address: request.ip };
    const location = /^cs_\w+$/.test(named.id) ? await pageOf(named) : null;
    if (location === null) return send(pages, reply, 404, notFoundPage);
    return reply.header('cache-control', 'no-store').redirect(location, 303);
  });
}
