import { expect } from 'vitest';
import { onBothRoads, type Story, tell } from '../support/story.js';
import { png } from '../support/uploads.js';

const record = onBothRoads();

const paying = { amount: 10_000, currency: 'usd', confirm: true } as const;

async function upload(story: Story, name: string): Promise<string> {
  const { status, body } = await story.upload('/v1/files', { purpose: 'dispute_evidence' }, { name, content: new Uint8Array(png) });
  expect(status).toBe(200);
  return body.id;
}

record('refund twice', async (service) => {
  const story = tell(service, {
    name: 'refund-twice',
    title: 'Refund twice',
    introduction: [
      'A payment can be refunded in parts, until nothing remains. The payment stays `succeeded`: the refunded amount is on its',
      'charge, each refund is an object, and the fee of the payment is not returned.',
    ],
  });
  story.step('100.00 are paid', 'The card is the published one whose money is available at once.');
  const bypassing = { number: '4000000000000077', exp_month: '12', exp_year: '2034', cvc: '123' };
  const payment_method_data = { type: 'card', card: bypassing };
  const { body: paid } = await story.post('/v1/payment_intents', { ...paying, payment_method_data });
  story.step('One of two pairs of shoes is returned');
  const first = { payment_intent: paid.id, amount: 4000, reason: 'requested_by_customer', metadata: { pair: 'red' } };
  const { body: part } = await story.post('/v1/refunds', first);
  expect(part).toMatchObject({ status: 'succeeded', amount: 4000 });
  story.step('A refund above the remaining amount is refused');
  const { status } = await story.post('/v1/refunds', { payment_intent: paid.id, amount: 6001 });
  expect(status).toBe(400);
  story.step('The other pair is returned as well', 'Without an amount, the whole remainder is refunded.');
  const { body: rest } = await story.post('/v1/refunds', { payment_intent: paid.id });
  expect(rest.amount).toBe(6000);
  story.step('The charge shows that nothing remains');
  const { body: charge } = await story.get(`/v1/charges/${paid.latest_charge}`);
  expect(charge).toMatchObject({ amount_refunded: 10_000, refunded: true });
  story.step('Each change of the balance has a transaction', 'The remainder is the fee of 3.20, which the shop now owes.');
  await story.get('/v1/balance_transactions');
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.available).toMatchObject([{ amount: -320 }]);
  story.end();
});

record('a dispute won', async (service) => {
  const story = tell(service, {
    name: 'dispute-won',
    title: 'A dispute won',
    introduction: [
      'The payer tells their bank that they never paid. The bank withdraws the money at once, with a fee, and asks the shop, which',
      'has nine days to show that the payment was real. A bank that is convinced returns the money, but keeps the fee.',
    ],
  });
  story.step('A payment is disputed', 'The published test card ending in 0259 is disputed as soon as it has paid.');
  const { body: paid } = await story.post('/v1/payment_intents', { ...paying, payment_method: 'pm_card_createDispute' });
  const { body: found } = await story.get(`/v1/disputes?payment_intent=${paid.id}`);
  const [dispute] = found.data;
  expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent' });
  story.step('The money is withdrawn for now, and 15.00 more');
  await story.get('/v1/balance');
  story.step('The shop uploads a document');
  const receipt = await upload(story, 'receipt.png');
  const signature = await upload(story, 'signature.png');
  story.step('It saves its evidence', 'With `submit` false nothing is submitted yet.');
  const evidence = { receipt, customer_signature: signature, customer_name: 'Jo Fischer', product_description: 'Running shoes' };
  const { body: kept } = await story.post(`/v1/disputes/${dispute.id}`, { evidence, submit: false });
  expect(kept).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true, submission_count: 0 } });
  story.step('It submits everything', 'In a sandbox the word `winning_evidence` convinces the bank.');
  const convincing = { evidence: { uncategorized_text: 'winning_evidence' }, submit: true };
  const { body: won } = await story.post(`/v1/disputes/${dispute.id}`, convincing);
  expect(won.status).toBe('won');
  story.step('The result has an event', 'Natively an event has timestamps in milliseconds, and so has the dispute in it.');
  await story.get('/v1/events?type=charge.dispute.closed');
  story.step('The money is back, and every step has a balance transaction');
  const { body: transactions } = await story.get('/v1/balance_transactions');
  expect(transactions.data.map(({ net }: { net: number }) => net)).toEqual([10_000, -11_500, 9680]);
  await story.get('/v1/balance');
  story.end();
});

record('a dispute lost', async (service) => {
  const story = tell(service, {
    name: 'dispute-lost',
    title: 'A dispute lost',
    introduction: [
      'The payer says that a parcel did not arrive. A shop without evidence accepts the dispute by closing it, or lets the due date',
      'pass; a shop whose evidence does not convince loses as well. The money is withdrawn from the start of the dispute.',
    ],
  });
  story.step('A payment is disputed', 'Any charge of a sandbox can be disputed, with a test helper.');
  const { body: paid } = await story.post('/v1/payment_intents', { ...paying, payment_method: 'pm_card_visa' });
  const opening = { charge: paid.latest_charge, reason: 'product_not_received', amount: 6000 };
  const { body: dispute } = await story.post('/v1/test_helpers/disputes', opening);
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 6000 });
  story.step('The shop has a document of the carrier');
  const shipping_documentation = await upload(story, 'tracking.png');
  story.step('It submits it, and does not convince', 'In a sandbox the word `losing_evidence` loses.');
  const evidence = { shipping_documentation, shipping_carrier: 'Post', uncategorized_text: 'losing_evidence' };
  const { body: lost } = await story.post(`/v1/disputes/${dispute.id}`, { evidence, submit: true });
  expect(lost.status).toBe('lost');
  story.step('A lost dispute is final');
  const again = await story.post(`/v1/disputes/${dispute.id}`, { evidence: { shipping_carrier: 'Express' } });
  expect(again.status).toBe(400);
  story.step('The disputed part and the fee are gone', 'Of 100.00 the shop has 21.80: less 3.20, 60.00 and 15.00.');
  await story.get('/v1/balance_transactions');
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.pending[0].amount + balance.available[0].amount).toBe(2180);
  story.end();
});
