import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '../support/callers.js';
import { bankAccount, day_ms, funded, ledger, towards } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';

const inStatus = (service: TestService, client: Client, id: string, status: string) =>
  service.until(async () => {
    const { body } = await client.get(`/v1/payouts/${id}`);
    return body.status === status && body;
  });

/** The paths with two writes: the bank's answer comes after the ask has been stored, at once or by a worker that retries the ask. */
const roads = [
  ['the bank answers after the ask was stored', { FLORIN_ONE_WRITE: 'off' }],
  ['every request dies when it has stored its ask', { FLORIN_ONE_WRITE: 'off', FLORIN_FAILPOINTS: 'after_ask_stored:error:1' }],
] as const;

for (const [road, environment] of roads) {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(environment);
  });
  afterAll(() => service.stop());

  /** Asks of a request that is gone are retried half a minute later. */
  const patience_ms = 60_000;

  test.each([
    ['000123456789', 'paid', 400],
    ['000111111116', 'failed', 1000],
  ])(`where ${road}, a payout to %s is %s in the end`, async (number, outcome, left) => {
    const client = await funded(service, 1000);
    const destination = await bankAccount(client, number);
    const { body } = await client.post('/v1/payouts', { amount: 600, currency: 'usd', destination });
    towards(service, body, 1);
    await inStatus(service, client, body.id, 'in_transit');
    for (const step of [patience_ms, day_ms, patience_ms]) {
      service.advance(step);
      await service.until(async () => (await dueNow(service)) === 0);
    }
    const { status } = await service.until(async () => {
      const { body: it } = await client.get(`/v1/payouts/${body.id}`);
      return ['paid', 'failed'].includes(it.status) && it;
    });
    expect(status).toBe(outcome);
    expect(await eventsOf(client, body.id)).toEqual(['payout.created', 'payout.updated', `payout.${outcome}`]);
    expect(await ledger(service, client)).toMatchObject({ merchant_available: left, payouts_in_transit: 0 });
  });
}

async function dueNow({ engine, now }: TestService): Promise<number> {
  const text = `select count(*)::int as count from jobs where queue in ('ask', 'due') and due_at <= $1`;
  const [row] = await engine.database.query<{ count: number }>({ text, values: [new Date(now())] });
  return row?.count ?? 0;
}
