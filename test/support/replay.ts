import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Statement } from '../../src/kernel/storage/database.js';
import type { Former } from './former.js';
import type { Client, TestService } from './service.js';

/** A sent statement, and the number of rows in its answer. */
type Call = { readonly text: number; readonly values: readonly Kept[]; readonly rows: number };

/** A value of a statement, as JSON can represent it. */
type Kept = string | number | boolean | null | { readonly base64: string } | { readonly date: string } | readonly Kept[];

/** A read through the API: its statement, and the ids in its answer. */
type Read = { readonly path: string; readonly call: Call; readonly ids: readonly string[] };

/**
 * The statements that a version of the program sent to its database for one account: the writes, and then the reads. They stand for a process of that
 * version where neither a release nor a history is available.
 */
export type Recording = {
  /** The values that differ for another account. */
  readonly own: { readonly account: string; readonly key: string; readonly key_ids: readonly string[] };
  readonly texts: readonly string[];
  readonly writes: readonly Call[];
  readonly reads: readonly Read[];
};

const fileOf = (schema: number): URL => new URL(`./former/schema-${String(schema).padStart(4, '0')}.json`, import.meta.url);

/** The recording of the program with this schema. */
export const recordingOf = (schema: number): Recording => JSON.parse(readFileSync(fileOf(schema), 'utf8'));

const reads = [
  '/v1/customers',
  '/v1/customers?email=jo@example.com',
  '/v1/customers/search?query=email:"jo@example.com"',
  '/v1/payment_intents',
  '/v1/payment_intents/search?query=metadata["order"]:"6735"',
  '/v1/payment_intents/search?query=status:"succeeded"',
  '/v1/charges',
  '/v1/refunds',
  '/v1/balance_transactions',
  '/v1/setup_intents',
  '/v1/webhook_endpoints',
  '/v1/events?limit=100',
];

/** The operations of an ordinary account. */
async function live(client: Client): Promise<void> {
  const { body: customer } = await client.post('/v1/customers', { email: 'jo@example.com', name: 'Jo', metadata: { order: '6735' } });
  await client.post(`/v1/customers/${customer.id}`, { name: 'Jo Doe' });
  await client.post('/v1/webhook_endpoints', { url: 'https://example.com/hooks', enabled_events: ['*'] });
  const pay = { amount: 2000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, metadata: { order: '6735' } };
  const headers = { 'idempotency-key': 'order 6735' };
  const { body: paid } = await client.post('/v1/payment_intents', { ...pay, customer: customer.id }, { headers });
  await client.post('/v1/payment_intents', { ...pay, payment_method: 'pm_card_chargeDeclined' });
  await client.post('/v1/refunds', { payment_intent: paid.id, amount: 500 });
  const { body: held } = await client.post('/v1/payment_intents', { ...pay, capture_method: 'manual' });
  await client.post(`/v1/payment_intents/${held.id}/capture`, { amount_to_capture: 1500 });
  await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa', customer: customer.id });
  const { body: gone } = await client.post('/v1/customers', { email: 'gone@example.com' });
  await client.del(`/v1/customers/${gone.id}`);
}

/** Records the statements of the present program, in place of the recording of its schema. To be run for a release. */
export async function record(service: TestService, schema: number): Promise<void> {
  const { database } = service.engine;
  const send = database.query;
  const texts = new Map<string, number>();
  const calls: Call[] = [];
  const query: typeof send = async <Row extends object>(statement: Statement) => {
    const rows = await send<Row>(statement);
    const text = texts.get(statement.text) ?? texts.size;
    texts.set(statement.text, text);
    calls.push({ text, values: statement.values.map(kept), rows: rows.length });
    return rows;
  };
  Object.assign(database, { query });
  const client = service.client();
  const { body: own } = await client.get('/v1/account');
  await live(client);
  const writes = calls.splice(0);
  const read: Read[] = [];
  for (const path of reads) {
    const { body } = await client.get(path);
    read.push({ path, call: calls.splice(0).at(-1) as Call, ids: idsOf(body) });
  }
  const keys = await send<{ id: string }>({ text: 'select id from keys where account_id = $1', values: [own.id] });
  const recording: Recording = {
    own: { account: own.id, key: client.key, key_ids: keys.map(({ id }) => id) },
    texts: [...texts.keys()],
    writes,
    reads: read,
  };
  writeFileSync(fileOf(schema), `${JSON.stringify(recording, null, 2)}\n`);
}

const idsOf = (body: { data: readonly { id: string }[] }): string[] => body.data.map(({ id }) => id);

/** An account that repeats the recorded one. */
export type Replayed = {
  readonly key: string;
  /** Sends the writes; reports answers with another number of rows. */
  write(): Promise<string[]>;
  /** Sends the reads, and reports the same; a path may list `more` objects than were recorded. */
  read(more?: Readonly<Record<string, number>>): Promise<string[]>;
};

/** The recorded account once more, with new ids and keys. */
export function replayed({ rows }: Pick<Former, 'rows'>, { own, texts, writes, reads }: Recording, number: number): Replayed {
  const another = (text: string): string => `${text.slice(0, -6)}${String(number).padStart(6, '0')}`;
  const key = another(own.key);
  const words = [own.account, ...own.key_ids].map((word): [string, string] => [word, another(word)]);
  const hashes = [own.key, own.key.replace('sk_', 'pk_')].map((word): [string, string] => [hashOf(word), hashOf(another(word))]);
  const said = (text: string): string => words.reduce((now, [from, to]) => now.replaceAll(from, to), text);
  const value = (it: Kept): unknown => {
    if (typeof it === 'string') return said(it);
    if (Array.isArray(it)) return it.map(value);
    if (it === null || typeof it !== 'object') return it;
    if ('date' in it) return new Date(it.date);
    const bytes = Buffer.from((it as { base64: string }).base64, 'base64').toString('latin1');
    return Buffer.from(
      hashes.reduce((now, [from, to]) => now.replaceAll(from, to), said(bytes)),
      'latin1',
    );
  };
  const send = async (call: Call, more = 0): Promise<string[]> => {
    const text = texts[call.text] ?? '';
    const { length } = await rows(text, ...call.values.map(value));
    return length === call.rows + more ? [] : [`${length} rows and not ${call.rows + more} of ${text}`];
  };
  return {
    key,
    write: async () => {
      const wrong: string[] = [];
      for (const call of writes) wrong.push(...(await send(call)));
      return wrong;
    },
    read: async (more = {}) => (await Promise.all(reads.map(({ path, call }) => send(call, more[path])))).flat(),
  };
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest().toString('latin1');

function kept(value: unknown): Kept {
  if (Buffer.isBuffer(value)) return { base64: value.toString('base64') };
  if (value instanceof Date) return { date: value.toISOString() };
  if (typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? value.map(kept) : (value as Kept);
}
