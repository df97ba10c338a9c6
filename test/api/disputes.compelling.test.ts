import { expect, test } from 'vitest';
import { disputeNow, disputeOf, passDays } from '../support/money-back.js';
import { paid, refusal } from '../support/payments.js';
import { madeAt } from '../support/radar.js';
import { onBothRoads } from '../support/roads.js';
import type { Answer, Client } from '../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');

/** A disputed payment of a customer who has paid twice with the same card, that many days earlier. */
async function disputed(shop: Client, days: number, reason = 'fraudulent'): Promise<{ dispute: Answer['body']; priors: string[] }> {
  const customer = (await madeAt(shop, '/v1/customers', { payment_method: 'pm_card_visa' })).id;
  const [{ id: payment_method }] = (await shop.get('/v1/payment_methods', { customer, type: 'card' })).body.data;
  const priors: string[] = [];
  for (const description of ['Tea', 'Coffee']) priors.push((await paid(shop, { customer, payment_method, description })).latest_charge);
  await passDays(shop, days);
  const payment = await paid(shop, { customer, payment_method, description: 'Cocoa' });
  const { id } = await disputeOf(shop, payment, { reason });
  return { dispute: await disputeNow(shop, { id }), priors };
}

const visaOf = ({ evidence, evidence_details }: Answer['body']) => ({
  ...evidence_details.enhanced_eligibility.visa_compelling_evidence_3,
  priors: evidence.enhanced_evidence.visa_compelling_evidence_3?.prior_undisputed_transactions,
});

test('a dispute after two undisputed payments of 120 days before is eligible, and names them', async () => {
  const { dispute, priors } = await disputed(client(), 130);
  expect(dispute.enhanced_eligibility_types).toEqual(['visa_compelling_evidence_3']);
  expect(visaOf(dispute)).toMatchObject({
    status: 'requires_action',
    required_actions: ['missing_customer_identifiers', 'missing_merchandise_or_services'],
    priors: [
      { charge: priors[0], product_description: 'Tea' },
      { charge: priors[1], product_description: 'Coffee' },
    ],
  });
  expect(dispute.evidence_details.has_evidence).toBe(false);
});

test.each([
  ['payments of a month before', 30, 'fraudulent'],
  ['payments of more than a year before', 400, 'fraudulent'],
  ['another reason', 130, 'product_not_received'],
])('a dispute is not eligible with %s', async (_, days, reason) => {
  const shop = client();
  const { dispute } = await disputed(shop, days, reason);
  expect([dispute.enhanced_eligibility_types, dispute.evidence.enhanced_evidence]).toEqual([[], {}]);
  const evidence = { enhanced_evidence: { visa_compelling_evidence_3: { disputed_transaction: { product_description: 'Cocoa' } } } };
  expect(refusal(await shop.post(`/v1/disputes/${dispute.id}`, { evidence }))).toEqual([
    400,
    'parameter_invalid',
    'evidence[enhanced_evidence][visa_compelling_evidence_3]',
  ]);
});

test('complete evidence qualifies, and wins at the bank', async () => {
  const shop = client();
  const { dispute, priors } = await disputed(shop, 130);
  const same = { customer_purchase_ip: '192.0.2.1', customer_email_address: 'jo@example.com' };
  const visa_compelling_evidence_3 = {
    disputed_transaction: { ...same, merchandise_or_services: 'merchandise', product_description: 'Cocoa' },
    prior_undisputed_transactions: priors.map((charge) => ({ ...same, charge, product_description: 'Tea' })),
  };
  const send = (evidence: object, submit: boolean) => shop.post(`/v1/disputes/${dispute.id}`, { evidence, submit });
  const saved = await send({ enhanced_evidence: { visa_compelling_evidence_3 } }, false);
  expect(visaOf(saved.body)).toMatchObject({ status: 'qualified', required_actions: [] });
  expect(saved.body.evidence_details.has_evidence).toBe(true);
  expect((await send({}, true)).body.status).toBe('won');
});

test('a charge that proves nothing is refused by its place', async () => {
  const shop = client();
  const { dispute, priors } = await disputed(shop, 130);
  const prior_undisputed_transactions = [{ charge: priors[0] }, { charge: dispute.charge }];
  const answer = await shop.post(`/v1/disputes/${dispute.id}`, {
    evidence: { enhanced_evidence: { visa_compelling_evidence_3: { prior_undisputed_transactions } } },
    submit: false,
  });
  const place = 'evidence[enhanced_evidence][visa_compelling_evidence_3][prior_undisputed_transactions][1][charge]';
  expect(refusal(answer)).toEqual([400, 'parameter_invalid', place]);
});
