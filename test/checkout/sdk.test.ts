import type Stripe from 'stripe';
import { afterAll, expect } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt, success_url } from '../support/checkout.js';
import { startReceiver } from '../support/receiver.js';
import { connect, errorOf, forEachSdk, type Sdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const receiver = await startReceiver();
afterAll(() => receiver.stop());

type Session = Stripe.Checkout.Session;
type Asked = Stripe.Checkout.SessionCreateParams;

const once = untyped<Asked>({ line_items: [mug], mode: 'payment', success_url });
const isNewer = ({ name }: Sdk): boolean => name === 'stripe 23';

const paid = (session: Session): Promise<unknown> =>
  must(
    pageAt(service, session.url ?? '').post(`/v1/checkout/sessions/${session.id}/confirm`, {
      payment_method_data: cardOf('4242424242424242'),
    }),
  );

forEachSdk('$name creates, retrieves, updates, lists and expires sessions', async (sdk) => {
  const stripe = connect(sdk, service);
  const session = await stripe.checkout.sessions.create({ ...once, metadata: { a: '1' } });
  expect(session).toMatchObject({ object: 'checkout.session', amount_total: 1000, status: 'open' });
  const whole = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
  expect(whole.line_items?.data).toMatchObject([{ object: 'item', description: 'Mug', amount_total: 1000 }]);
  const items = await stripe.checkout.sessions.listLineItems(session.id);
  expect(items.data).toMatchObject([{ quantity: 1, price: { unit_amount: 1000 } }]);
  expect((await stripe.checkout.sessions.update(session.id, { metadata: { b: '2' } })).metadata).toEqual({ a: '1', b: '2' });
  expect((await stripe.checkout.sessions.list({ status: 'open' })).data.map(({ id }) => id)).toEqual([session.id]);
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
  expect(await errorOf(stripe.checkout.sessions.expire(session.id))).toMatchObject({
    statusCode: 400,
    code: 'checkout_session_unexpected_state',
  });
});

forEachSdk('$name finds the payment of a session where its version expects it', async (sdk) => {
  const stripe = connect(sdk, service);
  const session = await stripe.checkout.sessions.create(once);
  if (isNewer(sdk)) expect(session.payment_intent).toBeNull();
  else expect(session.payment_intent).toMatch(/^pi_/);
  await paid(session);
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { amount_received: 1000, status: 'succeeded' },
  });
});

forEachSdk('$name uses the page modes of its version, also in the answers', async (sdk) => {
  const stripe = connect(sdk, service);
  const [hosted, embedded] = isNewer(sdk) ? ['hosted_page', 'embedded_page'] : ['hosted', 'embedded'];
  expect((await stripe.checkout.sessions.create(once)).ui_mode).toBe(hosted);
  expect((await stripe.checkout.sessions.create(untyped<Asked>({ ...once, ui_mode: hosted }))).ui_mode).toBe(hosted);
  const { success_url: _, ...framed } = once;
  const frame = await stripe.checkout.sessions.create(
    untyped<Asked>({ ...framed, ui_mode: embedded, return_url: 'https://shop.example/back' }),
  );
  expect(frame).toMatchObject({ ui_mode: embedded, url: null, return_url: 'https://shop.example/back' });
  expect(frame.client_secret).toContain(frame.id);
});

forEachSdk('$name subscribes a payer on the page', async (sdk) => {
  const stripe = connect(sdk, service);
  const session = await stripe.checkout.sessions.create(untyped<Asked>({ line_items: [club], mode: 'subscription', success_url }));
  await paid(session);
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'customer'] });
  expect(done).toMatchObject({ subscription: { status: 'active' }, customer: { email: 'jo@example.com' } });
});

forEachSdk('$name creates, retrieves, updates and lists payment links', async (sdk) => {
  const stripe = connect(sdk, service);
  const price = await stripe.prices.create({ currency: 'usd', unit_amount: 700, product_data: { name: 'Cup' } });
  const link = await stripe.paymentLinks.create({ line_items: [{ price: price.id, quantity: 2 }] });
  expect(await stripe.paymentLinks.retrieve(link.id)).toMatchObject({ object: 'payment_link', active: true, url: link.url });
  expect((await stripe.paymentLinks.listLineItems(link.id)).data).toMatchObject([{ amount_total: 1400 }]);
  expect((await stripe.paymentLinks.update(link.id, { active: false })).active).toBe(false);
  expect((await stripe.paymentLinks.list({ active: false })).data).toHaveLength(1);
});

forEachSdk('$name creates, retrieves, updates and lists shipping rates, and sessions use them', async (sdk) => {
  const stripe = connect(sdk, service);
  const fixed_amount = { amount: 500, currency: 'usd' };
  const rate = await stripe.shippingRates.create({ display_name: 'Post', type: 'fixed_amount', fixed_amount });
  expect(await stripe.shippingRates.retrieve(rate.id)).toMatchObject({ object: 'shipping_rate', display_name: 'Post' });
  const session = await stripe.checkout.sessions.create({ ...once, shipping_options: [{ shipping_rate: rate.id }] });
  expect(session).toMatchObject({ amount_total: 1500, shipping_cost: { shipping_rate: rate.id } });
  expect((await stripe.shippingRates.update(rate.id, { active: false })).active).toBe(false);
  expect((await stripe.shippingRates.list({ active: false })).data).toHaveLength(1);
});

forEachSdk('$name verifies that a session is complete', async (sdk) => {
  const stripe = connect(sdk, service);
  const path = `/${sdk.version}`;
  const type = 'checkout.session.completed';
  const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url(path), enabled_events: [type] });
  const session = await stripe.checkout.sessions.create(once);
  await paid(session);
  const { body, headers } = await service.until(async () => receiver.at(path)[0]);
  const event = stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), endpoint.secret ?? '');
  expect(event).toMatchObject({ type, data: { object: { id: session.id, status: 'complete', payment_status: 'paid' } } });
});
