import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { traceParentOf } from '../../api/http/client-ids.js';
import { type Traced, type TracedKind, traced_kinds } from '../../kernel/base/traced.js';
import { version } from './version.js';

/** Traces of a process, which are sent to a collector. */
export type Traces = {
  /** Begins a span for each request of the server. */
  readonly follow: (server: FastifyInstance) => void;
  /** Sends what is not sent yet. */
  readonly close: () => Promise<void>;
};

/** Kinds that are shown within other work only. */
const within: ReadonlySet<TracedKind> = new Set(['rule', 'statement']);

/** The packages of OpenTelemetry, which are installed only where traces are wanted. */
async function packages() {
  try {
    const [api, trace, { OTLPTraceExporter }, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    return { api, ...trace, OTLPTraceExporter, ...resources };
  } catch (cause) {
    throw new Error(`The environment asks for traces (OTEL_…), and the packages for them are missing: npm install ${needed.join(' ')}`, {
      cause,
    });
  }
}

const needed = [
  '@opentelemetry/api@1.9',
  '@opentelemetry/sdk-trace-base@2',
  '@opentelemetry/exporter-trace-otlp-http@0.223',
  '@opentelemetry/resources@2',
];

type Api = typeof import('@opentelemetry/api');

/** Begins to trace. Sampling, batches, headers and attributes of the resource follow the standard variables of OpenTelemetry. */
export async function startTraces(log: Logger): Promise<Traces> {
  const { api, BasicTracerProvider, BatchSpanProcessor, OTLPTraceExporter, ...resources } = await packages();
  const said = (message: string): void => log.warn({ traces: message }, 'traces could not be sent');
  api.diag.setLogger({ error: said, warn: said, info: () => {}, debug: () => {}, verbose: () => {} }, api.DiagLogLevel.WARN);
  const own = resources.resourceFromAttributes({ 'service.name': 'florin', 'service.version': version });
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new BasicTracerProvider({
    resource: resources.defaultResource().merge(own).merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('florin', version);
  const current = new AsyncLocalStorage<Span>();
  const stops = traced_kinds.map((kind) => traceKind(kind, { api, tracer, current }));
  return {
    follow: (server) => followRequests(server, { api, tracer, current }),
    close: async () => {
      for (const stop of stops) stop();
      await provider.shutdown();
    },
  };
}

type Tracing = { readonly api: Api; readonly tracer: Tracer; readonly current: AsyncLocalStorage<Span> };

const contextOf = ({ trace, ROOT_CONTEXT }: Api, parent: Span | undefined): Context =>
  parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;

/** Makes spans of what a channel publishes, each within the span around it. */
function traceKind(kind: TracedKind, { api, tracer, current }: Tracing): () => void {
  const { CLIENT, CONSUMER, INTERNAL } = api.SpanKind;
  const { start, ...channel } = channelOf(kind);
  const spans = new WeakMap<Traced, Span>();
  const spanKind = { delivery: CLIENT, job: CONSUMER, processor: CLIENT, rule: INTERNAL, statement: CLIENT }[kind];
  start.bindStore(current, (about) => {
    const around = current.getStore();
    // A worker that was woken by a request works on after that request. Its looks for jobs are part of nothing.
    const parent = kind !== 'job' && around?.isRecording() ? around : undefined;
    if (!parent && within.has(kind)) return undefined as never;
    const span = tracer.startSpan(about.name, { kind: spanKind, attributes: about.attributes }, contextOf(api, parent));
    spans.set(about, span);
    return span;
  });
  const end = (about: unknown): void => spans.get(about as Traced)?.end();
  // The code of an error alone: its message may quote a request.
  const failed = (about: unknown): void => {
    const { error } = about as { readonly error?: { readonly code?: string; readonly name?: string } };
    spans.get(about as Traced)?.setStatus({ code: api.SpanStatusCode.ERROR, message: String(error?.code ?? error?.name ?? 'error') });
  };
  // A rule ends when it returns, and a refusal is one of its results.
  const [ended, error] = kind === 'rule' ? [channel.end, null] : [channel.asyncEnd, channel.error];
  ended.subscribe(end);
  error?.subscribe(failed);
  return () => {
    start.unbindStore(current);
    ended.unsubscribe(end);
    error?.unsubscribe(failed);
  };
}

function channelOf(kind: TracedKind) {
  const { start, end, asyncEnd, error } = tracingChannel<Span, Traced>(`florin.${kind}`);
  return { start, end, asyncEnd, error };
}

/** A span for each request: within that of the caller, if `traceparent` names one. */
function followRequests(server: FastifyInstance, { api, tracer, current }: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _, done) => {
    const route = routeOf(request);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'florin.request_id': request.id };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: api.SpanKind.SERVER, attributes }, callerOf(api, request));
    spans.set(request, span);
    current.run(span, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** The template of the address, which itself may hold the secret of a link. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown';

function callerOf({ trace, ROOT_CONTEXT }: Api, { headers }: FastifyRequest): Context {
  const parent = traceParentOf(headers);
  if (!parent) return ROOT_CONTEXT;
  const { trace_id: traceId, span_id: spanId, flags: traceFlags } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
