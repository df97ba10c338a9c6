import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signed } from '../support/acquirer.js';
import { type Chain, startChain, whyNoPrism } from '../support/prism.js';
import { type Answer, card } from '../support/service.js';

const why = whyNoPrism();
if (why) process.stderr.write(`Tests of processors/prism are skipped: ${why}\n`);

describe.skipIf(why !== null)('a Florin whose acquirer is a second Florin behind processors/prism', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain?.stop());

  const pay = (params: object = {}): Promise<Answer> =>
    chain.shop.post('/v1/payment_intents', {
      amount: 1000,
      currency: 'usd',
      confirm: true,
      payment_method_data: card(),
      return_url: 'https://shop.example.com/done',
      ...params,
    });
  const intent = async (id: string) => (await chain.shop.get(`/v1/payment_intents/${id}`, { 'expand[]': 'latest_charge' })).body;
  const become = (id: string, status: string) => expect.poll(async () => (await intent(id)).status, { timeout: 30_000 }).toBe(status);
  /** The payment at the acquirer. */
  const acquiredFor = async (id: string) => {
    const [row] = await chain.rows(
      `select reference from prism.questions where verb = 'charge' and subject->>'id' = '${id}' and key not like 'dispute%'`,
    );
    return (await chain.acquired.get(`/v1/payment_intents/${row?.reference}`, { 'expand[]': 'latest_charge' })).body;
  };

  test('an approved card pays, and the acquirer has the same amount', async () => {
    const { body, text } = await pay();
    expect(body.status, text).toBe('succeeded');
    expect(await acquiredFor(body.id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    const { latest_charge } = await intent(body.id);
    expect(latest_charge.payment_method_details.card.checks).toMatchObject({ cvc_check: 'pass' });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
  ])('the card %s is declined with %s', async (number, code, decline_code) => {
    const { status, body } = await pay({ payment_method_data: card(number) });
    expect([status, body.error.code]).toEqual([402, code]);
    if (code === 'card_declined') expect(body.error.decline_code).toBe(decline_code);
  });

  test('the number and the code of a card are in no table once the outcome is known', async () => {
    await pay({ payment_method_data: card('4000056655665556') });
    const rows = JSON.stringify(await chain.rows('select question, answer, kept from prism.questions'));
    const calls = JSON.stringify(await chain.rows('select request, response from prism.calls'));
    for (const text of [rows, calls]) expect(text).not.toContain('4000056655665556');
    const sealed = await chain.rows(
      `select 1 from prism.questions where sealed is not null and state in ('final', 'waiting') union all select 1 from prism.calls where sealed is not null and answered_at is not null`,
    );
    expect(sealed).toEqual([]);
  });

  test.each([
    ['succeed', 'succeeded'],
    ['fail', 'requires_payment_method'],
  ])('3D Secure: the payer goes to the acquirer, is sent back, and after %s the payment is %s', async (outcome, status) => {
    const { body, text } = await pay({ payment_method_data: card('4000002760003184') });
    expect(body.status, text).toBe('requires_action');
    const { url } = body.next_action[body.next_action.type];
    const acted = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
    const back = acted.headers.get('location') ?? '';
    expect(back).toMatch(new RegExp(`^${chain.prism.url}/return/`));
    const returned = await fetch(back, { redirect: 'manual' });
    expect(returned.headers.get('location')).toMatch(/^http/);
    await become(body.id, status);
  });

  test('an authorization is captured in part, and the rest is let go', async () => {
    const { body } = await pay({ capture_method: 'manual' });
    expect(body.status).toBe('requires_capture');
    const captured = await chain.shop.post(`/v1/payment_intents/${body.id}/capture`, { amount_to_capture: 600 });
    expect(captured.body, captured.text).toMatchObject({ status: 'succeeded', amount_received: 600 });
    expect(await acquiredFor(body.id)).toMatchObject({ status: 'succeeded', amount_received: 600 });
  });

  test('an authorization is voided', async () => {
    const { body } = await pay({ capture_method: 'manual' });
    await chain.shop.post(`/v1/payment_intents/${body.id}/cancel`);
    await expect.poll(async () => (await acquiredFor(body.id)).status).toBe('canceled');
  });

  test('an authorization is incremented where the acquirer allows it', async () => {
    const options = { card: { request_incremental_authorization: 'if_available' } };
    const { body, text } = await pay({ capture_method: 'manual', payment_method_options: options });
    expect(body.status, text).toBe('requires_capture');
    const more = await chain.shop.post(`/v1/payment_intents/${body.id}/increment_authorization`, { amount: 1500 });
    expect(more.status, more.text).toBe(200);
    expect(await acquiredFor(body.id)).toMatchObject({ amount_capturable: 1500 });
  });

  test('a refund succeeds, and a refund that fails later is reversed in both ledgers', async () => {
    const { body } = await pay();
    const refund = await chain.shop.post('/v1/refunds', { payment_intent: body.id, amount: 400 });
    expect(refund.body, refund.text).toMatchObject({ status: 'succeeded' });
    expect((await acquiredFor(body.id)).latest_charge.amount_refunded).toBe(400);
    const failing = await pay({ payment_method_data: card('4000000000005126') });
    const later = await chain.shop.post('/v1/refunds', { payment_intent: failing.body.id });
    expect(later.body.status).toMatch(/succeeded|pending/);
    chain.acquirer.advance(86_400_000);
    await expect.poll(async () => (await chain.shop.get(`/v1/refunds/${later.body.id}`)).body.status, { timeout: 30_000 }).toBe('failed');
  });

  test('a dispute at the acquirer is a dispute here, with its reason, its amount and its day', async () => {
    const { body } = await pay({ payment_method_data: card('4000000000000259') });
    await expect.poll(async () => (await intent(body.id)).latest_charge.disputed, { timeout: 30_000 }).toBe(true);
    const [here] = (await chain.shop.get('/v1/disputes', { payment_intent: body.id })).body.data;
    const [there] = (await chain.acquired.get('/v1/disputes', { payment_intent: (await acquiredFor(body.id)).id })).body.data;
    expect(here).toMatchObject({ amount: 1000, reason: there.reason, evidence_details: { due_by: there.evidence_details.due_by } });
  });

  test('a card that was set up is charged off-session on the mandate of the acquirer', async () => {
    const customer = (await chain.shop.post('/v1/customers', { name: 'Jo Doe' })).body.id;
    const setup = await chain.shop.post('/v1/setup_intents', {
      customer,
      confirm: true,
      payment_method_data: card(),
      return_url: 'https://shop.example.com/done',
    });
    expect(setup.body, setup.text).toMatchObject({ status: 'succeeded' });
    const later = await chain.shop.post('/v1/payment_intents', {
      ...{ amount: 700, currency: 'usd', confirm: true, customer, off_session: true },
      payment_method: setup.body.payment_method,
    });
    expect(later.body, later.text).toMatchObject({ status: 'succeeded', amount_received: 700 });
    const flows = await chain.rows(`select flow from prism.calls where key like 'charge %' order by id desc limit 1`);
    expect(flows).toEqual([{ flow: 'charge' }]);
  });

  test('a payment that saves its card leaves a mandate for later charges', async () => {
    const customer = (await chain.shop.post('/v1/customers', { name: 'Jo Doe' })).body.id;
    const first = await pay({ customer, setup_future_usage: 'off_session' });
    expect(first.body.status, first.text).toBe('succeeded');
    const params = { amount: 300, currency: 'usd', confirm: true, customer, off_session: true, payment_method: first.body.payment_method };
    const later = await chain.shop.post('/v1/payment_intents', params);
    expect(later.body, later.text).toMatchObject({ status: 'succeeded' });
  });

  test('an event without the signature of the acquirer is refused', async () => {
    const answer = await fetch(`${chain.prism.url}/webhooks/stripe`, { method: 'POST', body: '{"type":"charge.dispute.created"}' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  test('a question without the signature of Florin is refused', async () => {
    const answer = await fetch(`${chain.prism.url}/stripe/charge`, {
      method: 'POST',
      headers: signed('{}', 'another-secret-entirely'),
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });

  test('check verifies the credentials without a payment', async () => {
    const before = (await chain.acquired.get('/v1/payment_intents', { limit: 1 })).body.data[0].id;
    expect(await chain.command('check')).toContain('ok     stripe: accepts the credentials');
    expect((await chain.acquired.get('/v1/payment_intents', { limit: 1 })).body.data[0].id).toBe(before);
  });
});
