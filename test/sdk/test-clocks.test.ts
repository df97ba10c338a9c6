import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const day = 86_400;
const start = 1_790_000_000;

/** Polls until a clock is ready, as integrations do. */
const arrived = (stripe: Stripe, id: string): Promise<Stripe.TestHelpers.TestClock> =>
  service.until(async () => {
    const clock = await stripe.testHelpers.testClocks.retrieve(id);
    return clock.status !== 'advancing' && clock;
  });

forEachSdk('$name: a clock is created, advanced until it is ready, listed and deleted with its customers', async (sdk) => {
  const stripe = connect(sdk, service);
  const { testClocks } = stripe.testHelpers;
  const clock = await testClocks.create({ frozen_time: start, name: 'Annual renewal' });
  expect(clock).toMatchObject({ object: 'test_helpers.test_clock', frozen_time: start, name: 'Annual renewal', status: 'ready' });
  const customer = await stripe.customers.create({ email: 'jenny@example.com', test_clock: clock.id });
  expect([customer.test_clock, customer.created]).toEqual([clock.id, start]);
  const advancing = await testClocks.advance(clock.id, { frozen_time: start + 30 * day });
  expect([advancing.status, advancing.status_details.advancing?.target_frozen_time]).toEqual(['advancing', start + 30 * day]);
  expect(await arrived(stripe, clock.id)).toMatchObject({ status: 'ready', frozen_time: start + 30 * day });
  const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', customer: customer.id });
  expect(intent.created).toBe(start + 30 * day);
  expect((await testClocks.list({ limit: 3 })).data.map(({ id }) => id)).toEqual([clock.id]);
  expect((await stripe.customers.list()).data).toEqual([]);
  expect((await stripe.customers.list({ test_clock: clock.id })).data.map(({ id }) => id)).toEqual([customer.id]);
  const expanded = (await stripe.customers.retrieve(customer.id, { expand: ['test_clock'] })) as Stripe.Customer;
  expect(expanded.test_clock).toMatchObject({ id: clock.id, frozen_time: start + 30 * day });
  expect(await testClocks.del(clock.id)).toEqual(expect.objectContaining({ id: clock.id, deleted: true }));
  await service.until(async () => (await stripe.customers.retrieve(customer.id)).deleted);
});

forEachSdk('$name: an existing customer is put on a clock', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await stripe.customers.create();
  expect(customer.test_clock).toBeNull();
  const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: start, customer: customer.id });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ test_clock: id });
});

forEachSdk('$name: advancing a clock to its current time, and an unknown clock, are errors of the SDK', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const back = await errorOf(stripe.testHelpers.testClocks.advance(id, { frozen_time: start }));
  expect([back.type, back.param]).toEqual(['StripeInvalidRequestError', 'frozen_time']);
  const unknown = await errorOf(stripe.customers.create({ test_clock: 'clock_nope' }));
  expect([unknown.type, unknown.code, unknown.param]).toEqual(['StripeInvalidRequestError', 'resource_missing', 'test_clock']);
});

forEachSdk('$name: an event shows when a clock is ready', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  await stripe.testHelpers.testClocks.advance(id, { frozen_time: start + day });
  await arrived(stripe, id);
  const { data } = await stripe.events.list({ type: 'test_helpers.test_clock.ready' });
  expect(data.map(({ data }) => data.object)).toEqual([expect.objectContaining({ id, frozen_time: start + day })]);
});
