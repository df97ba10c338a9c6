import { Agent, type ClientRequest, request as open } from 'node:http';
import { connect } from 'node:net';
import { errors } from '../../src/kernel/base/errors.js';

/** A request as bytes on a socket, as no well-behaved client would send it. */
export type Crafted = {
  readonly method?: string;
  readonly path: string;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** The answer to it. */
export type Got = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
};

const agent = new Agent({ keepAlive: true, maxSockets: 24 });
const hanging_ms = 15_000;

export const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/** Sends a crafted request. A reset or a hang rejects. */
export function craft(port: number, crafted: Crafted): Promise<Got> {
  const { got, finish } = begin(port, crafted);
  finish();
  return got;
}

/** A request with its head sent, and the body not before `finish` is called. */
export type Begun = { readonly got: Promise<Got>; readonly finish: () => void };

/** Sends the head of a crafted request. */
export function craftHead(port: number, crafted: Crafted): Begun {
  const begun = begin(port, crafted);
  begun.asked.flushHeaders();
  return begun;
}

function begin(port: number, { method = 'GET', path, key = null, headers = {}, body }: Crafted): Begun & { readonly asked: ClientRequest } {
  const length = body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const all = { ...length, ...(key !== null && { authorization: basic(key) }), ...headers };
  const asked = open({ host: '127.0.0.1', port, method, path, headers: all, agent });
  const timer = setTimeout(() => asked.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)), hanging_ms);
  const got = new Promise<Got>((resolve, reject) => {
    asked.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        clearTimeout(timer);
        // A client that is refused at the head need not send the rest.
        if (!asked.writableEnded) asked.destroy();
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: jsonOf(text) });
      });
    });
  });
  const finish = (): void => {
    timer.refresh();
    asked.end(body);
  };
  return { got, asked, finish };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes bytes to a socket and reads until the server closes it. */
export function writeRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => socket.destroy(new Error('the connection was neither answered nor closed')), hanging_ms);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.write(bytes);
  });
}

const internals =
  /node_modules|\.[tj]s:\d|\n\s+at |\/(?:src|work|home|tmp)\/|\bselect\b.+\bfrom\b|insert into|\bpg_|invalid input syntax|byte sequence/i;

/** Error codes about a parameter must also name it. */
const speaksOfParameter = (code: string): boolean =>
  /^(parameter_(invalid|missing|unknown|conflict)|amount_too|email_invalid|url_invalid)/.test(code);

/** The flaw of an answer to hostile input; null if it is a proper answer or a proper refusal (promises 25, 26). */
export function flawOf({ status, headers, text, body }: Got): string | null {
  if (status >= 500) return `a ${status}: ${text.slice(0, 300)}`;
  if (status === 200 && /^attachment;/.test(String(headers['content-disposition']))) return null;
  if (internals.test(text)) return `internals in a ${status}: ${text.slice(0, 300)}`;
  if (status < 400) return body === null ? `a ${status} that is not JSON` : null;
  const { code, message, type, param } = body?.error ?? {};
  if (typeof code !== 'string' || !Object.hasOwn(errors, code)) return `a ${status} without a known code: ${text.slice(0, 300)}`;
  if (typeof message !== 'string' || message === '') return `${code} without a message`;
  if (type !== errors[code as keyof typeof errors].type) return `${code} of type ${type}`;
  return speaksOfParameter(code) && typeof param !== 'string' ? `${code} without its parameter` : null;
}

/** Sends many requests, some at a time, and collects the flaws of the answers. */
export async function flawsOf(port: number, requests: readonly Crafted[]): Promise<string[]> {
  const flaws: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let asked = requests[next++]; asked; asked = requests[next++]) {
      const flaw = await craft(port, asked).then(flawOf, (error: Error) => error.message);
      if (flaw) flaws.push(`${asked.method ?? 'GET'} ${asked.path.slice(0, 160)} ${String(asked.body ?? '').slice(0, 160)}: ${flaw}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return flaws;
}

/** Whether the server still serves: a test that passes because the server has died is worthless. */
export const stillServes = async (port: number): Promise<boolean> => {
  const { status } = await craft(port, { path: '/v1/customers', key: 'sk_test_stillserves' });
  return status === 200;
};
