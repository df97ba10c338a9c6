import { type Agent, request as ask, type Dispatcher } from 'undici';
import { retry_after_seconds_max } from './schedule.js';

const answer_bytes_kept = 1024;
const answer_bytes_read_max = 64 * 1024;

/** The outcomes of an attempt. Only `delivered` is a success; each failure has its own name, for the owner to act on. */
export const outcomes = [
  'delivered',
  'refused',
  'redirected',
  'address_not_allowed',
  'dns_lookup_failed',
  'connection_failed',
  'connection_closed',
  'tls_failed',
  'timed_out',
  'invalid_answer',
  'invalid_request',
  'agent_closed',
] as const;

/** The outcome of an attempt. */
export type Outcome = (typeof outcomes)[number];

/** The stored result of one attempt. */
export type Attempt = {
  readonly outcome: Outcome;
  /** Null without a response. */
  readonly status: number | null;
  /** The beginning of the response, at most 1 kB or `kept_max`, as UTF-8 that PostgreSQL can store. */
  readonly body: string;
  /** The Retry-After of a receiver that did not accept, in seconds. */
  readonly retry_after_seconds: number | null;
};

/** Calls `over` after so many milliseconds, unless the returned function cancels it. */
export type Wait = (ms: number, over: () => void) => () => void;

const wait: Wait = (ms, over) => {
  const timer = setTimeout(over, ms);
  return () => clearTimeout(timer);
};

/** One signed event for one endpoint. */
export type Delivery = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From `guardedAgent`: `send` does not check addresses. */
  readonly agent: Agent;
  /** For the whole attempt: name, connection, response and its body. */
  readonly timeout_ms: number;
  /** The timer of that limit; tests pass their own. */
  readonly wait?: Wait | undefined;
  /** How much of the response is kept, in bytes; 1 kB by default. */
  readonly kept_max?: number;
};

/** Posts an event once and returns the outcome. Never throws, never follows a redirect, never exceeds its timeout. */
export async function send(delivery: Delivery): Promise<Attempt> {
  const deadline = new AbortController();
  // Not AbortSignal.timeout: it would outlive every fast delivery, and hold memory, until the timeout.
  const end = (delivery.wait ?? wait)(delivery.timeout_ms, () => deadline.abort());
  try {
    // undici observes a signal only once it has a connection; the race covers a hanging lookup or handshake.
    const answer = await Promise.race([post(delivery, deadline.signal), rejectionBy(deadline.signal)]);
    return await attemptFrom(answer, delivery.kept_max ?? answer_bytes_kept);
  } catch (error) {
    const outcome = deadline.signal.aborted ? 'timed_out' : outcomeOfError(error);
    return { outcome, status: null, body: '', retry_after_seconds: null };
  } finally {
    end();
  }
}

function post({ url, headers, body, agent }: Delivery, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  return ask(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Florin (webhooks)',
      'Accept-Encoding': 'identity',
      ...headers,
    },
    body,
    dispatcher: agent,
    signal,
  });
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The status line decides: an error after it only shortens the kept body. */
async function attemptFrom({ statusCode, headers, body }: Dispatcher.ResponseData, kept_max: number): Promise<Attempt> {
  const outcome = outcomeOfStatus(statusCode);
  return {
    outcome,
    status: statusCode,
    body: storableText(await beginningOf(body, kept_max), kept_max),
    retry_after_seconds: outcome === 'delivered' ? null : retryAfter(headers),
  };
}

/** The outcome of a response: only 2xx is a success. */
export function outcomeOfStatus(status: number): Outcome {
  if (status < 300) return 'delivered';
  return status < 400 ? 'redirected' : 'refused';
}

/** Reads a little more than is kept, so that ordinary responses end normally and their connection can be reused. */
async function beginningOf(answer: AsyncIterable<Buffer>, kept_max: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes_read = 0;
  try {
    for await (const chunk of answer) {
      if (bytes_read < kept_max) kept.push(chunk);
      bytes_read += chunk.length;
      // Leaving the loop destroys the stream and its socket.
      if (bytes_read >= answer_bytes_read_max) break;
    }
  } catch {
    // A truncated body does not change the status that came before it.
  }
  return Buffer.concat(kept);
}

/** The beginning of a response as PostgreSQL can store it: it refuses U+0000. Cut twice, because a replaced invalid byte takes three bytes. */
export function storableText(bytes: Buffer, kept_max = answer_bytes_kept): string {
  const text = beginningAsText(bytes, kept_max).replaceAll('\0', '\uFFFD');
  return beginningAsText(Buffer.from(text), kept_max);
}

/** `stream` drops a character that the cut has split; the default would replace it. */
function beginningAsText(bytes: Buffer, kept_max: number): string {
  return new TextDecoder().decode(bytes.subarray(0, kept_max), { stream: true });
}

/** A date is relative to the receiver's own Date header, so that its clock need not be right. */
function retryAfter(headers: Dispatcher.ResponseData['headers']): number | null {
  const asked = String(headers['retry-after']).trim();
  const seconds = /^\d+$/.test(asked) ? Number(asked) : Math.ceil((Date.parse(asked) - Date.parse(String(headers.date))) / 1000);
  return seconds >= 0 ? Math.min(seconds, retry_after_seconds_max) : null;
}

const outcome_by_code: Readonly<Record<string, Outcome>> = {
  ERR_ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  ERR_DNS_LOOKUP_FAILED: 'dns_lookup_failed',
  ERR_INVALID_URL: 'invalid_request',
  UND_ERR_INVALID_ARG: 'invalid_request',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  ETIMEDOUT: 'timed_out',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_SOCKET: 'connection_closed',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  HTTPParserError: 'invalid_answer',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_answer',
  // undici's error for an unrequested protocol switch (101).
  ERR_ASSERTION: 'invalid_answer',
  UND_ERR_CLOSED: 'agent_closed',
  UND_ERR_DESTROYED: 'agent_closed',
  EPROTO: 'tls_failed',
};

/** OpenSSL's codes for a refused certificate have no common prefix. */
const tls_code = /^ERR_(SSL|TLS)_|CERT|^CRL_|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/;

function outcomeOfError(error: unknown): Outcome {
  const code = codeOf(error);
  return outcome_by_code[code] ?? (tls_code.test(code) ? 'tls_failed' : 'connection_failed');
}

/** The error's name if there is no code: undici's parser errors have none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
