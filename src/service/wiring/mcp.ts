import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Mcp } from '../../api/mcp/routes.js';

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Registers `/mcp`. The protocol's library is loaded with the first request, because most services have no agent. */
export function registerMcp(server: FastifyInstance, mcp: Mcp): void {
  let loaded: Promise<Answering> | null = null;
  const answer = (): Promise<Answering> => {
    loaded ??= import('../../api/mcp/routes.js').then(({ answering }) => answering(server, mcp));
    return loaded;
  };
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The protocol has its own errors for a body that is not JSON.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    scope.post('/mcp', async (request, reply) => (await answer())(request, reply));
    // Without sessions there is no stream to open and none to end.
    scope.route({ method: ['GET', 'DELETE'], url: '/mcp', handler: (_, reply) => reply.code(405).header('allow', 'POST').send() });
  });
}
