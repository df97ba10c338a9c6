import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { refused } from '../../kernel/base/refusal.js';
import type { AnyRule } from '../../kernel/base/rules.js';
import { storedClock } from '../../kernel/engine/clock.js';
import { drive, unasked } from '../../kernel/engine/drive.js';
import { clockOffset, type Engine, idTime, tenantFrom } from '../../kernel/engine/engine.js';
import { firstStep } from '../../kernel/engine/step.js';
import { inTime } from '../../kernel/storage/database.js';
import { type Opened, openListener } from '../../kernel/storage/listeners.js';
import { hashOfKey, listeningSecret } from '../../kernel/vault/secrets.js';
import type { Feed, Follower, Item } from '../feed/feed.js';
import type { Deliveries } from '../webhooks/deliver.js';
import { outcomeOfStatus, storableText } from '../webhooks/send.js';
import { eventMessages, type Forwarded, forwardedIn } from './messages.js';
import { logMessage } from './request-logs.js';
import { upgrades } from './upgrades.js';

/** The dependencies of the sockets. */
export type Listening = {
  readonly engine: Engine;
  readonly feed: Feed;
  /** An event in the shape of a version. */
  readonly dated: Deliveries['dated'];
  /** The rule that stores how an event was forwarded. */
  readonly forwarded: AnyRule;
  /** Counts a wrong secret against an address; throws when there were too many. */
  readonly wrong: (address: string) => Promise<void>;
  readonly failed: (error: unknown) => void;
};

const path = '/v1/stripecli/socket';
const protocol = 'stripecli-devproxy-v1';
const message_max = 4 * 1024 * 1024; // bytes: a response repeats the event
const waiting_max = 1024 * 1024; // bytes
const sockets_max = 200; // of this process
const silent_ms = 30_000;
const closing_ms = 2000;
const going_away = 1001;
const replaced = 4001;

/** The open sockets of this process, each with a promise that it has closed and that what it has sent is stored. */
type Sockets = { readonly feed: Feed; readonly open: Map<WebSocket, Promise<void>>; is_closing: boolean };

/** Registers the socket of the Stripe CLI. It is authenticated by the secret of a session, and ends before the server closes. */
export function registerSockets(server: FastifyInstance, listening: Listening): void {
  const { engine, failed, feed } = listening;
  const { take } = upgrades(server, path);
  const sockets: Sockets = { feed, open: new Map(), is_closing: false };
  const websockets = new WebSocketServer({
    noServer: true,
    maxPayload: message_max,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  });
  server.get(path, { config: { route: 'GET /v1/stripecli/socket' } }, async (request, reply) => {
    const holder = engine.ids.fresh('sock', engine.now_ms());
    const opened = await admitted(listening, sockets, request, holder);
    const place = await sockets.feed.begin(opened);
    const taken = take(request.raw);
    reply.hijack();
    if (!taken || taken.socket.destroyed) return reply;
    websockets.handleUpgrade(request.raw, taken.socket, taken.head, (socket) => {
      const follower = followerOf(listening, opened, holder, socket);
      sockets.feed.join(follower, place);
      sockets.open.set(socket, closing(sockets, socket, follower).catch(failed));
    });
    return reply;
  });
  server.addHook('preClose', () => closeAll(sockets));
}

async function closing({ feed, open }: Sockets, socket: WebSocket, follower: Follower): Promise<void> {
  await new Promise((done) => socket.once('close', done));
  await feed.leave(follower).finally(() => open.delete(socket));
}

/** The session whose secret the request has sent. */
async function admitted({ engine, wrong }: Listening, sockets: Sockets, request: FastifyRequest, holder: string): Promise<Opened> {
  const { 'websocket-id': secret, upgrade } = request.headers;
  if (upgrade?.toLowerCase() !== 'websocket') throw refused({ code: 'parameter_invalid', message: not_a_page });
  if (sockets.is_closing) throw refused({ code: 'service_unavailable', message: 'This process is stopping.' });
  if (sockets.open.size >= sockets_max)
    throw refused({ code: 'rate_limit', message: 'This process holds too many sockets of the Stripe CLI.' });
  const hash = typeof secret === 'string' ? hashOfKey(secret) : '';
  const opened = await inTime(engine, ({ database }) => openListener(database, hash, holder, engine.now_ms()));
  if (opened) return opened;
  await wrong(request.ip);
  throw refused(unknown_session);
}

const not_a_page = 'This is the socket of the Stripe CLI, which `stripe listen` and `stripe logs tail` open.';

/** The CLI recognizes this message, and opens another session. */
const unknown_session = { code: 'api_key_unknown', message: 'Unknown WebSocket ID.' } as const;

/** Closes the sockets, so that the CLI reconnects to another process, and stores what they have sent. */
async function closeAll(sockets: Sockets): Promise<void> {
  const { feed, open } = sockets;
  sockets.is_closing = true;
  await feed.stop();
  const closed = [...open.values()];
  for (const socket of open.keys()) socket.close(going_away, 'The server is stopping');
  const cut = setTimeout(() => {
    for (const socket of open.keys()) socket.terminate();
  }, closing_ms);
  await Promise.all(closed);
  clearTimeout(cut);
}

function followerOf(listening: Listening, opened: Opened, holder: string, socket: WebSocket): Follower {
  const { engine, dated, failed } = listening;
  const { account, feature, filters, id: session } = opened;
  const conversations = new Map<string, Conversation>();
  const secret = listeningSecret(engine, account);
  watchSilence(socket);
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    const answer = forwardedIn(String(data));
    const conversation = answer && conversations.get(answer.conversation);
    if (!conversation || conversation.answers >= answers_max) return;
    conversation.answers += 1;
    record(listening, account, conversation.event, answer).catch(failed);
  });
  const send = (message: string): void => socket.send(message, (error) => error && socket.terminate());
  const takeEvent = ({ account: of, id, doc }: Item): void => {
    const conversation = engine.ids.fresh('wc', engine.now_ms());
    remember(conversations, conversation, { event: id, answers: 0 });
    const sending = { session, secret, id, event: doc, of: of === account ? null : of, conversation, now: engine.now_ms() };
    for (const message of eventMessages(dated, sending)) send(message);
  };
  const takeLog = ({ doc }: Item): void => {
    const message = logMessage(doc, filters);
    if (message !== null) send(message);
  };
  return {
    ...{ account, feature, session: opened.hash, holder },
    hasRoom: () => socket.bufferedAmount < waiting_max,
    take: feature === 'webhooks' ? takeEvent : takeLog,
    end: () => socket.close(replaced, 'The session has ended'),
  };
}

/** An event that was sent, and how often its forwarding was reported: once for each local URL. */
type Conversation = { readonly event: string; answers: number };

const answers_max = 16;
const conversations_max = 1000;

function remember(conversations: Map<string, Conversation>, name: string, conversation: Conversation): void {
  if (conversations.size >= conversations_max)
    for (const oldest of [...conversations.keys()].slice(0, conversations_max / 2)) conversations.delete(oldest);
  conversations.set(name, conversation);
}

/** Ends a socket that neither answers nor sends anything. The CLI sends a ping every two seconds. */
function watchSilence(socket: WebSocket): void {
  let is_heard = true;
  const hear = (): void => {
    is_heard = true;
  };
  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, hear);
  const timer = setInterval(() => {
    if (!is_heard) return socket.terminate();
    is_heard = false;
    socket.ping();
  }, silent_ms).unref();
  socket.once('close', () => clearInterval(timer));
}

/** Stores how the CLI has forwarded an event, as an attempt without an endpoint. */
async function record({ engine, forwarded }: Listening, account: string, event: string, { body, status, url }: Forwarded): Promise<void> {
  const tenant = tenantFrom(account, await storedClock(engine, account));
  const now_ms = engine.now_ms();
  const input = {
    ...{ attempt: 1, event, next_attempt: null, outcome: outcomeOfStatus(status) },
    ...{ response_body: storableText(Buffer.from(body)) || null, response_status: status, url: storableText(Buffer.from(url)) },
  };
  const subject = engine.ids.fresh(forwarded.resource.prefix, idTime(now_ms, tenant));
  const step = firstStep(forwarded, { tenant, subject, given: { input }, now_ms: now_ms + clockOffset(engine, tenant) });
  await drive(engine, { ...unasked, tenant, begin: () => [step] });
}
