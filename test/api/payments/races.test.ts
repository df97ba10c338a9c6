import { describe, expect, test } from 'vitest';
import {
  act,
  balanceOf,
  chargeNow,
  held,
  intentNow,
  intentWith,
  paid,
  pay,
  payerDoes,
  refusal,
  successfulCharges,
  sumOfTransactions,
  told,
  waiting,
} from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, type Road, roads } from '../../support/roads.js';
import type { Answer, Client } from '../../support/service.js';

const both = onBothRoads();

/** The same sandbox at several processes. */
type Doors = readonly Client[];

/** One process, or two that share the database and use different write paths. */
const houses: Readonly<Record<string, (client: Client) => Doors>> = {
  'at one process that takes one write': ({ key }) => [both.service('in one write').client(key)],
  'at one process that takes two writes': ({ key }) => [both.service('in two writes').client(key)],
  'at two processes': ({ key }) => roads.map((road: Road) => both.service(road).client(key)),
};

/** Runs all calls at once, spread over the processes. */
const atOnce = <T>(doors: Doors, works: readonly ((client: Client) => Promise<T>)[]): Promise<T[]> =>
  Promise.all(works.map((work, place) => work(doors[place % doors.length] as Client)));

const times = <T>(count: number, work: (place: number) => T): T[] => Array.from({ length: count }, (_, place) => work(place));

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

const rounds = 5;

describe.each(Object.entries(houses))('%s', (_, doorsOf) => {
  /** A sandbox and its callers at each process. */
  const open = (): { client: Client; doors: Doors } => {
    const client = both.client('in one write');
    return { client, doors: doorsOf(client) };
  };

  test('three different keys race one confirm: one pays, and exactly one charge succeeds', async () => {
    const { client, doors } = open();
    for (let round = 0; round < rounds; round++) {
      const intent = await intentWith(client);
      const confirm = (place: number) => (door: Client) =>
        door.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa' }, keyed(`${intent.id} ${place}`));
      const answers = await atOnce(doors, times(3, confirm));
      expect(statuses(answers)).toEqual([200, 400, 400]);
      expect(answers.filter(({ status }) => status === 400).map(refusal)).toEqual(Array(2).fill([400, 'payment_intent_unexpected_state']));
      expect(await successfulCharges(client, intent)).toHaveLength(1);
      expect(await intentNow(client, intent)).toMatchObject({ status: 'succeeded', amount_received: 2000 });
    }
    expect(await sumOfTransactions(client)).toBe(rounds * 1912);
    expect(await balanceOf(client)).toEqual({ pending: rounds * 1912, available: 0 });
    expect((await told(client)).filter(([type]) => type === 'charge.succeeded')).toHaveLength(rounds);
  });

  test('different cards race one confirm: one of them pays at most, and declines are recorded', async () => {
    const { client, doors } = open();
    const cards = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_threeDSecure2Required', 'pm_card_mastercard'];
    for (let round = 0; round < rounds; round++) {
      const intent = await intentWith(client);
      await atOnce(
        doors,
        cards.map((payment_method) => (door: Client) => act(door, intent, 'confirm', { payment_method })),
      );
      const now = await intentNow(client, intent);
      const charges = await successfulCharges(client, intent);
      expect(charges).toHaveLength(now.status === 'succeeded' ? 1 : 0);
      expect(now.amount_received).toBe(charges.length * 2000);
      if (charges.length) expect(now.latest_charge).toBe(charges[0].id);
    }
  });

  test('a double click with one key makes one payment, and both clicks get the same answer', async () => {
    const { client, doors } = open();
    for (let round = 0; round < rounds; round++) {
      const click = (door: Client): Promise<Answer> =>
        pay(door, { confirm: true, payment_method: 'pm_card_visa' }, keyed(`click ${round}`));
      const answers = await atOnce(
        doors,
        times(2, () => click),
      );
      const told_apart = answers.filter(({ status }) => status === 409);
      // The second click may meet the first one while it runs; the third finds it done.
      expect(told_apart.map(({ body }) => body.error.code)).toEqual(told_apart.map(() => 'idempotency_key_in_use'));
      const done = await click(doors[0] as Client);
      for (const { status, text } of [...answers.filter((each) => !told_apart.includes(each)), done])
        expect([status, text]).toEqual([200, done.text]);
    }
    expect((await client.get('/v1/charges')).body.data).toHaveLength(rounds);
    expect((await client.get('/v1/payment_intents')).body.data).toHaveLength(rounds);
  });

  test('a double click on a card that is declined is declined once', async () => {
    const { client, doors } = open();
    const click = (door: Client): Promise<Answer> =>
      pay(door, { confirm: true, payment_method: 'pm_card_chargeDeclined' }, keyed('declined'));
    const answers = await atOnce(
      doors,
      times(4, () => click),
    );
    for (const { status } of answers) expect([402, 409]).toContain(status);
    expect((await click(doors[0] as Client)).status).toBe(402);
    expect((await client.get('/v1/charges')).body.data).toHaveLength(1);
  });

  test('capture races cancel: the money is captured or voided, and never both', async () => {
    const { client, doors } = open();
    let taken = 0;
    for (let round = 0; round < rounds * 2; round++) {
      const intent = await held(client);
      const verbs = round % 2 ? (['capture', 'cancel'] as const) : (['cancel', 'capture'] as const);
      const answers = await atOnce(
        doors,
        verbs.map((verb) => (door: Client) => act(door, intent, verb)),
      );
      expect(statuses(answers)).toEqual([200, 400]);
      const now = await intentNow(client, intent);
      const charge = await chargeNow(client, intent.latest_charge);
      const captured = now.status === 'succeeded';
      expect([now.status, charge.captured, charge.refunded, now.amount_received, now.amount_capturable]).toEqual(
        captured ? ['succeeded', true, false, 2000, 0] : ['canceled', false, true, 0, 0],
      );
      taken += captured ? 1 : 0;
    }
    expect(await sumOfTransactions(client)).toBe(taken * 1912);
  });

  test('ten captures race: one captures the money, with its own amount', async () => {
    const { client, doors } = open();
    const intent = await held(client);
    const capture = (place: number) => (door: Client) => act(door, intent, 'capture', { amount_to_capture: 100 + place });
    const answers = await atOnce(doors, times(10, capture));
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect([others, statuses(answers)]).toEqual([[], [200, ...Array(9).fill(400)]]);
    expect(await chargeNow(client, intent.latest_charge)).toMatchObject({
      amount_captured: won?.body.amount_received,
      amount_refunded: 2000 - won?.body.amount_received,
    });
    expect((await client.get('/v1/balance_transactions')).body.data).toHaveLength(1);
  });

  test('ten captures of a charge without an intent race: the money is captured once', async () => {
    const { client, doors } = open();
    const { body } = await client.post('/v1/charges', { amount: 2000, currency: 'usd', source: 'tok_visa', capture: false });
    const answers = await atOnce(
      doors,
      times(10, () => (door: Client) => door.post(`/v1/charges/${body.id}/capture`, { amount: 700 })),
    );
    for (const { status } of answers) expect([200, 400]).toContain(status);
    expect(await chargeNow(client, body.id)).toMatchObject({ captured: true, amount_captured: 700, amount_refunded: 1300 });
    expect((await client.get('/v1/balance_transactions')).body.data).toHaveLength(1);
  });

  test('captures of different amounts of a charge race: one amount is captured, and only its request succeeds', async () => {
    const { client, doors } = open();
    for (let round = 0; round < rounds; round++) {
      const { body } = await client.post('/v1/charges', { amount: 2000, currency: 'usd', source: 'tok_visa', capture: false });
      const capture = (place: number) => (door: Client) => door.post(`/v1/charges/${body.id}/capture`, { amount: 100 + place });
      const answers = await atOnce(doors, times(4, capture));
      expect(statuses(answers)).toEqual([200, 400, 400, 400]);
      const [won] = answers.filter(({ status }) => status === 200);
      expect((await chargeNow(client, body.id)).amount_captured).toBe(won?.body.amount_captured);
      expect(answers.filter(({ status }) => status === 400).map(refusal)).toEqual(Array(3).fill([400, 'charge_already_captured']));
    }
    expect((await client.get('/v1/balance_transactions')).body.data).toHaveLength(rounds);
  });

  test('the payer authenticates while the shop cancels: it is paid or canceled, and never both', async () => {
    const { client, doors } = open();
    for (let round = 0; round < rounds; round++) {
      const intent = await waiting(client);
      await atOnce(doors, [(door: Client) => payerDoes(door, intent, 'succeed'), (door: Client) => act(door, intent, 'cancel')]);
      const now = await intentNow(client, intent);
      const charges = await successfulCharges(client, intent);
      expect([now.status, charges.length]).toEqual(now.status === 'succeeded' ? ['succeeded', 1] : ['canceled', 0]);
    }
  });

  test('the payer finishes twice, succeeding and failing: the first result stands', async () => {
    const { client, doors } = open();
    for (let round = 0; round < rounds; round++) {
      const intent = await waiting(client);
      const answers = await atOnce(
        doors,
        ['succeed', 'fail', 'succeed'].map((outcome) => (door: Client) => payerDoes(door, intent, outcome)),
      );
      expect(statuses(answers)).toEqual([200, 400, 400]);
      const charges = (await client.get('/v1/charges', { payment_intent: intent.id })).body.data;
      expect(charges).toHaveLength(1);
      const { status } = await intentNow(client, intent);
      expect([status, charges[0].status]).toEqual(charges[0].paid ? ['succeeded', 'succeeded'] : ['requires_payment_method', 'failed']);
    }
  });

  test('description updates race a confirm: all of them apply, and none is lost', async () => {
    const { client, doors } = open();
    const intent = await intentWith(client, { payment_method: 'pm_card_visa' });
    const works = [
      (door: Client) => act(door, intent, 'confirm'),
      ...times(6, (place) => (door: Client) => door.post(`/v1/payment_intents/${intent.id}`, { metadata: { [`key${place}`]: 'yes' } })),
    ];
    const answers = await atOnce(doors, works);
    expect(statuses(answers)).toEqual(Array(7).fill(200));
    const now = await intentNow(client, intent);
    expect([now.status, Object.keys(now.metadata).sort()]).toEqual(['succeeded', times(6, (place) => `key${place}`)]);
    expect(await successfulCharges(client, intent)).toHaveLength(1);
  });

  test('forty concurrent payments are forty payments', async () => {
    const { client, doors } = open();
    const answers = await atOnce(
      doors,
      times(40, () => (door: Client) => paid(door, { amount: 1000 })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(40);
    const { pending } = await balanceOf(client);
    expect([pending, await sumOfTransactions(client)]).toEqual([40 * 941, 40 * 941]);
  });
});

expectSoundBooks(both);
