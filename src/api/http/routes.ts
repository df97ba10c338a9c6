import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCardNumber } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';
import type { Route } from '../../kernel/base/rules.js';
import { uploadIn } from '../../kernel/base/upload.js';
import type { Caller, Engine, Identified, Reply } from '../../kernel/engine/engine.js';
import { fingerprintOf, type Key } from '../../kernel/engine/idempotency.js';
import { inTime, isReplaced } from '../../kernel/storage/database.js';
import { type Body, members_limit } from '../bodies/body.js';
import { parseForm } from '../bodies/form.js';
import { downloaded } from '../contents/download.js';
import { expansions, type ReadPermissions } from '../present/expandable.js';
import { readable, versionIn } from '../present/present.js';
import type { Answer, Asked, Means } from '../reading/read-request.js';
import { admitting, identifying } from './admit.js';
import { type Access, authorize } from './authorize.js';
import { timed } from './database-time.js';
import { answerOf, fieldsOf, type Routed } from './entries.js';
import { reader } from './parameters.js';
import { type Faulty, type First, faultOf, hangUp } from './test-fault.js';

/** The dependencies of the routes. */
export type Serving = Means & {
  readonly engine: Engine;
  readonly authenticate: (headers: IncomingHttpHeaders, address: string, account: string | null) => Identified;
  readonly access: Readonly<Record<string, Access>>;
  readonly permissions: ReadPermissions;
  /** Counts a request against its key, and refuses it above the limit; a request that may be a replay is still looked up. */
  readonly limit: (caller: Caller, may_repeat: boolean) => Turn;
  readonly first: First;
  /** A clock of real time in milliseconds, for durations. */
  readonly clock_ms: () => number;
  /** The caller and address for the audit record, if a route is privileged. */
  readonly privileged: (caller: Caller, route: string, request: { readonly id: string; readonly ip: string }) => Asked['audit'];
};

/** A request's share of its key's rate limit. */
export type Turn = {
  /** The request may look for a stored reply. */
  readonly admitted: Promise<void>;
  /** The request may be processed. */
  readonly granted: Promise<void>;
  /** The reply was a replay, so it does not count. */
  readonly giveBack: () => void;
};

/** An upload takes longer to store. An unresponsive database is detected before its bytes are read. */
const file_times = 3;

/** Registers every route of an entry. A route without a row in the access table stops the start. */
export function register(server: FastifyInstance, serving: Serving, entry: Routed): void {
  const answer = answerOf(serving, entry);
  for (const route of entry.routes) {
    const access = serving.access[route];
    if (!access) throw new Error(`${route} has no row in the access table`);
    const [method = '', url = ''] = route.split(' ');
    const fields = fieldsOf(entry, route);
    const read = reader(fields);
    const file = uploadIn(fields);
    const admit = file && 'resource' in entry ? [admitting(serving, { access, prefix: entry.resource.prefix, file })] : [];
    server.route({
      method,
      url,
      config: { route, takes_file: file !== null, for_browsers: access.publishable !== undefined, ...membersOf(entry) },
      onRequest: [identifying(serving), ...admit],
      // The deadline covers the response, not the time in which the client reads it.
      handler: async (request, reply) => {
        const fault = await faultOf(request, serving.first);
        const handling = { serving, entry, access, route, read, answer, fault };
        const engine = timed(serving.engine, request.database);
        const reached = await inTime(engine, (engine) => handle({ ...handling, engine }, request), file ? file_times : 1);
        return fault.loses_response ? hangUp(request, reply) : send(request, reply, reached);
      },
    });
    if (access.publishable)
      server.options(url, { config: { for_browsers: true } }, (_, reply) => reply.headers(preflight).code(204).send());
  }
}

/** The maximum number of body members, if the operation sets one. A limit above `members_limit` stops the start. */
function membersOf(entry: Routed): { members_max?: number } {
  if (entry.kind !== 'action' || entry.members_max === undefined) return {};
  if (entry.members_max > members_limit)
    throw new Error(`${entry.routes[0]} takes ${entry.members_max} members; the maximum is ${members_limit}`);
  return { members_max: entry.members_max };
}

/** Headers that a shop's page may send. The key is in a header that browsers never add automatically, so any origin may call. */
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-max-age': '600',
};

type Handling = {
  readonly fault: Faulty;
  readonly engine: Engine;
  readonly entry: Routed;
  readonly serving: Serving;
  readonly access: Access;
  readonly route: Route;
  readonly read: ReturnType<typeof reader>;
  readonly answer: Answer;
};

/**
 * Answers the cached caller and revalidates the key in the same read. If the caller has changed, the request is answered again and the first answer
 * is discarded.
 */
async function handle(handling: Handling, request: FastifyRequest): Promise<Reply> {
  const { caller, now } = request.recognized;
  const turn = handling.serving.limit(caller, request.headers['idempotency-key'] !== undefined);
  await turn.admitted;
  let other: Caller | null = null;
  const sure = checked(async () => {
    const known = await now(handling.engine);
    if (!isSame(known, caller)) other = known;
    if (other) throw new Error('The cached caller is out of date');
  });
  const allowed = checked(() => Promise.all([sure, turn.granted]).then(() => {}));
  const answered = checked(() => answerFor(handling, { caller, sure: allowed }, request));
  const found = await sure
    .then(() => answered)
    .catch((error) => {
      if (other) return answerFor(handling, { caller: other, sure: turn.granted }, request);
      throw error;
    })
    .catch((error) => {
      if (isReplaced(error)) return answerAgain(handling, turn.granted, request);
      throw error;
    });
  if (found.replayed) turn.giveBack();
  else await turn.granted;
  return found;
}

const resets_max = 40;
const pause_ms = 100;

/** Answers a request again whose sandbox was reset in the meantime. A reset lasts longer than its request only for a large sandbox. */
async function answerAgain(handling: Handling, granted: Promise<void>, request: FastifyRequest): Promise<Reply> {
  const { engine } = handling;
  for (let tried = 0; tried < resets_max && !request.coming; tried++) {
    const caller = await request.recognized.now(engine);
    const reply = await answerFor(handling, { caller, sure: granted }, request).catch((error) => {
      if (!isReplaced(error)) throw error;
      return engine.database.apart(() => new Promise<null>((resolve) => setTimeout(resolve, pause_ms, null)));
    });
    if (reply) return reply;
  }
  throw refused({ code: 'lock_timeout', message: 'This sandbox is being reset. Retry in a moment.' });
}

/** Starts work whose failure may never be awaited. */
function checked<T>(work: () => Promise<T>): Promise<T> {
  const begun = work();
  begun.catch(() => {});
  return begun;
}

/** Whether everything that a request depends on is unchanged. */
const isSame = (a: Caller, b: Caller): boolean =>
  a.epoch === b.epoch &&
  a.clock_offset_ms === b.clock_offset_ms &&
  a.id_offset_ms === b.id_offset_ms &&
  a.kind === b.kind &&
  a.permissions.join() === b.permissions.join();

async function answerFor(
  { serving, engine, entry, access, route, read, answer, fault }: Handling,
  { caller, sure }: Pick<Asked, 'caller' | 'sure'>,
  request: FastifyRequest,
): Promise<Reply> {
  const { id = '', ...path } = request.params as Record<string, string>;
  const body = (request.body ?? { values: {}, text_only: false }) as Body;
  const query = parseForm((request.query as { text?: string }).text ?? '');
  refuseUnclean(id);
  const client_secret = textIn(body.values.client_secret ?? query.client_secret);
  authorize(caller, access, { client_secret, path: { ...path, id }, sent: { ...query, ...body.values } });
  const parameters = read(path, query, body);
  request.exchanged.parameters = parameters.params;
  const version = versionIn(request.headers);
  const restricted = caller.kind === 'restricted' && { permissions: caller.permissions };
  const asked = { kind: caller.kind, ...restricted, version, expand: parameters.expand };
  const view = { ...asked, expand: expansions(engine.index, serving.permissions, entry, asked) };
  const key = keyOf(engine, request, [caller.kind, route, id, ...Object.values(path)].join(' '), body);
  const audit = serving.privileged(caller, route, request);
  const asking = {
    engine,
    caller,
    sure,
    view,
    path: { ...path, id },
    client_secret,
    key,
    request_id: request.id,
    address: request.ip,
    audit,
    deliveries: fault.deliveries,
  };
  return answer({ ...parameters, ...asking, made_as: request.coming?.id });
}

/** Refuses an id that PostgreSQL cannot store before it is queried. */
function refuseUnclean(id: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters.
  if (/[\u0000-\u001f]/.test(id)) throw refused({ code: 'uri_invalid', param: 'id' });
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function keyOf(engine: Engine, request: FastifyRequest, route: string, { values }: Body): Key | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key) || isCardNumber(key)) throw refused({ code: 'idempotency_key_invalid' });
  return { key, fingerprint: fingerprintOf(engine.vault, route, [values, request.query]) };
}

/** Sends a stored reply without reserializing it. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, text, replayed, download, retry_after_seconds }: Reply,
): FastifyReply {
  const { 'idempotency-key': key, 'stripe-version': version } = request.headers;
  if (key !== undefined) reply.header('idempotency-key', key);
  if (version !== undefined) reply.header('stripe-version', version);
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (status === 429) reply.header('retry-after', retry_after_seconds ?? 1);
  if (status === 503) request.cause = 'no_processor';
  if (!download) request.exchanged.response = text;
  if (download) return downloaded(reply.code(status), download);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(readable(text, request.headers));
}
