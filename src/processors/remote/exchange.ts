import { Agent, type Dispatcher } from 'undici';
import { unreached } from '../../kernel/base/question.js';

const connect_timeout_ms = 5000;
/** Below the engine's own deadline, so that the waiting request gets the result. */
const exchange_timeout_ms = 12_000;
const answer_bytes_max = 64 * 1024;

/** The connections to processors, kept open between asks. One agent per process. */
export const remoteAgent = (): Agent =>
  new Agent({ connect: { timeout: connect_timeout_ms }, headersTimeout: 0, bodyTimeout: 0, pipelining: 1 });

/** One ask to send. */
export type Sending = {
  readonly agent: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * Posts an ask and returns the response text. Throws `Unreached` if no byte was written or the processor says that it did nothing; after any other
 * failure the result is unknown. Errors contain neither the ask nor the answer.
 */
export const exchange = ({ agent, ...sending }: Sending): Promise<string> =>
  new Promise((resolve, reject) => {
    agent.dispatch({ ...sending, method: 'POST' }, new Exchange(resolve, reject));
  });

/** Collects one response. A class with fields, because there are many asks and closures are not free. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (text: string) => void;
  readonly #reject: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #begun = false;
  #status = 0;
  #did_nothing = false;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(resolve: (text: string) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Called before the first byte is written: from here on the ask may have had an effect. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#begun = true;
    this.#timer = setTimeout(() => controller.abort(new Error(`no answer within ${exchange_timeout_ms} ms`)), exchange_timeout_ms);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status;
    this.#did_nothing = status === 503 && headers['florin-not-processed'] === 'true';
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > answer_bytes_max) controller.abort(new Error(`an answer of more than ${answer_bytes_max} bytes`));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    if (this.#status >= 200 && this.#status < 300) this.#resolve(Buffer.concat(this.#chunks, this.#bytes).toString());
    else this.#reject(this.#did_nothing ? unreached('answered that it did nothing') : new Error(`answered with status ${this.#status}`));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error & { readonly code?: unknown }): void {
    clearTimeout(this.#timer);
    const why = typeof error.code === 'string' ? error.code : error.message;
    this.#reject(this.#begun ? new Error(`broke off: ${why}`) : unreached(`could not be reached: ${why}`));
  }
}
