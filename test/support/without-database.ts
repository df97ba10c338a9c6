import { reader } from '../../src/api/http/parameters.js';
import { openAccount } from '../../src/api/keys/keys.js';
import type { Action } from '../../src/kernel/base/rules.js';
import { runDue } from '../../src/kernel/engine/due.js';
import { type Engine, own_view } from '../../src/kernel/engine/engine.js';
import { perform } from '../../src/kernel/engine/perform.js';
import type { EventRow, JobRow } from '../../src/kernel/storage/rows.js';
import { accountParts } from '../../src/resources/accounts/accounts/open.js';
import { catalogue } from '../../src/resources/index.js';
import type { BillingShop } from './bills-commands.js';
import { engineInMemory, owner } from './engine-in-memory.js';
import { keyOf, type MemoryStore } from './memory-store.js';
import type { Answered, Shop, Told } from './money-model.js';
import { tester } from './tester.js';

/** A shop without a database: the service's engine, its store, and the time. */
type Opened = { readonly engine: Engine; readonly memory: MemoryStore; now_ms: number };

const actions = new Map(
  catalogue.flatMap((entry) => (entry.kind === 'action' ? [[entry.routes[0] as string, entry as Action] as const] : [])),
);

const readers = new Map([...actions].map(([route, { params }]) => [route, reader(params)]));

/**
 * A shop whose rules, engine and processor are those of the service, but whose rows are in memory. A thousand commands take about a second, so a
 * property can test very many of them. `one_write` as in the service: whether the sandbox is asked within a write.
 */
export async function openShop({ one_write }: { one_write: boolean }): Promise<Shop> {
  const shop = await opened(one_write, Date.UTC(2030, 5, 15, 9, 30));
  const { memory } = shop;
  const { account } = owner;
  const held = (name: string, currency: string): number => memory.balances.get(keyOf(account, name, currency)) ?? 0;
  return {
    post: (path, params = {}) => ask(shop, 'POST', path, params),
    document: async (object, id) => JSON.parse(memory.objects.get(keyOf(account, object, id))?.doc ?? 'null'),
    balance: async (currency) => ({ pending: held('merchant_pending', currency), available: held('merchant_available', currency) }),
    now: async () => Math.floor(shop.now_ms / 1000),
    advance: (to) => advance(shop, to),
    told: async () => [...memory.events.values()].map(toldOf),
  };
}

/** The same with billing, from a time on. */
export async function openBillingShop({ one_write, at }: { one_write: boolean; at: number }): Promise<BillingShop> {
  const shop = await opened(one_write, at * 1000);
  const { memory } = shop;
  const all = (object: string): Answered['body'][] =>
    [...memory.objects.values()].flatMap((row) => (row.object === object && !row.deleted ? [JSON.parse(row.doc)] : []));
  return {
    ask: (method, path, params = {}) => ask(shop, method, path, params),
    of_customers: {},
    documents: async (object, { id }) => all(object).filter((each) => each.customer === id || each.id === id),
    now: async () => Math.floor(shop.now_ms / 1000),
    advance: (to) => advance(shop, to),
    told: async () => [...memory.events.values()].map(toldOf),
  };
}

async function opened(one_write: boolean, now_ms: number): Promise<Opened> {
  const { engine, memory } = engineInMemory(() => shop.now_ms);
  const shop: Opened = { engine: { ...engine, one_write }, memory, now_ms };
  await openAccount(shop.engine, { id: owner.account_id, name: 'Shop', livemode: false }, [], accountParts, tester(shop.engine));
  return shop;
}

type Routed = { readonly route: string; readonly in_path: Readonly<Record<string, string>> };

/** The route of a path and its parameters; a route with more literal parts comes first. */
function routeOf(method: string, path: string): Routed | null {
  const asked = `${method} ${path}`.split('/');
  const fits = (parts: readonly string[]): boolean =>
    parts.length === asked.length && parts.every((part, place) => part.startsWith(':') || part === asked[place]);
  const named = (parts: readonly string[]): number => parts.filter((part) => part.startsWith(':')).length;
  const [parts] = [...actions.keys()]
    .map((route) => route.split('/'))
    .filter(fits)
    .sort((one, other) => named(one) - named(other));
  if (!parts) return null;
  const in_path = parts.flatMap((part, place) => (part.startsWith(':') ? [[part.slice(1), asked[place] ?? '']] : []));
  return { route: parts.join('/'), in_path: Object.fromEntries(in_path) };
}

async function ask(shop: Opened, method: string, path: string, given: object): Promise<Answered> {
  shop.now_ms += 1;
  const { route = '', in_path: { id = null, ...in_path } = {} } = routeOf(method, path) ?? {};
  const [action, read] = [actions.get(route), readers.get(route)];
  if (!action || !read) throw new Error(`There is no action at ${method} ${path}`);
  const { params } = read(in_path, {}, { values: given as Readonly<Record<string, unknown>>, text_only: false });
  const asked = {
    caller: owner,
    address: '127.0.0.1',
    action,
    id,
    params,
    view: own_view,
    sure: Promise.resolve(),
    key: null,
    client_secret: null,
    audit: null,
    request_id: 'req_1',
  };
  const { status, text } = await perform(shop.engine, asked);
  return { status, body: JSON.parse(text) };
}

function toldOf({ type, object_id: id, doc }: EventRow): Told {
  const { status, payment_intent = null } = JSON.parse(doc).data.object as Pick<Told, 'status' | 'payment_intent'>;
  return { type, id, status, payment_intent };
}

/** Runs all work that is due by then, in order, each at its own time. */
async function advance(shop: Opened, to: number): Promise<void> {
  for (let next = nextOf(shop, to); next; next = nextOf(shop, to)) {
    shop.now_ms = Math.max(shop.now_ms, next.due_at.getTime());
    await runDue(shop.engine, { ...next, attempts: 1, tried: 0 });
  }
  shop.now_ms = Math.max(shop.now_ms, to * 1000);
}

/** The timer that is due first. */
function nextOf({ memory: { jobs } }: Opened, to: number): JobRow | null {
  const due = [...jobs.values()].filter(({ queue, due_at }) => queue === 'due' && due_at.getTime() <= to * 1000);
  return due.reduce<JobRow | null>((first, each) => (first && first.due_at <= each.due_at ? first : each), null);
}
