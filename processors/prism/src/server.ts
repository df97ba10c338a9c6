import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { answerTo } from './asking.js';
import type { Connector } from './configuration.js';
import { type Question, type Verb, verbs } from './contract.js';
import { payerReturned, stepPage } from './pages.js';
import { isSigned } from './signature.js';
import { received } from './webhooks.js';
import type { World } from './world.js';

/** A server, and how it stops: new questions are refused as not processed, and those under way are answered. */
export type Serving = { readonly server: Server; readonly stop: () => Promise<void> };

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly url: URL };

const json = (response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Serves questions of Florin, webhooks of connectors, and the pages of payers. */
export function serve(world: World): Serving {
  let is_stopping = false;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://prism.invalid');
    if (is_stopping) return json(response, 503, { why: 'stopping' }, { 'florin-not-processed': 'true', connection: 'close' });
    try {
      await routed(world, { request, response, url });
    } catch (error) {
      world.log.error(
        { path: url.pathname.replace(/[0-9a-f]{32}/, '…'), why: (error as Error).stack ?? String(error) },
        'a request failed',
      );
      if (!response.headersSent) json(response, 500, { why: 'an internal error' });
    }
  });
  return {
    server,
    stop: async () => {
      is_stopping = true;
      await new Promise((done) => server.close(done).closeIdleConnections());
    },
  };
}

async function routed(world: World, exchange: Exchange): Promise<void> {
  const { response, request, url } = exchange;
  const [, first = '', second = ''] = url.pathname.split('/');
  if (first === 'health') return json(response, 200, { status: 'ok' });
  if (first === 'pages' || first === 'return') return payer(world, exchange, first, second);
  const connector = world.configuration.connectors.find(({ name }) => name === (first === 'webhooks' ? second : first));
  if (!connector || request.method !== 'POST')
    return json(response, 404, { why: 'No such address. POST <connector>/<verb>, or webhooks/<connector>.' });
  if (first === 'webhooks') return webhook(world, connector, exchange);
  return verbs.includes(second as Verb)
    ? question(world, connector, second as Verb, exchange)
    : json(response, 404, { why: 'No such verb.' });
}

async function question(world: World, connector: Connector, verb: Verb, { request, response }: Exchange): Promise<void> {
  const body = await buffer(request);
  if (!isSigned(connector.florin_secret, request.headers['florin-signature'], body, world.now_ms()))
    return json(response, 401, { why: 'The signature is not that of Florin.' });
  const asked = JSON.parse(body.toString()) as Question;
  // The verb in the body is signed; the path is not.
  if (asked.verb !== verb) return json(response, 400, { why: 'The verb of the path is not the signed one.' });
  const reply = await answerTo(world, connector, asked);
  if (reply.status === 200) return json(response, 200, reply.answer);
  return json(response, reply.status, { why: reply.why }, reply.status === 503 ? { 'florin-not-processed': 'true' } : {});
}

async function webhook(world: World, connector: Connector, { request, response, url }: Exchange): Promise<void> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const {
    status,
    headers: given,
    body,
  } = await received(world, connector, { headers, body: await buffer(request), uri: `${url.pathname}${url.search}` });
  response.writeHead(status, given).end(body);
}

async function payer(world: World, { request, response, url }: Exchange, kind: 'pages' | 'return', token: string): Promise<void> {
  if (kind === 'pages') {
    const page = await stepPage(world, token, world.token());
    if (!page) return json(response, 404, { why: 'This page does not exist.' });
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    return void response.writeHead(200, { ...headers, ...(page.policy && { 'content-security-policy': page.policy }) }).end(page.html);
  }
  const posted = request.method === 'POST' ? (await buffer(request)).toString() : '';
  const location = await payerReturned(world, token, [url.search.slice(1), posted].filter((part) => part !== '').join('&'));
  if (location) return void response.writeHead(303, { location }).end();
  response.writeHead(200, { 'content-type': 'text/plain' }).end('Done. You can close this page.\n');
}
