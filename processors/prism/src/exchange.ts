import { Agent, type Dispatcher } from 'undici';

const connect_timeout_ms = 5000;
/** Florin waits 12 seconds; the answer must be stored and sent in the rest. */
const exchange_timeout_ms = 10_000;
const body_bytes_max = 4 * 1024 * 1024;

/** An HTTP request to a connector; `body` is base64. */
export type HttpRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
/** Its response; `body` is base64. */
export type HttpResponse = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** A response; or `not_sent`, if no byte was written; or `broken`, after which the outcome is unknown. */
export type Exchanged =
  | { readonly result: 'response'; readonly response: HttpResponse }
  | { readonly result: 'not_sent' | 'broken'; readonly why: string };

/** The connections to connectors, one agent per process. */
export const connections = (): Agent =>
  new Agent({ connect: { timeout: connect_timeout_ms }, headersTimeout: 0, bodyTimeout: 0, pipelining: 1 });

/** Sends a request and never throws. Redirects are not followed. */
export const exchange = (agent: Dispatcher, { url, method, headers, body }: HttpRequest): Promise<Exchanged> =>
  new Promise((resolve) => {
    const { origin, pathname, search } = new URL(url);
    const handler = new Exchange(resolve);
    agent.dispatch(
      {
        origin,
        path: `${pathname}${search}`,
        method: method.toUpperCase() as Dispatcher.HttpMethod,
        headers,
        body: body === '' ? null : Buffer.from(body, 'base64'),
      },
      handler,
    );
  });

/** Collects one response. Only the moment right before the first byte separates `not_sent` from `broken`. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (exchanged: Exchanged) => void;
  #timer: NodeJS.Timeout | undefined;
  #begun = false;
  #status = 0;
  #headers: Record<string, string> = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(resolve: (exchanged: Exchanged) => void) {
    this.#resolve = resolve;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#begun = true;
    this.#timer = setTimeout(() => controller.abort(new Error(`no answer within ${exchange_timeout_ms} ms`)), exchange_timeout_ms);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status;
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > body_bytes_max) controller.abort(new Error(`an answer of more than ${body_bytes_max} bytes`));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const body = Buffer.concat(this.#chunks, this.#bytes).toString('base64');
    this.#resolve({ result: 'response', response: { status: this.#status, headers: this.#headers, body } });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error & { readonly code?: unknown }): void {
    clearTimeout(this.#timer);
    const why = typeof error.code === 'string' ? error.code : error.message;
    this.#resolve({ result: this.#begun ? 'broken' : 'not_sent', why });
  }
}
