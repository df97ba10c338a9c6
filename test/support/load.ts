import { expect } from 'vitest';
import { type Answer, type Client, card, clientOf } from './service.js';

/** An operation that must happen once, despite interruptions. */
export type Operation = { readonly key: string; readonly path: string; readonly params: object; answer: Answer | null };

/** Callers that never give up: each operation has one idempotency key and is sent until it is answered. */
export type Load = {
  readonly operations: readonly Operation[];
  readonly answered: () => number;
  /** The number of requests without a final answer: refused for now, or without a connection. */
  readonly interrupted: () => number;
  /** The number of requested and of answered payments. */
  readonly payments: () => number;
  /** Sends operations, `callers` at a time, until `isEnough`. */
  run(callers: number, isEnough: () => boolean): Promise<void>;
  /** Sends operations without an answer once more; true when everything has one. */
  settle(): Promise<boolean>;
};

/** Refusals that depend on state are answers too, stored under the key like a success. */
const final = new Set([200, 400, 402]);
/** Statuses that ask a caller to retry. */
const passing = new Set([409, 503]);

/** Mixed traffic of one sandbox: payments of every kind, their captures, refunds and disputes, top-ups and payouts. */
export function startLoad(secret_key: string, url: () => Promise<string>): Load {
  const operations: Operation[] = [];
  const answers = (): number => operations.filter(({ answer }) => answer).length;
  let interrupted = 0;
  const send = async (operation: Operation): Promise<void> => {
    const client = clientOf(await url(), secret_key);
    const headers = { 'idempotency-key': operation.key };
    const answer = await client.post(operation.path, operation.params as Record<string, unknown>, { headers }).catch(() => null);
    if (!answer || passing.has(answer.status)) {
      interrupted += 1;
      return;
    }
    if (!final.has(answer.status)) throw new Error(`${operation.path} was answered ${answer.status}: ${answer.text}`);
    operation.answer = answer;
  };
  const caller = async (isEnough: () => boolean): Promise<void> => {
    while (!isEnough()) {
      const operation = next(operations);
      operations.push(operation);
      await send(operation);
      if (!operation.answer) await send(operation);
    }
  };
  return {
    operations,
    answered: answers,
    interrupted: () => interrupted,
    payments: () => operations.filter(({ path, answer }) => path === intents && answer).length,
    run: async (callers, isEnough) => void (await Promise.all(Array.from({ length: callers }, () => caller(isEnough)))),
    settle: async () => {
      for (const operation of operations) if (!operation.answer) await send(operation);
      return answers() === operations.length;
    },
  };
}

type Asked = Pick<Operation, 'path' | 'params'>;
type Kind = (metadata: object, place: number, done: readonly Operation[]) => Asked;

const intents = '/v1/payment_intents';

const payment =
  (params: object): Kind =>
  (metadata) => ({ path: intents, params: { amount: 2000, currency: 'usd', confirm: true, metadata, ...params } });

/** An earlier answered payment in that state according to its answer: another one each time. */
function earlier(done: readonly Operation[], place: number, status: string): Document | null {
  const found = done.filter(({ path, answer }) => path === intents && answer?.body?.status === status);
  return found[(place * 7) % Math.max(found.length, 1)]?.answer?.body ?? null;
}

const declined: Kind = payment({ payment_method: 'pm_card_chargeDeclined' });

/** Runs an operation on an earlier payment; without one it creates another payment. */
const following =
  (status: string, asked: (payment: Document, metadata: object) => Asked): Kind =>
  (metadata, place, done) => {
    const found = earlier(done, place, status);
    return found ? asked(found, metadata) : declined(metadata, place, done);
  };

const kinds: readonly Kind[] = [
  payment({ payment_method: 'pm_card_visa' }),
  payment({ payment_method: 'pm_card_bypassPending' }),
  payment({ payment_method: 'pm_card_visa', capture_method: 'manual' }),
  payment({ payment_method: 'pm_card_threeDSecure2Required' }),
  payment({ payment_method: 'pm_card_refundFail' }),
  following('requires_capture', ({ id }) => ({ path: `${intents}/${id}/capture`, params: { amount_to_capture: 1500 } })),
  following('requires_capture', ({ id }) => ({ path: `${intents}/${id}/cancel`, params: {} })),
  following('requires_action', ({ id }) => ({
    path: `/v1/test_helpers/payment_intents/${id}/next_action`,
    params: { outcome: 'succeed' },
  })),
  following('succeeded', ({ id }, metadata) => ({ path: '/v1/refunds', params: { payment_intent: id, amount: 700, metadata } })),
  following('succeeded', ({ latest_charge }) => ({ path: '/v1/test_helpers/disputes', params: { charge: latest_charge, amount: 300 } })),
  payment({ payment_method: 'pm_card_visa' }),
  declined,
  payment({ payment_method: 'pm_card_createDispute' }),
  (metadata) => ({ path: '/v1/setup_intents', params: { confirm: true, payment_method_data: card(), metadata } }),
  (metadata) => ({ path: '/v1/test_helpers/top_ups', params: { amount: 1000, currency: 'usd', metadata } }),
  (metadata, place) => ({ path: '/v1/payouts', params: { amount: 1 + (place % 900), currency: 'usd', metadata } }),
  (metadata) => ({ path: '/v1/setup_intents', params: { confirm: true, payment_method_data: card('4000000000000002'), metadata } }),
  (metadata) => ({ path: '/v1/customers', params: { name: 'Jo', metadata } }),
];

function next(done: readonly Operation[]): Operation {
  const place = done.length;
  const key = `operation-${place}`;
  const kind = kinds[place % kinds.length] as Kind;
  return { key, ...kind({ mark: key }, place, done), answer: null };
}

// biome-ignore lint/suspicious/noExplicitAny: documents of every kind.
type Document = any;

/** The kind of object that a marked request creates, and its list. */
const lists = {
  '/v1/payment_intents': '',
  '/v1/refunds': '',
  '/v1/setup_intents': '',
  '/v1/test_helpers/top_ups': '/v1/topups',
  '/v1/payouts': '',
  '/v1/customers': '',
} as const;

/** All of a list, newest first. */
export async function all(client: Client, path: string): Promise<Document[]> {
  const found: Document[] = [];
  for (;;) {
    const cursor = found.length ? { starting_after: found.at(-1).id } : {};
    const { body } = await client.get(path, { limit: 100, ...cursor });
    found.push(...body.data);
    if (!body.has_more) return found;
  }
}

/** Nothing acknowledged is lost, nothing happened twice, and every key repeats its first answer. */
export async function expectOnceEach(client: Client, operations: readonly Operation[]): Promise<void> {
  for (const [path, listed] of Object.entries(lists)) {
    const documents = await all(client, listed || path);
    const marks = documents.map(({ metadata }) => metadata.mark as string).sort();
    const done = operations.filter((each) => each.path === path && each.answer?.status !== 400);
    expect(marks).toEqual(done.map(({ key }) => key).sort());
    const ids = new Map(documents.map(({ id, metadata }) => [metadata.mark, id]));
    for (const { key, answer } of done) expect(idIn(answer)).toBe(ids.get(key));
  }
  for (const { key, path, params, answer } of operations) {
    const again = await client.post(path, params as Record<string, unknown>, { headers: { 'idempotency-key': key } });
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([answer?.status, 'true', answer?.text]);
  }
}

const idIn = (answer: Answer | null): string => {
  const { id, error } = answer?.body ?? {};
  return id ?? (error.setup_intent ?? error.payment_intent).id;
};

/** The sum of balance transactions is the balance, and every payout has arrived. */
export async function expectBalanced(client: Client): Promise<void> {
  const { body } = await client.get('/v1/balance');
  const [payouts, transactions] = await Promise.all(['/v1/payouts', '/v1/balance_transactions'].map((path) => all(client, path)));
  const sum = (status: string): number => (transactions ?? []).reduce((total, each) => total + (each.status === status ? each.net : 0), 0);
  expect([body.available[0].amount, body.pending[0].amount]).toEqual([sum('available'), sum('pending')]);
  expect((payouts ?? []).map(({ status }) => status).filter((status) => status !== 'paid')).toEqual([]);
}

const in_the_end = new Set(['requires_payment_method', 'requires_action', 'succeeded', 'canceled']);

/** No payment is charged twice, none is unknown, and every outcome has one event. */
export async function expectChargedOnce(client: Client): Promise<void> {
  const [payments = [], charges = [], events = []] = await Promise.all(
    [intents, '/v1/charges', '/v1/events'].map((path) => all(client, path)),
  );
  const took = tally(charges.filter(({ status }) => status === 'succeeded').map(({ payment_intent }) => payment_intent));
  for (const { id, status } of payments) {
    expect(took.get(id) ?? 0, id).toBe(status === 'succeeded' ? 1 : Math.min(took.get(id) ?? 0, 1));
    expect(in_the_end.has(status), `${id} is ${status}`).toBe(true);
  }
  const counts = tally(events.map(({ type, data }) => `${type} ${data.object.id}`));
  for (const { object, id, status } of [...payments, ...charges])
    if (['succeeded', 'canceled', 'failed'].includes(status)) expect(counts.get(`${object}.${status} ${id}`), `${id} ${status}`).toBe(1);
}

/** The number of occurrences of each name. */
function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
