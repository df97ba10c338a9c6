import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../src/kernel/ledger/balances.js';
import { type Acquired, pay, startAcquired } from '../../support/acquired.js';
import type { Fault } from '../../support/acquirer.js';
import type { Answer, Client } from '../../support/service.js';
import { rowsOf } from '../../support/services.js';

const payments = 300;
const at_once = 12;

/** The fault of an exchange whose number between 0 and 1 is below the limit. */
const faults: readonly (readonly [Fault, number])[] = [
  ['cut', 0.12],
  ['hold', 0.2],
  ['garbage', 0.28],
  ['busy', 0.4],
];

function anyFault(): Fault {
  const drawn = Math.random();
  return faults.find(([, limit]) => drawn < limit)?.[0] ?? 'none';
}

/** Notifications of acquirers get lost before they arrive, or arrive and seem lost. */
const anyLoss = (): Fault => (['busy', 'cut', 'none'] as const)[Math.floor(Math.random() * 3)] ?? 'none';

let it: Acquired;
beforeAll(async () => {
  const environment = { FLORIN_TIME_SCALE: '0.01' };
  it = await startAcquired(['first', 'second'], { environment, answer_deadline_ms: 200, notification: anyLoss });
});
afterAll(() => it.stop());

const kinds: readonly { amount: number; held?: 'capture' | 'cancel' }[] = [
  { amount: 1000 },
  { amount: 1001 },
  { amount: 1002 },
  { amount: 1003 },
  { amount: 2000, held: 'capture' },
  { amount: 3000, held: 'cancel' },
];

/** One payment with all its steps: the payer takes the required step, the merchant captures or cancels. */
async function shop(client: Client, place: number): Promise<string> {
  const { amount, held } = kinds[place % kinds.length] as (typeof kinds)[number];
  const { body } = await pay(client, amount, held ? { capture_method: 'manual' } : {});
  const id = (body.error ? body.error.payment_intent : body).id;
  const reached = await resting(client, id, (status, waits) => status !== 'processing' || waits);
  if (isOpen(reached.status)) await payer(client, id);
  if (held && reached.status === 'requires_capture') await client.post(`/v1/payment_intents/${id}/${held}`);
  return id;
}

const isOpen = (status: string): boolean => status === 'processing' || status === 'requires_action';

/** The payer decides on the page of the acquirer that has the payment, and reloads it until the shop knows. */
async function payer(client: Client, id: string): Promise<void> {
  const pages = Object.values(it.wires).flatMap(({ line, acquirer }) =>
    line.passed
      .filter(({ body, fault }) => fault !== 'busy' && body.includes(id))
      .map(({ body }) => `${acquirer.url}/pay/${JSON.parse(body).attempt}`),
  );
  const refuses = Math.random() < 0.3 ? '/refuse' : '';
  await it.service.until(async () => {
    await fetch(`${pages[0]}${refuses}`, { redirect: 'manual' });
    return !isOpen((await client.get(`/v1/payment_intents/${id}`)).body.status);
  });
}

const resting = (client: Client, id: string, rests: (status: string, waits: boolean) => boolean): Promise<Answer['body']> =>
  it.service.until(async () => {
    for (const { line } of Object.values(it.wires)) line.release();
    const { body } = await client.get(`/v1/payment_intents/${id}`);
    return rests(body.status, body.processing !== null) && body;
  });

test(`${payments} payments by acquirers that answer late, twice, in part or not at all are all settled, and none wrongly`, async () => {
  for (const wire of Object.values(it.wires)) wire.fault = anyFault;
  const client = it.service.client();
  const ids: string[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: at_once }, async () => {
      while (next < payments) ids.push(await shop(client, next++));
    }),
  );
  const outcomes = await Promise.all(ids.map((id) => resting(client, id, (status) => !isOpen(status))));
  await it.service.until(async () => (await rowsOf(it.service, `select from jobs where queue = 'ask'`)).length === 0);
  const books = await Promise.all(ids.map((id) => it.booked(id)));
  const found = outcomes.map(({ status, amount_received }, place) => ({
    status,
    received: amount_received,
    entries: (books[place] ?? []).filter(({ held, taken }) => held + taken > 0).map(({ held, taken }) => ({ held, taken })),
  }));
  const right = outcomes.map(({ status, amount }) => ({
    status,
    received: status === 'succeeded' ? amount : 0,
    entries: status === 'succeeded' ? [{ held: 0, taken: amount }] : [],
  }));
  expect(found).toEqual(right);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['succeeded', 'requires_payment_method', 'canceled']));
  const happened = new Set(Object.values(it.wires).flatMap(({ line }) => line.passed.map(({ fault }) => fault)));
  expect(happened).toEqual(new Set(['none', ...faults.map(([fault]) => fault)]));
  expect(await audit(it.service.engine.database)).toEqual([]);
});
