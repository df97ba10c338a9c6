import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { openCreditShop } from '../support/credits.js';
import { type Installation, startInstallation } from '../support/services.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off', FLORIN_WORKER: 'off' });
});
afterAll(() => installation.stop());

const subscriptions = 6;

test('invoices that two processes finalize at once use each credit once, and no more than was granted', async () => {
  const [service, other] = installation.services;
  if (!service || !other) throw new Error('Two processes are needed');
  const shop = await openCreditShop(service);
  await shop.grant(350, { priority: 0 });
  await shop.grant(400);
  const made = await Promise.all(
    Array.from({ length: subscriptions }, () =>
      shop.subscribe([{ price: shop.call }], { collection_method: 'send_invoice', days_until_due: 9 }),
    ),
  );
  await shop.advance('2026-04-11');
  await shop.calls(20, '2026-04-10');
  await shop.advance('2026-05-01');
  const { body: drafts } = await shop.client.get('/v1/invoices', { customer: shop.customer, status: 'draft', limit: 100 });
  expect(drafts.data).toHaveLength(made.length);
  const clients = [shop.client, other.client(shop.client.key)];
  const finalized = await Promise.all(
    drafts.data.map(({ id }: { id: string }, place: number) => clients[place % 2]?.post(`/v1/invoices/${id}/finalize`)),
  );
  const credited = finalized.map(({ body }) =>
    body.total_pretax_credit_amounts.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0),
  );
  expect(finalized.map(({ body }, place) => body.total + credited[place])).toEqual(made.map(() => 200));
  expect([credited.reduce((sum, each) => sum + each, 0), await shop.available()]).toEqual([750, 0]);
  const taken = (await shop.changes()).filter(([type]) => type === 'credits_applied').reduce((sum, [, amount]) => sum + amount, 0);
  expect([taken, await audit(service.engine.database)]).toEqual([750, []]);
});
