import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../src/service/environment.js';
import { type Normalise, normaliser } from './normalise.js';
import type { Delivery } from './receiver.js';
import { type Answer, type Patience, startService, type TestService } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type Upload = { readonly name: string; readonly content: Uint8Array<ArrayBuffer> };
type Extra = {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: true;
  /** The members of the answer that are shown, as dotted paths through lists; all of them by default, and of a refusal. */
  readonly shown?: readonly string[];
};

/** A recorded conversation with the service. */
export type Story = {
  readonly secret_key: string;
  readonly publishable_key: string;
  /** Starts a step. */
  step(title: string, ...words: readonly string[]): void;
  get(path: string, extra?: Extra): Promise<Answer>;
  post(path: string, params?: Params, extra?: Extra): Promise<Answer>;
  del(path: string, extra?: Extra): Promise<Answer>;
  /** Sends a file and its parameters, as `curl -F` does. */
  upload(path: string, params: Readonly<Record<string, string>>, file: Upload): Promise<Answer>;
  /** Records a delivery that the merchant received. */
  received(delivery: Delivery): void;
  /** Compares with the committed page; `UPDATE=1` rewrites it. */
  end(): void;
};

const roads = ['on', 'off'] as const;

/** Records stories with one write and with two: the pages must be equal. */
export function onBothRoads(
  environment: Environment = {},
  patience: Patience = {},
): (name: string, record: (service: TestService) => Promise<void>) => void {
  const services = new Map<string, TestService>();
  beforeAll(async () => {
    for (const road of roads) services.set(road, await startService({ ...environment, FLORIN_ONE_WRITE: road }, patience));
  });
  afterAll(async () => {
    for (const service of services.values()) await service.stop();
  });
  return (name, record) => test.each(roads)(`${name}, with one write %s`, (road) => record(services.get(road) as TestService));
}

type Told = {
  readonly name: string;
  readonly title: string;
  readonly introduction: readonly [string, string];
  /** It uses a test clock, so its times are fixed dates. */
  readonly on_test_clock?: true;
  /** Seconds: the sandbox's clock is set to this time at the start, because weekends and holidays matter. */
  readonly begins?: number;
};

const stories = resolve(import.meta.dirname, '../../docs/stories');

const note =
  'Members that are null or empty are left out, ids are numbered, and every story starts on 1 January 2026 at noon (1767268800).';

const note_on_clock =
  'Answers show only the relevant members, and none that is null or empty. Ids are numbered; the date beside a timestamp is added for the reader.';

const noteFrom = (begins: number): string =>
  `Members that are null or empty are left out, and ids are numbered. The story starts on ${new Date(begins * 1000).toUTCString().slice(0, 16)} at noon (${begins}).`;

/** Starts a story in a new sandbox. `places` names addresses that differ from run to run. */
export function tell(
  service: TestService,
  { name, title, introduction, on_test_clock, begins }: Told,
  places: Readonly<Record<string, string>> = {},
): Story {
  const { key, publishable_key } = service.client();
  const at_url = { [service.url]: 'http://localhost:12111', ...places };
  const normalise = begins ? normaliser(begins * 1000, at_url, begins * 1000) : normaliser(on_test_clock ? null : service.now(), at_url);
  const said = begins ? noteFrom(begins) : on_test_clock ? note_on_clock : note;
  const lines = [`# ${title}`, '', ...introduction, '', `> ${said}`, ''];
  let steps = 0;
  const shownAs = on_test_clock ? withDates : (block: string) => block;
  const call = recorder({ service, key, normalise, write: (block) => lines.push('```http', shownAs(block), '```', '') });
  return {
    secret_key: key,
    publishable_key,
    step: (title, ...words) => void lines.push(`## ${++steps}. ${title}`, '', ...(words.length ? [...words, ''] : [])),
    get: (path, extra) => call('GET', path, undefined, extra),
    post: (path, params, extra) => call('POST', path, params, extra),
    del: (path, extra) => call('DELETE', path, undefined, extra),
    upload: (path, params, file) => call('POST', path, params, { file }),
    received: (delivery) => void lines.push('```http', deliveryText(normalise, delivery), '```', ''),
    end: () => compare(join(stories, `${name}.md`), `${lines.join('\n').trimEnd()}\n`),
  };
}

type Recording = { service: TestService; key: string; normalise: Normalise; write: (block: string) => void };
type Call = (method: string, path: string, params?: Params, extra?: Extra & { readonly file?: Upload }) => Promise<Answer>;

function recorder({ service, key: own, normalise, write }: Recording): Call {
  return async (method, path, params, { key = own, headers = {}, form, file, shown: told_members } = {}) => {
    const { type, body, told } = encoded(params, form, file);
    const of_caller = { ...(key && { Authorization: `Bearer ${key}` }), ...headers };
    const response = await fetch(path.startsWith('/') ? `${service.url}${path}` : path, {
      method,
      headers: { ...of_caller, ...(type && !file && { 'Content-Type': type }) },
      redirect: 'manual',
      ...(body && { body }),
    });
    const text = await response.text();
    const shown = Object.entries({ ...of_caller, ...(type && type !== json && { 'Content-Type': type }) });
    write(message(normalise, `${method} ${path}`, shown, told));
    const of_answer = told_members && response.ok ? JSON.stringify(picked(JSON.parse(text), told_members)) : text;
    write(message(normalise, `${response.status} ${STATUS_CODES[response.status]}`, shownOf(response.headers), of_answer));
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text || 'null') };
  };
}

const json = 'application/json';

/** The values at the paths, in place. */
function picked(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => picked(each, paths));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, each]) => {
    const deeper = paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
    if (paths.includes(name)) return [[name, each]];
    return deeper.length ? [[name, picked(each, deeper)]] : [];
  });
  return Object.fromEntries(members);
}

/** Timestamps, each with its date. */
const withDates = (block: string): string =>
  block.replace(/(?<![\w.])(\d{10})(\d{3})?(?![\w.])/g, (digits, seconds) => {
    const [date, time = ''] = new Date(Number(seconds) * 1000).toISOString().split('T');
    return `${digits} (${date}${time.startsWith('00:00:00') ? '' : ` ${time.slice(0, 5)}`})`;
  });

type Encoded = { readonly type?: string; readonly body?: string | FormData; readonly told?: string };

/** A body as it is sent, and as the page shows it. */
function encoded(params: Params | undefined, form: true | undefined, file: Upload | undefined): Encoded {
  if (!params) return {};
  const pairs = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
  if (file) {
    const body = new FormData();
    for (const [name, value] of pairs) body.append(name, value);
    body.append('file', new Blob([file.content]), file.name);
    const told = [...pairs, ['file', `@${file.name}`]].map((pair) => pair.join('=')).join('\n');
    return { type: 'multipart/form-data', body, told };
  }
  const body = form ? new URLSearchParams(pairs).toString() : JSON.stringify(params);
  return { type: form ? 'application/x-www-form-urlencoded' : json, body, told: body };
}

const told_headers = ['Location', 'Idempotent-Replayed', 'WWW-Authenticate'];

const shownOf = (headers: Headers): [string, string][] =>
  told_headers.flatMap((name) => (headers.has(name) ? [[name, String(headers.get(name))]] : []));

/** Normalised before layout, because line breaks must not depend on a port. */
function message(normalise: Normalise, first: string, headers: readonly (readonly [string, string])[], body: string | undefined): string {
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return [normalise(head), ...(body ? ['', prettyText(normalise(body))] : [])].join('\n');
}

const signed = ['Content-Type', 'Florin-Signature', 'Stripe-Signature', 'Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature'];

const deliveryText = (normalise: Normalise, { path, headers, body }: Delivery): string =>
  message(
    normalise,
    `POST ${path}`,
    signed.map((name) => [name, String(headers[name.toLowerCase()])]),
    body,
  );

const prettyText = (text: string): string => (text.startsWith('{') ? pretty(JSON.parse(text)) : text);

const line_width = 110;

/** JSON for readers: null and empty members are left out, and short values are on one line. */
function pretty(value: unknown, indentation = ''): string {
  const flat = inline(value);
  if (typeof value !== 'object' || value === null || indentation.length + flat.length <= line_width) return flat;
  const deeper = `${indentation}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((each) => pretty(each, deeper))
    : filled(value).map(([name, each]) => `${JSON.stringify(name)}: ${pretty(each, deeper)}`);
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indentation}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = filled(value).map(([name, each]) => `${JSON.stringify(name)}: ${inline(each)}`);
  return parts.length ? `{ ${parts.join(', ')} }` : '{}';
}

const filled = (value: object): [string, unknown][] => Object.entries(value).filter(([name, each]) => name === 'data' || !isEmpty(each));

const isEmpty = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.values(value).every(isEmpty));

function compare(file: string, text: string): void {
  if (process.env.UPDATE === '1') {
    mkdirSync(stories, { recursive: true });
    writeFileSync(file, text);
  }
  expect(text, `${file} differs; look at the difference, then rewrite it with UPDATE=1`).toBe(readFileSync(file, 'utf8'));
}
