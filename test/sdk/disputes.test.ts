import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';
import { png } from '../support/uploads.js';

const service = await commonService();

/** The older SDK sends files to another host unless each call names one. */
const here = untyped<Stripe.RequestOptions>({ host: '127.0.0.1' });

const file = { data: png, name: 'receipt.png', type: 'image/png' };

async function disputed(stripe: Stripe, payment_method = 'pm_card_createDispute'): Promise<Stripe.Dispute> {
  const { id } = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', confirm: true, payment_method });
  const { data } = await stripe.disputes.list({ payment_intent: id });
  return data[0] as Stripe.Dispute;
}

forEachSdk('$name: a test card is disputed, and the dispute names the charge and the money', async (sdk) => {
  const stripe = connect(sdk, service);
  const dispute = await disputed(stripe);
  expect(dispute).toMatchObject({ object: 'dispute', amount: 2000, currency: 'usd', status: 'needs_response', reason: 'fraudulent' });
  expect(dispute.balance_transactions).toMatchObject([{ amount: -2000, fee: 1500, net: -3500, type: 'adjustment' }]);
  expect(dispute.evidence_details).toMatchObject({ has_evidence: false, past_due: false, submission_count: 0 });
  expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
  expect(dispute.evidence_details.due_by).toBeLessThan(dispute.created + 100 * 86_400);
  const found = await stripe.disputes.retrieve(dispute.id, { expand: ['charge', 'payment_intent'] });
  expect(found.charge).toMatchObject({ object: 'charge', disputed: true, amount: 2000 });
  expect(found.payment_intent).toMatchObject({ object: 'payment_intent', status: 'succeeded' });
});

forEachSdk('$name: evidence is saved, then submitted, and wins', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await disputed(stripe);
  const receipt = await stripe.files.create({ purpose: 'dispute_evidence', file }, here);
  const evidence = { receipt: receipt.id, customer_name: 'Jo Fischer', product_description: 'Shoes' };
  const kept = await stripe.disputes.update(id, { evidence, submit: false, metadata: { ticket: '7' } });
  expect(kept).toMatchObject({ status: 'needs_response', evidence, metadata: { ticket: '7' } });
  expect(kept.evidence_details).toMatchObject({ has_evidence: true, submission_count: 0 });
  const won = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true });
  expect(won).toMatchObject({ status: 'won', evidence: { ...evidence, uncategorized_text: 'winning_evidence' } });
  expect(won.evidence_details.submission_count).toBe(1);
  expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-2000, 2000]);
  expect(await errorOf(stripe.disputes.update(id, { evidence: { customer_name: 'Jola' } }))).toMatchObject({ statusCode: 400 });
});

forEachSdk('$name: a dispute is lost by losing evidence, and by closing it', async (sdk) => {
  const stripe = connect(sdk, service);
  const [argued, closed] = [await disputed(stripe), await disputed(stripe, 'pm_card_createDisputeProductNotReceived')];
  const lost = await stripe.disputes.update(argued.id, { evidence: { uncategorized_text: 'losing_evidence' }, submit: true });
  expect(lost.status).toBe('lost');
  expect(closed.reason).toBe('product_not_received');
  expect(await stripe.disputes.close(closed.id)).toMatchObject({ id: closed.id, status: 'lost' });
  expect(await errorOf(stripe.disputes.close(closed.id))).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
});

forEachSdk('$name: an inquiry withdraws no money, and closing it ends it', async (sdk) => {
  const stripe = connect(sdk, service);
  const inquiry = await disputed(stripe, 'pm_card_createDisputeInquiry');
  expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true, balance_transactions: [] });
  expect(await stripe.disputes.close(inquiry.id)).toMatchObject({ status: 'warning_closed' });
});

forEachSdk('$name: disputes are listed by charge and creation, and paged through', async (sdk) => {
  const stripe = connect(sdk, service);
  const all: Stripe.Dispute[] = [];
  for (let made = 0; made < 3; made++) all.unshift(await disputed(stripe));
  const ids = all.map(({ id }) => id);
  const [newest] = all;
  expect((await stripe.disputes.list({ charge: String(newest?.charge) })).data.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  expect((await stripe.disputes.list({ created: { gt: Number(newest?.created) + 60 } })).data).toEqual([]);
  const walked: string[] = [];
  for await (const { id } of stripe.disputes.list({ limit: 2 })) walked.push(id);
  expect(walked).toEqual(ids);
});
