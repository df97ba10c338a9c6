import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Failpoint, failpoints } from '../src/kernel/base/failpoint.js';
import { audit } from '../src/kernel/ledger/balances.js';
import { count, sampled } from './support/campaign.js';
import { atRest, type Effect, hits, type Interrupted, interrupted, type Picture, pictureOf, release } from './support/interruptions.js';
import { moveClockTo } from './support/merchant.js';
import { movesClock, type Operation, operations } from './support/money-operations.js';
import { startReceiver } from './support/receiver.js';
import { type Road, roads } from './support/roads.js';
import { type Answer, type Client, clientOf, type TestService } from './support/service.js';
import { type Installation, rowsOf, startInstallation } from './support/services.js';

/** `sound` is never interrupted; each of the others is, on its own write path. None of them runs jobs: a later process does. */
let installation: Installation;
let sound: TestService;
const broken = new Map<Road, { readonly service: TestService; readonly by: Interrupted }>();

beforeAll(async () => {
  const idle = { FLORIN_WORKER: 'off' };
  installation = await startInstallation(idle, { ...idle, FLORIN_ONE_WRITE: 'on' }, { ...idle, FLORIN_ONE_WRITE: 'off' });
  const [first, ...others] = installation.services as [TestService, TestService, TestService];
  sound = first;
  for (const [place, road] of roads.entries()) {
    const service = others[place] as TestService;
    broken.set(road, { service, by: interrupted(service) });
  }
  for (const [name, operation] of Object.entries(operations)) pictures.set(name, await undisturbed(operation));
}, 120_000);
afterAll(() => installation.stop());

/** The result of each operation without an interruption. */
const pictures = new Map<string, Picture>();

async function undisturbed(operation: Operation): Promise<Picture> {
  const client = sound.client();
  await send(client, operation, await operation.prepare(client));
  return pictureOf(sound, client);
}

/** The request, under a key. */
async function send(client: Client, operation: Operation, subject: Answer['body']): Promise<Answer> {
  const params = (operation.params?.(subject) ?? {}) as Record<string, unknown>;
  if (!movesClock(operation, subject)) return client.post(operation.path(subject), params, { headers: { 'idempotency-key': 'once' } });
  return moveClockTo(client, Number(params.frozen_time));
}

type Case = {
  readonly name: string;
  readonly turn: number;
  readonly client: Client;
  readonly subject: Answer['body'];
  first: Answer | null;
};

const turns_max = 8;

/** Interrupts an operation at every pass of the failpoint, each time in a new sandbox. */
async function interruptAll(name: string, road: Road, failpoint: Failpoint, effect: Effect): Promise<Case[]> {
  const operation = operations[name] as Operation;
  const { service, by } = broken.get(road) as { service: TestService; by: Interrupted };
  const cases: Case[] = [];
  for (let turn = 1; turn <= turns_max; turn++) {
    const client = sound.client();
    const subject = await operation.prepare(client);
    const { hit } = by.arm(failpoint, turn, effect);
    const answer = send(clientOf(service.url, client.key), operation, subject);
    // A dead process never answers, and the connection ends with the test.
    answer.catch(() => {});
    const ended = await Promise.race([hit, answer.then(() => 'done' as const)]);
    by.disarm();
    if (ended === 'done') return cases;
    // A clock waits for open processor requests, as long as they are leased.
    if (effect === 'error' && movesClock(operation, subject)) await release(sound);
    const known = effect === 'error' ? await answer : null;
    cases.push({ name, turn, client, subject, first: known && isFinal(known) ? known : null });
  }
  return cases;
}

const isFinal = ({ status }: Answer): boolean => status === 200 || status === 402;

/** A caller without an answer repeats the request at once: the answer, or 409 while the first request runs. */
async function askAgain(each: Case): Promise<void> {
  const answer = await send(each.client, operations[each.name] as Operation, each.subject);
  expect([200, 402, 409], answer.text).toContain(answer.status);
  if (!isFinal(answer)) return;
  if (each.first && !movesClock(operations[each.name] as Operation, each.subject)) expect(answer.text).toBe(each.first.text);
  each.first = answer;
}

/** Every second caller repeats the request before the leases are released, and all of them do afterwards. */
async function recover(cases: readonly Case[]): Promise<void> {
  // A clock waits for timers in progress, so it is moved once their leases are released.
  const at_once = cases.filter(({ name, subject }, place) => place % 2 && !movesClock(operations[name] as Operation, subject));
  for (const each of at_once) await askAgain(each);
  await release(sound);
  const worker = await installation.join();
  for (const each of cases) await askAgain(each);
  await atRest(sound);
  await worker.stop();
  for (const each of cases) {
    await askAgain(each);
    expect(each.first, `${each.name} at turn ${each.turn} is never answered`).not.toBeNull();
  }
}

/** Deliveries have their own test. */
const of_money = failpoints.filter((name) => !name.endsWith('_delivery'));
const effects: readonly Effect[] = ['error', 'death'];
const trials = effects
  .flatMap((effect) => of_money.map((failpoint) => ({ effect, failpoint })))
  .map(({ effect, failpoint }, place) => ({ name: `${effect} at ${failpoint}`, effect, failpoint, place }));

/** The operations that each failpoint was tried with. */
const tried = new Map(of_money.map((failpoint) => [failpoint, new Set<string>()]));

describe.each(roads)('%s', (road) => {
  test.each(trials)(
    '$name leaves every operation with its undisturbed result',
    async ({ effect, failpoint, place }) => {
      const cases: Case[] = [];
      // Each failpoint is tried with a sample of the operations; the other ones are tried with the next failpoint, and on the other path. This one
      // occurs on one path only.
      const step = failpoint === 'after_ask_stored' ? 1 : 3;
      for (const name of sampled(Object.keys(operations), step, place + roads.indexOf(road))) {
        tried.get(failpoint)?.add(name);
        cases.push(...(await interruptAll(name, road, failpoint, effect)));
      }
      // With one write no ask is stored.
      expect(cases.length > 0).toBe(road === 'in two writes' || failpoint !== 'after_ask_stored');
      if (cases.length) await recover(cases);
      for (const { name, turn, client } of cases)
        expect(await pictureOf(sound, client), `${name}, interrupted at ${failpoint} for time ${turn}`).toEqual(pictures.get(name));
      expect(await audit(sound.engine.database)).toEqual([]);
    },
    120_000,
  );
});

describe.each(effects)('%s', (effect) => {
  test.each(['before_delivery', 'after_delivery'] as const)('at %s each event still reaches each endpoint', async (failpoint) => {
    const receiver = await startReceiver();
    const client = sound.client();
    const paths = Array.from({ length: 12 }, (_, place) => `/${place}`);
    for (const path of paths) await client.post('/v1/webhook_endpoints', { url: receiver.url(path), enabled_events: ['charge.succeeded'] });
    const worker = await installation.join();
    const by = interrupted(worker);
    let hit = Promise.resolve<'hit'>('hit');
    for (let time = 0; time < 12; time++) {
      await hit;
      ({ hit } = by.arm(failpoint, 1, effect));
      const { status } = await clientOf(worker.url, client.key).post('/v1/payment_intents', {
        ...{ amount: 500, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
      });
      expect(status).toBe(200);
    }
    await hit;
    by.disarm();
    // A dead process does not stop, and the test does not wait for it.
    const stopped = worker.stop();
    await release(sound);
    const next = await installation.join();
    await atRest(sound);
    await Promise.all([next.stop(), stopped]);
    const { body } = await client.get('/v1/events', { type: 'charge.succeeded', limit: 100 });
    expect(body.data).toHaveLength(12);
    for (const path of paths) {
      const delivered = new Set(receiver.at(path).map(({ headers }) => headers['webhook-id']));
      expect([...delivered].sort()).toEqual(body.data.map(({ id }: { id: string }) => id).sort());
    }
    await receiver.stop();
  });
});

test('each failpoint has been tried with every operation', () => {
  const all = Object.keys(operations);
  const left = [...tried].map(([failpoint, names]) => [failpoint, all.filter((name) => !names.has(name))]);
  expect(left).toEqual(of_money.map((failpoint) => [failpoint, []]));
});

test('each failpoint has been hit at least twenty times', () => {
  count(
    'interruptions at failpoints, each with its undisturbed result',
    [...hits.values()].reduce((sum, times) => sum + times, 0),
  );
  expect(failpoints.filter((name) => (hits.get(name) ?? 0) < 20)).toEqual([]);
});

test('only interrupted processes have logged a fault, and no payer is charged twice', async () => {
  expect(sound.lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  const twice = await rowsOf(
    sound,
    `select payment_intent from charges where status = 'succeeded' and payment_intent is not null group by account, payment_intent having count(*) > 1`,
  );
  expect(twice).toEqual([]);
});
