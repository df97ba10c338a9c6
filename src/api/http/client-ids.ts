import type { IncomingHttpHeaders } from 'node:http';
import { scrub } from '../../kernel/base/concealed.js';

/** The names that a client or a proxy has given to a request, for the log. Florin's own id of the request is not one of them. */
export type ClientIds = { readonly client_request_id?: string; readonly trace_id?: string };

/** The context of a trace: the trace, the span of the caller, and whether it is recorded. */
export type TraceParent = { readonly trace_id: string; readonly span_id: string; readonly flags: number };

const request_id = /^[\w.:/=+@-]{1,128}$/;
const trace_parent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** The `X-Request-Id` and the trace of `traceparent`. Any client may send both; values of another form are left out. */
export function clientIdsOf(headers: IncomingHttpHeaders): ClientIds {
  const { 'x-request-id': id } = headers;
  const trace = traceParentOf(headers);
  return {
    ...(typeof id === 'string' && request_id.test(id) && { client_request_id: scrub(id) }),
    ...(trace && { trace_id: scrub(trace.trace_id) }),
  };
}

/** The W3C `traceparent` of a request; null without one, or if it is invalid. */
export function traceParentOf({ traceparent: sent }: IncomingHttpHeaders): TraceParent | null {
  if (typeof sent !== 'string') return null;
  const [, trace_id, span_id, flags = ''] = trace_parent.exec(sent) ?? [];
  return trace_id && span_id ? { trace_id, span_id, flags: Number.parseInt(flags, 16) } : null;
}
