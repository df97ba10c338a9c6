import { expect } from 'vitest';
import {
  advance,
  bill_shown,
  bills_shown,
  byTheMonth,
  events_shown,
  money_shown,
  openBilledStory,
  paysBy,
} from '../support/billing-story.js';
import { onBothRoads, tell } from '../support/story.js';

const record = onBothRoads();

const tea = byTheMonth(2000, 'Tea of the month');
const by_card = paysBy('pm_card_visa');
const of_subscription = ['id', 'status', 'current_period_start', 'current_period_end', 'latest_invoice'];

type Named = { readonly type: string };
const totals = ({ data }: { readonly data: readonly { readonly total: number }[] }): number[] => data.map(({ total }) => total);
const types = ({ data }: { readonly data: readonly Named[] }): string[] => data.map(({ type }) => type);

record('from trial to paid', async (service) => {
  const story = tell(service, {
    name: 'trial-to-paid',
    title: 'From trial to paid',
    on_test_clock: true,
    introduction: [
      "Two weeks are free, then the customer's card is charged every month. A test clock runs a customer's months in a second: due work",
      'runs when the clock passes it, in the order in which it is due.',
    ],
  });
  const words = ["A customer names their clock at creation, and all of the customer's objects use it."];
  const shop = await openBilledStory(story, { at: '2024-01-01', words, customer: by_card, price: tea });
  story.step('The customer subscribes, with a trial', 'The first invoice has a total of zero and is paid at once.');
  const items = [{ price: shop.price }];
  const shown = [...of_subscription, 'trial_end'];
  const { body: sub } = await story.post('/v1/subscriptions', { customer: shop.customer, items, trial_period_days: 14 }, { shown });
  expect(sub.status).toBe('trialing');
  const { body: free } = await story.get(`/v1/invoices/${sub.latest_invoice}`, { shown: bill_shown });
  expect([free.status, free.total]).toEqual(['paid', 0]);
  story.step('Three days before its end there is an event', 'A good time to write to the customer.');
  await advance(service, shop, '2024-01-13');
  const recorded = await story.get('/v1/events?type=customer.subscription.trial_will_end', { shown: events_shown });
  expect(recorded.body.data.length).toBe(1);
  story.step('The trial is over', 'The invoice of the first month is a draft for an hour, in which the shop can still add items.');
  await advance(service, shop, '2024-01-15');
  const { body: running } = await story.get(`/v1/subscriptions/${sub.id}`, { shown });
  const { body: draft } = await story.get(`/v1/invoices/${running.latest_invoice}`, { shown: bill_shown });
  expect([running.status, draft.status, draft.amount_due]).toEqual(['active', 'draft', 2000]);
  story.step('An hour later it is final, and the card is charged');
  await advance(service, shop, '2024-01-15T01:00');
  const { body: paid } = await story.get(`/v1/invoices/${draft.id}`, { shown: bill_shown });
  expect([paid.status, paid.amount_paid]).toEqual(['paid', 2000]);
  const { body: events } = await story.get('/v1/events?limit=9', { shown: events_shown });
  expect(types(events)).toContain('invoice.paid');
  story.step('The money belongs to the shop, less the fee');
  const { body: money } = await story.get('/v1/balance_transactions', { shown: money_shown });
  expect(money.data).toMatchObject([{ amount: 2000 }]);
  story.end();
});

record('a quote that becomes a subscription', async (service) => {
  const story = tell(service, {
    name: 'quote-to-subscription',
    title: 'A quote that becomes a subscription',
    on_test_clock: true,
    introduction: [
      'A shop offers a team its tea for a month, with a discount and a setup fee. The customer asks for one cup more, so the offer is revised,',
      'and once it is accepted it is a subscription.',
    ],
  });
  const words = ['The customer has a card that can be charged later.'];
  const shop = await openBilledStory(story, { at: '2024-01-01', words, customer: by_card, price: tea });
  story.step(
    'The shop drafts a quote',
    'Nothing is redeemed or charged yet. `computed` says what is due at first, and what each later month costs.',
  );
  const { body: coupon } = await story.post('/v1/coupons', { percent_off: 10, duration: 'forever' }, { shown: ['id', 'percent_off'] });
  const setup = { currency: 'usd', product: shop.product, unit_amount: 500 };
  const shown = ['id', 'status', 'amount_total', 'computed.recurring.amount_total', 'expires_at', 'subscription'];
  const line_items = [{ price: shop.price, quantity: 5 }, { price_data: setup }];
  const offer = { customer: shop.customer, discounts: [{ coupon: coupon.id }], line_items };
  const { body: draft } = await story.post('/v1/quotes', offer, { shown: [...shown, 'line_items.data.id'] });
  expect([draft.amount_total, draft.computed.recurring.amount_total]).toEqual([9450, 9000]);
  story.step('It is finalized, and sent as a PDF', 'The PDF is at `/v1/quotes/:id/pdf`.');
  const { body: open } = await story.post(`/v1/quotes/${draft.id}/finalize`, {}, { shown });
  expect([open.status, open.number]).toEqual(['open', `QT-${shop.customer.slice(-8).toUpperCase()}-0001-1`]);
  story.step('The customer asks for more, so the quote is revised', 'The original is canceled when the revision is finalized.');
  const from_quote = { quote: open.id, is_revision: true };
  const { body: revision } = await story.post('/v1/quotes', { from_quote }, { shown: [...shown, 'line_items.data.id'] });
  const [cups, fee] = revision.line_items.data;
  await story.post(`/v1/quotes/${revision.id}`, { line_items: [{ id: cups.id, quantity: 6 }, { id: fee.id }] }, { shown });
  const { body: revised } = await story.post(`/v1/quotes/${revision.id}/finalize`, {}, { shown });
  expect(revised.amount_total).toBe(11_250);
  const { body: former } = await story.get(`/v1/quotes/${open.id}`, { shown });
  expect(former.status).toBe('canceled');
  story.step(
    'A week later it is accepted',
    'The subscription begins now. Its first invoice is a draft for an hour, then the card is charged.',
  );
  await advance(service, shop, '2024-01-08');
  const { body: accepted } = await story.post(`/v1/quotes/${revision.id}/accept`, {}, { shown });
  const { body: sub } = await story.get(`/v1/subscriptions/${accepted.subscription}`, { shown: of_subscription });
  expect(sub.status).toBe('active');
  await advance(service, shop, '2024-01-08T02:00');
  const { body: paid } = await story.get(`/v1/invoices/${sub.latest_invoice}`, { shown: bill_shown });
  expect([paid.status, paid.amount_paid]).toEqual(['paid', 11_250]);
  story.step('The next month costs what the quote says');
  await advance(service, shop, '2024-02-08T02:00');
  const { body: bills } = await story.get(`/v1/invoices?subscription=${sub.id}`, { shown: bills_shown });
  expect(totals(bills)).toEqual([10_800, 11_250]);
  story.end();
});

record('an upgrade in mid-month', async (service) => {
  const story = tell(service, {
    name: 'upgrade-in-mid-month',
    title: 'An upgrade in mid-month',
    on_test_clock: true,
    introduction: [
      'Halfway through April a customer moves from a plan of 10.00 to one of 30.00. The rest of the old plan is credited, the rest of',
      'the month is charged at the new price, and from May on a month costs 30.00.',
    ],
  });
  const words = ['A second price of the same product is the one for the upgrade.'];
  const price = byTheMonth(1000, 'Notes');
  const shop = await openBilledStory(story, { at: '2024-04-01', words, customer: by_card, price });
  const dearer = { product: shop.product, currency: 'usd', unit_amount: 3000, recurring: { interval: 'month' } };
  const { body: pro } = await story.post('/v1/prices', dearer, { shown: ['id', 'unit_amount'] });
  story.step('April is paid');
  const shown = ['id', 'status', 'items.data.id', 'items.data.current_period_end', 'latest_invoice'];
  const { body: sub } = await story.post('/v1/subscriptions', { customer: shop.customer, items: [{ price: shop.price }] }, { shown });
  expect(sub.status).toBe('active');
  story.step('On the 16th the customer asks for the cost of the upgrade', 'A preview is an invoice that is not stored.');
  await advance(service, shop, '2024-04-16');
  const items = [{ id: sub.items.data[0].id, price: pro.id }];
  const change = { items, proration_behavior: 'always_invoice' };
  const asked = { subscription: sub.id, subscription_details: change };
  const { body: preview } = await story.post('/v1/invoices/create_preview', asked, { shown: bill_shown.slice(3) });
  expect(preview.total).toBe(1000);
  story.step(
    'They upgrade',
    'The same change, for real: it is invoiced and paid at once. `create_prorations` would put it on the next invoice.',
  );
  const { body: changed } = await story.post(`/v1/subscriptions/${sub.id}`, change, { shown });
  const { body: bill } = await story.get(`/v1/invoices/${changed.latest_invoice}`, { shown: bill_shown });
  expect([bill.status, bill.total]).toEqual(['paid', 1000]);
  story.step('May costs 30.00');
  await advance(service, shop, '2024-05-01T01:00');
  const { body: bills } = await story.get(`/v1/invoices?subscription=${sub.id}`, { shown: bills_shown });
  expect(totals(bills)).toEqual([3000, 1000, 1000]);
  story.end();
});

record('a year over a leap day', async (service) => {
  const story = tell(service, {
    name: 'year-over-a-leap-day',
    title: 'A yearly plan over a leap day',
    on_test_clock: true,
    introduction: [
      'A year that starts on 29 February ends on the 28th, because most years have no 29th. All boundaries are counted from the first',
      'one and never from the one before, so that a leap year has its 29th again.',
    ],
  });
  const yearly = { unit_amount: 12_000, recurring: { interval: 'year' }, product_data: { name: 'Tea of the year' } };
  const shop = await openBilledStory(story, { at: '2020-02-29', words: [], customer: by_card, price: yearly });
  story.step('The customer subscribes on 29 February 2020');
  const subscribing = { customer: shop.customer, items: [{ price: shop.price }] };
  const shown = ['id', 'status', 'billing_cycle_anchor', 'current_period_start', 'current_period_end'];
  const { body: sub } = await story.post('/v1/subscriptions', subscribing, { shown });
  story.step('Four years pass', 'Each is paid on its first day, after the hour in which its invoice is a draft.');
  for (const year of ['2021', '2022', '2023', '2024']) await advance(service, shop, `${year}-03-01`);
  story.step('The fifth started on 29 February again');
  const { body: now } = await story.get(`/v1/subscriptions/${sub.id}`, { shown });
  expect(new Date(now.current_period_start * 1000).toISOString().slice(0, 10)).toBe('2024-02-29');
  const { body: bills } = await story.get(`/v1/invoices?subscription=${sub.id}`, { shown: bills_shown.slice(1) });
  expect(bills.data.map(({ created }: { created: number }) => new Date(created * 1000).toISOString().slice(0, 10))).toEqual([
    '2024-02-29',
    '2023-02-28',
    '2022-02-28',
    '2021-02-28',
    '2020-02-29',
  ]);
  story.end();
});

record('a coupon that ends', async (service) => {
  const story = tell(service, {
    name: 'coupon-that-ends',
    title: 'A coupon that ends',
    on_test_clock: true,
    introduction: [
      'A quarter is off for two months, and nothing after that. The discount of a subscription has its own end; the coupon can be',
      'deleted before, and existing discounts continue.',
    ],
  });
  const shop = await openBilledStory(story, { at: '2024-01-01', words: [], customer: by_card, price: tea });
  story.step('A coupon, and a promotion code for it', 'Codes match in any letter case.');
  const coupon = { percent_off: 25, duration: 'repeating', duration_in_months: 2, name: 'A quarter off' };
  const { body: off } = await story.post('/v1/coupons', coupon, { shown: ['id', 'percent_off', 'duration', 'duration_in_months'] });
  const promotion = { promotion: { type: 'coupon', coupon: off.id }, code: 'WELCOME', max_redemptions: 100 };
  const { body: code } = await story.post('/v1/promotion_codes', promotion, { shown: ['id', 'code', 'active'] });
  story.step('The customer subscribes with the code');
  const subscribing = { customer: shop.customer, items: [{ price: shop.price }], discounts: [{ promotion_code: code.id }] };
  const { body: sub } = await story.post('/v1/subscriptions', subscribing, { shown: [...of_subscription, 'discount.end', 'discounts'] });
  const shown = [...bill_shown, 'subtotal', 'total_discount_amounts.amount'];
  const { body: first } = await story.get(`/v1/invoices/${sub.latest_invoice}`, { shown });
  expect([first.subtotal, first.total]).toEqual([2000, 1500]);
  story.step('The coupon is deleted');
  const { status } = await story.del(`/v1/coupons/${off.id}`);
  expect(status).toBe(200);
  story.step('Two months later the discount is over');
  await advance(service, shop, '2024-03-01T01:00');
  const { body: bills } = await story.get(`/v1/invoices?subscription=${sub.id}`, { shown: bills_shown });
  expect(totals(bills)).toEqual([2000, 1500, 1500]);
  const { body: recorded } = await story.get('/v1/events?type=customer.discount.deleted', { shown: events_shown });
  expect(recorded.data.length).toBe(1);
  story.end();
});

record('metered use by tiers', async (service) => {
  const story = tell(service, {
    name: 'metered-use-by-tiers',
    title: 'Metered use, billed by tiers',
    on_test_clock: true,
    introduction: [
      'A meter counts the usage events of customers. At the end of the month their sum is charged: the first 1,000 calls are free,',
      'each further one is 3.6 cents, and from 10,000 on 2 cents. Nothing is due at the start.',
    ],
  });
  story.step('A meter', '`sum` adds up the values of its events; a meter can also count them, or take the last.');
  const metering = { display_name: 'Calls', event_name: 'api_call', default_aggregation: { formula: 'sum' } };
  const { body: meter } = await story.post('/v1/billing/meters', metering, { shown: ['id', 'event_name', 'status'] });
  const tiers = [
    { up_to: 1000, unit_amount: 0 },
    { up_to: 10_000, unit_amount_decimal: '3.6' },
    { up_to: 'inf', unit_amount: 2 },
  ];
  const recurring = { interval: 'month', usage_type: 'metered', meter: meter.id };
  const price = { recurring, billing_scheme: 'tiered', tiers_mode: 'graduated', tiers, product_data: { name: 'Calls' } };
  const shop = await openBilledStory(story, { at: '2024-01-01', words: [], customer: by_card, price });
  story.step('The customer subscribes');
  const subscribing = { customer: shop.customer, items: [{ price: shop.price }] };
  const { body: sub } = await story.post('/v1/subscriptions', subscribing, { shown: of_subscription });
  expect([sub.status, sub.latest_invoice]).toEqual(['active', null]);
  story.step('They make calls', 'An `identifier` makes it safe to repeat an event: the second one is refused, and does not count.');
  await advance(service, shop, '2024-01-20');
  const call = (value: string, identifier: string) => ({
    event_name: 'api_call',
    payload: { stripe_customer_id: shop.customer, value },
    identifier,
  });
  for (const each of [call('700', 'batch 1'), call('331', 'batch 2'), call('331', 'batch 2')])
    await story.post('/v1/billing/meter_events', each, { shown: ['identifier', 'payload', 'timestamp'] });
  story.step('The month is over', 'Each tier is a line: 31 calls at 3.6 cents are 111.6 cents, rounded once.');
  await advance(service, shop, '2024-02-01T01:00');
  const { body: bills } = await story.get(`/v1/invoices?subscription=${sub.id}`, { shown: bill_shown.map((name) => `data.${name}`) });
  expect(bills.data).toMatchObject([{ status: 'paid', total: 112, lines: { data: [{ amount: 0 }, { amount: 112 }] } }]);
  story.end();
});

record('a schedule of phases', async (service) => {
  const story = tell(service, {
    name: 'schedule-of-phases',
    title: 'A schedule of phases',
    on_test_clock: true,
    introduction: [
      'Half the price for two months, then the full price, and from the fourth month on a plan with two seats: everything is agreed on',
      'the first day. A schedule creates the subscription and changes it when each phase starts.',
    ],
  });
  const shop = await openBilledStory(story, { at: '2024-01-01', words: [], customer: by_card, price: byTheMonth(1000, 'Notes') });
  story.step('The phases', 'Each phase starts where the one before ends. A price can also be created for a phase, with `price_data`.');
  const recurring = { interval: 'month' };
  const half = { price_data: { currency: 'usd', product: shop.product, unit_amount: 500, recurring } };
  const phases = [
    { items: [half], duration: { interval: 'month', interval_count: 2 } },
    { items: [{ price: shop.price }], duration: { interval: 'month' } },
    { items: [{ price: shop.price, quantity: 2 }], duration: { interval: 'year' } },
  ];
  const shown = [
    'id',
    'status',
    'subscription',
    'current_phase',
    'phases.start_date',
    'phases.end_date',
    'phases.items.price',
    'phases.items.quantity',
  ];
  const { body: schedule } = await story.post('/v1/subscription_schedules', { customer: shop.customer, phases }, { shown });
  expect(schedule.status).toBe('active');
  story.step('The first month is paid', 'The first invoice of a schedule is a draft for an hour, like all later ones.');
  await advance(service, shop, '2024-01-01T01:00');
  const of_bills = `/v1/invoices?subscription=${schedule.subscription}`;
  expect((await story.get(of_bills, { shown: bills_shown })).body.data).toMatchObject([{ status: 'paid', total: 500 }]);
  story.step('Four months pass');
  await advance(service, shop, '2024-05-01T01:00');
  const { body: bills } = await story.get(of_bills, { shown: bills_shown.slice(3) });
  expect(totals(bills)).toEqual([2000, 2000, 1000, 500, 500]);
  story.step(
    'The customer wants a third seat',
    'A direct change of the subscription splits its phase: the earlier part is as agreed, the later part is as changed.',
  );
  await advance(service, shop, '2024-05-16');
  const { body: sub } = await story.get(`/v1/subscriptions/${schedule.subscription}`, { shown: ['status', 'items.data.id', 'schedule'] });
  const change = { items: [{ id: sub.items.data[0].id, quantity: 3 }] };
  await story.post(`/v1/subscriptions/${schedule.subscription}`, change, { shown: ['id', 'items.data.quantity'] });
  const { body: split } = await story.get(`/v1/subscription_schedules/${schedule.id}`, { shown });
  expect(split.phases.length).toBe(4);
  story.step('The shop releases the schedule', 'The subscription continues unchanged.');
  const { body: released } = await story.post(
    `/v1/subscription_schedules/${schedule.id}/release`,
    {},
    {
      shown: ['id', 'status', 'released_at', 'released_subscription'],
    },
  );
  expect(released.status).toBe('released');
  const { body: recorded } = await story.get('/v1/events?type=subscription_schedule.*', { shown: events_shown });
  expect(recorded.data.length).toBeGreaterThan(3);
  story.end();
});
