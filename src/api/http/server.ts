import type { Readable } from 'node:stream';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { isRefused, type Refusal, type Refused, refused } from '../../kernel/base/refusal.js';
import type { Catalogue } from '../../kernel/base/rules.js';
import type { Caller, Recognized } from '../../kernel/engine/engine.js';
import { reasonOf } from '../../kernel/storage/away.js';
import { isUnavailable } from '../../kernel/storage/database.js';
import { isTampered } from '../../kernel/vault/vault.js';
import { parseFormBody } from '../bodies/form.js';
import { parseJson } from '../bodies/json.js';
import { parseMultipart } from '../bodies/multipart.js';
import { readable } from '../present/present.js';
import { type Origin, refusalReply } from '../present/reply.js';
import type { UnknownUrl } from '../present/unknown-url.js';
import type { Coming } from './admit.js';
import { type Cause, causeOf } from './cause.js';
import { type ClientIds, clientIdsOf } from './client-ids.js';
import { type DatabaseTime, databaseTime } from './database-time.js';
import { isRouted } from './entries.js';
import type { Exchange } from './logged-request.js';
import { register, type Serving } from './routes.js';

declare module 'fastify' {
  interface FastifyRequest {
    recognized: Recognized;
    caller?: Caller;
    coming?: Coming;
    /** The parameters as they were read, and the response. */
    exchanged: { parameters: object | null; response: string | null };
    /** The time that it waits for the database. */
    database: DatabaseTime;
    /** Why it is answered with 503. */
    cause?: Cause;
    /** The limit that has refused it. */
    limit?: string | undefined;
  }
  interface FastifyContextConfig {
    route?: string;
    takes_file?: boolean;
    /** A page of any origin may read the response: the route is for publishable keys. */
    for_browsers?: boolean;
    /** The maximum of members and elements in a body, if it differs from the usual one. */
    members_max?: number;
  }
}

/** A finished request, for the log, the metrics and the log of requests: no query string, no key (promises, trap 15). */
export type Finished = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  /** The part of the duration in which it waited for the database. */
  readonly database_ms: number;
  /** Why it was answered with 503. */
  readonly cause?: Cause | undefined;
  /** The counted limit that has refused it. */
  readonly limit?: string | undefined;
  readonly caller: Caller | null;
  readonly address: string;
  readonly replayed: boolean;
  /** Null for what is not in the catalogue. */
  readonly exchange: Exchange | null;
} & ClientIds;

/** The dependencies and options of the server. */
export type ServerOptions = Serving & {
  readonly catalogue: Catalogue;
  readonly requestId: () => string;
  readonly log: Logger;
  readonly finished: (finished: Finished, request_id: string) => void;
  readonly unknownUrl: UnknownUrl;
  /** How soon a client may retry while the database is unavailable, in seconds. */
  readonly retry_after_seconds: number;
  /** Adds hooks that see every request, before any can be refused. */
  readonly follow?: ((server: FastifyInstance) => void) | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trusted_proxies: readonly string[];
};

/** What each request has from its beginning. */
const begin = (request: FastifyRequest, { clock_ms }: Pick<Serving, 'clock_ms'>): void => {
  request.exchanged = { parameters: null, response: null };
  request.database = databaseTime(clock_ms);
};

const mebibyte = 1_048_576;

/** The HTTP server with every route of the catalogue; the service adds its other routes. */
export function httpServer(options: ServerOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: mebibyte,
    trustProxy: options.trusted_proxies.length > 0 ? [...options.trusted_proxies] : false,
    genReqId: options.requestId,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    keepAliveTimeout: 72_000,
    requestTimeout: 20_000,
    forceCloseConnections: 'idle',
    // A kept-alive connection is answered normally during the shutdown, with `connection: close` (commands/stop).
    return503OnClosing: false,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 72_000,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 300, querystringParser: (text: string) => ({ text }) },
    frameworkErrors: (error, request, reply) => {
      // Refused before `onRequest`.
      begin(request as FastifyRequest, options);
      sendError(options, error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: (error, socket) => answerMalformed(options, error, socket),
  });
  server.server.on('checkExpectation', (_, response) => {
    const { text } = refusalReply({ code: 'body_invalid', message: 'The expectation cannot be met.' }, options.origin);
    response.writeHead(417, { 'content-type': 'application/json' }).end(text);
  });
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  acceptBodies(server);
  options.follow?.(server);
  observe(server, options);
  server.setErrorHandler((error: FastifyError, request, reply) => sendError(options, error, request, reply));
  for (const entry of options.catalogue.filter(isRouted)) register(server, options, entry);
  return server;
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

/** Accepts JSON and the forms of all SDKs; a body without a type is read as JSON, any other type is refused (spec README, decision 1). */
function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const bytes = { parseAs: 'buffer' as const };
  server.addContentTypeParser('application/json', bytes, (request, body, done) =>
    attempt(() => parseJson(body as Buffer, membersOf(request)), done),
  );
  server.addContentTypeParser('application/x-www-form-urlencoded', bytes, (request, body, done) =>
    attempt(() => parseFormBody(body as Buffer, membersOf(request)), done),
  );
  server.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable) =>
    parseMultipart(payload, request.headers['content-type'] ?? '', request.coming?.take),
  );
  server.addContentTypeParser('*', bytes, (request, body, done) => attempt(() => untyped(request, body as Buffer), done));
}

function untyped(request: FastifyRequest, body: Buffer): unknown {
  if (request.headers['content-type']) throw refused({ code: 'media_type_unsupported' });
  return parseJson(body, membersOf(request));
}

const membersOf = ({ routeOptions }: FastifyRequest): number | undefined => routeOptions.config.members_max;

function attempt(parse: () => unknown, done: (error: Error | null, body?: unknown) => void): void {
  try {
    done(null, parse());
  } catch (error) {
    done(error as Error);
  }
}

function observe(server: FastifyInstance, options: ServerOptions): void {
  const { finished, unknownUrl } = options;
  server.addHook('onRequest', (request, reply, done) => {
    begin(request, options);
    reply.header('request-id', request.id).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    if (request.routeOptions.config.for_browsers)
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', 'request-id, idempotent-replayed, retry-after');
    done(request.is404 ? refused(unknownUrl(request.method, pathOf(request))) : refusalOfHead(request));
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.route ?? request.routeOptions.url ?? 'unknown';
    const replayed = reply.getHeader('idempotent-replayed') !== undefined;
    const { method, caller = null, ip: address, cause, limit, headers } = request;
    const exchange = request.routeOptions.config.route === undefined ? null : exchangeOf(request);
    const times = { duration_ms: reply.elapsedTime, database_ms: request.database.spent_ms() };
    finished(
      { method, route, status: reply.statusCode, ...times, cause, limit, caller, address, replayed, exchange, ...clientIdsOf(headers) },
      request.id,
    );
    done();
  });
}

const exchangeOf = (request: FastifyRequest): Exchange => ({
  path: pathOf(request),
  ...request.exchanged,
  api_version: headerOf(request, 'stripe-version'),
  idempotency_key: headerOf(request, 'idempotency-key'),
  user_agent: headerOf(request, 'user-agent'),
});

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** Refusals before the body is read: a missing host, a compressed body, a charset other than UTF-8, a file on a route without upload. */
function refusalOfHead({ raw, headers, routeOptions }: FastifyRequest): Refused | undefined {
  if (raw.httpVersion === '1.1' && headers.host === undefined)
    return refused({ code: 'body_invalid', message: 'The HTTP request is malformed.' });
  const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const expected = routeOptions.config.takes_file || !/^\s*multipart\//i.test(headers['content-type'] ?? '');
  const readable = headers['content-encoding'] === undefined && /^utf-?8$/i.test(charset) && expected;
  return readable ? undefined : refused({ code: 'media_type_unsupported' });
}

/** Fastify's own refusals, mapped to Florin's error codes. */
const framework: Readonly<Record<string, Refusal['code']>> = {
  FST_ERR_BAD_URL: 'uri_invalid',
  FST_ERR_ASYNC_CONSTRAINT: 'url_unknown',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_invalid',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_MAX_PARAM_LENGTH: 'url_unknown',
};

function sendError(options: ServerOptions, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isRefused(error)) {
    request.limit = (error as { readonly limit?: string }).limit;
    return sendRefusal(options, reply, error.refusal);
  }
  const known = framework[(error as FastifyError).code];
  if (known) return sendRefusal(options, reply, { code: known });
  if (isUnavailable(error)) {
    const refusal: Refusal = { code: 'service_unavailable', ...reasonOf(error) };
    request.cause = causeOf(error);
    return sendRefusal(options, reply.header('retry-after', options.retry_after_seconds), refusal);
  }
  options.log.error({ request_id: request.id, route: request.routeOptions?.config.route, fault: faultOf(error) }, 'a request failed');
  return sendRefusal(options, reply, { code: isTampered(error) ? 'sealed_content_invalid' : 'internal_error' });
}

/** A fault for the log, without PostgreSQL's `detail` and `where`, which print rows and parameters. */
export const faultOf = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { message: 'a value that is not an error was thrown' };
  const { name, message, stack, code, constraint } = error as FastifyError & { constraint?: string };
  return { name, message, code, constraint, stack };
};

const of_keys: ReadonlySet<Refusal['code']> = new Set(['api_key_expired', 'api_key_missing', 'api_key_unknown'] as const);

/** Sends the error body. */
export function sendRefusal({ origin }: { readonly origin: Origin }, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, text, retry_after_seconds = 1 } = refusalReply(refusal, origin);
  reply.request.exchanged.response = text;
  if (status === 503) reply.request.cause ??= 'not_ready';
  // A browser that signs in by a session would ask for a user name itself.
  if (of_keys.has(refusal.code)) reply.header('www-authenticate', 'Basic realm="florin"');
  if (status === 429) reply.header('retry-after', reply.getHeader('retry-after') ?? retry_after_seconds);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(readable(text, reply.request.headers));
}

/** Protocol errors with a specific status. */
const malformed: Readonly<Record<string, { readonly status: string; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers of the request are too long. Send fewer or shorter ones.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request was incomplete: it took over 20 seconds, or is shorter than its Content-Length.',
  },
};

/** Answers malformed HTTP with Florin's error body and closes the connection (promise 33). */
function answerMalformed({ origin }: ServerOptions, error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, message } = malformed[error.code ?? ''] ?? { status: '400 Bad Request', message: 'The HTTP request is malformed.' };
  const { text } = refusalReply({ code: 'body_invalid', message }, origin);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
