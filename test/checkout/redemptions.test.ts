import { describe, expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { must } from '../support/billing.js';
import { cardOf, club, pageAt, sessionOf } from '../support/checkout.js';
import { advanceClock } from '../support/merchant.js';
import type { Answer, Client } from '../support/service.js';

const service = await auditedService();

type Body = Answer['body'];
type Opened = { readonly id: string; readonly url: string };

const sdk = { headers: { 'stripe-version': '2025-09-30.clover' } };
const visa = '4242424242424242';
const declined = '4000000000000002';
const asks_3ds = '4000002760003184';

const pay = (opened: Opened, number = visa): Promise<Answer> =>
  pageAt(service, opened.url).post(`/v1/checkout/sessions/${opened.id}/confirm`, { payment_method_data: cardOf(number) });

const couponOf = (shop: Client, params: object = {}): Promise<Body> =>
  must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once', max_redemptions: 3, ...params }));

const couponNow = (shop: Client, { id }: Body): Promise<Body> => must(shop.get(`/v1/coupons/${id}`));

const many = <T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => make(place)));

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const reasons = (answers: readonly Answer[]): string[] => [
  ...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error?.code)),
];

const customerOf = (shop: Client): Promise<Body> =>
  must(shop.post('/v1/customers', { payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } }));

const priceOf = async (shop: Client): Promise<string> =>
  (
    await must(
      shop.post('/v1/prices', { currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' }, product_data: { name: 'Club' } }),
    )
  ).id;

const three_of_20 = [200, 200, 200, ...Array(17).fill(400)];

describe('20 at once, with a coupon for three redemptions', () => {
  const roads: readonly (readonly [string, (shop: Client, coupon: string) => Promise<readonly (() => Promise<Answer>)[]>])[] = [
    [
      'sessions',
      async (shop, coupon) => (await many(20, () => sessionOf(shop, { discounts: [{ coupon }] }))).map((each) => () => pay(each)),
    ],
    [
      'sessions of an SDK',
      async (shop, coupon) => {
        const line_items = [{ price_data: { currency: 'usd', product_data: { name: 'Mug' }, unit_amount: 1000 }, quantity: 1 }];
        const asked = { line_items, mode: 'payment', success_url: 'https://shop.example/thanks', discounts: [{ coupon }] };
        return (await many(20, () => must(shop.post('/v1/checkout/sessions', asked, sdk)))).map((each) => () => pay(each));
      },
    ],
    [
      'trials',
      async (shop, coupon) => {
        const asked = { discounts: [{ coupon }], mode: 'subscription', line_items: [club], subscription_data: { trial_period_days: 7 } };
        return (await many(20, () => sessionOf(shop, asked))).map((each) => () => pay(each));
      },
    ],
    [
      'codes that payers type in',
      async (shop, coupon) => {
        await must(shop.post('/v1/promotion_codes', { coupon, code: 'SPRING' }));
        const sessions = await many(20, () => sessionOf(shop, { allow_promotion_codes: true }));
        for (const each of sessions)
          await must(pageAt(service, each.url).post(`/v1/checkout/sessions/${each.id}/adjust`, { promotion_code: 'spring' }));
        return sessions.map((each) => () => pay(each));
      },
    ],
    [
      'subscriptions',
      async (shop, coupon) => {
        const price = await priceOf(shop);
        const customers = await many(20, () => customerOf(shop));
        return customers.map(
          ({ id }) =>
            () =>
              shop.post('/v1/subscriptions', { customer: id, items: [{ price }], discounts: [{ coupon }] }),
        );
      },
    ],
    [
      'updates of subscriptions',
      async (shop, coupon) => {
        const price = await priceOf(shop);
        const made = await many(20, async () =>
          must(shop.post('/v1/subscriptions', { customer: (await customerOf(shop)).id, items: [{ price }] })),
        );
        return made.map(
          ({ id }) =>
            () =>
              shop.post(`/v1/subscriptions/${id}`, { discounts: [{ coupon }] }),
        );
      },
    ],
    [
      'invoices',
      async (shop, coupon) => {
        const customers = await many(20, () => customerOf(shop));
        return customers.map(
          ({ id }) =>
            () =>
              shop.post('/v1/invoices', { customer: id, discounts: [{ coupon }] }),
        );
      },
    ],
    [
      'invoices of one customer',
      async (shop, coupon) => {
        const { id } = await customerOf(shop);
        return Array.from({ length: 20 }, () => () => shop.post('/v1/invoices', { customer: id, discounts: [{ coupon }] }));
      },
    ],
    ['customers', async (shop, coupon) => Array.from({ length: 20 }, () => () => shop.post('/v1/customers', { coupon }))],
  ];

  test.each(roads)('%s: exactly three have it, and the others are refused with the reason', async (_, opened) => {
    const shop = service.client();
    const coupon = await couponOf(shop);
    const attempts = await opened(shop, coupon.id);
    const answers = await Promise.all(attempts.map((attempt) => attempt()));
    expect([statuses(answers), reasons(answers)]).toEqual([three_of_20, ['coupon_expired']]);
    expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 3, valid: false });
  });
});

test('the payment of a session is confirmed by its page only', async () => {
  const shop = service.client();
  const coupon = await couponOf(shop, { max_redemptions: 1 });
  const sessions = await many(3, () => sessionOf(shop, { discounts: [{ coupon: coupon.id }] }));
  const answers = await many(3, (place) =>
    shop.post(`/v1/payment_intents/${sessions[place].payment_intent}/confirm`, { payment_method: 'pm_card_visa' }),
  );
  expect([statuses(answers), reasons(answers)]).toEqual([[400, 400, 400], ['payment_intent_unexpected_state']]);
  expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 0 });
  const asked = {
    discounts: [{ coupon: coupon.id }],
    mode: 'subscription',
    line_items: [club],
    subscription_data: { trial_period_days: 7 },
  };
  const trial = await sessionOf(shop, asked);
  await must(pay(trial, asks_3ds));
  const { setup_intent } = await must(shop.get(`/v1/checkout/sessions/${trial.id}`));
  const setup = await shop.post(`/v1/setup_intents/${setup_intent}/confirm`, { payment_method: 'pm_card_visa' });
  expect([setup.status, setup.body.error.code]).toEqual([400, 'setup_intent_unexpected_state']);
});

test('a first invoice without a payment in time returns its redemptions', async () => {
  const shop = service.client();
  const coupon = await couponOf(shop, { max_redemptions: 1 });
  const price = await priceOf(shop);
  const given = { items: [{ price }], discounts: [{ coupon: coupon.id }], payment_behavior: 'default_incomplete' };
  const sub = await must(shop.post('/v1/subscriptions', { ...given, customer: (await customerOf(shop)).id }));
  expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 1, valid: false });
  await advanceClock(shop, 86_400);
  expect(await must(shop.get(`/v1/subscriptions/${sub.id}`))).toMatchObject({ status: 'incomplete_expired' });
  expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 0, valid: true });
});

test('a voided first invoice, and a subscription canceled before it is paid, return their redemptions', async () => {
  const shop = service.client();
  const coupon = await couponOf(shop, { max_redemptions: 1 });
  const price = await priceOf(shop);
  const given = { items: [{ price }], discounts: [{ coupon: coupon.id }], payment_behavior: 'default_incomplete' };
  const sub = await must(shop.post('/v1/subscriptions', { ...given, customer: (await customerOf(shop)).id }));
  await must(shop.post(`/v1/invoices/${sub.latest_invoice}/void`));
  expect((await must(shop.get(`/v1/subscriptions/${sub.id}`))).status).toBe('incomplete_expired');
  expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 0, valid: true });
  const other = await must(shop.post('/v1/subscriptions', { ...given, customer: (await customerOf(shop)).id }));
  await must(shop.del(`/v1/subscriptions/${other.id}`));
  expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 0, valid: true });
});

test('a subscription on a page reserves its coupon until the session expires, and returns it then', async () => {
  const shop = service.client();
  const coupon = await couponOf(shop, { max_redemptions: 1 });
  const asked = { discounts: [{ coupon: coupon.id }], mode: 'subscription', line_items: [club] };
  const [first, second] = await many(2, () => sessionOf(shop, asked));
  await must(pay(first, declined));
  expect((await pay(second)).body.error.code).toBe('coupon_expired');
  await must(shop.post(`/v1/checkout/sessions/${first.id}/expire`));
  await must(pay(second));
  expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 1, valid: false });
});

test('a trial reserves the coupon during the authentication', async () => {
  const shop = service.client();
  const coupon = await couponOf(shop, { max_redemptions: 1 });
  const asked = {
    discounts: [{ coupon: coupon.id }],
    mode: 'subscription',
    line_items: [club],
    subscription_data: { trial_period_days: 7 },
  };
  const [first, second] = await many(2, () => sessionOf(shop, asked));
  await must(pay(first, asks_3ds));
  expect((await pay(second)).body.error?.code).toBe('coupon_expired');
  const { setup_intent } = await must(shop.get(`/v1/checkout/sessions/${first.id}`));
  await must(shop.post(`/v1/test_helpers/setup_intents/${setup_intent}/next_action`, { outcome: 'succeed' }));
  expect(await must(shop.get(`/v1/checkout/sessions/${first.id}`))).toMatchObject({ status: 'complete' });
  expect(await couponNow(shop, coupon)).toMatchObject({ times_redeemed: 1, valid: false });
});

test('a code for a first transaction applies to one of several sessions of a customer', async () => {
  const shop = service.client();
  const coupon = await couponOf(shop, { max_redemptions: 20 });
  const code = await must(shop.post('/v1/promotion_codes', { coupon: coupon.id, restrictions: { first_time_transaction: true } }));
  const customer = (await must(shop.post('/v1/customers', {}))).id;
  const line_items = [{ price_data: { currency: 'usd', product_data: { name: 'Mug' }, unit_amount: 1000 }, quantity: 1 }];
  const asked = {
    line_items,
    mode: 'payment',
    success_url: 'https://shop.example/thanks',
    customer,
    discounts: [{ promotion_code: code.id }],
  };
  const sessions = await many(5, () => must(shop.post('/v1/checkout/sessions', asked, sdk)));
  const answers = await Promise.all(sessions.map((each) => pay(each)));
  expect([statuses(answers), reasons(answers)]).toEqual([[200, 400, 400, 400, 400], ['parameter_invalid']]);
});

test('a disabled code, and one whose word another code now has, stay disabled when a redemption is returned', async () => {
  const shop = service.client();
  const price = await priceOf(shop);
  const redeemedFor = async (params: object) => {
    const coupon = await couponOf(shop, { max_redemptions: 5 });
    const code = await must(shop.post('/v1/promotion_codes', { coupon: coupon.id, ...params }));
    const { id: customer } = await customerOf(shop);
    const given = { customer, items: [{ price }], discounts: [{ promotion_code: code.id }], payment_behavior: 'default_incomplete' };
    await must(shop.post('/v1/subscriptions', given));
    return { coupon, code };
  };
  const off = await redeemedFor({});
  await must(shop.post(`/v1/promotion_codes/${off.code.id}`, { active: false }));
  const named = await redeemedFor({ code: 'ONCE', max_redemptions: 1 });
  await must(shop.post('/v1/promotion_codes', { coupon: off.coupon.id, code: 'ONCE' }));
  const free = await redeemedFor({ code: 'AGAIN', max_redemptions: 1 });
  await advanceClock(shop, 86_400);
  const now = async ({ coupon, code }: { coupon: Body; code: Body }) => {
    const { active, times_redeemed } = await must(shop.get(`/v1/promotion_codes/${code.id}`));
    return [active, times_redeemed, (await couponNow(shop, coupon)).times_redeemed];
  };
  expect(await Promise.all([off, named, free].map(now))).toEqual([
    [false, 0, 0],
    [false, 0, 0],
    [true, 0, 0],
  ]);
});

test('a code for a first transaction applies to one of several subscriptions and invoices of a customer', async () => {
  const shop = service.client();
  const price = await priceOf(shop);
  const coupon = await couponOf(shop, { max_redemptions: 20 });
  const code = await must(shop.post('/v1/promotion_codes', { coupon: coupon.id, restrictions: { first_time_transaction: true } }));
  const { id: customer } = await customerOf(shop);
  const discounts = [{ promotion_code: code.id }];
  const answers = await many(10, () => shop.post('/v1/subscriptions', { customer, items: [{ price }], discounts }));
  expect([statuses(answers), reasons(answers)]).toEqual([[200, ...Array(9).fill(400)], ['parameter_invalid']]);
});

test('an unpaid session has no claim on a coupon that was created again under the same id', async () => {
  const shop = service.client();
  const made = () => couponOf(shop, { id: 'AGAIN', max_redemptions: 1 });
  await made();
  const first = await sessionOf(shop, { discounts: [{ coupon: 'AGAIN' }] });
  await must(pay(first, asks_3ds));
  await must(shop.del('/v1/coupons/AGAIN'));
  await made();
  const [second, third] = await many(2, () => sessionOf(shop, { discounts: [{ coupon: 'AGAIN' }] }));
  await must(pay(second, asks_3ds));
  await must(shop.post(`/v1/checkout/sessions/${first.id}/expire`));
  expect((await pay(third)).body.error?.code).toBe('coupon_expired');
});
