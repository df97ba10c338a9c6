import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { circleIn, counted, type Operation } from '../support/history.js';
import { made } from '../support/populate.js';
import type { Client } from '../support/service.js';
import { type Installation, startInstallation } from '../support/services.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off', FLORIN_GROUP_COMMIT_MIN: '1' });
});
afterAll(() => installation.stop());

const writers = 12;
const writes_each = 15;
const readers = 4;

/** Versions of a customer's balance by its transactions: each continues from the earlier one. */
async function versionsOf(client: Client, customer: string): Promise<readonly number[]> {
  const { body } = await client.get(`/v1/customers/${customer}/balance_transactions`, { limit: 100 });
  expect(body.has_more).toBe(false);
  const by_start = new Map<number, number>(
    body.data.map(({ amount, ending_balance }: { amount: number; ending_balance: number }) => [ending_balance - amount, ending_balance]),
  );
  expect(by_start.size).toBe(body.data.length);
  const versions = [0];
  for (let next = by_start.get(0); next !== undefined; next = by_start.get(next)) versions.push(next);
  expect(versions.length).toBe(body.data.length + 1);
  return versions;
}

/** Changes a customer's balance. A machine that is overloaded answers 503; the same request is then sent again, as merchants do. */
async function writtenTo(client: Client, customer: string, amount: number, name: string): Promise<{ readonly ending_balance: number }> {
  for (;;) {
    const path = `/v1/customers/${customer}/balance_transactions`;
    const { status, body } = await client.post(path, { amount, currency: 'usd' }, { headers: { 'idempotency-key': name } });
    if (status === 503) continue;
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }
}

test('a recorded history of writers and readers at two processes has no circle, and nothing acknowledged is missing', async () => {
  const key = 'sk_test_history_of_balances';
  const clients = installation.services.map((service) => service.client(key));
  const clientAt = (place: number): Client => clients[place % clients.length] as Client;
  const customers: string[] = [];
  for (const name of ['a', 'b', 'c']) customers.push((await made(clientAt(0), '/v1/customers', { name })).id);
  const moment = counted();
  const history: Operation[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; turn < writes_each; turn++) {
      const wrote = customers[(writer + turn) % customers.length] ?? '';
      const name = `${writer}.${turn}`;
      const sent = moment();
      const { ending_balance: version } = await writtenTo(clientAt(writer), wrote, writer + 1, name);
      history.push({ name, sent, answered: moment(), wrote, version });
    }
  };
  let is_over = false;
  const read = async (reader: number): Promise<void> => {
    for (let turn = 0; !is_over; turn++) {
      const sent = moment();
      const { status, body } = await clientAt(reader + turn).get('/v1/customers', { limit: 3 });
      if (status === 503) continue;
      const saw = new Map<string, number>(body.data.map(({ id, balance }: { id: string; balance: number }) => [id, balance]));
      history.push({ name: `read ${reader}.${turn}`, sent, answered: moment(), saw });
    }
  };
  const reading = Array.from({ length: readers }, (_, reader) => read(reader));
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  is_over = true;
  await Promise.all(reading);
  const order = new Map<string, readonly number[]>();
  for (const customer of customers) order.set(customer, await versionsOf(clientAt(0), customer));
  const written = history.filter((each) => 'wrote' in each);
  expect(written.filter((each) => 'wrote' in each && !order.get(each.wrote)?.includes(each.version))).toEqual([]);
  expect([...order.values()].flat().length).toBe(written.length + customers.length);
  expect(history.length).toBeGreaterThan(writers * writes_each);
  expect(circleIn(history, order)).toBe(null);
});

describe('the search for circles finds', () => {
  const order = new Map([
    ['a', [0, 1, 2]],
    ['b', [0, 1]],
  ]);
  const at = { sent: 1, answered: 9 };
  const write_a: Operation = { name: 'write a', ...at, wrote: 'a', version: 1 };
  const write_b: Operation = { name: 'write b', ...at, wrote: 'b', version: 1 };
  const seeing = (name: string, a: number, b: number, when = at): Operation => ({
    name,
    ...when,
    saw: new Map([
      ['a', a],
      ['b', b],
    ]),
  });

  test('two readers who saw two writes in opposite orders', () => {
    expect(circleIn([write_a, write_b, seeing('one', 1, 0), seeing('other', 0, 1)], order)).not.toBe(null);
  });

  test('a reader who was answered later and saw less', () => {
    expect(
      circleIn([write_a, seeing('first', 1, 0, { sent: 1, answered: 2 }), seeing('then', 0, 0, { sent: 3, answered: 4 })], order),
    ).not.toBe(null);
  });

  test('a write that replaced another one sent after its answer', () => {
    const late: Operation = { name: 'late', sent: 3, answered: 4, wrote: 'a', version: 1 };
    expect(circleIn([late, { name: 'early', sent: 1, answered: 2, wrote: 'a', version: 2 }], order)).not.toBe(null);
  });

  test('nothing where an order explains the reads', () => {
    expect(circleIn([write_a, write_b, seeing('one', 1, 0), seeing('other', 1, 1)], order)).toBe(null);
  });
});
