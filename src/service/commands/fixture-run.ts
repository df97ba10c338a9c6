import { setTimeout as pause } from 'node:timers/promises';
import { pairsOf } from './data.js';
import { type Fixture, filledIn, type Known } from './fixture.js';
import { type Connection, jsonIn, type Params, type Received, refusalIn } from './service.js';

/** How a run of fixtures reports its requests. */
export type Running = {
  readonly connection: Connection;
  readonly environment: Known['environment'];
  readonly headers?: Readonly<Record<string, string>>;
  readonly show: (fixture: Fixture, response: Readonly<Record<string, unknown>>) => void;
};

/** Sends the requests in order, and returns their responses by name. */
export async function runFixtures(fixtures: readonly Fixture[], running: Running): Promise<Known['responses']> {
  const responses: Record<string, unknown> = {};
  for (const fixture of fixtures) {
    const response = await sent(fixture, running, { responses, environment: running.environment });
    responses[fixture.name] = response;
    running.show(fixture, response);
    await arrived(response, running.connection);
  }
  return responses;
}

async function sent(fixture: Fixture, { connection, headers }: Running, known: Known): Promise<Record<string, unknown>> {
  const { name, method, path, params = {}, account, expected_error_type: expected } = fixture;
  const received = await connection.send({
    method: method.toUpperCase() as 'GET' | 'POST' | 'DELETE',
    path: String(filledIn(path, known)),
    params: paramsOf(filledIn(params, known) as Record<string, unknown>),
    headers: { ...headers, ...(account && { 'stripe-account': String(filledIn(account, known)) }) },
  });
  const refusal = refusalIn(received, connection.url);
  if (refusal && refusal.refusal.error.type === expected) return bodyOf(received);
  if (refusal)
    throw Object.assign(new Error(`${name} (${method.toUpperCase()} ${path}): ${refusal.message}`), { refusal: refusal.refusal });
  if (expected) throw new Error(`${name} (${method.toUpperCase()} ${path}) succeeded; an error of the type ${expected} was expected.`);
  return bodyOf(received);
}

const bodyOf = ({ body }: Received): Record<string, unknown> => (jsonIn(body) ?? {}) as Record<string, unknown>;

/** A `data:` URL is uploaded as a file. */
function paramsOf(params: Readonly<Record<string, unknown>>): Params {
  const pairs = Object.entries(params).flatMap(([name, value]) => pairsOf(name, value));
  if (!pairs.some(([, value]) => value.startsWith('data:'))) return new URLSearchParams(pairs as [string, string][]);
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value.startsWith('data:') ? fileIn(value) : value);
  return form;
}

function fileIn(url: string): File {
  const [, type = '', content = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  return new File([Buffer.from(content, 'base64')], `file.${type.split('/').at(-1)}`, { type });
}

const look_ms = 100;

/** A clock that still advances refuses the changes of its objects, so the next request waits for it. */
async function arrived({ object, id, status }: Readonly<Record<string, unknown>>, connection: Connection): Promise<void> {
  const path = object === 'test_helpers.test_clock' ? `/v1/test_helpers/test_clocks/${id}` : '/v1/test_helpers/sandbox_clock';
  if (!String(object).endsWith('_clock')) return;
  for (let now = status; now === 'advancing'; ) {
    await pause(look_ms);
    now = bodyOf(await connection.send({ method: 'GET', path })).status;
  }
}
