import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { FileContents } from '../../api/contents/contents.js';
import { requestLogger } from '../../api/http/logged-request.js';
import { type Finished, httpServer, type ServerOptions } from '../../api/http/server.js';
import { type Authenticate, authenticator, type Keys, pageTokens } from '../../api/keys/authenticate.js';
import { findEphemeralKey } from '../../api/keys/ephemeral.js';
import { findKey, onItsOwnClock, openSandbox, sandboxRule } from '../../api/keys/keys.js';
import { openApi } from '../../api/openapi/openapi.js';
import { presenter } from '../../api/present/expand.js';
import { unknownUrls } from '../../api/present/unknown-url.js';
import type { Mailing } from '../../delivery/mail/deliver.js';
import { newestMails } from '../../delivery/mail/outbox.js';
import { tenantOf } from '../../kernel/base/books.js';
import { errors } from '../../kernel/base/errors.js';
import { isRefused, type Refusal } from '../../kernel/base/refusal.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { taker } from '../../kernel/storage/counts.js';
import { type RequestLogs, requestLogs } from '../../kernel/storage/request-logs.js';
import { searcher } from '../../kernel/storage/search.js';
import { turns } from '../../kernel/storage/turns.js';
import { registerChallenge } from '../../pages/challenge/routes.js';
import { registerBuy } from '../../pages/checkout/buy-routes.js';
import { registerEmbedded } from '../../pages/checkout/embedded-routes.js';
import { registerExpress } from '../../pages/checkout/express-routes.js';
import { registerPay } from '../../pages/checkout/pay-routes.js';
import { registerCheckout } from '../../pages/checkout/routes.js';
import { registerOAuthPage } from '../../pages/connect/oauth-routes.js';
import { registerOnboarding } from '../../pages/connect/routes.js';
import { registerDashboard } from '../../pages/dashboard/routes.js';
import { registerCreditNote } from '../../pages/invoices/credit-note-routes.js';
import { registerInvoice } from '../../pages/invoices/invoice-routes.js';
import { creditNoteReader, invoiceReader } from '../../pages/invoices/read-invoice.js';
import { registerReceipt } from '../../pages/invoices/receipt-routes.js';
import { registerAddressForms } from '../../pages/kit/address-form.js';
import { type Fetching, registerLinks } from '../../pages/kit/link-routes.js';
import { registerMarks } from '../../pages/kit/marks.js';
import { type Api, type Pages, registerPages, subjectOf } from '../../pages/kit/pages.js';
import { readLogo } from '../../pages/kit/read-logo.js';
import { checkoutScripts, registerScripts } from '../../pages/kit/script-routes.js';
import { registerPortal } from '../../pages/portal/routes.js';
import { registerReference } from '../../pages/reference/routes.js';
import { type Outbox, registerOutbox } from '../../pages/sandbox/outbox-page.js';
import { registerSite } from '../../pages/sandbox/site-routes.js';
import { access } from '../../resources/access.js';
import { accountParts } from '../../resources/accounts/accounts/open.js';
import { catalogue } from '../../resources/index.js';
import { absent, absent_access, not_yet } from '../../resources/not-yet.js';
import type { Config } from '../config.js';
import { type Counting, keyLimit, wrongKeyLimit } from '../operation/limits.js';
import type { Metrics } from '../operation/metrics.js';
import { registerNotifications, type Senders } from '../operation/notifications.js';
import { refusalOf } from '../operation/readiness.js';
import { registerOperation } from '../operation/routes.js';
import { privilegedOf, recordRefused } from './auditing.js';
import { read_permissions } from './engine.js';
import { registerFeed } from './feed.js';
import { told } from './logging-faults.js';
import { registerMcp } from './mcp.js';
import { registerSignIn, sessionKeys } from './members.js';
import { registerOAuth } from './oauth.js';
import { oauthConsent } from './oauth-consent.js';
import { pageOfSession } from './page-of-session.js';
import { paperPrinter } from './papers.js';
import { bundledDashboard, bundledScripts } from './scripts.js';
import { version } from './version.js';
import type { Parts } from './world.js';

/** Concurrent and waiting changes of payers, per address and account. */
const payers_at_once = 20;
const payers_waiting_max = 1000;

/** A fault that a request has asked for happens once under its idempotency key: within the time that counts are kept. */
const fault_lasts_ms = 3_000_000;

const firstOf =
  ({ take, now_ms }: Counting): ServerOptions['first'] =>
  async (name) =>
    (await take({ name, wanted: 1, most: 1, lasts_ms: fault_lasts_ms, now_ms: now_ms() })).granted === 1;

/** What a server needs besides the engine. */
type Surroundings = {
  readonly measured: Metrics;
  readonly senders: Senders;
  readonly contents: FileContents;
  readonly print: Mailing['print'];
  readonly isRunning: () => boolean;
};

/** The HTTP server: the API, processors' notifications, operational routes, and the pages, which are clients of the API. */
export function makeServer(parts: Parts, engine: Engine, { measured, senders, contents, print, isRunning }: Surroundings): FastifyInstance {
  const { config, world, public_url } = parts;
  const logs = requestLogs(engine.database, { lost: measured.logsLost });
  const counting = { take: taker(engine.database), now_ms: world.now_ms };
  const authenticate = authenticator(keysOf(parts, engine, counting));
  const server = httpServer({
    follow: parts.follow,
    engine,
    present: presenter(engine.index, engine.load, engine.list),
    search: searcher(),
    payers: turns({ at_once: Number.POSITIVE_INFINITY, of_one: payers_at_once, waiting_max: payers_waiting_max }),
    contents,
    print: paperPrinter(print, (link) => logoReader(server)(link)),
    authenticate,
    access: { ...access, ...absent_access, ...parts.besides?.access },
    permissions: read_permissions,
    first: firstOf(counting),
    limit: keyLimit(counting, { live: config.rate_limit, test: config.rate_limit_test }),
    privileged: privilegedOf,
    catalogue: [...engine.index.catalogue, ...absent],
    requestId: () => engine.ids.fresh('req', world.now_ms()),
    log: world.log,
    clock_ms: () => performance.now(),
    retry_after_seconds: 1,
    trusted_proxies: config.trusted_proxies,
    origin: public_url,
    unknownUrl: unknownUrls(engine.index.catalogue, not_yet),
    finished: finishing(parts, engine, measured, logs),
  });
  server.addHook('onClose', logs.stop);
  const unready = readiness(engine, measured, isRunning);
  registerOperation(server, { metrics: measured, version, description, unready, origin: public_url });
  registerNotifications(server, engine, senders);
  registerFeed(server, parts, engine, { authenticate, counting });
  registerOwnPages(server, parts);
  registerAllPages(server, parts, engine, { nonce: nonceOf(world), print, authenticate, counting });
  registerOAuth(server, { parts, engine, authenticate });
  registerMcp(server, { engine, authenticate, description, version });
  return server;
}

const description = (): object => openApi(catalogue, access, version);

const nonceOf =
  ({ random }: Parts['world']) =>
  (): string =>
    Buffer.from(random(16)).toString('base64url');

/** The reference and the front page. */
function registerOwnPages(server: FastifyInstance, { config, world, public_url }: Parts): void {
  const { open_sandbox, security_contacts } = config;
  registerReference(server, { description, responses, nonce: nonceOf(world), version, public_url, open_sandbox });
  registerSite(server, { public_url, now_ms: world.now_ms, open_sandbox, security_contacts });
}

/** Why the process accepts no requests; the metrics show the last answer. */
const readiness =
  ({ database }: Engine, { ready }: Metrics, isRunning: () => boolean) =>
  async (): Promise<Refusal | null> => {
    const refusal: Refusal | null = isRunning() ? await refusalOf(database) : { code: 'service_unavailable' };
    ready(refusal === null);
    return refusal;
  };

/** Recorded responses for the reference, loaded when it is first opened. */
const responses = async (): Promise<Readonly<Record<string, unknown>>> =>
  (await import('../../pages/reference/responses.json', { with: { type: 'json' } })).default;

type Making = {
  readonly nonce: () => string;
  readonly print: Mailing['print'];
  readonly authenticate: Authenticate;
  readonly counting: Counting;
};

/** All pages except the reference, and the scripts that browsers load. */
function registerAllPages(server: FastifyInstance, parts: Parts, engine: Engine, { nonce, print, authenticate, counting }: Making): void {
  registerSignIn(server, parts, engine, counting);
  const scripts = bundledScripts();
  registerScripts(server, scripts);
  registerMarks(server);
  registerAddressForms(server);
  const pages = { api: apiOf(server), nonce, public_url: parts.public_url };
  registerPages(server, pages, (scope) => {
    registerPayers(scope, pages, fetchingOf(server), print);
    registerCheckout(scope, pages, checkoutScripts(scripts));
    registerPay(scope, pages, pageOfSession(engine, authenticate));
    registerBuy(scope, pages, checkoutScripts(scripts));
    registerPortal(scope, pages);
    registerOnboarding(scope, pages);
    registerOAuthPage(scope, pages, oauthConsent(parts, engine, counting));
    registerExpress(scope, pages);
    registerEmbedded(scope, pages);
    registerDashboard(scope, {
      ...{ files: bundledDashboard(), nonce, public_url: parts.public_url },
      keys: parts.config.open_sandbox,
      mail: parts.config.open_sandbox || parts.config.smtp !== null,
      single_sign_on: parts.config.single_sign_on,
    });
    if (!parts.config.open_sandbox) return;
    registerOutbox(scope, pages, { read: (account) => newestMails(engine.database, account), accountOf: ownerOf(server) });
  });
}

/** The pages for payers: payments, invoices and receipts. */
function registerPayers(scope: FastifyInstance, pages: Pages, fetching: Fetching, print: Mailing['print']): void {
  registerChallenge(scope, pages);
  registerReceipt(scope, pages, fetching, print);
  registerInvoice(scope, pages, invoiceReader(fetching), print);
  registerCreditNote(scope, pages, creditNoteReader(fetching), print);
  registerLinks(scope, pages, inLine(fetching));
}

/** Runs after each response: metrics, the audit record of a refusal, the log of requests, and the log. */
function finishing(parts: Parts, engine: Engine, measured: Metrics, logs: RequestLogs): ServerOptions['finished'] {
  const { log, now_ms } = parts.world;
  const logged = requestLogger(engine.index.catalogue);
  const { request_log } = parts.config;
  const unrecorded = told(parts, 'a privileged request was refused, and its audit record could not be stored');
  return (finished, request_id) => {
    measured.finished(finished);
    if (isLogged(request_log, finished)) {
      const row = logged(finished, request_id, now_ms());
      if (row) logs.add(row);
    }
    recordRefused(engine, finished, request_id).catch((error) => unrecorded(error, { request_id }));
    if (!log.isLevelEnabled('info')) return;
    const { caller, exchange: _, ...rest } = finished;
    log.info({ request_id, ...rest, account: caller?.account, key_id: caller?.key_id }, 'request');
  };
}

/** Whether a request is in the log of requests: by default one that writes, or that is refused. */
const isLogged = (request_log: Config['request_log'], { method, status }: Finished): boolean =>
  request_log === 'all' || (request_log === 'writes' && (method !== 'GET' || status >= 400));

function keysOf(parts: Parts, engine: Engine, counting: Counting): Keys {
  const { config } = parts;
  const tokens = pageTokens(engine.vault);
  return {
    find: findKey,
    ephemeral: findEphemeralKey,
    open: config.open_sandbox ? (key, address) => openSandbox(engine, key, accountParts, address) : null,
    page: async (looking, token) => {
      const caller = tokens.callerOf(token);
      return caller && onItsOwnClock(looking, caller);
    },
    wrong: wrongKeyLimit(counting, config.open_sandbox),
    rule: config.open_sandbox ? sandboxRule : undefined,
    ...sessionKeys(parts, engine),
  };
}

/** The public API for the pages, called without a socket. */
const apiOf =
  (server: FastifyInstance): Api =>
  async ({ url, token, ...asking }) => {
    const headers = { authorization: `Bearer page_${token}`, 'content-type': 'application/json' };
    const sent = asking.method === 'POST' && { remoteAddress: asking.address, payload: JSON.stringify(asking.body ?? {}) };
    const answer = await server.inject({ method: asking.method, url, headers, ...sent });
    const after = answer.headers['retry-after'];
    return { status: answer.statusCode, body: JSON.parse(answer.payload), retry_after_seconds: after === undefined ? null : Number(after) };
  };

const fetchingOf =
  (server: FastifyInstance): Fetching =>
  async ({ url, token }) => {
    const headers = { authorization: `Bearer page_${token}` };
    const answer = await server.inject({ method: 'GET', url, headers, payloadAsStream: true });
    const bytes = answer.stream();
    // If the reader closes early, the API response ends too.
    bytes.once('close', () => answer.raw.res.destroy());
    return { status: answer.statusCode, headers: answer.headers, bytes };
  };

/** How many downloads by link may wait, per account. */
const waiting_downloads_max = 32;

/** Downloads by link of one account start one at a time, with a pause between them, to leave capacity for payments. */
function inLine(fetching: Fetching): Fetching {
  const inTurn = turns({ at_once: 2, of_one: 1, waiting_max: waiting_downloads_max, rests_by: () => performance.now() });
  return (request) =>
    inTurn(subjectOf(request.token).account, () => fetching(request)).catch((error) => {
      if (!isRefused(error)) throw error;
      return { status: errors[error.refusal.code].status, headers: {}, bytes: Readable.from([]) };
    });
}

/** Reads the logo at a URL as the pages do, for printing outside a page. */
export const logoReader =
  (server: FastifyInstance) =>
  (link: string | null): Promise<Uint8Array | null> =>
    readLogo(fetchingOf(server), link);

/** The account of a key that may read events, which contain what the messages say; with the API's limits for wrong keys. */
const ownerOf =
  (server: FastifyInstance): Outbox['accountOf'] =>
  async (authorization, remoteAddress) => {
    const read = async (url: string): Promise<string | null> => {
      const { statusCode, payload } = await server.inject({ method: 'GET', url, headers: { authorization }, remoteAddress });
      return statusCode === 200 ? payload : null;
    };
    const account = await read('/v1/account');
    if (account === null || (await read('/v1/events?limit=1')) === null) return null;
    const { id, livemode } = JSON.parse(account) as { readonly id: string; readonly livemode: boolean };
    return tenantOf(id, livemode);
  };
