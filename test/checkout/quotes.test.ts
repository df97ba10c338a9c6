import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, pageAt, sessionOf } from '../support/checkout.js';
import { commonService } from '../support/services.js';
import { type ClockedShop, dated, openClockedShop } from '../support/subscribed.js';

const service = await commonService();
const day = 86_400;

const interval = fc.constantFrom(
  { interval: 'week', interval_count: 2 },
  { interval: 'month', interval_count: 1 },
  { interval: 'month', interval_count: 3 },
);

const terms = fc.record({
  amounts: fc.array(fc.record({ unit_amount: fc.integer({ min: 300, max: 9999 }), quantity: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 2,
  }),
  once: fc.option(fc.integer({ min: 500, max: 3000 })),
  interval,
  coupon: fc.option(
    fc.record({
      off: fc.oneof(
        fc.record({ percent_off: fc.integer({ min: 5, max: 60 }) }),
        fc.record({ amount_off: fc.integer({ min: 50, max: 250 }), currency: fc.constant('usd') }),
      ),
      duration: fc.constantFrom(
        { duration: 'once' },
        { duration: 'forever' },
        { duration: 'repeating', duration_in_months: 2 },
        { duration: 'repeating', duration_in_months: 3 },
      ),
    }),
  ),
  trial_days: fc.constantFrom(0, 7, 14, 40),
  tax: fc.option(fc.record({ percentage: fc.constantFrom(7, 19), inclusive: fc.boolean() })),
});

type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

/** A session that sells the described items. */
async function sold({ client, customer }: ClockedShop, { amounts, once, interval, coupon, trial_days, tax }: Terms) {
  const off = coupon && (await must(client.post('/v1/coupons', { ...coupon.off, ...coupon.duration })));
  const rate = tax && (await must(client.post('/v1/tax_rates', { display_name: 'VAT', ...tax })));
  const data = { currency: 'usd', product_data: { name: 'Club' } };
  const taxed = rate ? { tax_rates: [rate.id] } : {};
  return sessionOf(client, {
    customer,
    mode: 'subscription',
    line_items: [
      ...amounts.map(({ unit_amount, quantity }) => ({ price_data: { ...data, recurring: interval, unit_amount }, quantity, ...taxed })),
      ...(once ? [{ price_data: { ...data, unit_amount: once }, quantity: 1, ...taxed }] : []),
    ],
    ...(off && { discounts: [{ coupon: off.id }] }),
    ...(trial_days > 0 && { subscription_data: { trial_period_days: trial_days } }),
  });
}

type Renewal = { readonly amount: number; readonly moment: number };

test('the first invoices of a subscription have the quoted amounts, on the quoted days', async () => {
  await fc.assert(
    fc.asyncProperty(terms, async (described) => {
      const shop = await openClockedShop(service, { at: '2026-01-10', card: null });
      const session = await sold(shop, described);
      const page = pageAt(service, session.url);
      const renewals: Renewal[] = (await must(page.post(`/v1/checkout/sessions/${session.id}/look`))).page.renewals;
      const confirm = { payment_method_data: cardOf('4242424242424242'), expected_amount: session.amount_total };
      await must(page.post(`/v1/checkout/sessions/${session.id}/confirm`, confirm));
      const { subscription } = await must(shop.client.get(`/v1/checkout/sessions/${session.id}`));
      const started = (await must(shop.client.get(`/v1/subscriptions/${subscription}`))).start_date;
      await shop.advance(started + 220 * day);
      const invoices = (await must(shop.client.get('/v1/invoices', { subscription, limit: '100' }))).data.reverse();
      const [first, ...later] = invoices.map(({ total }: { total: number }) => total);
      expect(first).toBe(session.amount_total);
      expect(invoices.map(({ status }: { status: string }) => status)).toEqual(invoices.map(() => 'paid'));
      const moments: number[] = invoices.slice(1).map(({ created }: { created: number }) => created);
      const quoted = moments.map((moment) => renewals.findLast((each) => each.moment <= moment)?.amount);
      expect(later).toEqual(quoted);
      for (const { moment } of renewals.filter((each) => each.moment <= (moments.at(-1) ?? 0))) expect(moments).toContain(moment);
      expect(moments.length).toBeGreaterThan(1);
    }),
    { numRuns: 15, seed: Number(process.env.SEED ?? 5) },
  );
});

test('a trial with a coupon of three months is quoted with it, and then without it', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-10', card: null });
  const coupon = await must(shop.client.post('/v1/coupons', { percent_off: 25, duration: 'repeating', duration_in_months: 3 }));
  const session = await sessionOf(shop.client, {
    customer: shop.customer,
    mode: 'subscription',
    line_items: [{ price: await shop.price(1900), quantity: 1 }],
    discounts: [{ coupon: coupon.id }],
    subscription_data: { trial_period_days: 14 },
  });
  const { page } = await must(pageAt(service, session.url).post(`/v1/checkout/sessions/${session.id}/look`));
  expect(page.renewals.map(({ amount, moment }: Renewal) => [amount, dated(moment)])).toEqual([
    [1425, '2026-01-24'],
    [1900, '2026-04-24'],
  ]);
});

test('a one-time item beside a trial is paid before the trial starts', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-10', card: null });
  const mug = { price_data: { currency: 'usd', product_data: { name: 'Mug' }, unit_amount: 1000 }, quantity: 1 };
  const session = await sessionOf(shop.client, {
    customer: shop.customer,
    mode: 'subscription',
    line_items: [{ price: await shop.price(1900), quantity: 1 }, mug],
    subscription_data: { trial_period_days: 14 },
  });
  const page = pageAt(service, session.url);
  const path = `/v1/checkout/sessions/${session.id}`;
  await page.post(`${path}/confirm`, { payment_method_data: cardOf('4000000000000002') });
  expect(await must(page.post(`${path}/look`))).toMatchObject({ status: 'open', page: { failure: { code: 'card_declined' } } });
  const statuses = async () =>
    (await must(shop.client.get('/v1/subscriptions', { customer: shop.customer, status: 'all' }))).data.map(
      ({ status }: { status: string }) => status,
    );
  expect(await statuses()).toEqual(['incomplete']);
  await must(page.post(`${path}/confirm`, { payment_method_data: cardOf('4242424242424242') }));
  expect(await statuses()).toEqual(['trialing']);
  expect(await must(shop.client.get(path))).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 1000 });
  const [first] = (await must(shop.client.get('/v1/invoices', { customer: shop.customer }))).data;
  expect(first).toMatchObject({ status: 'paid', amount_paid: 1000 });
});
