import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { presenter } from '../../src/api/present/expand.js';
import type { Caller, Engine } from '../../src/kernel/engine/engine.js';
import type { Database } from '../../src/kernel/storage/database.js';
import { sandbox } from '../../src/processors/sandbox/sandbox.js';
import { readConfig } from '../../src/service/config.js';
import { alone, makeEngine } from '../../src/service/wiring/engine.js';
import { type MemoryStore, memoryStore } from './memory-store.js';

/** The only account of an engine in memory, which calls it with a secret key. */
export const owner: Caller = {
  account: 'acct_1_test',
  account_id: 'acct_1',
  livemode: false,
  clock_offset_ms: 0,
  id_offset_ms: 0,
  epoch: 0,
  kind: 'secret',
  key_id: 'key_1',
  permissions: [],
};

const parts = {
  config: readConfig({}),
  // No connection is ever made.
  database_url: 'postgresql://nowhere/none',
  key_ring: [{ id: 'k1', key: Buffer.alloc(32, 7) }],
  public_url: () => 'https://pay.example.com',
  world: { now_ms: () => 0, random: randomBytes, log: pino({ level: 'silent' }) },
};
const shared = makeEngine(parts, { ...alone, processorsFor: () => [sandbox] });

const unanswerable = async (what: unknown): Promise<never> => {
  throw new Error(`Without a database there is no answer to ${JSON.stringify(what)}`);
};

/** No account's clock is ever ahead of the service's, because the service's own is moved; no other query uses SQL. */
const database: Database = {
  ...shared.database,
  query: (statement) => (statement.text.includes(' from clocks ') ? Promise.resolve([]) : unanswerable(statement.text)),
  transaction: () => unanswerable('a transaction'),
};

/** The engine of the service with its catalogue and the sandbox, but on a store in memory and on a clock of the test. */
export function engineInMemory(now_ms: () => number): { readonly engine: Engine; readonly memory: MemoryStore } {
  const memory = memoryStore();
  const { load, store } = memory;
  const render = { ...shared.render, object: presenter(shared.index, load, unanswerable) };
  return { engine: { ...shared, database, load, store, render, now_ms, moved_clocks: new Map() }, memory };
}
