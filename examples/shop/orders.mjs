import Stripe from 'stripe';
import { settings, tea } from './settings.mjs';

const { florin, secret_key } = settings;

// The only lines that differ from a shop at Stripe: host, port and protocol.
const stripe = new Stripe(secret_key, {
  host: florin.hostname,
  port: florin.port || (florin.protocol === 'https:' ? 443 : 80),
  protocol: florin.protocol.slice(0, -1),
});

/** What has been ordered, by the id of its payment; a real shop has a database. */
const orders = new Map();

/** Asks for an order to be paid; the answer is what the payer's browser confirms with. */
export async function beginOrder() {
  const { amount, currency, name } = tea;
  const intent = await stripe.paymentIntents.create({ amount, currency, description: name, automatic_payment_methods: { enabled: true } });
  orders.set(intent.id, 'waiting');
  return intent.client_secret;
}

/** Where a payer pays who would rather do so on a page of Florin's. */
export async function beginHostedOrder(shop) {
  const { amount, currency, name } = tea;
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name } } }],
    success_url: `${shop}/done?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop}/`,
  });
  return session.url;
}

/** How an order stands, by its payment or by the session on Florin's page that it was paid on. */
export async function statusOf({ payment, session }) {
  const id = session ? (await stripe.checkout.sessions.retrieve(session)).payment_intent : payment;
  return orders.get(id) ?? 'waiting';
}

let secret = '';

/** Subscribes to payment events; only this answer shows the secret. */
export async function listen(shop) {
  const enabled_events = ['payment_intent.succeeded', 'payment_intent.payment_failed'];
  ({ secret } = await stripe.webhookEndpoints.create({ url: `${shop}/webhooks`, enabled_events }));
}

/** Takes what a webhook tells, if it is signed. An order is paid when the webhook says so, whatever the browser came back with. */
export function take(body, signature) {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, secret);
  orders.set(data.object.id, type === 'payment_intent.succeeded' ? 'paid' : 'failed');
}
