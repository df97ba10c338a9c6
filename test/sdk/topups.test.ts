import { expect } from 'vitest';
import { advanceClock } from '../support/merchant.js';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const day = 86_400;

forEachSdk('$name: a top-up is created, updated, and in the balance a day later', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const made = await stripe.topups.create({ amount: 5000, currency: 'usd', description: 'For the week', statement_descriptor: 'WEEK' });
  expect(made).toMatchObject({ object: 'topup', amount: 5000, balance_transaction: null, status: 'pending' });
  expect(made.expected_availability_date).toBe(made.created + day);
  const available = async () => (await stripe.balance.retrieve()).available[0]?.amount;
  expect(await available()).toBe(0);
  expect(await stripe.topups.update(made.id, { metadata: { week: '7' } })).toMatchObject({ metadata: { week: '7' }, status: 'pending' });
  await advanceClock(client, day);
  const come = await stripe.topups.retrieve(made.id, { expand: ['balance_transaction'] });
  expect(come).toMatchObject({ status: 'succeeded', balance_transaction: { type: 'topup', net: 5000 } });
  expect(await available()).toBe(5000);
  expect((await stripe.topups.list({ status: 'succeeded' })).data.map(({ id }) => id)).toEqual([made.id]);
  expect(await errorOf(stripe.topups.cancel(made.id))).toMatchObject({ statusCode: 400, code: 'topup_unexpected_state' });
});

forEachSdk('$name: a top-up that is canceled in time moves no money', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const { id } = await stripe.topups.create({ amount: 5000, currency: 'usd' });
  expect((await stripe.topups.cancel(id)).status).toBe('canceled');
  await advanceClock(client, 2 * day);
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0);
  const event_types = (await client.get('/v1/events')).body.data.map(({ type }: { type: string }) => type);
  expect(event_types.filter((type: string) => type.startsWith('topup.'))).toEqual(['topup.canceled', 'topup.created']);
});
