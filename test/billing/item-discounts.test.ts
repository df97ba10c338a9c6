import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

async function openShop(at = '2026-06-01'): Promise<ClockedShop> {
  const shop = await openClockedShop(service, { at });
  const coupons = [
    { id: 'half', percent_off: 50, duration: 'forever' },
    { id: 'once', amount_off: 300, currency: 'usd', duration: 'once' },
    { id: 'two months', percent_off: 10, duration: 'repeating', duration_in_months: 2 },
    { id: 'five', amount_off: 500, currency: 'usd', duration: 'forever' },
  ];
  for (const coupon of coupons) await made(shop.client, '/v1/coupons', coupon);
  return shop;
}

const rateOf = async ({ client }: ClockedShop, percentage: number, inclusive = false): Promise<string> =>
  (await made(client, '/v1/tax_rates', { display_name: `VAT ${percentage}`, inclusive, percentage })).id;
const now = async ({ client }: ClockedShop, { id }: { id: string }) => (await client.get(`/v1/subscriptions/${id}`)).body;
const invoicesOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data.reverse();
const totalsOf = async (shop: ClockedShop, sub: { id: string }): Promise<number[]> =>
  (await invoicesOf(shop, sub)).map(({ total }: { total: number }) => total);
type Amount = { readonly amount: number };
type Off = { readonly discount_amounts: readonly Amount[] };
const offOf = ({ discount_amounts }: Off): number[] => discount_amounts.map(({ amount }) => amount);
const itemsNow = async (shop: ClockedShop, sub: { id: string }) => (await now(shop, sub)).items.data;

test('a discount of an item applies to its lines only, once, for some months or forever', async () => {
  const shop = await openShop('2026-01-31');
  const items = await Promise.all(
    ['once', 'two months', 'half'].map(async (coupon) => ({ price: await shop.price(1000), discounts: [{ coupon }] })),
  );
  const sub = await shop.subscribe([...items, { price: await shop.price(400) }]);
  expect(sub.discounts).toEqual([]);
  expect(sub.items.data.map(({ discounts }: { discounts: string[] }) => discounts.length)).toEqual([0, 1, 1, 0]);
  await shop.advance('2026-04-30T02:00');
  const invoices = await invoicesOf(shop, sub);
  expect(invoices.map(({ lines }: { lines: { data: Off[] } }) => lines.data.map(offOf))).toEqual([
    [[300], [100], [500], []],
    [[], [100], [500], []],
    [[], [], [500], []],
    [[], [], [500], []],
  ]);
  expect(await totalsOf(shop, sub)).toEqual([2500, 2800, 2900, 2900]);
  expect((await itemsNow(shop, sub)).map(({ discounts }: { discounts: string[] }) => discounts.length)).toEqual([0, 0, 1, 0]);
  const [, , last] = await itemsNow(shop, sub);
  const { body: item } = await shop.client.get(`/v1/subscription_items/${last.id}?expand[]=discounts`);
  expect(item.discounts).toMatchObject([{ coupon: { id: 'half' }, subscription_item: last.id, customer: shop.customer }]);
});

test('discounts of items come before those of the subscription, and each use of a coupon is counted', async () => {
  const shop = await openShop();
  const [one, two] = [await shop.price(1000), await shop.price(2000)];
  const items = [{ price: one, discounts: [{ coupon: 'half' }] }, { price: two }];
  const sub = await shop.subscribe(items, { discounts: [{ coupon: 'five' }, { coupon: 'half' }] });
  const [invoice] = await invoicesOf(shop, sub);
  expect(invoice.lines.data.map(offOf)).toEqual([
    [500, 100, 200],
    [400, 800],
  ]);
  expect([invoice.subtotal, invoice.total]).toEqual([2500, 1000]);
  expect((await shop.client.get('/v1/coupons/half')).body.times_redeemed).toBe(2);
});

test('rates of an item replace those of its subscription, also when it is renewed and changed', async () => {
  const shop = await openShop();
  const [vat, inside] = [await rateOf(shop, 20), await rateOf(shop, 10, true)];
  const [one, two] = [await shop.price(1100), await shop.price(1000)];
  const sub = await shop.subscribe([{ price: one, tax_rates: [inside] }, { price: two }], { default_tax_rates: [vat] });
  expect(sub.items.data.map(({ tax_rates }: { tax_rates: { id: string }[] }) => tax_rates.map(({ id }) => id))).toEqual([[inside], []]);
  await shop.advance('2026-07-16');
  const change = { items: [{ id: sub.items.data[0].id, quantity: 2 }], proration_behavior: 'always_invoice' };
  await made(shop.client, `/v1/subscriptions/${sub.id}`, change);
  const invoices = await invoicesOf(shop, sub);
  expect(invoices.map(({ total }: { total: number }) => total)).toEqual([2300, 2300, 567]);
  const taxes = invoices.map(({ lines }: { lines: { data: { taxes: Amount[]; tax_rates: object[] }[] } }) =>
    lines.data.map((line) => [line.taxes.map(({ amount }) => amount), line.tax_rates.length]),
  );
  expect(taxes.slice(0, 2)).toEqual([
    [
      [[100], 1],
      [[200], 0],
    ],
    [
      [[100], 1],
      [[200], 0],
    ],
  ]);
  expect(taxes[2]).toEqual([
    [[103], 1],
    [[-52], 1],
  ]);
});

test('proration amounts include the discounts of their item, and list them where they are itemized', async () => {
  const shop = await openShop();
  const price = await shop.price(1000);
  const included = await shop.subscribe([{ price, discounts: [{ coupon: 'half' }] }], { billing_mode: { type: 'flexible' } });
  const mode = { type: 'flexible', flexible: { proration_discounts: 'itemized' } };
  const itemized = await shop.subscribe([{ price, discounts: [{ coupon: 'half' }] }], { billing_mode: mode });
  await shop.advance('2026-06-16');
  for (const sub of [included, itemized])
    await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, quantity: 2 }] });
  const { body } = await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}`);
  const shown = body.data
    .reverse()
    .map(({ amount, net_amount, proration_details: { discount_amounts } }: never) => [amount, net_amount, offOf({ discount_amounts })]);
  expect(shown).toEqual([
    [-250, -250, [0]],
    [500, 500, [0]],
    [-500, -250, [-250]],
    [1000, 500, [500]],
  ]);
  await shop.advance('2026-07-01T02:00');
  const [, one] = await invoicesOf(shop, included);
  const [, other] = await invoicesOf(shop, itemized);
  expect([one.subtotal, one.total, other.subtotal, other.total]).toEqual([1250, 1250, 1250, 1250]);
  expect(other.lines.data.map(({ amount }: Amount) => amount)).toEqual([1000, -500, 2000]);
  expect(other.lines.data.map(offOf)).toEqual([[500], [-250], [1000]]);
  expect([one.total_discount_amounts[0].amount, other.total_discount_amounts[0].amount]).toEqual([1000, 1250]);
});

test('an amount off an item is reversed with it: in full in classic mode, for the remaining time in flexible mode', async () => {
  const shop = await openShop();
  const [price, other] = [await shop.price(1000), await shop.price(2000)];
  const items = [{ price, discounts: [{ coupon: 'five' }] }, { price: other }];
  for (const [type, credit] of [
    ['classic', 0],
    ['flexible', -250],
  ] as const) {
    const sub = await shop.subscribe(items, { billing_mode: { type } });
    if (type === 'classic') await shop.advance('2026-06-16');
    const at = { proration_date: (await now(shop, sub)).current_period_start + 15 * 86_400 };
    const change = { items: [{ id: sub.items.data[0].id, deleted: true }], proration_behavior: 'always_invoice', ...at };
    const { latest_invoice } = await made(shop.client, `/v1/subscriptions/${sub.id}`, change);
    expect([type, (await shop.client.get(`/v1/invoices/${latest_invoice}`)).body.total]).toEqual([type, credit]);
  }
});

test('an expired discount of an item is removed, and one kept by its id is not redeemed again', async () => {
  const shop = await openShop('2026-01-31');
  const sub = await shop.subscribe([{ price: await shop.price(1000), discounts: [{ coupon: 'two months' }] }]);
  const [item] = sub.items.data;
  const kept = await made(shop.client, `/v1/subscription_items/${item.id}`, { discounts: [{ discount: item.discounts[0] }] });
  expect(kept.discounts).toEqual(item.discounts);
  expect((await shop.client.get('/v1/coupons/two%20months')).body.times_redeemed).toBe(1);
  const foreign = await shop.client.post(`/v1/subscriptions/${sub.id}`, { discounts: [{ discount: item.discounts[0] }] });
  expect([foreign.status, foreign.body.error.param]).toEqual([400, 'discounts[0][discount]']);
  await shop.advance('2026-03-31T02:00');
  expect((await itemsNow(shop, sub))[0].discounts).toEqual([]);
  expect((await shop.client.get(`/v1/subscription_items/${item.id}`)).body.discounts).toEqual([]);
  expect(await totalsOf(shop, sub)).toEqual([900, 900, 1000]);
});

test('lines of a draft renewal have their own discounts and rates, and keep their cost', async () => {
  const shop = await openShop();
  const vat = await rateOf(shop, 20);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-07-01');
  const [, draft] = await invoicesOf(shop, sub);
  const [line] = draft.lines.data;
  const path = `/v1/invoices/${draft.id}/lines/${line.id}`;
  const changed = await made(shop.client, path, { description: 'July', discounts: [{ coupon: 'half' }], tax_rates: [vat] });
  expect(changed.lines.data[0]).toMatchObject({ amount: 1000, description: 'July', price: { id: line.price.id } });
  expect([changed.status, changed.total]).toEqual(['draft', 600]);
  const { body } = await shop.client.get(`/v1/invoices/${draft.id}?expand[]=lines.data.discounts`);
  expect(body.lines.data[0].discounts).toMatchObject([{ invoice_item: line.id }]);
  await shop.advance('2026-07-01T02:00');
  expect(await totalsOf(shop, sub)).toEqual([1000, 600]);
});

test('the expiry of a removed item discount has no effect', async () => {
  const shop = await openShop('2026-01-31');
  const keeps = await shop.price(1000);
  const sub = await shop.subscribe([{ price: keeps }, { price: await shop.price(500), discounts: [{ coupon: 'two months' }] }]);
  const [, item] = sub.items.data;
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: item.id, deleted: true }], proration_behavior: 'none' });
  await shop.advance('2026-03-31T02:00');
  expect(await totalsOf(shop, sub)).toEqual([1450, 1000, 1000]);
});

test.each([
  ['an unknown tax rate', { tax_rates: ['txr_nobody'] }, 'tax_rates[0]'],
  ['an unknown coupon', { discounts: [{ coupon: 'unknown' }] }, 'discounts[0][coupon]'],
  ['nothing named', { discounts: [{}] }, 'discounts[0][coupon]'],
  ['a coupon twice', { discounts: [{ coupon: 'half' }, { coupon: 'half' }] }, 'discounts[1][coupon]'],
])('400: an item with %s, in a new subscription, a change and a preview', async (_, given, param) => {
  const shop = await openShop();
  const price = await shop.price(1000);
  const [head, ...rest] = param.split('[');
  const at = [`[${head}]`, ...rest].join('[');
  const refused = await shop.client.post('/v1/subscriptions', { customer: shop.customer, items: [{ price, ...given }] });
  expect([refused.status, refused.body.error.param]).toEqual([400, `items[0]${at}`]);
  const sub = await shop.subscribe([{ price }]);
  const items = [{ id: sub.items.data[0].id, ...given }];
  const change = await shop.client.post(`/v1/subscriptions/${sub.id}`, { items });
  expect([change.status, change.body.error.param]).toEqual([400, `items[0]${at}`]);
  const alone = await shop.client.post(`/v1/subscription_items/${items[0]?.id}`, given);
  expect(alone.status).toBe(400);
  const preview = await shop.client.post('/v1/invoices/create_preview', { subscription: sub.id, subscription_details: { items } });
  expect(preview.status).toBe(400);
});

test('every invariant holds afterwards', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

test.each(['coupon', 'promotion_code'])('400: discounts and %s contradict each other', async (param) => {
  const shop = await openShop();
  const { id } = await made(shop.client, '/v1/promotion_codes', { promotion: { coupon: 'five', type: 'coupon' } });
  const items = [{ price: await shop.price(1000) }];
  const both = { discounts: [{ coupon: 'half' }], [param]: param === 'coupon' ? 'five' : id };
  const { status, body } = await shop.client.post('/v1/subscriptions', { customer: shop.customer, items, ...both });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameters_exclusive', param]);
});

test('a proration with a new amount loses the discounts of its old amount', async () => {
  const shop = await openShop();
  const price = await shop.price(3000);
  const billing_mode = { type: 'flexible', flexible: { proration_discounts: 'itemized' } };
  const sub = await shop.subscribe([{ price, discounts: [{ coupon: 'half' }] }], { billing_mode });
  await shop.advance('2026-06-16');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, quantity: 2 }] });
  const { data } = (await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}&pending=true`)).body;
  for (const { id, amount } of data as { id: string; amount: number }[]) {
    const to = amount > 0 ? 300 : -100;
    expect(await made(shop.client, `/v1/invoiceitems/${id}`, { amount: to })).toMatchObject({ amount: to, net_amount: to });
  }
});

test('usage until a change has the discounts that its item had, with a new price and at a new anchor', async () => {
  const shop = await openShop();
  const recurring = { interval: 'month', usage_type: 'metered' };
  const [metered, dearer] = [await shop.price(5, { recurring }), await shop.price(7, { recurring })];
  const half = [{ coupon: 'half' }];
  const used = async (discounts: object[]) => {
    const sub = await shop.subscribe([{ price: metered, discounts }], { billing_mode: { type: 'flexible' } });
    const [{ id }] = sub.items.data;
    await made(shop.client, `/v1/subscription_items/${id}/usage_records`, {
      quantity: 100,
      timestamp: moment('2026-06-01'),
      action: 'set',
    });
    return { sub, id };
  };
  const [replaced, anchored, reduced] = [await used(half), await used(half), await used([])];
  await shop.advance('2026-06-11');
  const billedFor = async ({ sub }: { sub: { id: string } }, change: object) => {
    const now_billed = { ...change, proration_behavior: 'always_invoice' };
    const { body } = await shop.client.post('/v1/invoices/create_preview', { subscription: sub.id, subscription_details: now_billed });
    await made(shop.client, `/v1/subscriptions/${sub.id}`, now_billed);
    return [body.total, (await totalsOf(shop, sub)).at(-1)];
  };
  expect(await billedFor(replaced, { items: [{ id: replaced.id, price: dearer, discounts: '' }] })).toEqual([250, 250]);
  const now = { billing_cycle_anchor: 'now' };
  expect(await billedFor(anchored, { ...now, items: [{ id: anchored.id, discounts: '' }] })).toEqual([250, 250]);
  expect(await billedFor(reduced, { ...now, items: [{ id: reduced.id, discounts: half }] })).toEqual([500, 500]);
});
