import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Acquired, pay, settled, startAcquired } from '../../support/acquired.js';
import { dump } from '../../support/dump.js';
import { advanceClock, day_ms, funded, liveClient } from '../../support/merchant.js';
import { card } from '../../support/service.js';

let it: Acquired;
beforeAll(async () => {
  it = await startAcquired(['acquirer']);
});
afterAll(() => it.stop());

const day = day_ms / 1000;

describe('a payment by a custom acquirer', () => {
  test('is captured, and the charge names the acquirer', async () => {
    const client = it.service.client();
    const { status, body } = await pay(client, 1000, { expand: ['latest_charge'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    const [entry] = await it.booked(body.id);
    expect(entry).toMatchObject({ taken: 1000, held: 0 });
    expect(body.latest_charge.processor).toEqual({ name: 'acquirer', reference: entry?.reference });
  });

  test("is declined with the acquirer's reason", async () => {
    const { status, body } = await pay(it.service.client(), 1001);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'do_not_honor' });
    expect(await it.booked(body.error.payment_intent.id)).toEqual([]);
  });

  test.each([
    ['', 'succeeded', 1002],
    ['/refuse', 'requires_payment_method', 0],
  ])("redirects the payer to the acquirer's page and learns from %s the result: %s", async (what, outcome, taken) => {
    const client = it.service.client();
    const { body } = await pay(client, 1002);
    expect(body.status).toBe('requires_action');
    const { url, return_url } = body.next_action.redirect_to_url;
    expect(return_url).toBe('https://shop.example.com/done');
    const page = await fetch(`${url}${what}`, { redirect: 'manual' });
    expect(page.headers.get('location')).toBe(return_url);
    expect(await settled(it.service, client, body.id)).toMatchObject({ status: outcome, amount_received: taken });
    expect((await it.booked(body.id)).map((entry) => entry.taken)).toEqual(taken ? [taken] : []);
  });

  test('waits for a slow bank, and is notified', async () => {
    const client = it.service.client();
    const { body } = await pay(client, 1003);
    expect(body.status).toBe('processing');
    const attempt = JSON.parse(it.wires.acquirer?.line.passed.at(-1)?.body ?? '{}').attempt;
    await fetch(`${it.wires.acquirer?.acquirer.url}/pay/${attempt}`, { redirect: 'manual' });
    expect(await settled(it.service, client, body.id)).toMatchObject({ status: 'succeeded', amount_received: 1003 });
  });

  test('asks a slow bank again, without notifications', async () => {
    const client = it.service.client();
    const { body } = await pay(client, 2003);
    const asks = () => it.wires.acquirer?.line.passed.filter((passed) => passed.body.includes(body.id)) ?? [];
    expect(asks()).toHaveLength(1);
    await advanceClock(client, 3700);
    await it.service.until(async () => asks().length > 1);
    const [first, again] = asks().map((passed) => JSON.parse(passed.body));
    expect(again).toMatchObject({ attempt: first.attempt, finished_step: 'pending' });
    expect(again.card.cvc).toBeNull();
  });

  test('is authorized, and captured in part', async () => {
    const client = it.service.client();
    const { body } = await pay(client, 1000, { capture_method: 'manual' });
    expect(body).toMatchObject({ status: 'requires_capture', amount_capturable: 1000 });
    expect(await it.booked(body.id)).toMatchObject([{ held: 1000, taken: 0 }]);
    const captured = await client.post(`/v1/payment_intents/${body.id}/capture`, { amount_to_capture: 600 });
    expect(captured.body).toMatchObject({ status: 'succeeded', amount_received: 600 });
    expect(await it.booked(body.id)).toMatchObject([{ held: 0, taken: 600 }]);
  });

  test('is authorized, and voided', async () => {
    const client = it.service.client();
    const { body } = await pay(client, 1000, { capture_method: 'manual' });
    const canceled = await client.post(`/v1/payment_intents/${body.id}/cancel`);
    expect(canceled.body.status).toBe('canceled');
    expect(await it.booked(body.id)).toMatchObject([{ held: 0, taken: 0 }]);
  });

  test('is refunded in parts', async () => {
    const client = it.service.client();
    const { body } = await pay(client, 1000);
    for (const amount of [300, 700]) {
      const refund = await client.post('/v1/refunds', { payment_intent: body.id, amount });
      expect(refund.body).toMatchObject({ status: 'succeeded', amount });
    }
    expect(await it.booked(body.id)).toMatchObject([{ taken: 1000, refunded: 1000 }]);
  });

  test('can be a direct charge of an older client', async () => {
    const client = it.service.client();
    const { body } = await client.post('/v1/charges', { amount: 1000, currency: 'usd', source: 'tok_visa' });
    expect(body).toMatchObject({ status: 'succeeded', paid: true });
    expect(await it.booked(body.id)).toMatchObject([{ taken: 1000 }]);
  });
});

test('a card is set up by the acquirer', async () => {
  const { body } = await it.service.client().post('/v1/setup_intents', { confirm: true, payment_method_data: card() });
  expect(body.status).toBe('succeeded');
  expect(it.wires.acquirer?.line.passed.at(-1)).toMatchObject({ path: '/set_up' });
});

test('a payout is paid by the acquirer once, however often it is asked for', async () => {
  const client = await funded(it.service, 5000);
  const { body } = await client.post('/v1/payouts', { amount: 2000, currency: 'usd' });
  await advanceClock(client, 8 * day);
  const paid = await it.service.until(async () => {
    const found = (await client.get(`/v1/payouts/${body.id}`)).body;
    return found.status === 'paid' && found;
  });
  expect(paid.amount).toBe(2000);
  expect(await it.booked(body.id)).toMatchObject([{ taken: 2000 }]);
  const asks = it.wires.acquirer?.line.passed.filter((passed) => passed.body.includes(body.id)) ?? [];
  expect(asks.length).toBeGreaterThan(1);
  expect(new Set(asks.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a payment in live mode without a route is refused, and never reaches the sandbox', async () => {
  const client = await liveClient(it.service);
  const { status, body } = await pay(client, 1000);
  expect(status).toBe(400);
  expect(body.error.code).toBe('payment_method_unactivated');
});

test('neither a log nor a table contains the card number that the acquirer received', async () => {
  await pay(it.service.client(), 1000);
  expect(it.wires.acquirer?.line.passed.some(({ body }) => body.includes('4242424242424242'))).toBe(true);
  expect(it.service.lines.join('\n')).not.toContain('4242424242424242');
  expect((await dump(it.service)).filter((row) => row.includes('4242424242424242'))).toEqual([]);
});
