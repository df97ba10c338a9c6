import type Stripe from 'stripe';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(({ path }) => (path.startsWith('/refuses') ? 503 : 200));
  service = await startService({ FLORIN_WEBHOOK_ALLOW: '127.0.0.0/8' });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

forEachSdk('$name: an endpoint is created, updated, disabled, listed and deleted', async (sdk) => {
  const stripe = connect(sdk, service);
  const made = await stripe.webhookEndpoints.create({
    url: receiver.url('/unused'),
    enabled_events: ['customer.created'],
    description: 'Shop',
  });
  expect(made).toMatchObject({ object: 'webhook_endpoint', status: 'enabled', api_version: sdk.version, description: 'Shop' });
  expect(made.secret).toMatch(/^whsec_/);
  expect(await stripe.webhookEndpoints.retrieve(made.id)).not.toHaveProperty('secret');
  const updated = await stripe.webhookEndpoints.update(made.id, { enabled_events: ['*'], disabled: true });
  expect(updated).toMatchObject({ enabled_events: ['*'], status: 'disabled' });
  expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).toEqual([made.id]);
  expect(await stripe.webhookEndpoints.del(made.id)).toEqual(expect.objectContaining({ id: made.id, deleted: true }));
  expect(await errorOf(stripe.webhookEndpoints.retrieve(made.id))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

forEachSdk('$name: constructEvent accepts deliveries, and none that was changed', async (sdk) => {
  const stripe = connect(sdk, service);
  const path = `/${sdk.version}`;
  const { secret } = await stripe.webhookEndpoints.create({ url: receiver.url(path), enabled_events: ['setup_intent.succeeded'] });
  const intent = await stripe.setupIntents.create({ confirm: true, payment_method: 'pm_card_visa' });
  const { body, headers } = await service.until(async () => receiver.at(path)[0]);
  const signature = String(headers['stripe-signature']);
  const event = stripe.webhooks.constructEvent(body, signature, String(secret)) as Stripe.SetupIntentSucceededEvent;
  expect(event).toMatchObject({ type: 'setup_intent.succeeded', api_version: sdk.version, livemode: false });
  expect(event.data.object).toMatchObject({ id: intent.id, status: 'succeeded' });
  expect(Math.abs(event.created - intent.created)).toBeLessThanOrEqual(1);
  expect(() => stripe.webhooks.constructEvent(body.replace('succeeded', 'canceled'), signature, String(secret))).toThrow(/signature/i);
  expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(/signature/i);
});

forEachSdk('$name: events are retrieved, listed by type and paged through', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await stripe.customers.create({ name: 'Jo' });
  await stripe.customers.update(customer.id, { name: 'Jola' });
  const { data } = await stripe.events.list({ types: ['customer.created', 'customer.updated'] });
  expect(data.map(({ type }) => type)).toEqual(['customer.updated', 'customer.created']);
  const [updated, created] = data as [Stripe.CustomerUpdatedEvent, Stripe.CustomerCreatedEvent];
  expect(updated.data).toMatchObject({ object: { id: customer.id, name: 'Jola' }, previous_attributes: { name: 'Jo' } });
  expect(created.created).toBe(customer.created);
  expect(await stripe.events.retrieve(created.id)).toEqual(created);
  expect((await stripe.events.list({ type: 'customer.created' })).data.map(({ id }) => id)).toEqual([created.id]);
  expect((await stripe.events.list({ types: ['customer.created', 'payout.paid'] })).data.map(({ id }) => id)).toEqual([created.id]);
  const walked: string[] = [];
  for await (const { id } of stripe.events.list({ limit: 1 })) walked.push(id);
  expect(walked.slice(0, 2)).toEqual([updated.id, created.id]);
});

forEachSdk('$name: an event shows the number of its pending deliveries', async (sdk) => {
  const stripe = connect(sdk, service);
  const path = `/refuses/${sdk.version}`;
  await stripe.webhookEndpoints.create({ url: receiver.url(path), enabled_events: ['customer.created'] });
  await stripe.customers.create();
  await service.until(async () => receiver.at(path).length);
  const [event] = (await stripe.events.list({ type: 'customer.created' })).data;
  expect(await stripe.events.retrieve(String(event?.id))).toMatchObject({ pending_webhooks: 1 });
});
