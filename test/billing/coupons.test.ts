import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const service = await commonService();

test('a coupon is made under an id of the caller’s choice, and shows all that Stripe’s does', async () => {
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

test('a promotion code leads to its coupon in both shapes, and is found in any letter case', async () => {
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
