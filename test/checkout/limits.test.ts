import { describe, expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf } from '../support/checkout.js';
import type { Answer, Client } from '../support/service.js';

const service = await auditedService();

const visa = '4242424242424242';
const declined = '4000000000000002';
const asks_3ds = '4000002760003184';

type Opened = { readonly id: string; readonly url: string };

const pay = (opened: Opened, number = visa): Promise<Answer> =>
  pageAt(service, opened.url).post(`/v1/checkout/sessions/${opened.id}/confirm`, { payment_method_data: cardOf(number) });

const couponOf = (shop: Client, params: object = {}): Promise<Answer['body']> =>
  must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once', max_redemptions: 2, ...params }));

const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, make));

const twice = async <T>(make: () => Promise<T>): Promise<[T, T]> => [await make(), await make()];

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

describe('a coupon that the merchant names when a session is created', () => {
  test('is redeemed up to its limit, and the next session is refused with the reason', async () => {
    const shop = service.client();
    const coupon = await couponOf(shop);
    const sessions = await many(3, () => sessionOf(shop, { discounts: [{ coupon: coupon.id }] }));
    for (const each of sessions.slice(0, 2)) await must(pay(each));
    const late = await pay(sessions[2]);
    expect([late.status, late.body.error.code, late.body.error.param]).toEqual([400, 'coupon_expired', 'discounts']);
    expect(await must(shop.get(`/v1/coupons/${coupon.id}`))).toMatchObject({ times_redeemed: 2, valid: false });
    expect(
      (await must(shop.get('/v1/payment_intents'))).data.filter(({ status }: { status: string }) => status === 'succeeded'),
    ).toHaveLength(2);
  });

  test('is redeemed exactly as often by concurrent attempts', async () => {
    const shop = service.client();
    const coupon = await couponOf(shop);
    const sessions = await many(12, () => sessionOf(shop, { discounts: [{ coupon: coupon.id }] }));
    const answers = await Promise.all(sessions.map((each) => pay(each)));
    expect(statuses(answers)).toEqual([200, 200, ...Array(10).fill(400)]);
    expect(await must(shop.get(`/v1/coupons/${coupon.id}`))).toMatchObject({ times_redeemed: 2 });
  });

  test('is counted when its code is named, and both limits hold', async () => {
    const shop = service.client();
    const coupon = await couponOf(shop, { max_redemptions: 5 });
    const code = await must(shop.post('/v1/promotion_codes', { coupon: coupon.id, max_redemptions: 1 }));
    const sessions = await many(6, () => sessionOf(shop, { discounts: [{ promotion_code: code.id }] }));
    expect(statuses(await Promise.all(sessions.map((each) => pay(each))))).toEqual([200, ...Array(5).fill(400)]);
    expect(await must(shop.get(`/v1/coupons/${coupon.id}`))).toMatchObject({ times_redeemed: 1 });
    expect(await must(shop.get(`/v1/promotion_codes/${code.id}`))).toMatchObject({ times_redeemed: 1, active: false });
  });

  test('is available again when the card is declined', async () => {
    const shop = service.client();
    const coupon = await couponOf(shop, { max_redemptions: 1 });
    const [first, second] = await twice(() => sessionOf(shop, { discounts: [{ coupon: coupon.id }] }));
    expect((await pay(first, declined)).body.error.code).toBe('card_declined');
    await must(pay(second));
    expect((await pay(first)).body.error.code).toBe('coupon_expired');
    expect(await must(shop.get(`/v1/coupons/${coupon.id}`))).toMatchObject({ times_redeemed: 1 });
  });

  test('is reserved during the authentication, and available again when that session expires', async () => {
    const shop = service.client();
    const coupon = await couponOf(shop, { max_redemptions: 1 });
    const [first, second] = await twice(() => sessionOf(shop, { discounts: [{ coupon: coupon.id }] }));
    await must(pay(first, asks_3ds));
    expect((await pay(second)).body.error.code).toBe('coupon_expired');
    await must(shop.post(`/v1/checkout/sessions/${first.id}/expire`));
    await must(pay(second));
    expect(await must(shop.get(`/v1/coupons/${coupon.id}`))).toMatchObject({ times_redeemed: 1, valid: false });
  });

  test('is redeemed exactly as often by concurrent subscriptions', async () => {
    const shop = service.client();
    const coupon = await couponOf(shop);
    const sessions = await many(8, () => sessionOf(shop, { discounts: [{ coupon: coupon.id }], mode: 'subscription', line_items: [club] }));
    expect(statuses(await Promise.all(sessions.map((each) => pay(each))))).toEqual([200, 200, ...Array(6).fill(400)]);
    expect(await must(shop.get(`/v1/coupons/${coupon.id}`))).toMatchObject({ times_redeemed: 2 });
  });
});

describe.each([
  ['payments', mug],
  ['subscriptions', club],
] as const)('the limit of a link for %s', (_, { price_data }) => {
  const linkOf = (shop: Client, limit: number): Promise<Answer['body']> =>
    must(shop.post('/v1/payment_links', { line_items: [{ price_data, quantity: 1 }], restrictions: { completed_sessions: { limit } } }));

  const opened = async (link: Opened): Promise<Opened> => must(pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`));

  test('holds for concurrent attempts', async () => {
    const shop = service.client();
    const link = await linkOf(shop, 2);
    const sessions = await many(8, () => opened(link));
    const answers = await Promise.all(sessions.map((each) => pay(each)));
    expect(statuses(answers)).toEqual([200, 200, ...Array(6).fill(400)]);
    expect(await must(shop.get(`/v1/payment_links/${link.id}`))).toMatchObject({
      active: false,
      restrictions: { completed_sessions: { count: 2, limit: 2 } },
    });
  });

  test('is reserved during the authentication, and available again after a decline', async () => {
    const shop = service.client();
    const link = await linkOf(shop, 1);
    const [first, second] = await twice(() => opened(link));
    await pay(first, declined);
    expect((await must(shop.get(`/v1/checkout/sessions/${first.id}`))).status).toBe('open');
    await must(pay(second, asks_3ds));
    expect((await pay(first)).body.error.code).toBe('payment_link_inactive');
    await must(shop.post(`/v1/checkout/sessions/${second.id}/expire`));
    await must(pay(first));
    expect((await must(shop.get(`/v1/payment_links/${link.id}`))).restrictions.completed_sessions).toEqual({ count: 1, limit: 1 });
  });
});
