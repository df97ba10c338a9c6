import { expect, test } from 'vitest';
import { requireCode } from '../../src/resources/catalogue/discounts/refusals.js';
import type { PromotionCode } from '../../src/resources/catalogue/promotion-codes/promotion-code.js';
import { refusalOf } from '../support/decisions.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const eventsOf = async (shop: Client, type: string) =>
  (await shop.get(`/v1/events?type=${type}&limit=100`)).body.data.map(({ data }: { data: { object: object } }) => data.object);

async function shopWith(coupon: object, more: object = {}) {
  const shop = service.client();
  const { body } = await shop.post('/v1/coupons', { percent_off: 50, ...coupon });
  const { body: customer } = await shop.post('/v1/customers', { ...more });
  return { shop, coupon: body, customer };
}

test('a customer gets a discount in the shapes of both SDKs, with an event and a counted redemption', async () => {
  const { shop, coupon, customer } = await shopWith({ duration: 'repeating', duration_in_months: 3, id: 'half' });
  const { status, body } = await shop.post(`/v1/customers/${customer.id}`, { coupon: 'half' });
  expect(status).toBe(200);
  const { discount } = body;
  expect(discount).toEqual({
    id: discount.id,
    object: 'discount',
    checkout_session: null,
    coupon: { ...coupon, times_redeemed: 1 },
    customer: customer.id,
    customer_account: null,
    end: discount.end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: 'half', type: 'coupon' },
    start: discount.start,
    subscription: null,
    subscription_item: null,
  });
  const [start, end] = [new Date(discount.start * 1000), new Date(discount.end * 1000)];
  expect((end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()).toBe(3);
  expect(await eventsOf(shop, 'customer.discount.created')).toMatchObject([{ id: discount.id, coupon: { id: 'half' } }]);
  expect(await eventsOf(shop, 'coupon.updated')).toMatchObject([{ id: 'half', times_redeemed: 1 }]);
  expect((await shop.get(`/v1/customers/${customer.id}?expand[]=discount.source.coupon`)).body.discount.source.coupon.id).toBe('half');
});

test('of twenty customers who concurrently redeem a coupon limited to five, five have it', async () => {
  const { shop } = await shopWith({ id: 'five', max_redemptions: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post('/v1/customers', { coupon: 'five' })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect([answers.length - refused.length, refused.length]).toEqual([5, 15]);
  for (const { status, body } of refused) expect([status, body.error.code, body.error.param]).toEqual([400, 'coupon_expired', 'coupon']);
  expect((await shop.get('/v1/coupons/five')).body).toMatchObject({ times_redeemed: 5, valid: false });
  expect(await eventsOf(shop, 'customer.discount.created')).toHaveLength(5);
});

test('of twenty who concurrently redeem a promotion code limited to five, five have it, and the code is no longer active', async () => {
  const { shop } = await shopWith({ id: 'any' });
  const { body: code } = await shop.post('/v1/promotion_codes', { coupon: 'any', code: 'FIVE', max_redemptions: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post('/v1/customers', { promotion_code: code.id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const { body: now } = await shop.get(`/v1/promotion_codes/${code.id}`);
  expect([now.times_redeemed, now.active, now.coupon.times_redeemed]).toEqual([5, false, 5]);
  expect((await shop.get('/v1/coupons/any')).body).toMatchObject({ times_redeemed: 5, valid: true });
});

test('another coupon replaces a discount, and an empty one removes it', async () => {
  const { shop, customer } = await shopWith({ id: 'one' });
  await shop.post('/v1/coupons', { id: 'two', percent_off: 10 });
  const set = async (params: Record<string, unknown>) => (await shop.post(`/v1/customers/${customer.id}`, params)).body.discount;
  const first = await set({ coupon: 'one' });
  const second = await set({ coupon: 'two' });
  expect([second.coupon.id, second.id === first.id]).toEqual(['two', false]);
  expect(await eventsOf(shop, 'customer.discount.updated')).toMatchObject([{ id: second.id }]);
  expect((await set({ description: 'the same' })).id).toBe(second.id);
  expect(await set({ coupon: '' })).toBe(null);
  expect(await eventsOf(shop, 'customer.discount.deleted')).toMatchObject([{ id: second.id, coupon: { id: 'two' } }]);
});

test('a customer’s discount is deleted on request, and outlives its coupon until then', async () => {
  const { shop, customer } = await shopWith({ id: 'gone' });
  await shop.post(`/v1/customers/${customer.id}`, { coupon: 'gone' });
  expect((await shop.del('/v1/coupons/gone')).body).toEqual({ id: 'gone', object: 'coupon', deleted: true });
  const { discount } = (await shop.get(`/v1/customers/${customer.id}`)).body;
  expect(discount.coupon).toMatchObject({ id: 'gone', percent_off: 50 });
  const deleted = await shop.del(`/v1/customers/${customer.id}/discount`);
  expect([deleted.status, deleted.body]).toEqual([200, { id: discount.id, object: 'discount', deleted: true }]);
  expect((await shop.get(`/v1/customers/${customer.id}`)).body.discount).toBe(null);
  const again = await shop.del(`/v1/customers/${customer.id}/discount`);
  expect([again.status, again.body.error.code]).toEqual([404, 'resource_missing']);
});

test('a discount for some months ends after them', async () => {
  const { shop } = await shopWith({ id: 'month', duration: 'repeating', duration_in_months: 1 });
  const { body: clock } = await shop.post('/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 });
  const { body: customer } = await shop.post('/v1/customers', { coupon: 'month', test_clock: clock.id });
  const { end } = customer.discount;
  const advance = async (frozen_time: number) => {
    await shop.post(`/v1/test_helpers/test_clocks/${clock.id}/advance`, { frozen_time });
    await service.until(async () => (await shop.get(`/v1/test_helpers/test_clocks/${clock.id}`)).body.status === 'ready');
    return (await shop.get(`/v1/customers/${customer.id}`)).body.discount;
  };
  expect((await advance(end - 1)).id).toBe(customer.discount.id);
  expect(await advance(end)).toBe(null);
  expect(await eventsOf(shop, 'customer.discount.deleted')).toMatchObject([{ id: customer.discount.id }]);
});

test.each([
  ['for another customer', { customer: true }, 'another customer'],
  ['for first purchases', { restrictions: { first_time_transaction: true } }, 'prior transactions'],
  ['that is inactive', { active: false }, 'inactive'],
])('400: a promotion code %s is not redeemed', async (_, given, message) => {
  const { shop, customer } = await shopWith({ id: 'some' });
  await shop.post('/v1/payment_intents', { amount: 1000, currency: 'usd', customer: customer.id });
  const other = (await shop.post('/v1/customers')).body.id;
  const of = { ...given, ...('customer' in given && { customer: other }) };
  const { body: code } = await shop.post('/v1/promotion_codes', { coupon: 'some', ...of });
  const { status, body } = await shop.post(`/v1/customers/${customer.id}`, { promotion_code: code.id });
  expect([status, body.error?.param]).toEqual([400, 'promotion_code']);
  expect(body.error.message).toContain(message);
  expect((await shop.get('/v1/coupons/some')).body.times_redeemed).toBe(0);
});

test('400: a coupon and a promotion code, or a coupon in another currency than the customer’s, are refused', async () => {
  const { shop, customer } = await shopWith({ id: 'off', percent_off: undefined, amount_off: 100, currency: 'eur' });
  const { body: code } = await shop.post('/v1/promotion_codes', { coupon: 'off' });
  const both = await shop.post(`/v1/customers/${customer.id}`, { coupon: 'off', promotion_code: code.id });
  expect([both.status, both.body.error.code, both.body.error.param]).toEqual([400, 'parameters_exclusive', 'promotion_code']);
  await shop.post(`/v1/customers/${customer.id}/balance_transactions`, { amount: -500, currency: 'usd' });
  const { status, body } = await shop.post(`/v1/customers/${customer.id}`, { coupon: 'off' });
  expect([status, body.error.param]).toEqual([400, 'coupon']);
  expect((await shop.post(`/v1/customers/${customer.id}`, { coupon: 'unknown' })).body.error).toMatchObject({
    code: 'resource_missing',
    param: 'coupon',
  });
});

test.each([
  ['usd', 500, null],
  ['usd', 499, '5.00 USD'],
  ['eur', 450, null],
  ['eur', 449, '4.50 EUR'],
  ['gbp', 9999, 'another currency'],
])('a code for purchases of 5 dollars or 4.50 euros, and one in %s of %i: refused because of %s', async (currency, amount, why) => {
  const { shop } = await shopWith({ id: 'some' });
  const { body } = await shop.post('/v1/promotion_codes', {
    coupon: 'some',
    restrictions: { minimum_amount: 500, minimum_amount_currency: 'usd', currency_options: { eur: { minimum_amount: 450 } } },
  });
  const redeemer = { customer: null, has_paid: false, purchase: { currency, amount } };
  const refusal = refusalOf((asked) => requireCode(body as PromotionCode, redeemer, 'discounts[0][promotion_code]', body.created, asked));
  expect(refusal?.param ?? null).toBe(why && 'discounts[0][promotion_code]');
  expect(refusal?.message ?? '').toContain(why ?? '');
});
