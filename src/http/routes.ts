import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCardNumber } from '../base/concealed.js';
import { refused } from '../base/refusal.js';
import type { Route } from '../base/rules.js';
import { uploadIn } from '../base/upload.js';
import { type Body, members_limit } from '../bodies/body.js';
import { parseForm } from '../bodies/form.js';
import { downloaded } from '../contents/download.js';
import type { Caller, Engine, Recognized, Reply } from '../engine/engine.js';
import { fingerprintOf, type Key } from '../engine/idempotency.js';
import { expansions, type ReadPermissions } from '../present/expandable.js';
import { readable } from '../present/readable.js';
import { versionIn } from '../present/version.js';
import type { Answer, Asked, Means } from '../reading/asked.js';
import { inTime } from '../storage/until.js';
import { admitting, identifying } from './admit.js';
import { type Access, authorize } from './authorize.js';
import { answerOf, fieldsOf, type Routed } from './entries.js';
import { reader } from './parameters.js';

/** What routes answer with. */
export type Serving = Means & {
  readonly engine: Engine;
  readonly authenticate: (
    engine: Engine,
    authorization: string | undefined,
    address: string,
    account: string | null,
  ) => Promise<Recognized>;
  readonly access: Readonly<Record<string, Access>>;
  readonly permissions: ReadPermissions;
  /** Counts a request against its key, also one that may repeat another; refuses it when there were too many. */
  readonly limit: (caller: Caller, may_repeat: boolean) => Turn;
  /** Who asks and from where, if what a route does is privileged. */
  readonly privileged: (caller: Caller, route: string, request: { readonly id: string; readonly ip: string }) => Asked['audit'];
};

/** A request's turn among those of its key. */
export type Turn = {
  /** It may look whether it has been answered before. */
  readonly admitted: Promise<void>;
  /** It may be answered anew. */
  readonly granted: Promise<void>;
  /** It was answered before, and so counts for nothing. */
  readonly giveBack: () => void;
};

/** A file takes longer to store. That the database says nothing at all is found out before its bytes are taken. */
const file_times = 3;

/** Registers every literal of an entry. A literal without a row in the access table stops the start. */
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
      // The deadline is that of the answer, and not of whoever takes its bytes.
      handler: async (request, reply) => {
        const handling = { serving, entry, access, route, read, answer };
        return send(
          request,
          reply,
          await inTime(serving.engine, (engine) => handle({ ...handling, engine }, request), file ? file_times : 1),
        );
      },
    });
    if (access.publishable)
      server.options(url, { config: { for_browsers: true } }, (_, reply) => reply.headers(preflight).code(204).send());
  }
}

/** How many members a body may have, where its operation says so. More than can be read in a moment stops the start. */
function membersOf(entry: Routed): { members_max?: number } {
  if (entry.kind !== 'action' || entry.members_max === undefined) return {};
  if (entry.members_max > members_limit)
    throw new Error(`${entry.routes[0]} takes ${entry.members_max} members; ${members_limit} are the most`);
  return { members_max: entry.members_max };
}

/** What a shop's page may send: a key travels in a header that no browser adds by itself, so any origin may ask. */
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-max-age': '600',
};

type Handling = {
  readonly engine: Engine;
  readonly entry: Routed;
  readonly serving: Serving;
  readonly access: Access;
  readonly route: Route;
  readonly read: ReturnType<typeof reader>;
  readonly answer: Answer;
};

/** Answers whoever is remembered, and reads along whether it is still them. What they may not know any more they are not told. */
async function handle(handling: Handling, request: FastifyRequest): Promise<Reply> {
  const { caller, now } = request.recognized;
  const turn = handling.serving.limit(caller, request.headers['idempotency-key'] !== undefined);
  await turn.admitted;
  let other: Caller | null = null;
  const sure = checked(async () => {
    const known = await now(handling.engine);
    if (!isSame(known, caller)) other = known;
    if (other) throw new Error('Somebody else asks than was remembered');
  });
  const allowed = checked(() => Promise.all([sure, turn.granted]).then(() => {}));
  const answered = checked(() => answerFor(handling, { caller, sure: allowed }, request));
  const found = await sure
    .then(() => answered)
    .catch((error) => {
      if (other) return answerFor(handling, { caller: other, sure: turn.granted }, request);
      throw error;
    });
  if (found.replayed) turn.giveBack();
  else await turn.granted;
  return found;
}

/** Begins, and does not mind whether anybody waits for it. */
function checked<T>(work: () => Promise<T>): Promise<T> {
  const begun = work();
  begun.catch(() => {});
  return begun;
}

/** Whether all that a request goes by is as it was. */
const isSame = (a: Caller, b: Caller): boolean =>
  a.clock_offset_ms === b.clock_offset_ms && a.id_offset_ms === b.id_offset_ms && a.permissions.join() === b.permissions.join();

async function answerFor(
  { serving, engine, entry, access, route, read, answer }: Handling,
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
  };
  return answer({ ...parameters, ...asking, made_as: request.coming?.id });
}

/** An id that no database can hold is refused before it gets there. */
function refuseUnclean(id: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001f]/.test(id)) throw refused({ code: 'uri_invalid', param: 'id' });
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function keyOf(engine: Engine, request: FastifyRequest, route: string, { values }: Body): Key | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key) || isCardNumber(key)) throw refused({ code: 'idempotency_key_invalid' });
  return { key, fingerprint: fingerprintOf(engine.vault, route, [values, request.query]) };
}

/** The answer goes out as the bytes it is. */
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
  if (download) return downloaded(reply.code(status), download);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(readable(text, request.headers));
}
