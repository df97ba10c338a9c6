import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountOf } from '../../support/merchant.js';
import { type Scripted, startScripted } from '../../support/scripted.js';
import { type Client, card } from '../../support/service.js';

/** An answer applies to the objects that its request has loaded, without reading them again, unless another write has changed them. */
let scripted: Scripted;
let client: Client;

beforeAll(async () => {
  scripted = await startScripted();
  client = scripted.service.client();
});
afterAll(() => scripted.stop());
beforeEach(() => {
  scripted.answer = () => ({ result: 'approved' });
});

const pay = { amount: 4200, currency: 'usd', confirm: true, payment_method_data: card('4242424242424242'), payment_method_types: ['card'] };

test("an update during the processor's request is not lost, and the answer applies", async () => {
  scripted.answer = async ({ verb, subject }) => {
    if (verb === 'charge') {
      const { status } = await client.post(`/v1/payment_intents/${subject.id}`, {
        metadata: { note: 'concurrent' },
        description: 'changed',
      });
      expect(status).toBe(200);
    }
    return { result: 'approved' };
  };
  const { body: intent } = await client.post('/v1/payment_intents', pay);
  expect(intent).toMatchObject({ status: 'succeeded', metadata: { note: 'concurrent' }, description: 'changed' });
  const { body: charge } = await client.get(`/v1/charges/${intent.latest_charge}`);
  expect(charge).toMatchObject({ status: 'succeeded', metadata: { note: 'concurrent' }, description: 'changed' });
});

test('a notification before the answer is not applied twice', async () => {
  scripted.answer = async ({ verb, subject, attempt, account }, by) => {
    if (verb === 'charge') await scripted.tell(by, { account, subject, verb, attempt, answer: { result: 'approved' } });
    return { result: 'approved' };
  };
  const { body: intent } = await client.post('/v1/payment_intents', pay);
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4200 });
  const { body: charges } = await client.get('/v1/charges', { payment_intent: intent.id });
  expect(charges.data).toHaveLength(1);
  const { body: events } = await client.get('/v1/events', { type: 'payment_intent.succeeded', limit: 100 });
  expect(events.data.filter(({ data }: { data: { object: { id: string } } }) => data.object.id === intent.id)).toHaveLength(1);
});

test('an unknown outcome keeps the payment as it is stored by then', async () => {
  scripted.answer = async ({ verb, subject }) => {
    if (verb === 'charge') await client.post(`/v1/payment_intents/${subject.id}`, { metadata: { note: 'concurrent' } });
    return { status: 500 };
  };
  const { body: intent } = await client.post('/v1/payment_intents', pay);
  expect(intent).toMatchObject({ status: 'processing', metadata: { note: 'concurrent' } });
});

test('an object created with an ask is found by search once it is answered', async () => {
  const { body: intent } = await client.post('/v1/payment_intents', { ...pay, metadata: { order: 'found-after' } });
  const query = "metadata['order']:'found-after'";
  const { body: intents } = await client.get('/v1/payment_intents/search', { query });
  expect(intents.data.map(({ id }: { id: string }) => id)).toEqual([intent.id]);
  const { body: charges } = await client.get('/v1/charges/search', { query });
  expect(charges.data.map(({ id }: { id: string }) => id)).toEqual([intent.latest_charge]);
});

test("an inquiry that escalates takes the money that was returned during the bank's review", async () => {
  const shop = scripted.service.client();
  const account = `${await accountOf(shop)}_test`;
  const { body: intent } = await shop.post('/v1/payment_intents', pay);
  const subject = { object: 'charge', id: intent.latest_charge };
  expect(
    await scripted.tell('first', {
      account,
      subject,
      verb: 'charge',
      attempt: intent.latest_attempt,
      answer: { result: 'disputed', dispute: { inquiry: true, reason: 'fraudulent' } },
    }),
  ).toBe(200);
  const { body: refund } = await shop.post('/v1/refunds', { charge: intent.latest_charge });
  expect(refund.status).toBe('succeeded');
  const { body: charge } = await shop.get(`/v1/charges/${intent.latest_charge}`);
  expect(charge.refunded).toBe(true);
  scripted.answer = async ({ verb }) => {
    if (verb === 'contest')
      await scripted.tell('first', {
        account,
        subject: { object: 'refund', id: refund.id },
        verb: 'refund',
        attempt: refund.id,
        answer: { result: 'declined', code: 'card_declined' },
      });
    return { result: 'declined', code: 'card_declined' };
  };
  await shop.post(`/v1/disputes/${charge.dispute}`, { evidence: { uncategorized_text: 'sent' } });
  expect((await shop.get(`/v1/refunds/${refund.id}`)).body.status).toBe('failed');
  expect((await shop.get(`/v1/disputes/${charge.dispute}`)).body.status).toBe('needs_response');
});
