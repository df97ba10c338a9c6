import { expect, test } from 'vitest';
import { startService } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test('a coupon is created under a chosen id, and has all members of Stripe’s', async () => {
  const shop = service.client();
  const { status, body } = await shop.post('/v1/coupons', {
    id: '25OFF',
    percent_off: 25.5,
    duration: 'repeating',
    duration_in_months: 3,
    max_redemptions: 5,
    name: 'A quarter off',
    metadata: { campaign: 'spring' },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: '25OFF',
    object: 'coupon',
    amount_off: null,
    created: body.created,
    currency: null,
    currency_options: {},
    duration: 'repeating',
    duration_in_months: 3,
    livemode: false,
    max_redemptions: 5,
    metadata: { campaign: 'spring' },
    name: 'A quarter off',
    percent_off: 25.5,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  });
  expect((await shop.get('/v1/coupons/25OFF')).body).toEqual(body);
  expect((await shop.get('/v1/coupons')).body.data).toEqual([body]);
  expect((await shop.get('/v1/events?type=coupon.created')).body.data[0].data.object).toEqual(body);
});

test('a promotion code shows its coupon in both shapes, and is found in any letter case', async () => {
  const shop = service.client();
  await shop.post('/v1/coupons', { id: 'half', percent_off: 50 });
  const { body: old } = await shop.post('/v1/promotion_codes', { coupon: 'half', code: 'Summer-20' });
  expect([old.coupon.id, old.coupon.percent_off, old.promotion]).toEqual(['half', 50, { coupon: 'half', type: 'coupon' }]);
  const { body: made } = await shop.post('/v1/promotion_code', { promotion: { type: 'coupon', coupon: 'half' } });
  expect(made.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  const found = async (query: string) => (await shop.get(`/v1/promotion_codes?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await found('code=sUMMER-20')).toEqual([old.id]);
  expect(await found('coupon=half')).toEqual([made.id, old.id]);
  expect(await found('active=false')).toEqual([]);
});

test.each([
  ['no discount', {}, 'percent_off'],
  ['an amount and a percentage', { amount_off: 5, currency: 'usd', percent_off: 5 }, 'percent_off'],
  ['no percentage', { percent_off: 0 }, 'percent_off'],
  ['more than 100 percent', { percent_off: 100.5 }, 'percent_off'],
  ['an amount without a currency', { amount_off: 5 }, 'currency'],
  ['an amount of zero', { amount_off: 0, currency: 'usd' }, 'amount_off'],
  ['a percentage in a currency', { percent_off: 5, currency: 'usd' }, 'currency'],
  ['currency_options of a percentage', { percent_off: 5, currency_options: { eur: { amount_off: 5 } } }, 'currency_options'],
  [
    'its own currency among its currency_options',
    { amount_off: 5, currency: 'usd', currency_options: { usd: { amount_off: 5 } } },
    'currency_options[usd]',
  ],
  ['no number of months', { percent_off: 5, duration: 'repeating' }, 'duration_in_months'],
  ['a number of months for duration once', { percent_off: 5, duration_in_months: 3 }, 'duration_in_months'],
  ['a time in the past', { percent_off: 5, redeem_by: 1 }, 'redeem_by'],
  ['a time in ten years', { percent_off: 5, redeem_by: 4_102_444_800 }, 'redeem_by'],
  ['an unknown product', { percent_off: 5, applies_to: { products: ['prod_nobody'] } }, 'applies_to[products][0]'],
  ['a long name', { percent_off: 5, name: 'x'.repeat(41) }, 'name'],
  ['no redemption', { percent_off: 5, max_redemptions: 0 }, 'max_redemptions'],
])('400: a coupon with %s', async (_, given, param) => {
  const { status, body } = await service.client().post('/v1/coupons', given);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('the discount of a coupon is fixed; its name and its currency_options change', async () => {
  const shop = service.client();
  const given = {
    id: 'off',
    amount_off: 500,
    currency: 'usd',
    currency_options: { eur: { amount_off: 400 } },
    metadata: { a: '1', b: '2' },
  };
  await shop.post('/v1/coupons', given);
  expect((await shop.post('/v1/coupons/off', { amount_off: 600 })).body.error).toMatchObject({
    code: 'parameter_unknown',
    param: 'amount_off',
  });
  const { body } = await shop.post('/v1/coupons/off', {
    name: 'Off',
    metadata: { a: '' },
    currency_options: { gbp: { amount_off: 300 } },
    expand: ['currency_options'],
  });
  expect(body).toMatchObject({ name: 'Off', metadata: { b: '2' } });
  expect(body.currency_options).toEqual({ eur: { amount_off: 400 }, gbp: { amount_off: 300 } });
  const refused = await shop.post('/v1/coupons/off', { currency_options: { usd: { amount_off: 1 } } });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'currency_options[usd]']);
  const [event] = (await shop.get('/v1/events?type=coupon.updated')).body.data;
  expect(event.data.previous_attributes).toMatchObject({ name: null });
});

test('the id of a deleted coupon can be chosen again, and codes of the old coupon are invalid', async () => {
  const shop = service.client();
  await shop.post('/v1/coupons', { id: 'spring', percent_off: 5 });
  const { body: code } = await shop.post('/v1/promotion_codes', { coupon: 'spring', code: 'SPRING' });
  expect((await shop.post('/v1/coupons', { id: 'spring', percent_off: 90 })).body.error.code).toBe('resource_already_exists');
  await shop.del('/v1/coupons/spring');
  expect((await shop.get('/v1/events?type=coupon.deleted')).body.data[0].data.object.id).toBe('spring');
  expect((await shop.post('/v1/coupons', { id: 'spring', percent_off: 90 })).body).toMatchObject({ percent_off: 90, times_redeemed: 0 });
  const old = await service.until(async () => {
    const { body } = await shop.get(`/v1/promotion_codes/${code.id}`);
    return body.active ? null : body;
  });
  expect(old.coupon).toMatchObject({ percent_off: 5, valid: false });
  expect((await shop.post(`/v1/promotion_codes/${code.id}`, { active: true })).body.error.param).toBe('active');
  expect((await shop.post('/v1/customers', { promotion_code: code.id })).status).toBe(400);
});

test('a coupon is valid until its last second, and so are its codes', async () => {
  const clocked = await startService();
  try {
    const shop = clocked.client();
    const soon = Math.floor(clocked.engine.now_ms() / 1000) + 3600;
    await shop.post('/v1/coupons', { id: 'soon', percent_off: 5, redeem_by: soon });
    const late = await shop.post('/v1/promotion_codes', { coupon: 'soon', expires_at: soon + 1 });
    expect([late.status, late.body.error.param]).toEqual([400, 'expires_at']);
    const { body: first } = await shop.post('/v1/promotion_codes', { coupon: 'soon', expires_at: soon - 1800 });
    const { body: second } = await shop.post('/v1/promotion_codes', { coupon: 'soon' });
    const active = async () => (await shop.get('/v1/promotion_codes?active=true')).body.data.map(({ id }: { id: string }) => id);
    expect(await active()).toEqual([second.id, first.id]);
    clocked.advance(1_800_000);
    await clocked.until(async () => (await active()).length === 1);
    expect(await active()).toEqual([second.id]);
    expect((await shop.get('/v1/coupons/soon')).body.valid).toBe(true);
    clocked.advance(1_800_000);
    expect((await shop.post('/v1/customers', { coupon: 'soon' })).body.error).toMatchObject({ code: 'coupon_expired', param: 'coupon' });
    await clocked.until(async () => (await active()).length === 0);
    expect((await shop.get('/v1/coupons/soon')).body.valid).toBe(false);
    expect((await shop.get(`/v1/promotion_codes/${second.id}`)).body.coupon.valid).toBe(false);
    expect((await shop.post('/v1/promotion_codes', { coupon: 'soon' })).body.error).toMatchObject({
      code: 'coupon_expired',
      param: 'coupon',
    });
  } finally {
    await clocked.stop();
  }
});

test('one active code has a word in any letter case, once for all customers and once for each customer', async () => {
  const shop = service.client();
  await shop.post('/v1/coupons', { id: 'any', percent_off: 5 });
  const customer = (await shop.post('/v1/customers')).body.id;
  const make = (more: object = {}) => shop.post('/v1/promotion_codes', { coupon: 'any', code: 'Hello', ...more });
  const { body: first } = await make();
  const again = await make({ code: 'hELLO' });
  expect([again.status, again.body.error.code, again.body.error.param]).toEqual([400, 'resource_already_exists', 'code']);
  expect((await make({ customer })).status).toBe(200);
  expect((await make({ customer })).status).toBe(400);
  await shop.post(`/v1/promotion_codes/${first.id}`, { active: false });
  expect((await make()).status).toBe(200);
  expect((await shop.post(`/v1/promotion_codes/${first.id}`, { active: true })).status).toBe(400);
  expect((await shop.get(`/v1/promotion_codes?customer=${customer}`)).body.data).toHaveLength(1);
  expect((await shop.get('/v1/promotion_codes?code=hello&active=true')).body.data).toHaveLength(2);
});

test.each([
  ['no coupon', { coupon: undefined }, 'promotion'],
  ['two coupons', { promotion: { type: 'coupon', coupon: 'any' } }, 'coupon'],
  ['spaces', { code: 'a b' }, 'code'],
  ['a time in the past', { expires_at: 1 }, 'expires_at'],
  ['more redemptions than its coupon', { max_redemptions: 11 }, 'max_redemptions'],
  ['a minimum amount without a currency', { restrictions: { minimum_amount: 5 } }, 'restrictions[minimum_amount_currency]'],
  ['a currency without a minimum amount', { restrictions: { minimum_amount_currency: 'usd' } }, 'restrictions[minimum_amount]'],
  [
    'currency_options without a minimum amount',
    { restrictions: { currency_options: { eur: { minimum_amount: 5 } } } },
    'restrictions[currency_options]',
  ],
  [
    'its currency among its currency_options',
    { restrictions: { minimum_amount: 5, minimum_amount_currency: 'usd', currency_options: { usd: { minimum_amount: 5 } } } },
    'restrictions[currency_options][usd]',
  ],
  ['an unknown customer', { customer: 'cus_unknown' }, 'customer'],
])('400: a promotion code with %s', async (_, given, param) => {
  const shop = service.client();
  await shop.post('/v1/coupons', { id: 'any', percent_off: 5, max_redemptions: 10 });
  const { status, body } = await shop.post('/v1/promotion_codes', { coupon: 'any', ...given });
  expect([status, body.error.param]).toEqual([400, param]);
});

test('a promotion code is disabled and enabled, and gets further currencies', async () => {
  const shop = service.client();
  await shop.post('/v1/coupons', { id: 'any', percent_off: 5 });
  const { body: code } = await shop.post('/v1/promotion_codes', {
    coupon: 'any',
    restrictions: { minimum_amount: 500, minimum_amount_currency: 'usd' },
    metadata: { a: '1' },
  });
  expect(code.restrictions).toEqual({
    currency_options: {},
    first_time_transaction: false,
    minimum_amount: 500,
    minimum_amount_currency: 'usd',
  });
  const url = `/v1/promotion_codes/${code.id}`;
  expect((await shop.post(url, { active: false })).body.active).toBe(false);
  const { body } = await shop.post(url, { active: true, restrictions: { currency_options: { eur: { minimum_amount: 450 } } } });
  expect([body.active, body.restrictions.currency_options]).toEqual([true, { eur: { minimum_amount: 450 } }]);
  expect((await shop.post(url, { code: 'OTHER' })).body.error).toMatchObject({ code: 'parameter_unknown', param: 'code' });
  const types = (await shop.get('/v1/events?limit=10')).body.data.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type.startsWith('promotion_code'))).toEqual([
    'promotion_code.updated',
    'promotion_code.updated',
    'promotion_code.created',
  ]);
});

test('all codes of an exhausted coupon are disabled, however many there are', async () => {
  const shop = service.client();
  await shop.post('/v1/coupons', { id: 'once', percent_off: 5, max_redemptions: 1 });
  const made = await Promise.all(Array.from({ length: 205 }, () => shop.post('/v1/promotion_codes', { coupon: 'once' })));
  expect(new Set(made.map(({ body }) => body.code)).size).toBe(made.length);
  expect((await shop.post('/v1/customers', { coupon: 'once' })).status).toBe(200);
  const active = async () => (await shop.get('/v1/promotion_codes?active=true')).body.data;
  await service.until(async () => (await active()).length === 0);
  expect((await shop.get(`/v1/promotion_codes/${made[0]?.body.id}`)).body.coupon).toMatchObject({ valid: false, times_redeemed: 1 });
});
