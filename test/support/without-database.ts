import { randomBytes } from 'node:crypto';
import pino from 'pino';
import type { Concealed } from '../../src/base/concealed.js';
import type { AnyDecided, Later } from '../../src/base/decision.js';
import { errors, type Refusal } from '../../src/base/errors.js';
import type { AnyResource, Document, Due } from '../../src/base/resource.js';
import type { Action } from '../../src/base/rules.js';
import { readConfig } from '../../src/config.js';
import { askProcessor } from '../../src/engine/asking.js';
import { type Engine, resourceOf, type Tenant } from '../../src/engine/engine.js';
import { apply, applyMade, blank, type Fold, startFold, take, textOf, type Working } from '../../src/engine/fold.js';
import { gather, isNamed, memberOf, refsOf } from '../../src/engine/gather.js';
import { askedOf, decideSettle, surroundings } from '../../src/engine/realize.js';
import { reader } from '../../src/http/parameters.js';
import { movementOf } from '../../src/ledger/movements.js';
import { sandbox } from '../../src/processors/sandbox/sandbox.js';
import { accountParts } from '../../src/resources/accounts/open.js';
import { catalogue } from '../../src/resources/index.js';
import type { Load, Want } from '../../src/storage/load.js';
import { makeEngine } from '../../src/wiring/engine.js';
import type { Answered, Shop, Told } from './money-model.js';

type Row = { readonly id: string; readonly version: number; readonly doc: string; readonly secret: string | null };
type Timer = {
  readonly id: string;
  readonly subject: string;
  readonly object: string;
  readonly name: string;
  readonly at: number;
  readonly about: string | null;
};

/** All that a shop without a database knows. */
type Memory = {
  readonly engine: Engine;
  readonly tenant: Tenant;
  readonly rows: Map<string, Row>;
  readonly contents: Map<string, Readonly<Record<string, Concealed>>>;
  readonly timers: Map<string, Timer>;
  readonly balances: Map<string, number>;
  readonly told: Told[];
  now_ms: number;
};

const parts = {
  config: readConfig({}),
  // Nobody ever connects.
  database_url: 'postgresql://nowhere/none',
  key_ring: [{ id: 'k1', key: Buffer.alloc(32, 7) }],
  public_url: () => 'https://pay.example.com',
  world: { now_ms: () => 0, random: randomBytes, log: pino({ level: 'silent' }) },
};
const shared = makeEngine(parts, { processorsFor: () => [sandbox], wake: () => {} });

const readers = new Map<string, ReturnType<typeof reader>>();

function read(action: Action, params: object): Readonly<Record<string, unknown>> {
  const route = action.routes[0] ?? '';
  const known = readers.get(route) ?? reader(action.params);
  readers.set(route, known);
  return known({}, {}, { values: params as Record<string, unknown>, text_only: false }).params;
}

const actions = new Map(
  catalogue.flatMap((entry) => (entry.kind === 'action' ? [[entry.routes[0] as string, entry as Action] as const] : [])),
);

/**
 * A shop whose rules, engine and processor are those of the service, but whose documents are kept in memory: what `decide` says is folded
 * as by the service and then remembered. A thousand commands take less than a second, so a property can look at very many of them.
 */
export function openShop(): Shop {
  const memory = newMemory();
  return {
    post: (path, params = {}) => perform(memory, path, params),
    document: async (_, id) => JSON.parse(memory.rows.get(id)?.doc ?? 'null'),
    balance: async (currency) => ({
      pending: memory.balances.get(`merchant_pending ${currency}`) ?? 0,
      available: memory.balances.get(`merchant_available ${currency}`) ?? 0,
    }),
    now: async () => Math.floor(memory.now_ms / 1000),
    advance: (to) => advance(memory, to),
    told: async () => memory.told,
  };
}

function newMemory(): Memory {
  const memory: { -readonly [K in keyof Memory]: Memory[K] } = {
    engine: shared,
    tenant: { account: 'acct_1_test', account_id: 'acct_1', livemode: false, clock_offset_ms: 0, id_offset_ms: 0 },
    rows: new Map(),
    contents: new Map(),
    timers: new Map(),
    balances: new Map(),
    told: [],
    now_ms: Date.UTC(2030, 5, 15, 9, 30),
  };
  memory.engine = { ...shared, now_ms: () => memory.now_ms, load: loadFrom(memory) };
  const fold = startFold(memory.engine, memory.tenant);
  for (const made of accountParts('acct_1', 'Shop', false, surroundings(memory.engine, fold))) applyMade(fold, made);
  remember(memory, fold);
  memory.told.length = 0;
  return memory;
}

const loadFrom = (memory: Memory): Load => {
  const rowOf = (want: Want): ReturnType<typeof stored> => {
    if (want.of === 'object') return stored(memory.rows.get(want.id));
    if (want.of === 'follow') {
      const from = memory.rows.get(want.id);
      const id = from && memberOf(JSON.parse(from.doc), want.member);
      return typeof id === 'string' ? stored(memory.rows.get(id)) : null;
    }
    if (want.of !== 'balance') return null;
    const amount = memory.balances.get(`${want.object} ${want.id}`) ?? 0;
    return stored({ id: want.id, version: 0, doc: String(amount), secret: null });
  };
  return async (wants) => wants.map(rowOf);
};

const stored = (row: Row | undefined) => (row ? { ...row, bytes: null, fingerprint: null, deleted: false } : null);

/** The route of a path, and the id in it. */
function routeOf(path: string): { action: Action; id: string | null } {
  const id = /_[0-9A-Za-z]{20,}/.test(path) ? (path.split('/').find((part) => /^[a-z]+_[0-9A-Za-z]{20,}$/.test(part)) ?? null) : null;
  const action = actions.get(`POST ${id ? path.replace(id, ':id') : path}`);
  if (!action) throw new Error(`There is no action at ${path}`);
  return { action, id };
}

async function perform(memory: Memory, path: string, given: object): Promise<Answered> {
  memory.now_ms += 1;
  const { engine, tenant } = memory;
  const { action, id } = routeOf(path);
  const { resource, needs, balance } = action;
  const fold = startFold(engine, tenant);
  const sent = read(action, given);
  const params = withNamed(engine, fold, action, sent);
  const bounded = balance ? { ledger_account: balance.ledger_account, currency: balance.currency(sent) } : null;
  const gathered = await gather(engine, {
    ...tenant,
    resource,
    id,
    fields: action.params,
    params: sent,
    needs,
    key: null,
    balance: bounded,
  });
  const working = gathered.target
    ? take(fold, resource, gathered.target)
    : blank(fold, resource, engine.ids.fresh(resource.prefix, fold.now_ms));
  const refs = refsOf(fold, needs, gathered.needed, working.doc, params);
  const decision = action.decide({
    ...surroundings(engine, fold),
    it: working.doc,
    params,
    refs,
    version: null,
    balance: gathered.balance.amount,
  });
  if (decision.refuse && !decision.to && !decision.set) return refused(decision.refuse, null);
  const refusal = await realize(memory, fold, working, decision);
  return refusal ? refused(refusal, working.doc) : { status: 200, body: working.doc };
}

function withNamed(
  engine: Engine,
  fold: Fold,
  action: Action,
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const name = params.payment_method;
  if (typeof name !== 'string' || !isNamed(engine.index, 'payment_method', name)) return params;
  const resource = resourceOf(engine.index, 'payment_method');
  const made = resource.named?.made(name, surroundings(engine, fold));
  if (!action.params.payment_method) throw new Error(`${action.routes[0]} takes no payment method`);
  const { doc } = applyMade(fold, { resource, id: engine.ids.fresh(resource.prefix, fold.now_ms), set: {}, ...made });
  return { ...params, payment_method: doc.id };
}

const refused = ({ code, status, ...rest }: Refusal, doc: Document | null): Answered => ({
  status: status ?? errors[code].status,
  body: { error: { code, ...rest, ...(doc && { [doc.object]: doc }) } },
});

/** One Decision and what the sandbox says to it, kept together or not at all. */
async function realize(memory: Memory, fold: Fold, working: Working, decision: AnyDecided): Promise<Refusal | null> {
  const { engine, tenant } = memory;
  apply(fold, working, decision);
  let { refuse } = decision;
  if (fold.ask) {
    const { ask } = fold;
    const made = [...fold.objects.values()].flatMap(({ doc, vault }) => (vault ? [[doc.id, vault] as const] : []));
    const answer = await askProcessor(engine, sandbox, tenant, ask, new Map([...memory.contents, ...made]));
    const settled = decideSettle(engine, fold, working, { answer, asked: askedOf(ask, sandbox) }, {});
    apply(fold, working, settled);
    refuse = settled.refuse;
  }
  remember(memory, fold);
  return refuse ?? null;
}

function remember(memory: Memory, fold: Fold): void {
  for (const working of fold.objects.values()) {
    if (!working.changed) continue;
    memory.rows.set(working.doc.id, { id: working.doc.id, version: working.version + 1, doc: textOf(working), secret: working.secret });
    if (working.vault) memory.contents.set(working.doc.id, working.vault);
  }
  for (const { type, object_id, text } of fold.events) memory.told.push(toldOf(type, object_id, JSON.parse(text).data.object));
  for (const { movement, amount, currency } of fold.postings) {
    const { debit, credit } = movementOf(movement);
    for (const [name, sum] of [
      [debit, -Number(amount)],
      [credit, Number(amount)],
    ] as const) {
      const key = `${name} ${currency}`;
      memory.balances.set(key, (memory.balances.get(key) ?? 0) + sum);
    }
  }
  for (const { id, later } of fold.later) keepTimer(memory, fold.objects.get(id) as Working, later);
}

const toldOf = (type: string, id: string, { status, payment_intent = null }: Pick<Told, 'status' | 'payment_intent'>): Told => ({
  type,
  id,
  status,
  payment_intent,
});

function keepTimer({ timers }: Memory, { doc }: Working, { name, at, about }: Later): void {
  const id = `${doc.id} ${name} ${about ?? ''} ${at}`;
  // The table of jobs has this as its key, and would refuse the whole write.
  // Set twice it is one timer, as in the database.
  timers.set(id, { id, subject: doc.id, object: doc.object, name, at, about: about ?? null });
}

/** Lets everything happen that is due by then, in order, each at its own moment. */
async function advance(memory: Memory, to: number): Promise<void> {
  for (;;) {
    const [next] = [...memory.timers.values()].filter(({ at }) => at <= to).sort((a, b) => a.at - b.at);
    if (!next) break;
    memory.now_ms = Math.max(memory.now_ms, next.at * 1000);
    await happen(memory, next);
    memory.timers.delete(next.id);
  }
  memory.now_ms = Math.max(memory.now_ms, to * 1000);
}

async function happen(memory: Memory, { object, name, subject, about }: Timer): Promise<void> {
  const { engine, tenant } = memory;
  const entry = engine.index.dues.get(`${object} ${name}`) as Due;
  const resource: AnyResource = resourceOf(engine.index, object);
  const gathered = await gather(engine, {
    ...tenant,
    resource,
    id: subject,
    fields: {},
    params: {},
    needs: entry.needs,
    key: null,
    balance: null,
  });
  if (!gathered.target) throw new Error(`${name} is due for ${subject}, which does not exist`);
  const fold = startFold(engine, tenant);
  const working = take(fold, resource, gathered.target);
  const refs = refsOf(fold, entry.needs, gathered.needed, working.doc, {});
  await realize(memory, fold, working, entry.decide({ ...surroundings(engine, fold), it: working.doc, about, refs }));
}
