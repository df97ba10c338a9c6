import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeNow, intentNow, intentWith } from '../support/payments.js';
import { type Scripted, startScripted } from '../support/scripted.js';

let scripted: Scripted;
beforeAll(async () => {
  scripted = await startScripted();
});
afterAll(() => scripted.stop());

const start = 1_800_000_000;
const half_a_minute_ms = 31_000;

/** Pays while the processor gives no answer, and again once it does: the times of the requests. */
async function askedTwice(on_clock: boolean) {
  const { service, heard } = scripted;
  const client = service.client();
  const clock = on_clock ? (await client.post('/v1/test_helpers/test_clocks', { frozen_time: start })).body.id : null;
  const customer = (await client.post('/v1/customers', clock && { test_clock: clock })).body.id;
  scripted.answer = ({ verb }) => (verb === 'charge' ? { status: 500 } : { result: 'approved' });
  const intent = await intentWith(client, { customer, confirm: true, payment_method: 'pm_card_visa' });
  expect(intent.status).toBe('processing');
  scripted.answer = () => ({ result: 'approved' });
  service.advance(half_a_minute_ms);
  const paid = await service.until(async () => {
    const now = await intentNow(client, intent);
    return now.status === 'succeeded' && now;
  });
  const asked = heard.filter(({ verb, subject }) => verb === 'charge' && subject.id === intent.id);
  return { moments: asked.map(({ now }) => now), charge: await chargeNow(client, paid.latest_charge) };
}

test('a question for a customer on a test clock is retried by that clock, and the result follows that clock', async () => {
  const { moments, charge } = await askedTwice(true);
  expect(moments).toEqual([start, start]);
  expect(charge.created).toBe(start);
});

test('a question for any other customer is retried by the clock of the account', async () => {
  const { moments } = await askedTwice(false);
  expect(moments).toHaveLength(2);
  expect(moments[1] - moments[0]).toBeGreaterThanOrEqual(half_a_minute_ms / 1000 - 1);
});
