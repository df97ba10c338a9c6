import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { everything, openPortalShop, type PortalShop, sessionOf, visit, visiting } from '../support/portal.js';
import { commonService } from '../support/services.js';
import { moment } from '../support/subscribed.js';

const service = await commonService();

const errorOf = ({ status, body }: { status: number; body: { error?: { code?: string; param?: string } } }) => [
  status,
  body.error?.code,
  body.error?.param,
];

/** A shop whose customer pays ten dollars a month since the first of January, and what they subscribed to. */
async function subscribed(more: object = {}) {
  const shop = await openPortalShop(service);
  const subscription = await shop.subscribe([{ price: shop.prices.small }], more);
  return { shop, subscription, item: subscription.items.data[0].id as string };
}

const subscriptionNow = (shop: PortalShop, { id }: { id: string }) => must(shop.client.get(`/v1/subscriptions/${id}`));

test('the first session without a configuration makes the default one, and the second uses it', async () => {
  const { client, customer } = await openPortalShop(service);
  const first = await must(client.post('/v1/billing_portal/sessions', { customer }));
  const second = await must(client.post('/v1/billing_portal/sessions', { customer }));
  expect(second.configuration).toBe(first.configuration);
  const { data } = await must(client.get('/v1/billing_portal/configurations', { is_default: true }));
  expect(data.map(({ id, active, features }: { id: string; active: boolean; features: Record<string, { enabled: boolean }> }) => [
    id,
    active,
    Object.entries(features).flatMap(([name, { enabled }]) => (enabled ? [name] : [])),
  ])).toEqual([
    [first.configuration, true, ['customer_update', 'invoice_history', 'payment_method_update', 'subscription_cancel']],
  ]);
});

test('sessions that are made at once without a configuration share one', async () => {
  const { client, customer } = await openPortalShop(service);
  const made = await Promise.all(Array.from({ length: 4 }, () => must(client.post('/v1/billing_portal/sessions', { customer }))));
  expect(new Set(made.map(({ configuration }) => configuration)).size).toBe(1);
});

test('a plan is changed at the price that its preview has shown', async () => {
  const { shop, subscription, item } = await subscribed();
  await shop.advance('2026-01-16T12:00');
  const act = await visiting(shop);
  const { shown } = (await act('look')).body;
  expect(shown).toBeUndefined();
  const wanted = { subscription: subscription.id, items: [{ id: item, price: shop.prices.large }] };
  const now = await must(act('preview', wanted));
  expect([now.object, now.amount_due, now.currency]).toEqual(['invoice', 1000, 'usd']);
  const then = await must(act('preview', { ...wanted, recurring: true }));
  expect(then.total).toBe(3000);
  await must(act('change', wanted));
  const changed = await must(shop.client.get(`/v1/subscriptions/${subscription.id}`, { expand: ['latest_invoice'] }));
  expect([changed.items.data[0].price.id, changed.latest_invoice.amount_paid]).toEqual([shop.prices.large, 1000]);
});
