import { expect } from 'vitest';
import { type Answer, type Client, card, clientOf } from './service.js';

/** Something that is to happen once, whatever happens. */
type Operation = { readonly key: string; readonly path: string; readonly params: object; answer: Answer | null };

/** Callers that never give up: each operation has one idempotency key and is sent until it is answered. */
export type Load = {
  readonly operations: readonly Operation[];
  readonly answered: () => number;
  /** Sends operations, `callers` at a time, until `isEnough`. */
  run(callers: number, isEnough: () => boolean): Promise<void>;
  /** Sends once more what has no answer; true when everything has one. */
  settle(): Promise<boolean>;
};

/** Refusals that depend on state are answers too, kept under the key like a success. */
const final = new Set([200, 400, 402]);
/** What tells a caller to come again. */
const passing = new Set([409, 503]);

/** Mixed traffic of one sandbox: cards saved and declined, funds put in and paid out. */
export function startLoad(secret_key: string, url: () => Promise<string>): Load {
  const operations: Operation[] = [];
  const answers = (): number => operations.filter(({ answer }) => answer).length;
  const send = async (operation: Operation): Promise<void> => {
    const client = clientOf(await url(), secret_key);
    const headers = { 'idempotency-key': operation.key };
    const answer = await client.post(operation.path, operation.params as Record<string, unknown>, { headers }).catch(() => null);
    if (!answer || passing.has(answer.status)) return;
    if (!final.has(answer.status)) throw new Error(`${operation.path} was answered ${answer.status}: ${answer.text}`);
    operation.answer = answer;
  };
  const caller = async (isEnough: () => boolean): Promise<void> => {
    while (!isEnough()) {
      const operation = next(operations.length);
      operations.push(operation);
      await send(operation);
      if (!operation.answer) await send(operation);
    }
  };
  return {
    operations,
    answered: answers,
    run: async (callers, isEnough) => void (await Promise.all(Array.from({ length: callers }, () => caller(isEnough)))),
    settle: async () => {
      for (const operation of operations) if (!operation.answer) await send(operation);
      return answers() === operations.length;
    },
  };
}

const kinds: readonly ((metadata: object, place: number) => Pick<Operation, 'path' | 'params'>)[] = [
  (metadata) => ({ path: '/v1/setup_intents', params: { confirm: true, payment_method_data: card(), metadata } }),
  (metadata) => ({ path: '/v1/test_helpers/top_ups', params: { amount: 1000, currency: 'usd', metadata } }),
  (metadata, place) => ({ path: '/v1/payouts', params: { amount: 1 + (place % 900), currency: 'usd', metadata } }),
  (metadata) => ({ path: '/v1/setup_intents', params: { confirm: true, payment_method_data: card('4000000000000002'), metadata } }),
  (metadata) => ({ path: '/v1/customers', params: { name: 'Jo', metadata } }),
];

function next(place: number): Operation {
  const key = `operation-${place}`;
  const kind = kinds[place % kinds.length] as (typeof kinds)[number];
  return { key, ...kind({ mark: key }, place), answer: null };
}

// biome-ignore lint/suspicious/noExplicitAny: documents of every kind.
type Document = any;

const lists = { '/v1/setup_intents': '', '/v1/test_helpers/top_ups': '/v1/topups', '/v1/payouts': '', '/v1/customers': '' } as const;

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

/** Nothing acknowledged is lost, nothing happened twice, and every key answers as it first did. */
export async function expectOnceEach(client: Client, operations: readonly Operation[]): Promise<void> {
  for (const [path, listed] of Object.entries(lists)) {
    const documents = await all(client, listed || path);
    const marks = documents.map(({ metadata }) => metadata.mark as string).sort();
    const done = operations.filter((each) => each.path === path && each.answer?.status !== 400);
    expect(marks).toEqual(done.map(({ key }) => key).sort());
    const ids = new Map(documents.map(({ id, metadata }) => [metadata.mark, id]));
    for (const { key, answer } of done) expect(answer?.body.id ?? answer?.body.error.setup_intent.id).toBe(ids.get(key));
  }
  for (const { key, path, params, answer } of operations) {
    const again = await client.post(path, params as Record<string, unknown>, { headers: { 'idempotency-key': key } });
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([answer?.status, 'true', answer?.text]);
  }
}

/** What the answers add up to is what the balance says. */
export async function expectBalanced(client: Client): Promise<void> {
  const sum = (documents: Document[]): number => documents.reduce((total, { amount }) => total + amount, 0);
  const { body } = await client.get('/v1/balance');
  const [topups, payouts, transactions] = await Promise.all(
    ['/v1/topups', '/v1/payouts', '/v1/balance_transactions'].map((path) => all(client, path)),
  );
  expect(body.available[0].amount).toBe(sum(topups ?? []) - sum(payouts ?? []));
  expect(body.available[0].amount).toBe(sum(transactions ?? []));
  expect((payouts ?? []).map(({ status }) => status).filter((status) => status !== 'paid')).toEqual([]);
}
