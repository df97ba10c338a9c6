import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOurs } from '../../kernel/base/ids.js';
import { isRefused, refused } from '../../kernel/base/refusal.js';
import type { Caller, Engine } from '../../kernel/engine/engine.js';
import { type Feed, positionAfter } from './feed.js';

/** The dependencies of the stream of events. */
export type Streaming = {
  readonly engine: Engine;
  readonly feed: Feed;
  /** The caller of a request, who may list events. */
  readonly callerOf: (request: FastifyRequest) => Promise<Caller>;
};

/** Streams of this process, and of one account in it. */
const streams_max = 500;
const of_account_max = 50;
/** With each heartbeat the caller is looked up again, so that a revoked key or session does not keep a stream. */
const heartbeat_ms = 10_000;
/** Then the stream ends and the client opens another. */
const lasts_ms = 300_000;
/** The pause of a client before it opens another stream. */
const retry_ms = 1000;
const waiting_max = 262_144; // bytes

type Streams = { readonly open: Map<FastifyReply, string>; is_closing: boolean };

/**
 * Registers `GET /v1/events/stream`: server-sent events (WHATWG HTML, 9.2), one for each new event of the account, in the order in which they are found. A message has
 * the event's id and type, and the kind and id of its object; a client reads what it needs. With `Last-Event-ID` it continues after that event; events
 * that were committed shortly before it can come twice.
 */
export function registerStream(server: FastifyInstance, streaming: Streaming): void {
  const streams: Streams = { open: new Map(), is_closing: false };
  server.get('/v1/events/stream', { config: { route: 'GET /v1/events/stream' } }, (request, reply) =>
    follow(streaming, streams, request, reply),
  );
  server.addHook('preClose', async () => {
    streams.is_closing = true;
    for (const { raw } of streams.open.keys()) raw.end();
  });
}

async function follow(
  { engine, feed, callerOf }: Streaming,
  streams: Streams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { account, id_offset_ms = 0 } = await callerOf(request);
  refuseTooMany(streams, account);
  const { 'last-event-id': last } = request.headers;
  const position = typeof last === 'string' && /^evt_\w+$/.test(last) && isOurs(last) ? positionAfter(last) : null;
  const place = await feed.begin({ account, feature: 'webhooks', position, id_offset_ms });
  const { raw } = reply.hijack();
  if (raw.destroyed) return reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'request-id': request.id,
  });
  raw.write(`retry: ${retry_ms}\n\n`);
  const end = (): void => void raw.end();
  const follower = {
    ...{ account, feature: 'webhooks' as const, session: null, holder: engine.ids.fresh('sock', engine.now_ms()) },
    hasRoom: () => raw.writableLength < waiting_max,
    take: ({ id, doc }: { readonly id: string; readonly doc: string }) => void raw.write(messageOf(id, doc)),
    end,
  };
  const heartbeat = setInterval(() => {
    raw.write(':\n\n');
    callerOf(request).catch((error: unknown) => isRefused(error) && end());
  }, heartbeat_ms).unref();
  const over = setTimeout(end, lasts_ms).unref();
  streams.open.set(reply, account);
  raw.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(over);
    streams.open.delete(reply);
    void feed.leave(follower);
  });
  feed.join(follower, place);
  return reply;
}

function refuseTooMany({ open, is_closing }: Streams, account: string): void {
  if (is_closing) throw refused({ code: 'service_unavailable', message: 'This process is stopping.' });
  const of_account = [...open.values()].filter((each) => each === account).length;
  if (open.size >= streams_max || of_account >= of_account_max)
    throw refused({ code: 'rate_limit', message: `Too many streams of events are open; an account has at most ${of_account_max}.` });
}

type Told = { readonly type: string; readonly data: { readonly object: { readonly id?: string; readonly object: string } } };

function messageOf(event: string, doc: string): string {
  const { type, data } = JSON.parse(doc) as Told;
  const { id = null, object } = data.object;
  return `id: ${event}\nevent: ${type}\ndata: ${JSON.stringify({ object, id })}\n\n`;
}
