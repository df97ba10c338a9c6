import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../../kernel/base/refusal.js';
import type { Caller, Engine } from '../../kernel/engine/engine.js';
import { inTime } from '../../kernel/storage/database.js';
import type { Authenticate } from '../keys/authenticate.js';
import { type Description, type Operation, operationsOf } from './operations.js';
import { type Call, toolsFor } from './tools.js';

/** The dependencies of the MCP endpoint. */
export type Mcp = {
  readonly engine: Engine;
  readonly authenticate: Authenticate;
  readonly description: () => object;
  readonly version: string;
};

/**
 * Answers one HTTP request of the Model Context Protocol ("Streamable HTTP" without sessions, so any process can answer). The key of the
 * request decides what the agent may do; each call is a request of the public API, with its limits, logs and records.
 */
export function answering(server: FastifyInstance, { engine, authenticate, description, version }: Mcp) {
  const operations = [...operationsOf(description() as Description).values()];
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { headers, ip } = request;
    const caller = await inTime(engine, authenticate({ authorization: headers.authorization ?? '' }, ip, null).now);
    request.caller = caller;
    refuseUnlimited(caller);
    const tools = toolsFor({ version, operations: operations.filter((each) => isAllowed(each, caller)), call: calling(server, request) });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await tools.connect(transport);
    const body = typeof request.body === 'string' ? request.body : '';
    const answer = await transport.handleRequest(
      new Request('http://florin.invalid/mcp', { method: 'POST', headers: textsOf(headers), body }),
    );
    const text = await answer.text();
    await tools.close();
    return reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(text);
  };
}

/** A live key without a list of permissions could do everything, so an agent must have a restricted key. */
function refuseUnlimited({ kind, livemode }: Caller): void {
  if (kind === 'restricted' || (kind === 'secret' && !livemode)) return;
  const message = 'An agent needs a restricted key with the permissions it may use: florin keys create --kind restricted --permissions …';
  throw refused({ code: 'permission_denied', message });
}

const isAllowed = ({ permission, test_only }: Operation, { kind, livemode, permissions }: Caller): boolean =>
  (!test_only || !livemode) && (kind === 'secret' || (permission !== null && isGranted(permissions, permission)));

/** A write permission includes reading. */
const isGranted = (granted: readonly string[], permission: string): boolean =>
  granted.includes(permission) || granted.includes(permission.replace(/_read$/, '_write'));

const calling =
  (server: FastifyInstance, { headers, ip: remoteAddress }: FastifyRequest): Call =>
  async ({ method, url, body, idempotency_key }) => {
    const { authorization, 'stripe-account': account, 'stripe-version': version, 'user-agent': agent } = textsOf(headers);
    const sent = {
      ...(authorization !== undefined && { authorization }),
      ...(account !== undefined && { 'stripe-account': account }),
      ...(version !== undefined && { 'stripe-version': version }),
      ...(agent !== undefined && { 'user-agent': agent }),
      ...(idempotency_key !== null && { 'idempotency-key': idempotency_key }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await server.inject({ method, url, headers: sent, remoteAddress, ...(body && { payload: JSON.stringify(body) }) });
    return { status: answer.statusCode, text: answer.payload };
  };

const textsOf = (headers: FastifyRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
