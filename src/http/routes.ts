import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { holdsCardNumber } from '../base/concealed.js';
import { refused } from '../base/errors.js';
import type { Fields } from '../base/fields.js';
import type { Download, Handler } from '../base/handler.js';
import { createdFilter, integer, ref, textOf } from '../base/kinds.js';
import type { Action, AnyResource, Document, Entry, List, Retrieve, Route, Search } from '../base/resource.js';
import { takesFile } from '../base/upload.js';
import type { Body } from '../bodies/body.js';
import { parseForm } from '../bodies/form.js';
import { type Caller, clockOffset, type Engine, type Reply, resourceOf, type View } from '../engine/engine.js';
import { shownRow } from '../engine/fold.js';
import { fingerprintOf, type Key } from '../engine/idempotency.js';
import { once } from '../engine/once.js';
import { mayTouch, missing, perform } from '../engine/perform.js';
import { readerFor } from '../engine/reader.js';
import { expansions, type Present, type ReadPermissions } from '../present/expand.js';
import { inSeconds } from '../present/present.js';
import type { Row } from '../storage/list.js';
import { wantOf } from '../storage/load.js';
import { search } from '../storage/search.js';
import { admit } from './admit.js';
import { type Access, authorize } from './authorize.js';
import { downloadHeaders } from './download.js';
import { type Parameters, reader } from './parameters.js';

/** What routes answer with. */
export type Serving = {
  readonly engine: Engine;
  readonly present: Present;
  readonly authenticate: (authorization: string | undefined, address: string) => Promise<Caller>;
  readonly access: Readonly<Record<string, Access>>;
  readonly permissions: ReadPermissions;
  /** Counts a request against its key; throws when there were too many. */
  readonly limit: (caller: Caller) => Promise<void>;
};

/** A validated request on its way to the engine. */
type Asked = Parameters & {
  readonly caller: Caller;
  readonly view: View;
  readonly path: Readonly<Record<string, string>>;
  readonly client_secret: string | null;
  readonly key: Key | null;
  readonly request_id: string;
};

type Answer = (asked: Asked) => Promise<Reply>;

/** Registers every literal of an entry. A literal without a row in the access table stops the start. */
export function register(server: FastifyInstance, serving: Serving, entry: Entry): void {
  const answer = answerOf(serving, entry);
  for (const route of entry.routes) {
    const access = serving.access[route];
    if (!access) throw new Error(`${route} has no row in the access table`);
    const [method = '', url = ''] = route.split(' ');
    const fields = fieldsOf(entry, route);
    const read = reader(fields);
    const takes_file = takesFile(fields);
    server.route({
      method,
      url,
      config: { route, takes_file, for_browsers: access.publishable !== undefined },
      ...(takes_file && { onRequest: (request, reply) => admit(serving, access, request, reply) }),
      handler: (request, reply) => handle({ serving, entry, access, route, read, answer }, request, reply),
    });
    if (access.publishable)
      server.options(url, { config: { for_browsers: true } }, (_, reply) => reply.headers(preflight).code(204).send());
  }
}

/** What a shop's page may send: a key travels in a header that no browser adds by itself, so any origin may ask. */
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-max-age': '600',
};

const answerOf = (serving: Serving, entry: Entry): Answer => {
  switch (entry.kind) {
    case 'action':
      return performing(serving, entry);
    case 'retrieve':
      return retrieving(serving, entry);
    case 'list':
      return listing(serving, entry);
    case 'search':
      return searching(serving, entry);
    case 'handler':
      return handling(serving, entry);
    default:
      return () => Promise.reject(new Error(`An entry of kind ${entry.kind} has no route`));
  }
};

/** Cursors and bounds that every list takes. */
export const paging = { limit: integer({ minimum: 1, maximum: 100 }), starting_after: textOf(255), ending_before: textOf(255) } as const;

/** What every search takes. */
export const searched = { query: { ...textOf(1000), presence: 'required' as const }, limit: paging.limit, page: textOf(255) } as const;

/** The parameters of a route, in whatever place they come: those of its path among them. */
export function fieldsOf(entry: Entry, route: Route): Fields {
  const path = Object.fromEntries([...route.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => (name === 'id' ? [] : [[name, ref(name)]])));
  if (entry.kind === 'action' || entry.kind === 'handler' || entry.kind === 'retrieve') return { ...entry.params, ...path };
  if (entry.kind === 'search')
    return { ...searched, query: { ...searched.query, schema: { ...searched.query.schema, examples: [entry.example] } } };
  if (entry.kind === 'list') return { ...entry.filters, ...(entry.created ? { created: createdFilter } : {}), ...paging, ...path };
  return {};
}

type Routed = {
  readonly entry: Entry;
  readonly serving: Serving;
  readonly access: Access;
  readonly route: Route;
  readonly read: ReturnType<typeof reader>;
  readonly answer: Answer;
};

async function handle(
  { serving, entry, access, route, read, answer }: Routed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await serving.authenticate(request.headers.authorization, request.ip);
  request.caller = caller;
  await serving.limit(caller);
  refuseOtherAccount(caller, request);
  const { id = '', ...path } = request.params as Record<string, string>;
  const body = (request.body ?? { values: {}, text_only: false }) as Body;
  const query = parseForm((request.query as { text?: string }).text ?? '');
  refuseUnclean(id);
  const client_secret = textIn(body.values.client_secret ?? query.client_secret);
  authorize(caller, access, client_secret, [...Object.keys(body.values), ...Object.keys(query)]);
  const parameters = read(path, query, body);
  const version = versionIn(request);
  const restricted = caller.kind === 'restricted' && { permissions: caller.permissions };
  const asked = { kind: caller.kind, ...restricted, version, expand: parameters.expand };
  const view = { ...asked, expand: expansions(serving.engine.index, serving.permissions, entry, asked) };
  const key = keyOf(serving.engine, request, `${caller.kind} ${route} ${id}`, body);
  return send(
    request,
    reply,
    await answer({ ...parameters, caller, view, path: { ...path, id }, client_secret, key, request_id: request.id }),
  );
}

/** An id that no database can hold is refused before it gets there. */
function refuseUnclean(id: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001f]/.test(id)) throw refused({ code: 'uri_invalid', param: 'id' });
}

/** What a caller pins is stored with its endpoints, so it is as clean as any other text. */
function versionIn({ headers: { 'stripe-version': version } }: FastifyRequest): string | null {
  if (version === undefined) return null;
  if (typeof version === 'string' && /^[\x20-\x7e]{1,100}$/.test(version) && !holdsCardNumber(version)) return version;
  const message = 'Invalid Stripe-Version: send at most 100 printable characters.';
  throw refused({ code: 'parameter_invalid', param: 'Stripe-Version', message });
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** `:account` in a path and the header of the SDKs can only be the caller's own account. */
function refuseOtherAccount(caller: Caller, request: FastifyRequest): void {
  const named = request.headers['stripe-account'];
  if (named !== undefined && named !== caller.account_id) throw refused({ code: 'account_invalid' });
  const { account } = request.params as Record<string, string>;
  if (account !== undefined && account !== caller.account_id)
    throw refused({ code: 'resource_missing', param: 'account', message: `No such account: '${account}'` });
}

function keyOf(engine: Engine, request: FastifyRequest, route: string, { values }: Body): Key | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key) || holdsCardNumber(key))
    throw refused({ code: 'idempotency_key_invalid' });
  return { key, fingerprint: fingerprintOf(engine.vault, route, [values, request.query]) };
}

/** The answer goes out as the bytes it is. */
function send(request: FastifyRequest, reply: FastifyReply, { status, text, replayed, download }: Reply): FastifyReply {
  const { 'idempotency-key': key, 'stripe-version': version } = request.headers;
  if (key !== undefined) reply.header('idempotency-key', key);
  if (version !== undefined) reply.header('stripe-version', version);
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (download) return reply.code(status).headers(downloadHeaders(download)).send(download.bytes);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
}

const performing =
  ({ engine }: Serving, action: Action): Answer =>
  ({ path: { id = '' }, ...asked }) =>
    perform(engine, { ...asked, action, id: action.routes[0]?.includes(':id') ? id : null });

const retrieving =
  ({ engine, present }: Serving, { resource, within, own }: Retrieve): Answer =>
  async ({ caller, view, path, params, client_secret }) => {
    const id = own ? caller.account_id : (path.id ?? '');
    const { account } = caller;
    const [row] = await engine.load([wantOf(resource, account, id)]);
    if (!row || (row.deleted && !resource.tombstone) || !(own || mayTouch(caller, row, client_secret))) throw missing(resource, id);
    if (within && (JSON.parse(row.doc) as Document)[within] !== params[within]) throw missing(resource, id);
    const text = resource.table === 'events' && view.version !== null ? withDeliveries(row.doc, row.version) : row.doc;
    return { status: 200, text: await present({ ...shownRow(resource, row), text }, account, view) };
  };

/** How many deliveries of an event are still under way; native callers see the event as it was stored. */
const withDeliveries = (doc: string, pending: number | null): string =>
  JSON.stringify({ ...(JSON.parse(doc) as object), pending_webhooks: pending ?? 0 });

const listing =
  ({ engine, present }: Serving, entry: List): Answer =>
  async ({ caller, view, params }) => {
    const { limit = 10, starting_after, ending_before, created, ...given } = params as Record<string, never>;
    if (starting_after && ending_before)
      throw refused({
        code: 'parameters_exclusive',
        param: 'ending_before',
        message: 'Send only one of starting_after and ending_before.',
      });
    await refuseMissingOwner(engine, entry, caller, given);
    const filters = filtersOf(entry.resource, given);
    const page = await engine.list({
      account: caller.account,
      resource: entry.resource,
      filters,
      limit,
      created,
      starting_after,
      ending_before,
    });
    const data = await presentAll(present, entry.resource, page.rows, caller, view);
    return {
      status: 200,
      text: `{"object":"list","data":[${data}],"has_more":${page.has_more},"url":${JSON.stringify(plainPath(entry, params))}}`,
    };
  };

/** What a list's path names must exist: `/v1/customers/:customer/payment_methods`. */
async function refuseMissingOwner(
  engine: Engine,
  { routes }: List,
  { account }: Caller,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const name = /:(?!account\b)(\w+)/.exec(routes[0] ?? '')?.[1];
  if (!name) return;
  const [owner] = await engine.load([{ of: 'object', account, object: name, id: String(given[name]) }]);
  if (!owner || owner.deleted) throw missing(resourceOf(engine.index, name), String(given[name]));
}

/** A filter is a column; `types` is several values of the column `type`, and `:account` is in the tables' key already. */
function filtersOf(resource: AnyResource, { account: _, types, ...given }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return resource.columns?.includes('type') && types !== undefined ? { ...given, type: types } : given;
}

/** The envelope names the plain path, whichever of its two literals was called (published, row 7). */
const plainPath = (entry: List, params: Readonly<Record<string, unknown>>): string =>
  (entry.routes[0] ?? '').slice('GET '.length).replace(/:(\w+)/g, (_, name: string) => String(params[name]));

async function presentAll(present: Present, resource: AnyResource, rows: readonly Row[], caller: Caller, view: View): Promise<string> {
  const shown = rows.map((row) => present(shownRow(resource, row), caller.account, view));
  return (shown.some((each) => typeof each !== 'string') ? await Promise.all(shown) : shown).join(',');
}

const searching =
  ({ engine, present }: Serving, { resource, routes }: Search): Answer =>
  async ({ caller, view, params }) => {
    const { query, limit = 10, page } = params as { query: string; limit?: number; page?: string };
    const found = await search(engine.database, { account: caller.account, resource, query, limit, ...(page && { page }) });
    const data = await presentAll(present, resource, found.rows, caller, view);
    const last = found.rows.at(-1);
    const next = found.has_more && last ? JSON.stringify(last.id) : 'null';
    const dated = view.version !== null;
    const envelope = `"data":[${data}],"has_more":${found.has_more},"url":${JSON.stringify((routes[0] ?? '').slice('GET '.length))}`;
    return { status: 200, text: dated ? `{"object":"search_result",${envelope},"next_page":${next}}` : `{"object":"list",${envelope}}` };
  };

/** An escape writes by itself, so its reply is kept under the key right after; what it does can be done twice without harm. */
const handling =
  ({ engine }: Serving, { handle, answers }: Handler): Answer =>
  ({ caller, params, path, view, key, request_id }) =>
    once(engine, caller, { key, request_id }, async () => {
      const now = Math.floor((engine.now_ms() + clockOffset(engine, caller)) / 1000);
      const { account_id: account, livemode } = caller;
      const found = await handle({ params, path, read: readerFor(engine, caller), account, livemode, now });
      if (answers === 'bytes') return { status: 200, text: '', download: found as Download };
      const dated = view.version !== null && (found as Document).object === 'event';
      return { status: 200, text: JSON.stringify(dated ? inSeconds(found as Document, view.version) : found) };
    });
