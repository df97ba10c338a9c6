import { afterAll, beforeAll, expect } from 'vitest';
import { connect, forEachSdk } from '../support/sdk.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

forEachSdk('$name creates, retrieves, updates, lists and deletes plans', async (sdk) => {
  const stripe = connect(sdk, service);
  const plan = await stripe.plans.create({ amount: 1500, currency: 'usd', interval: 'month', product: { name: 'Gold' }, id: 'gold' });
  expect([plan.id, plan.object, plan.amount, plan.interval_count]).toEqual(['gold', 'plan', 1500, 1]);
  expect((await stripe.plans.retrieve('gold', { expand: ['product'] })).product).toMatchObject({ object: 'product', name: 'Gold' });
  expect((await stripe.prices.retrieve('gold')).recurring?.interval).toBe('month');
  expect((await stripe.plans.update('gold', { nickname: 'Golden' })).nickname).toBe('Golden');
  const ids: string[] = [];
  for await (const each of stripe.plans.list({ limit: 1, active: true })) ids.push(each.id);
  expect(ids).toEqual(['gold']);
  expect(await stripe.plans.del('gold')).toMatchObject({ id: 'gold', object: 'plan', deleted: true });
});
