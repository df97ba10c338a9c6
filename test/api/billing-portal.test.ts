import { describe, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { openPortalShop, type PortalShop, sessionOf, visit, visiting, visitor } from '../support/portal.js';
import type { Answer } from '../support/service.js';
import { commonService } from '../support/services.js';
import { moment } from '../support/subscribed.js';

const service = await commonService();

const errorOf = ({ status, body }: { status: number; body: { error?: { code?: string; param?: string } } }) => [
  status,
  body.error?.code,
  body.error?.param,
];

/** A shop whose customer has paid ten dollars a month since 1 January, and that subscription. */
async function subscribed(more: object = {}) {
  const shop = await openPortalShop(service);
  const subscription = await shop.subscribe([{ price: shop.prices.small }], more);
  return { shop, subscription, item: subscription.items.data[0].id as string };
}

const subscriptionNow = (shop: PortalShop, { id }: { id: string }) => must(shop.client.get(`/v1/subscriptions/${id}`));

test('the first session without a configuration creates the default one, and the second uses it', async () => {
  const { client, customer } = await openPortalShop(service);
  const first = await must(client.post('/v1/billing_portal/sessions', { customer }));
  const second = await must(client.post('/v1/billing_portal/sessions', { customer }));
  expect(second.configuration).toBe(first.configuration);
  const { data } = await must(client.get('/v1/billing_portal/configurations', { is_default: true }));
  expect(
    data.map(({ id, active, features }: { id: string; active: boolean; features: Record<string, { enabled: boolean }> }) => [
      id,
      active,
      Object.entries(features).flatMap(([name, { enabled }]) => (enabled ? [name] : [])),
    ]),
  ).toEqual([
    [
      first.configuration,
      true,
      ['customer_update', 'invoice_history', 'payment_method_update', 'subscription_cancel', 'subscription_update'],
    ],
  ]);
});

test('with the default configuration a customer changes to another price of the same product, and a session can open there', async () => {
  const shop = await openPortalShop(service);
  const { client, customer, prices } = shop;
  const other = await must(client.post('/v1/products', { name: 'Coffee' }));
  await must(client.post('/v1/prices', { product: other.id, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } }));
  const subscription = await shop.subscribe([{ price: prices.small }]);
  const [{ id: item }] = subscription.items.data;
  for (const flow_data of [
    { type: 'subscription_update', subscription_update: { subscription: subscription.id } },
    {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: subscription.id, items: [{ id: item, price: prices.large, quantity: 1 }] },
    },
  ])
    await must(client.post('/v1/billing_portal/sessions', { customer, flow_data }));
  const { configuration } = await must(client.post('/v1/billing_portal/sessions', { customer }));
  const { ask, shown } = await seen({ ...shop, configuration });
  const [{ items, may_change }] = shown.subscriptions;
  expect(may_change).toBe(true);
  expect(items[0].offers.map(({ price }: { price: string }) => price).sort()).toEqual([prices.large, prices.yearly].sort());
  const changed = await ask('change', { subscription: subscription.id, items: [{ id: item, price: prices.large, quantity: 2 }] });
  expect(changed.status).toBe(200);
  expect((await subscriptionNow(shop, subscription)).items.data[0]).toMatchObject({ price: { id: prices.large }, quantity: 2 });
});

test('the default configuration is changed without naming products', async () => {
  const { client, customer } = await openPortalShop(service);
  const { configuration } = await must(client.post('/v1/billing_portal/sessions', { customer }));
  const features = { subscription_update: { default_allowed_updates: ['price'] } };
  const changed = await must(client.post(`/v1/billing_portal/configurations/${configuration}`, { features }));
  expect(changed.features.subscription_update).toMatchObject({ default_allowed_updates: ['price'], enabled: true, products: null });
});

test('concurrent sessions without a configuration share one', async () => {
  const { client, customer } = await openPortalShop(service);
  const made = await Promise.all(Array.from({ length: 4 }, () => must(client.post('/v1/billing_portal/sessions', { customer }))));
  expect(new Set(made.map(({ configuration }) => configuration)).size).toBe(1);
});

const seen = async (shop: PortalShop, more: object = {}) => {
  const { id, url } = await sessionOf(shop, more);
  const { headers } = await fetch(url, { redirect: 'manual' });
  const [token = '', session = ''] = new URL(headers.get('location') ?? '', url).pathname.split('/').slice(2);
  const ask = (verb: string, params: object = {}) => askAsPage({ token, id, verb, params: { session, ...params } });
  return { ask, shown: (await ask('look')).body.shown, token, session };
};

type Asked = { readonly token: string; readonly id: string; readonly verb: string; readonly params: object };

/** The API's answer to a page of the portal. */
async function askAsPage({ token, id, verb, params }: Asked) {
  const answer = await fetch(`${service.url}/v1/billing_portal/sessions/${id}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer page_${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

describe('configurations', () => {
  test('features that a configuration does not name are off, and the named ones have limits', async () => {
    const { client, product, prices } = await openPortalShop(service);
    const products = [{ product, prices: [prices.small] }];
    const features = { subscription_update: { enabled: true, default_allowed_updates: ['price'], products } };
    const made = await must(client.post('/v1/billing_portal/configurations', { features, name: 'Plain', metadata: { a: '1' } }));
    expect(made).toMatchObject({
      ...{ object: 'billing_portal.configuration', active: true, is_default: false, name: 'Plain', default_return_url: null },
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      login_page: { enabled: false, url: null },
    });
    expect(made.features.customer_update).toEqual({ allowed_updates: [], enabled: false });
    expect(made.features.subscription_cancel).toMatchObject({ enabled: false, mode: 'at_period_end', proration_behavior: 'none' });
    expect(made.features.subscription_update).toMatchObject({
      ...{ billing_cycle_anchor: null, proration_behavior: 'none', trial_update_behavior: 'end_trial' },
      products: [{ product, prices: [prices.small], adjustable_quantity: { enabled: true, maximum: null, minimum: 1 } }],
    });
    const changed = await must(
      client.post(`/v1/billing_portal/configurations/${made.id}`, {
        active: false,
        business_profile: { headline: 'Tea for you' },
        features: { customer_update: { enabled: true, allowed_updates: ['email'] } },
      }),
    );
    expect(changed).toMatchObject({ active: false, business_profile: { headline: 'Tea for you' } });
    expect(changed.features.subscription_update).toEqual(made.features.subscription_update);
    const { data } = await must(client.get('/v1/billing_portal/configurations', { active: false }));
    expect(data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect(errorOf(await client.post('/v1/billing_portal/sessions', { customer: 'cus_nobody', configuration: made.id }))[1]).toBe(
      'resource_missing',
    );
  });

  const wrong: readonly (readonly [string, object, string])[] = [
    ['updates without allowed fields', { customer_update: { enabled: true } }, 'features[customer_update][allowed_updates]'],
    [
      'reasons without options',
      { subscription_cancel: { enabled: true, cancellation_reason: { enabled: true } } },
      'features[subscription_cancel][cancellation_reason][options]',
    ],
    [
      'prorations at the end of a period',
      { subscription_cancel: { enabled: true, proration_behavior: 'create_prorations' } },
      'features[subscription_cancel][proration_behavior]',
    ],
    [
      'an invoice for a cancellation',
      { subscription_cancel: { enabled: true, mode: 'immediately', proration_behavior: 'always_invoice' } },
      'features[subscription_cancel][proration_behavior]',
    ],
    [
      'pauses without durations',
      { subscription_pause: { enabled: true, duration: { interval_options: [] } } },
      'features[subscription_pause][duration][interval_options]',
    ],
    [
      'pauses of a million years',
      { subscription_pause: { enabled: true, duration: { interval_options: [{ interval: 'year', interval_count: 1_000_000 }] } } },
      'features[subscription_pause][duration][interval_options][0][interval_count]',
    ],
    [
      'price changes without products',
      { subscription_update: { enabled: true, default_allowed_updates: ['price'] } },
      'features[subscription_update][products]',
    ],
    ['changes without prices', { subscription_update: { enabled: true } }, 'features[subscription_update][default_allowed_updates]'],
    [
      'changes later',
      { subscription_update: { enabled: false, schedule_at_period_end: { conditions: [{ type: 'shortening_interval' }] } } },
      'features[subscription_update][schedule_at_period_end][conditions]',
    ],
  ];
  test.each(wrong)('400: a configuration with %s is refused', async (_, features, param) => {
    const { status, body } = await service.client().post('/v1/billing_portal/configurations', { features });
    expect([status, body.error.param]).toEqual([400, param]);
  });

  test('400: a product is offered once, with recurring prices of its own', async () => {
    const { client, product, price } = await openPortalShop(service);
    const other = (await must(client.post('/v1/products', { name: 'Cake' }))).id;
    const [monthly, once] = [await price(100), await price(100, { recurring: undefined })];
    const offering = async (products: object[]) => {
      const features = { subscription_update: { enabled: true, default_allowed_updates: ['price'], products } };
      const { status, body } = await client.post('/v1/billing_portal/configurations', { features });
      return [status, body.error?.param];
    };
    const at = 'features[subscription_update][products]';
    expect(await offering([{ product: other, prices: [monthly] }])).toEqual([400, `${at}[0][prices][0]`]);
    expect(await offering([{ product, prices: [monthly, once] }])).toEqual([400, `${at}[0][prices][1]`]);
    expect(await offering([{ product, prices: [] }])).toEqual([400, `${at}[0][prices]`]);
    expect(
      await offering([
        { product, prices: [monthly] },
        { product, prices: [monthly] },
      ]),
    ).toEqual([400, `${at}[1][product]`]);
    const adjustable_quantity = { enabled: true, minimum: 5, maximum: 2 };
    expect(await offering([{ product, prices: [monthly], adjustable_quantity }])).toEqual([400, `${at}[0][adjustable_quantity][maximum]`]);
  });

  test('400: there is no login page, and the default configuration stays active', async () => {
    const { client, customer } = await openPortalShop(service);
    const features = { invoice_history: { enabled: true } };
    const login = await client.post('/v1/billing_portal/configurations', { features, login_page: { enabled: true } });
    expect(errorOf(login)).toEqual([400, 'parameter_invalid', 'login_page[enabled]']);
    const { configuration } = await must(client.post('/v1/billing_portal/sessions', { customer }));
    expect(errorOf(await client.post(`/v1/billing_portal/configurations/${configuration}`, { active: false }))).toEqual([
      400,
      'parameter_invalid',
      'active',
    ]);
    const changed = await must(
      client.post(`/v1/billing_portal/configurations/${configuration}`, { features: { invoice_history: { enabled: false } } }),
    );
    expect([changed.is_default, changed.features.invoice_history.enabled]).toEqual([true, false]);
  });

  test('events describe configurations and sessions, and leave out the members of a session that are meant for its page', async () => {
    const shop = await openPortalShop(service);
    await must(shop.client.post(`/v1/billing_portal/configurations/${shop.configuration}`, { name: 'New' }));
    await visiting(shop);
    const { data } = await must(shop.client.get('/v1/events', { type: 'billing_portal.*', limit: 10 }));
    expect(data.map(({ type }: { type: string }) => type)).toEqual([
      'billing_portal.session.created',
      'billing_portal.configuration.updated',
      'billing_portal.configuration.created',
    ]);
    expect(Object.keys(data[0].data.object).sort()).toEqual(
      ['after_expiration', 'configuration', 'created', 'customer', 'customer_account', 'flow', 'id', 'livemode', 'locale', 'object']
        .concat(['on_behalf_of', 'return_url', 'url'])
        .sort(),
    );
  });
});

describe('sessions', () => {
  test('a session opens once, within minutes, and lasts for an hour of use', async () => {
    const shop = await openPortalShop(service);
    const session = await sessionOf(shop);
    expect(session.url.startsWith(`${service.url}/portal/`)).toBe(true);
    const act = await visit(shop.client, session);
    expect(errorOf(await act('open'))).toEqual([400, 'account_link_expired', undefined]);
    expect(errorOf(await act('look', { session: 'a-guessed-session-token-1742' }))[1]).toBe('account_link_expired');
    await shop.advance(moment('2026-01-01') + 3000);
    await must(act('tell', { name: 'Al' }));
    await shop.advance(moment('2026-01-01') + 6000);
    expect((await act('look')).status).toBe(200);
    const late = await sessionOf(shop);
    await shop.advance(moment('2026-01-01') + 6599);
    expect((await act('look')).status).toBe(200);
    await shop.advance(moment('2026-01-01') + 6600);
    expect(errorOf(await act('look'))[1]).toBe('account_link_expired');
    expect(errorOf(await act('tell', { name: 'Al' }))[1]).toBe('account_link_expired');
    expect(errorOf(await shop.client.post(`/v1/billing_portal/sessions/${late.id}/open`, { session: visitor }))[1]).toBe(
      'account_link_expired',
    );
  });

  test('403: the address of one session gives no access to another, or to anything else', async () => {
    const shop = await openPortalShop(service);
    const { token, session } = await seen(shop);
    const other = await sessionOf(shop);
    expect((await askAsPage({ token, id: other.id, verb: 'look', params: { session } })).status).toBe(404);
    const answer = await fetch(`${service.url}/v1/customers/${shop.customer}`, { headers: { authorization: `Bearer page_${token}` } });
    expect(answer.status).toBe(403);
  });

  test('a session without a return_url uses that of its configuration', async () => {
    const shop = await openPortalShop(service);
    await must(
      shop.client.post(`/v1/billing_portal/configurations/${shop.configuration}`, { default_return_url: 'https://shop.example/' }),
    );
    expect((await sessionOf(shop)).return_url).toBe('https://shop.example/');
    expect((await sessionOf(shop, { return_url: 'https://other.example/' })).return_url).toBe('https://other.example/');
    const { status, body } = await shop.client.post('/v1/billing_portal/sessions', {
      customer: shop.customer,
      return_url: 'javascript:alert(1)',
    });
    expect([status, body.error.code]).toEqual([400, 'url_invalid']);
  });

  test('a flow is shown with every member, also those that were not set', async () => {
    const { shop, subscription, item } = await subscribed();
    const confirm = { subscription: subscription.id, items: [{ id: item, price: shop.prices.large }] };
    const { flow } = await sessionOf(shop, { flow_data: { type: 'subscription_update_confirm', subscription_update_confirm: confirm } });
    expect(flow).toEqual({
      after_completion: { hosted_confirmation: null, redirect: null, type: 'portal_homepage' },
      ...{ customer_update: null, subscription_cancel: null, subscription_pause: null, subscription_update: null },
      subscription_update_confirm: {
        discounts: null,
        items: [{ id: item, price: shop.prices.large, quantity: null }],
        subscription: subscription.id,
      },
      type: 'subscription_update_confirm',
    });
  });

  test('400: a flow that the configuration, the customer or the subscription does not allow', async () => {
    const { shop, subscription } = await subscribed();
    const asked = async (flow_data: object, more: object = {}) => {
      const { configuration, customer } = shop;
      return errorOf(await shop.client.post('/v1/billing_portal/sessions', { configuration, customer, flow_data, ...more }));
    };
    const cancel = { type: 'subscription_cancel', subscription_cancel: { subscription: subscription.id } };
    expect(await asked({ type: 'subscription_cancel' })).toEqual([400, 'parameter_missing', 'flow_data[subscription_cancel]']);
    expect(await asked({ ...cancel, type: 'payment_method_update' })).toEqual([400, 'parameter_invalid', 'flow_data[subscription_cancel]']);
    expect(await asked({ ...cancel, after_completion: { type: 'redirect' } })).toEqual([
      400,
      'parameter_missing',
      'flow_data[after_completion][redirect]',
    ]);
    const other = await must(shop.client.post('/v1/customers'));
    expect(await asked(cancel, { customer: other.id })).toEqual([400, 'parameter_invalid', 'flow_data[subscription_cancel][subscription]']);
    const item = { subscription: subscription.id, items: [{ id: 'si_other' }] };
    expect(await asked({ type: 'subscription_update_confirm', subscription_update_confirm: item })).toEqual([
      400,
      'parameter_invalid',
      'flow_data[subscription_update_confirm][items][0][id]',
    ]);
    await must(shop.client.del(`/v1/subscriptions/${subscription.id}`));
    expect(await asked(cancel)).toEqual([400, 'parameter_invalid', 'flow_data[subscription_cancel][subscription]']);
    const bare = await must(shop.client.post('/v1/billing_portal/configurations', { features: { invoice_history: { enabled: true } } }));
    expect(await asked({ type: 'payment_method_update' }, { configuration: bare.id })).toEqual([
      400,
      'parameter_invalid',
      'flow_data[type]',
    ]);
  });
});

describe('changes', () => {
  test('a plan is changed at the price of its preview, and the preview stores nothing', async () => {
    const { shop, subscription, item } = await subscribed();
    await shop.advance('2026-01-16T12:00');
    const act = await visiting(shop);
    const wanted = { subscription: subscription.id, items: [{ id: item, price: shop.prices.large }] };
    const now = await must(act('preview', wanted));
    expect([now.object, now.amount_due, now.currency]).toEqual(['invoice', 1000, 'usd']);
    const then = await must(act('preview', { ...wanted, recurring: true }));
    expect(then.total).toBe(3000);
    expect((await must(shop.client.get('/v1/invoices', { customer: shop.customer }))).data).toHaveLength(1);
    await must(act('change', wanted));
    const changed = await must(shop.client.get(`/v1/subscriptions/${subscription.id}`));
    const billed = await must(shop.client.get(`/v1/invoices/${changed.latest_invoice}`));
    expect([changed.items.data[0].price.id, billed.amount_paid, billed.status]).toEqual([shop.prices.large, 1000, 'paid']);
  });

  test.each([
    ['2026-01-31T23:00', 'later'],
    ['2026-01-01', 'earlier'],
  ])('400: the customer cannot choose the share of a period to pay: %s is %s than the preview showed', async (counted_from) => {
    const { shop, subscription, item } = await subscribed();
    await shop.advance('2026-01-16T12:00');
    const act = await visiting(shop);
    const wanted = { subscription: subscription.id, items: [{ id: item, price: shop.prices.large }], proration_date: moment(counted_from) };
    for (const verb of ['preview', 'change'])
      expect(errorOf(await act(verb, wanted))).toEqual([400, 'parameter_invalid', 'proration_date']);
    const shown = { ...wanted, proration_date: moment('2026-01-16T11:30') };
    await must(act('change', shown));
    const { latest_invoice } = await subscriptionNow(shop, subscription);
    expect((await must(shop.client.get(`/v1/invoices/${latest_invoice}`))).amount_paid).toBeGreaterThanOrEqual(1000);
  });

  test('the quantity stays unchanged where only the price changes, and is limited', async () => {
    const { shop, subscription, item } = await subscribed();
    await must(shop.client.post(`/v1/subscriptions/${subscription.id}`, { items: [{ id: item, quantity: 3 }] }));
    const act = await visiting(shop);
    const of = (params: object) => ({ subscription: subscription.id, items: [{ id: item, ...params }] });
    await must(act('change', of({ price: shop.prices.large })));
    const changed = (await subscriptionNow(shop, subscription)).items.data[0];
    expect([changed.price.id, changed.quantity]).toEqual([shop.prices.large, 3]);
    expect(errorOf(await act('change', of({ quantity: 11 })))).toEqual([400, 'parameter_invalid_integer', 'items[0][quantity]']);
    expect(errorOf(await act('change', of({ quantity: 0 })))).toEqual([400, 'parameter_invalid_integer', 'items[0][quantity]']);
    await must(act('change', of({ quantity: 10 })));
    expect((await subscriptionNow(shop, subscription)).items.data[0].quantity).toBe(10);
    expect(errorOf(await act('change', of({ quantity: 10 })))[1]).toBe('parameter_missing');
  });

  test('a promotion code is redeemed regardless of case, in addition to existing discounts', async () => {
    const { shop, subscription } = await subscribed();
    const { client } = shop;
    const coupon = await must(client.post('/v1/coupons', { percent_off: 50, duration: 'forever' }));
    const promotion = { type: 'coupon', coupon: coupon.id };
    await must(client.post('/v1/promotion_codes', { promotion, code: 'SPRING' }));
    const act = await visiting(shop);
    expect(errorOf(await act('change', { subscription: subscription.id, promotion_code: 'winter' }))).toEqual([
      400,
      'resource_missing',
      'promotion_code',
    ]);
    const shown = await must(act('preview', { subscription: subscription.id, promotion_code: 'spring' }));
    expect(shown.total).toBe(500);
    await must(act('change', { subscription: subscription.id, promotion_code: 'spring' }));
    expect((await subscriptionNow(shop, subscription)).discounts).toHaveLength(1);
  });

  test('a change that cannot be paid waits for the payment: nothing changes before', async () => {
    const shop = await openPortalShop(service);
    const subscription = await shop.subscribe([{ price: shop.prices.small }]);
    const { client, customer, prices } = shop;
    const method = await must(client.post('/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer }));
    await must(client.post(`/v1/customers/${customer}`, { invoice_settings: { default_payment_method: method.id } }));
    const { ask } = await seen(shop);
    const items = [{ id: subscription.items.data[0].id, price: prices.large }];
    expect((await ask('change', { subscription: subscription.id, items })).status).toBe(200);
    const waiting = await subscriptionNow(shop, subscription);
    expect([waiting.items.data[0].price.id, waiting.pending_update.subscription_items[0].price.id]).toEqual([prices.small, prices.large]);
    const [shown] = (await ask('look')).body.shown.subscriptions;
    expect([shown.may_change, shown.owed_url.startsWith(`${service.url}/invoice/`)]).toEqual([false, true]);
  });

  test('a trial ends with the change or continues, as the configuration says', async () => {
    const ends = await subscribed({ trial_period_days: 10 });
    const change = ({ subscription, item, shop }: typeof ends) => ({
      subscription: subscription.id,
      items: [{ id: item, price: shop.prices.large }],
    });
    await must((await visiting(ends.shop))('change', change(ends)));
    expect((await subscriptionNow(ends.shop, ends.subscription)).status).toBe('active');
    const goes_on = await subscribed({ trial_period_days: 10 });
    const { client, configuration } = goes_on.shop;
    const features = { subscription_update: { trial_update_behavior: 'continue_trial' } };
    await must(client.post(`/v1/billing_portal/configurations/${configuration}`, { features }));
    await must((await visiting(goes_on.shop))('change', change(goes_on)));
    const after = await subscriptionNow(goes_on.shop, goes_on.subscription);
    expect([after.status, after.items.data[0].price.id]).toEqual(['trialing', goes_on.shop.prices.large]);
  });

  test('a change proposed by the merchant is confirmed with its discount, though customers could not choose it', async () => {
    const { shop, subscription, item } = await subscribed();
    const special = await shop.price(2000, { nickname: 'Special' });
    const coupon = await must(shop.client.post('/v1/coupons', { percent_off: 25, duration: 'forever' }));
    const items = [{ id: item, price: special, quantity: 2 }];
    const confirm = { subscription: subscription.id, items, discounts: [{ coupon: coupon.id }] };
    const flow_data = { type: 'subscription_update_confirm', subscription_update_confirm: confirm };
    const act = await visiting(shop, { flow_data });
    const chosen = await act('change', { subscription: subscription.id, items });
    expect(errorOf(chosen)).toEqual([403, 'permission_denied', 'items[0][price]']);
    const agreed = { subscription: subscription.id, confirmed: true };
    expect((await must(act('preview', { ...agreed, recurring: true }))).total).toBe(3000);
    await must(act('change', agreed));
    const [after] = (await subscriptionNow(shop, subscription)).items.data;
    expect([after.price.id, after.quantity]).toEqual([special, 2]);
    expect(errorOf(await (await visiting(shop))('change', agreed))[1]).toBe('permission_denied');
  });
});

describe('leaving', () => {
  test('a subscription is canceled at the end of its period, keeps the reason, and is resumed', async () => {
    const { shop, subscription } = await subscribed();
    const act = await visiting(shop);
    const cancellation_details = { feedback: 'too_expensive', comment: 'Maybe next year' };
    await must(act('leave', { subscription: subscription.id, cancellation_details }));
    const ending = await subscriptionNow(shop, subscription);
    expect([ending.status, ending.cancel_at_period_end]).toEqual(['active', true]);
    expect(ending.cancellation_details).toEqual({ ...cancellation_details, reason: 'cancellation_requested' });
    expect(errorOf(await act('leave', { subscription: subscription.id }))[1]).toBe('permission_denied');
    await must(act('go_on', { subscription: subscription.id }));
    const after = await subscriptionNow(shop, subscription);
    expect([after.cancel_at_period_end, after.cancel_at]).toEqual([false, null]);
    expect(errorOf(await act('go_on', { subscription: subscription.id }))[1]).toBe('permission_denied');
  });

  test('where the configuration says so, it is canceled at once and the rest is credited', async () => {
    const { shop, subscription } = await subscribed();
    await shop.advance('2026-01-16T12:00');
    const features = { subscription_cancel: { enabled: true, mode: 'immediately', proration_behavior: 'create_prorations' } };
    await must(shop.client.post(`/v1/billing_portal/configurations/${shop.configuration}`, { features }));
    await must((await visiting(shop))('leave', { subscription: subscription.id }));
    expect((await subscriptionNow(shop, subscription)).status).toBe('canceled');
    const { data } = await must(shop.client.get('/v1/invoiceitems', { customer: shop.customer }));
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([-500]);
  });

  test('a subscription is paused for an offered duration, bills nothing until then, and can be resumed before', async () => {
    const { shop, subscription } = await subscribed();
    const act = await visiting(shop);
    const pause = (duration: object) => act('pause', { subscription: subscription.id, duration });
    expect(errorOf(await pause({ interval: 'year' }))).toEqual([403, 'permission_denied', 'duration']);
    await must(pause({ interval: 'month', interval_count: 2 }));
    const { pause_collection } = await subscriptionNow(shop, subscription);
    expect(pause_collection).toEqual({ behavior: 'void', resumes_at: Date.parse('2026-03-01T00:00:00Z') / 1000 });
    expect(errorOf(await pause({ interval: 'week' }))[1]).toBe('permission_denied');
    await shop.advance('2026-02-02T12:00');
    const [latest] = (await must(shop.client.get('/v1/invoices', { subscription: subscription.id }))).data;
    expect([latest.billing_reason, latest.status]).toEqual(['subscription_cycle', 'void']);
    const again = await visiting(shop);
    await must(again('go_on', { subscription: subscription.id }));
    expect((await subscriptionNow(shop, subscription)).pause_collection).toBeNull();
    expect(errorOf(await again('go_on', { subscription: subscription.id }))[1]).toBe('permission_denied');
  });

  test.each<[string, (shop: PortalShop, id: string) => Promise<unknown>]>([
    [
      'pause_collection[behavior]=keep_as_draft',
      (shop, id) => must(shop.client.post(`/v1/subscriptions/${id}`, { pause_collection: { behavior: 'keep_as_draft' } })),
    ],
    [
      'POST /v1/subscriptions/:id/pause, also after the customer has paused it',
      async (shop, id) => {
        await must((await visiting(shop))('pause', { subscription: id, duration: { interval: 'month', interval_count: 2 } }));
        await must(shop.client.post(`/v1/subscriptions/${id}/pause`, { type: 'subscription' }));
      },
    ],
  ])('a customer cannot resume what its merchant has paused with %s', async (_, pauseBy) => {
    const { shop, subscription } = await subscribed();
    await pauseBy(shop, subscription.id);
    const act = await visiting(shop);
    expect(errorOf(await act('go_on', { subscription: subscription.id }))[1]).toBe('permission_denied');
  });

  test('a session leads to the pause of a subscription, where the feature is enabled', async () => {
    const { shop, subscription } = await subscribed();
    const flow_data = { type: 'subscription_pause', subscription_pause: { subscription: subscription.id } };
    const { flow } = await sessionOf(shop, { flow_data });
    expect(flow).toMatchObject({ type: 'subscription_pause', subscription_pause: { subscription: subscription.id } });
    await must(shop.client.post(`/v1/subscriptions/${subscription.id}`, { pause_collection: { behavior: 'void' } }));
    const params = { configuration: shop.configuration, customer: shop.customer };
    const paused = await shop.client.post('/v1/billing_portal/sessions', { ...params, flow_data });
    expect(errorOf(paused)).toEqual([400, 'parameter_invalid', 'flow_data[subscription_pause][subscription]']);
  });

  test('403: a reason is not among the configured options', async () => {
    const { shop, subscription } = await subscribed();
    const act = await visiting(shop);
    const said = { subscription: subscription.id, cancellation_details: { feedback: 'low_quality' } };
    expect(errorOf(await act('leave', said))).toEqual([403, 'permission_denied', 'cancellation_details[feedback]']);
  });

  test('a customer who accepts the retention offer keeps the subscription, and gets the offer once', async () => {
    const { shop, subscription } = await subscribed();
    const coupon = await must(shop.client.post('/v1/coupons', { percent_off: 20, duration: 'forever' }));
    const retention = { type: 'coupon_offer', coupon_offer: { coupon: coupon.id } };
    const flow_data = { type: 'subscription_cancel', subscription_cancel: { subscription: subscription.id, retention } };
    const { ask, shown } = await seen(shop, { flow_data });
    expect(shown.coupon).toMatchObject({ percent_off: 20, amount_off: null });
    expect((await ask('stay')).status).toBe(200);
    expect((await subscriptionNow(shop, subscription)).discounts).toHaveLength(1);
    expect((await ask('stay')).status).toBe(403);
    expect((await (await visiting(shop))('stay')).status).toBe(403);
  });

  test('a subscription that is paused for want of a payment method resumes when there is one; one that the merchant paused does not', async () => {
    const shop = await openPortalShop(service, { card: null });
    const end_behavior = { missing_payment_method: 'pause' };
    const subscription = await shop.subscribe([{ price: shop.prices.small }], { trial_period_days: 3, trial_settings: { end_behavior } });
    await shop.advance('2026-01-05');
    const act = await visiting(shop);
    expect((await subscriptionNow(shop, subscription)).status).toBe('paused');
    expect(errorOf(await act('go_on', { subscription: subscription.id }))[1]).toBe('permission_denied');
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
    await must(act('add_card', { card, return_url: 'https://example.com/' }));
    await must(act('take_card'));
    await must(act('go_on', { subscription: subscription.id }));
    expect((await subscriptionNow(shop, subscription)).status).toBe('active');
    await must(shop.client.post(`/v1/subscriptions/${subscription.id}/pause`, { type: 'subscription' }));
    expect(errorOf(await act('go_on', { subscription: subscription.id }))[1]).toBe('permission_denied');
  });
});

describe('payment methods', () => {
  const card = { number: '4000000000003220', exp_month: 12, exp_year: 2034, cvc: '123' };

  test('a card that requires authentication is attached afterwards, and pays subscriptions that had their own method', async () => {
    const { shop, subscription } = await subscribed();
    const { client, customer } = shop;
    const own = await must(client.post('/v1/payment_methods/pm_card_mastercard/attach', { customer }));
    await must(client.post(`/v1/subscriptions/${subscription.id}`, { default_payment_method: own.id }));
    const { ask } = await seen(shop);
    const added = (await ask('add_card', { card, return_url: 'https://example.com/' })).body;
    expect([added.object, added.status, added.next_action.type]).toEqual(['setup_intent', 'requires_action', 'redirect_to_url']);
    expect((await ask('take_card')).body.card).toBe('unconfirmed');
    await must(client.post(`/v1/test_helpers/setup_intents/${added.id}/next_action`, { outcome: 'succeed' }));
    expect((await ask('take_card')).body.card).toBe('kept');
    const { payment_method } = await must(client.get(`/v1/setup_intents/${added.id}`));
    expect((await must(client.get(`/v1/customers/${customer}`))).invoice_settings.default_payment_method).toBe(payment_method);
    expect((await subscriptionNow(shop, subscription)).default_payment_method).toBe(payment_method);
    expect((await ask('take_card')).status).toBe(400);
  });

  test('402: a declined card is not attached, and the number of attempts is limited', async () => {
    const shop = await openPortalShop(service);
    const act = await visiting(shop);
    const declined = { card: { ...card, number: '4000000000000002' }, return_url: 'https://example.com/' };
    for (let tried = 0; tried < 10; tried++) expect((await act('add_card', declined)).status).toBe(402);
    expect(errorOf(await act('add_card', declined))).toEqual([403, 'permission_denied', undefined]);
  });

  test('a customer chooses another default method, and removes one that pays for nothing', async () => {
    const { shop } = await subscribed();
    const { client, customer } = shop;
    const other = await must(client.post('/v1/payment_methods/pm_card_mastercard/attach', { customer }));
    const act = await visiting(shop);
    const { default_payment_method: first } = (await must(client.get(`/v1/customers/${customer}`))).invoice_settings;
    expect(errorOf(await act('drop', { payment_method: first }))).toEqual([400, 'payment_method_unexpected_state', 'payment_method']);
    await must(act('choose', { payment_method: other.id }));
    expect((await must(client.get(`/v1/customers/${customer}`))).invoice_settings.default_payment_method).toBe(other.id);
    await must(act('drop', { payment_method: first }));
    expect((await must(client.get(`/v1/payment_methods/${first}`))).customer).toBeNull();
  });
});

test('customers change their details and their tax ids', async () => {
  const shop = await openPortalShop(service);
  const act = await visiting(shop);
  const address = { line1: 'Main St 1', city: 'Bern', country: 'CH' };
  const tax_id = { type: 'eu_vat', value: 'DE123456789' };
  await must(act('tell', { name: 'Al', email: 'al@example.com', phone: '+41', address, shipping: { name: 'Bo', address }, tax_id }));
  const after = await must(shop.client.get(`/v1/customers/${shop.customer}`, { 'expand[]': 'tax_ids' }));
  expect(after).toMatchObject({ name: 'Al', email: 'al@example.com', phone: '+41', address, shipping: { name: 'Bo', address } });
  const [known] = after.tax_ids.data;
  expect(known.value).toBe('DE123456789');
  await must(act('tell', { tax_ids_deleted: [known.id] }));
  expect((await shop.client.get(`/v1/tax_ids/${known.id}`)).status).toBe(404);
  const foreign = await must(shop.client.post('/v1/tax_ids', tax_id));
  expect(errorOf(await act('tell', { tax_ids_deleted: [foreign.id] }))[1]).toBe('resource_missing');
  expect(errorOf(await act('tell', { email: 'nonsense' }))[1]).toBe('email_invalid');
});

test('a page receives of an invoice what it lists, and its status', async () => {
  const shop = await openPortalShop(service);
  const { latest_invoice } = await shop.subscribe([{ price: shop.prices.small }]);
  const { shown } = await seen(shop);
  const billed = await must(shop.client.get(`/v1/invoices/${latest_invoice}`));
  const listed = ['id', 'amount_due', 'amount_remaining', 'created', 'currency', 'due_date', 'hosted_invoice_url', 'invoice_pdf'];
  expect(shown.invoices).toEqual([Object.fromEntries([...listed, 'number', 'status', 'total'].map((name) => [name, billed[name]]))]);
});

test('403: features that a configuration does not enable are neither shown nor executed', async () => {
  const shop = await openPortalShop(service);
  const subscription = await shop.subscribe([{ price: shop.prices.small }]);
  const features = { customer_update: { enabled: true, allowed_updates: ['phone'] } };
  const bare = await must(shop.client.post('/v1/billing_portal/configurations', { features }));
  const { ask, shown } = await seen({ ...shop, configuration: bare.id });
  const [first] = shown.subscriptions;
  expect([first.may_cancel, first.may_change, first.may_resume, first.items[0].offers, first.items[0].quantities]).toEqual([
    ...[false, false, false],
    ...[[], null],
  ]);
  expect([shown.invoices, shown.tax_id_types]).toEqual([[], []]);
  const item = subscription.items.data[0].id;
  const of = { subscription: subscription.id };
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034 };
  const forbidden: readonly (readonly [string, object])[] = [
    ['preview', { ...of, items: [{ id: item, price: shop.prices.large }] }],
    ['change', { ...of, items: [{ id: item, price: shop.prices.large }] }],
    ['change', { ...of, promotion_code: 'X' }],
    ['change', { ...of, confirmed: true }],
    ['leave', of],
    ['go_on', of],
    ['stay', {}],
    ['choose', { payment_method: 'pm_card_visa' }],
    ['drop', { payment_method: 'pm_card_visa' }],
    ['add_card', { card, return_url: 'https://example.com/' }],
    ['take_card', {}],
    ['tell', { name: 'Al' }],
    ['tell', { tax_id: { type: 'eu_vat', value: 'DE123456789' } }],
  ];
  for (const [verb, params] of forbidden) {
    const { status, body } = await ask(verb, params);
    expect([verb, status, body.error?.code]).toEqual([verb, 403, 'permission_denied']);
  }
  expect((await ask('tell', { phone: '+41' })).status).toBe(200);
});

test('400: objects of another customer do not exist here', async () => {
  const shop = await openPortalShop(service);
  const { client } = shop;
  const card = { payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } };
  const other = await must(client.post('/v1/customers', { ...card }));
  const theirs = await must(client.post('/v1/subscriptions', { customer: other.id, items: [{ price: shop.prices.small }] }));
  const act = await visiting(shop);
  const of = { subscription: theirs.id };
  const items = [{ id: theirs.items.data[0].id, price: shop.prices.large }];
  const { default_payment_method: payment_method } = other.invoice_settings;
  const asked: readonly (readonly [string, object])[] = [
    ['preview', { ...of, items }],
    ['change', { ...of, items }],
    ['leave', of],
    ['go_on', of],
    ['choose', { payment_method }],
    ['drop', { payment_method }],
  ];
  for (const [verb, params] of asked) {
    const { status, body } = await act(verb, params);
    expect([verb, status, body.error?.code]).toEqual([verb, 400, 'resource_missing']);
  }
});

test('400: a subscription under a schedule is not changed by its customer', async () => {
  const { shop, subscription, item } = await subscribed();
  await must(shop.client.post('/v1/subscription_schedules', { from_subscription: subscription.id }));
  const act = await visiting(shop);
  const items = [{ id: item, price: shop.prices.large }];
  expect(errorOf(await act('change', { subscription: subscription.id, items }))[1]).toBe('permission_denied');
  expect(errorOf(await act('leave', { subscription: subscription.id }))[1]).toBe('permission_denied');
});
