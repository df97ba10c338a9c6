const { randomUUID } = require('node:crypto');
const Stripe = require('stripe');

const { hostname: host, port } = new URL(process.env.FLORIN_URL);
const key = `sk_test_${randomUUID().replaceAll('-', '')}`;
const stripe = new Stripe(key, { host, port, protocol: 'http' });

test('a payment is refunded in part', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.example/return',
  });
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
  expect(refund.status).toBe('succeeded');
  const charge = await stripe.charges.retrieve(intent.latest_charge);
  expect(charge.amount_refunded).toBe(500);
});
