import { expect } from 'vitest';
import { whole_account } from '../support/connect.js';
import { onBothRoads } from '../support/story.js';
import { monday_noon, tellFrom } from '../support/story-days.js';

const record = onBothRoads();

const of_account = ['id', 'object', 'capabilities', 'charges_enabled', 'payouts_enabled', 'requirements.currently_due', 'type'];
const of_charge = ['id', 'amount', 'application_fee', 'application_fee_amount', 'balance_transaction', 'destination', 'transfer'];
const of_transactions = ['data.id', 'data.amount', 'data.fee', 'data.net', 'data.source', 'data.status', 'data.type'];
const of_refund = ['id', 'object', 'amount', 'charge', 'status'];

record('a marketplace transfers a payment, keeps a fee, and refunds half of it', async (service) => {
  const story = await tellFrom(service, {
    begins: monday_noon,
    name: 'marketplace-payment',
    title: 'A payment that a marketplace shares',
    introduction: [
      'A marketplace sells for others: each seller is a connected account. A payer pays 100 dollars, the seller gets them less a fee of ten,',
      'and the marketplace bears the processing fee. Then half is refunded, and the transfer and the fee are reversed in proportion.',
    ],
  });
  story.step('The seller', 'All requirements are sent at once here; the seller can also be redirected to a page that asks for them.');
  const { body: seller } = await story.post('/v1/accounts', whole_account, { shown: of_account });
  expect(seller.capabilities).toEqual({ card_payments: 'active', transfers: 'active' });
  story.step('A payment for the seller');
  const shares = { application_fee_amount: 1000, transfer_data: { destination: seller.id } };
  const paying = {
    amount: 10_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    payment_method_types: ['card'],
    ...shares,
  };
  const shown = ['id', 'status', 'amount', 'application_fee_amount', 'latest_charge', 'transfer_data'];
  const { body: intent } = await story.post('/v1/payment_intents', paying, { shown });
  const { body: charge } = await story.get(`/v1/charges/${intent.latest_charge}`, { shown: of_charge });
  story.step(
    'The view of each side',
    'The marketplace: the charge with its processing fee, the transfer, and its application fee. Newest first.',
  );
  await story.get('/v1/balance_transactions', { shown: of_transactions });
  story.step('The seller, in a request of the marketplace for the account');
  const in_their_name = { headers: { 'Stripe-Account': seller.id } };
  const { body: theirs } = await story.get('/v1/balance_transactions', { shown: of_transactions, ...in_their_name });
  expect(theirs.data[0]).toMatchObject({ amount: 10_000, fee: 1000, net: 9000, status: 'pending' });
  story.step('The payer wants half of it back', 'The same share of the transfer and of the fee is returned.');
  const half = { charge: charge.id, amount: 5000, reverse_transfer: true, refund_application_fee: true };
  await story.post('/v1/refunds', half, { shown: of_refund });
  const { body: fee } = await story.get(`/v1/application_fees/${charge.application_fee}`);
  const { body: transfer } = await story.get(`/v1/transfers/${charge.transfer}`);
  expect([fee.amount_refunded, transfer.amount_reversed]).toEqual([500, 5000]);
  story.end();
});
