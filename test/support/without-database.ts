import type { Action } from '../../src/base/rules.js';
import { runDue } from '../../src/engine/due.js';
import { type Engine, own_view } from '../../src/engine/engine.js';
import { perform } from '../../src/engine/perform.js';
import { reader } from '../../src/http/parameters.js';
import { openAccount } from '../../src/keys/keys.js';
import { accountParts } from '../../src/resources/accounts/open.js';
import { catalogue } from '../../src/resources/index.js';
import type { EventRow, JobRow } from '../../src/storage/rows.js';
import { engineInMemory, owner } from './engine-in-memory.js';
import { keyOf, type MemoryStore } from './memory-store.js';
import type { Answered, Shop, Told } from './money-model.js';

/** A shop without a database: the service's engine, what it has stored, and the time. */
type Opened = { readonly engine: Engine; readonly memory: MemoryStore; now_ms: number };

const actions = new Map(
  catalogue.flatMap((entry) => (entry.kind === 'action' ? [[entry.routes[0] as string, entry as Action] as const] : [])),
);

const readers = new Map([...actions].map(([route, { params }]) => [route, reader(params)]));

/**
 * A shop whose rules, engine and processor are those of the service, but whose rows are kept in memory. A thousand commands take about a
 * second, so a property can look at very many of them. `one_write` as in the service: whether the sandbox is asked within a write.
 */
export async function openShop({ one_write }: { one_write: boolean }): Promise<Shop> {
  const { engine, memory } = engineInMemory(() => shop.now_ms);
  const shop: Opened = { engine: { ...engine, one_write }, memory, now_ms: Date.UTC(2030, 5, 15, 9, 30) };
  await openAccount(shop.engine, { id: owner.account_id, name: 'Shop', livemode: false }, [], accountParts);
  const { account } = owner;
  const held = (name: string, currency: string): number => memory.balances.get(keyOf(account, name, currency)) ?? 0;
  return {
    post: (path, params = {}) => post(shop, path, params),
    document: async (object, id) => JSON.parse(memory.objects.get(keyOf(account, object, id))?.doc ?? 'null'),
    balance: async (currency) => ({ pending: held('merchant_pending', currency), available: held('merchant_available', currency) }),
    now: async () => Math.floor(shop.now_ms / 1000),
    advance: (to) => advance(shop, to),
    told: async () => [...memory.events.values()].map(toldOf),
  };
}

/** The route of a path, and the id in it. */
function routeOf(path: string): { readonly route: string; readonly id: string | null } {
  const id = path.split('/').find((part) => /^[a-z]+_[0-9A-Za-z]{20,}$/.test(part)) ?? null;
  return { route: `POST ${id ? path.replace(id, ':id') : path}`, id };
}

async function post(shop: Opened, path: string, given: object): Promise<Answered> {
  shop.now_ms += 1;
  const { route, id } = routeOf(path);
  const [action, read] = [actions.get(route), readers.get(route)];
  if (!action || !read) throw new Error(`There is no action at ${path}`);
  const { params } = read({}, {}, { values: given as Readonly<Record<string, unknown>>, text_only: false });
  const asked = {
    caller: owner,
    action,
    id,
    params,
    view: own_view,
    sure: Promise.resolve(),
    key: null,
    client_secret: null,
    request_id: 'req_1',
  };
  const { status, text } = await perform(shop.engine, asked);
  return { status, body: JSON.parse(text) };
}

function toldOf({ type, object_id: id, doc }: EventRow): Told {
  const { status, payment_intent = null } = JSON.parse(doc).data.object as Pick<Told, 'status' | 'payment_intent'>;
  return { type, id, status, payment_intent };
}

/** Lets everything happen that is due by then, in order, each at its own moment. */
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
