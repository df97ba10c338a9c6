import { beneficiaryOf } from './beneficiaries.js';
import { must } from './billing.js';
import { connected } from './connect.js';
import { accountOf, bankAccount } from './merchant.js';
import { reported } from './populate.js';
import type { Client } from './service.js';

type Params = Readonly<Record<string, unknown>>;

/** A deletable object, and the request that refers to it. */
export type Scenario = (client: Client) => Promise<{ readonly deleted: string; readonly path: string; readonly params: Params }>;

const make = async (client: Client, path: string, params: Params = {}): Promise<string> => (await must(client.post(path, params))).id;

const customerOf = (client: Client): Promise<string> => make(client, '/v1/customers', { payment_method: 'pm_card_visa' });
const productOf = (client: Client): Promise<string> => make(client, '/v1/products', { name: 'Tea' });
const couponOf = (client: Client): Promise<string> => make(client, '/v1/coupons', { percent_off: 10, duration: 'once' });
const planOf = async (client: Client): Promise<string> =>
  make(client, '/v1/plans', { amount: 900, currency: 'usd', interval: 'month', product: await productOf(client) });
const priceOf = async (client: Client): Promise<string> =>
  make(client, '/v1/prices', { unit_amount: 900, currency: 'usd', recurring: { interval: 'month' }, product: await productOf(client) });
const draftFor = (client: Client, customer: string): Promise<string> => make(client, '/v1/invoices', { customer });
const subscribed = async (client: Client): Promise<{ readonly id: string; readonly item: string; readonly customer: string }> => {
  const customer = await customerOf(client);
  const { id: method } = (await must(client.get(`/v1/customers/${customer}/payment_methods`))).data[0];
  const items = [{ price: await priceOf(client) }];
  const { id, items: made } = await must(client.post('/v1/subscriptions', { customer, items, default_payment_method: method }));
  return { id, item: made.data[0].id, customer };
};

/** A scenario for one kind: how its object is created and deleted, and the request that names it by id. */
const of =
  (
    kind: keyof typeof kinds,
    path: string | ((client: Client) => Promise<string>),
    params: (id: string, client: Client) => Params | Promise<Params>,
  ): Scenario =>
  async (client) => {
    const { id, deleted } = await kinds[kind](client);
    const given = await params(id, client);
    const at = typeof path === 'string' ? path : await path(client);
    return { deleted, path: at.replace(':id', id), params: given };
  };

const at = (path: string) => (id: string) => ({ id, deleted: `${path}/${id}` });

const kinds = {
  value_list: async (client: Client) =>
    at('/v1/radar/value_lists')(await make(client, '/v1/radar/value_lists', { alias: 'blocked', name: 'Blocked', item_type: 'email' })),
  account: async (client: Client) => at('/v1/accounts')((await connected(client)).id),
  bank_account: async (client: Client) => {
    const account = await accountOf(client);
    await bankAccount(client, '000123456789');
    return at(`/v1/accounts/${account}/external_accounts`)(await bankAccount(client, '000111111116'));
  },
  beneficiary: async (client: Client) => at('/v1/beneficiaries')(await beneficiaryOf(client)),
  coupon: async (client: Client) => at('/v1/coupons')(await couponOf(client)),
  customer: async (client: Client) => at('/v1/customers')(await customerOf(client)),
  plan: async (client: Client) => at('/v1/plans')(await planOf(client)),
  product: async (client: Client) => at('/v1/products')(await productOf(client)),
  tax_id: async (client: Client) => at('/v1/tax_ids')(await make(client, '/v1/tax_ids', { type: 'eu_vat', value: 'DE123456789' })),
  clock: async (client: Client) =>
    at('/v1/test_helpers/test_clocks')(await make(client, '/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 })),
};

const paying = { amount: 1000, currency: 'usd', payment_method: 'pm_card_visa', payment_method_types: ['card'], confirm: true };
const plans = { items: [{ plan: '' }] };
const later = { start_date: 2_000_000_000 };
const urls = { success_url: 'https://shop.example/done' };
const price_data = (product: string): Params => ({ price_data: { product, unit_amount: 900, currency: 'usd' } });
const recurring_data = (product: string): Params => ({
  price_data: { product, unit_amount: 900, currency: 'usd', recurring: { interval: 'month' } },
});
const link_urls = { refresh_url: 'https://platform.example/again', return_url: 'https://platform.example/done' };
const monthly = async (client: Client): Promise<Params> => ({ items: [{ price: await priceOf(client) }] });
const meterOf = (client: Client): Promise<string> =>
  make(client, '/v1/billing/meters', { display_name: 'Calls', event_name: 'calls', default_aggregation: { formula: 'sum' } });
const draft = async (client: Client): Promise<string> => `/v1/invoices/${await draftFor(client, await customerOf(client))}`;
const configured = (product: string, prices: readonly string[]): Params => ({
  business_profile: { headline: 'Tea' },
  features: { subscription_update: { enabled: true, default_allowed_updates: ['price'], products: [{ product, prices }] } },
});

/** A scenario for every pair of resources of which one can be deleted and the other refers to it. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'account <- account': of('account', '/v1/account_links', (account) => ({ account, type: 'account_onboarding', ...link_urls })),
  'account <- billing_portal.session': of('account', '/v1/billing_portal/sessions', async (on_behalf_of, client) => ({
    on_behalf_of,
    customer: await customerOf(client),
  })),
  'account <- charge': of('account', '/v1/charges', (destination) => ({
    ...{ amount: 1000, currency: 'usd', source: 'tok_visa', transfer_data: { destination } },
  })),
  'account <- checkout.session': of('account', '/v1/checkout/sessions', async (destination, client) => ({
    ...urls,
    mode: 'payment',
    line_items: [{ ...price_data(await productOf(client)), quantity: 1 }],
    payment_intent_data: { transfer_data: { destination } },
  })),
  'account <- invoice': of('account', '/v1/invoices', async (destination, client) => ({
    customer: await customerOf(client),
    transfer_data: { destination },
  })),
  'account <- payment_intent': of('account', '/v1/payment_intents', (destination) => ({ ...paying, transfer_data: { destination } })),
  'account <- payment_link': of('account', '/v1/payment_links', async (destination, client) => ({
    line_items: [
      { price: await make(client, '/v1/prices', { unit_amount: 900, currency: 'usd', product: await productOf(client) }), quantity: 1 },
    ],
    transfer_data: { destination },
  })),
  'account <- quote': of('account', '/v1/quotes', async (destination, client) => ({
    line_items: [{ price: await priceOf(client) }],
    transfer_data: { destination },
  })),
  'account <- reporting.report_run': of('account', '/v1/reporting/report_runs', (connected_account) => ({
    report_type: 'connected_account_balance.summary.1',
    parameters: { connected_account, interval_start: 1, interval_end: 2 },
  })),
  'account <- reporting.report_schedule': of('account', '/v1/reporting/report_schedules', (connected_account) => ({
    ...{ report_type: 'connected_account_balance.summary.1', interval: 'month', email: 'books@example.com' },
    parameters: { connected_account },
  })),
  'account <- setup_intent': of('account', '/v1/setup_intents', (on_behalf_of) => ({ on_behalf_of })),
  'account <- subscription': of('account', '/v1/subscriptions', async (destination, client) => ({
    ...(await monthly(client)),
    customer: await customerOf(client),
    collection_method: 'send_invoice',
    days_until_due: 7,
    transfer_data: { destination },
  })),
  'account <- subscription_schedule': of('account', '/v1/subscription_schedules', async (destination, client) => ({
    ...later,
    customer: await customerOf(client),
    phases: [{ ...(await monthly(client)), iterations: 2, transfer_data: { destination } }],
  })),
  'account <- transfer': of('account', '/v1/transfers', async (destination, client) => {
    await make(client, '/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' });
    return { amount: 100, currency: 'usd', destination };
  }),
  'bank_account <- payout': of('bank_account', '/v1/payouts', async (destination, client) => {
    await make(client, '/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' });
    return { amount: 100, currency: 'usd', destination };
  }),
  'beneficiary <- payout': of('beneficiary', '/v1/payouts', async (beneficiary, client) => {
    await make(client, '/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' });
    return { amount: 100, currency: 'usd', beneficiary };
  }),
  'card <- customer': async (client) => {
    const customer = await customerOf(client);
    const card = await make(client, `/v1/customers/${customer}/sources`, { source: 'tok_mastercard' });
    return { deleted: `/v1/customers/${customer}/sources/${card}`, path: `/v1/customers/${customer}`, params: { default_source: card } };
  },
  'card <- invoice': async (client) => {
    const customer = await customerOf(client);
    const default_source = await make(client, `/v1/customers/${customer}/sources`, { source: 'tok_visa' });
    return { deleted: `/v1/customers/${customer}/sources/${default_source}`, path: '/v1/invoices', params: { customer, default_source } };
  },
  'coupon <- billing_portal.session': async (client) => {
    const { id: subscription, customer } = await subscribed(client);
    const { id, deleted } = await kinds.coupon(client);
    const retention = { type: 'coupon_offer', coupon_offer: { coupon: id } };
    const flow_data = { type: 'subscription_cancel', subscription_cancel: { subscription, retention } };
    return { deleted, path: '/v1/billing_portal/sessions', params: { customer, flow_data } };
  },
  'coupon <- checkout.session': of('coupon', '/v1/checkout/sessions', async (coupon, client) => ({
    ...urls,
    mode: 'payment',
    line_items: [{ ...price_data(await productOf(client)), quantity: 1 }],
    discounts: [{ coupon }],
  })),
  'coupon <- customer': of('coupon', '/v1/customers', (coupon) => ({ coupon })),
  'coupon <- invoice': of('coupon', '/v1/invoices', async (coupon, client) => ({
    customer: await customerOf(client),
    discounts: [{ coupon }],
  })),
  'coupon <- invoiceitem': of('coupon', '/v1/invoiceitems', async (coupon, client) => ({
    ...{ amount: 900, currency: 'usd', customer: await customerOf(client), discounts: [{ coupon }] },
  })),
  'coupon <- promotion_code': of('coupon', '/v1/promotion_codes', (coupon) => ({ coupon })),
  'coupon <- quote': of('coupon', '/v1/quotes', async (coupon, client) => ({
    line_items: [{ price: await priceOf(client) }],
    discounts: [{ coupon }],
  })),
  'coupon <- subscription': of('coupon', '/v1/subscriptions', async (coupon, client) => ({
    ...{ ...(await monthly(client)), customer: await customerOf(client), discounts: [{ coupon }] },
    ...{ collection_method: 'send_invoice', days_until_due: 7 },
  })),
  'coupon <- subscription_item': async (client) => {
    const { item } = await subscribed(client);
    const { id: coupon, deleted } = await kinds.coupon(client);
    return { deleted, path: `/v1/subscription_items/${item}`, params: { discounts: [{ coupon }] } };
  },
  'coupon <- subscription_schedule': of('coupon', '/v1/subscription_schedules', async (coupon, client) => ({
    ...{ ...later, customer: await customerOf(client), phases: [{ ...(await monthly(client)), iterations: 2, discounts: [{ coupon }] }] },
  })),
  'customer <- billing.alert': of('customer', '/v1/billing/alerts', async (customer, client) => ({
    ...{ alert_type: 'usage_threshold', title: 'Many calls' },
    usage_threshold: { gte: 9, meter: await meterOf(client), recurrence: 'one_time', filters: [{ type: 'customer', customer }] },
  })),
  'customer <- billing.credit_grant': of('customer', '/v1/billing/credit_grants', (customer) => ({
    ...{ customer, amount: { type: 'monetary', monetary: { currency: 'usd', value: 500 } } },
    applicability_config: { scope: { price_type: 'metered' } },
  })),
  'customer <- billing_portal.session': of('customer', '/v1/billing_portal/sessions', (customer) => ({ customer })),
  'customer <- card': of('customer', '/v1/customers/:id/sources', () => ({ source: 'tok_visa' })),
  'customer <- cash_balance': of('customer', '/v1/customers/:id/cash_balance', () => ({ settings: { reconciliation_mode: 'manual' } })),
  'customer <- charge': of('customer', '/v1/charges', async (customer, client) => ({
    ...{ amount: 1000, currency: 'usd', customer, source: await make(client, `/v1/customers/${customer}/sources`, { source: 'tok_visa' }) },
  })),
  'customer <- checkout.session': of('customer', '/v1/checkout/sessions', (customer) => ({
    ...urls,
    mode: 'setup',
    currency: 'usd',
    customer,
  })),
  'customer <- customer_balance_transaction': of('customer', '/v1/customers/:id/balance_transactions', () => ({
    amount: -100,
    currency: 'usd',
  })),
  'customer <- customer_cash_balance_transaction': of('customer', '/v1/test_helpers/customers/:id/fund_cash_balance', () => ({
    ...{ amount: 100, currency: 'usd' },
  })),
  'customer <- customer_session': of('customer', '/v1/customer_sessions', (customer) => ({ customer, components: {} })),
  'customer <- ephemeral_key': of('customer', '/v1/ephemeral_keys', (customer) => ({ customer })),
  'customer <- invoice': of('customer', '/v1/invoices', (customer) => ({ customer })),
  'customer <- invoiceitem': of('customer', '/v1/invoiceitems', (customer) => ({ customer, amount: 900, currency: 'usd' })),
  'customer <- payment_intent': of('customer', '/v1/payment_intents', (customer) => ({ customer, amount: 900, currency: 'usd' })),
  'customer <- payment_method': of(
    'customer',
    async (client) =>
      `/v1/payment_methods/${await make(client, '/v1/payment_methods', { type: 'card', card: { token: 'tok_visa' } })}/attach`,
    (customer) => ({ customer }),
  ),
  'customer <- payment_record': of('customer', '/v1/payment_records/report_payment', (customer) => ({
    ...reported,
    customer_details: { customer },
  })),
  'customer <- promotion_code': of('customer', '/v1/promotion_codes', async (customer, client) => ({
    customer,
    coupon: await couponOf(client),
  })),
  'customer <- quote': of('customer', '/v1/quotes', async (customer, client) => ({
    customer,
    line_items: [{ price: await priceOf(client) }],
  })),
  'customer <- setup_intent': of('customer', '/v1/setup_intents', (customer) => ({ customer })),
  'customer <- subscription': of('customer', '/v1/subscriptions', async (customer, client) => ({
    ...{ customer, ...(await monthly(client)), collection_method: 'send_invoice', days_until_due: 7 },
  })),
  'customer <- subscription_schedule': of('customer', '/v1/subscription_schedules', async (customer, client) => ({
    ...{ ...later, customer, phases: [{ ...(await monthly(client)), iterations: 2 }] },
  })),
  'customer <- tax_id': of('customer', '/v1/customers/:id/tax_ids', () => ({ type: 'eu_vat', value: 'DE123456789' })),
  'radar.value_list <- radar.value_list_item': of('value_list', '/v1/radar/value_list_items', (value_list) => ({
    value_list,
    value: 'jo@example.com',
  })),
  'invoice <- invoiceitem': async (client) => {
    const customer = await customerOf(client);
    const invoice = await draftFor(client, customer);
    return { deleted: `/v1/invoices/${invoice}`, path: '/v1/invoiceitems', params: { customer, invoice, amount: 900, currency: 'usd' } };
  },
  'invoiceitem <- invoice': async (client) => {
    const customer = await customerOf(client);
    const invoice_item = await make(client, '/v1/invoiceitems', { customer, amount: 900, currency: 'usd' });
    const path = `/v1/invoices/${await draftFor(client, customer)}/add_lines`;
    return { deleted: `/v1/invoiceitems/${invoice_item}`, path, params: { lines: [{ invoice_item }] } };
  },
  'price <- billing_portal.configuration': of('plan', '/v1/billing_portal/configurations', async (plan, client) =>
    configured((await must(client.get(`/v1/plans/${plan}`))).product, [plan]),
  ),
  'price <- billing_portal.session': async (client) => {
    const { id: subscription, item, customer } = await subscribed(client);
    const { id: price, deleted } = await kinds.plan(client);
    const flow_data = { type: 'subscription_update_confirm', subscription_update_confirm: { subscription, items: [{ id: item, price }] } };
    const { product } = await must(client.get(`/v1/plans/${price}`));
    const configuration = await make(client, '/v1/billing_portal/configurations', configured(product, [price]));
    return { deleted, path: '/v1/billing_portal/sessions', params: { customer, configuration, flow_data } };
  },
  'price <- checkout.session': of('plan', '/v1/checkout/sessions', (price) => ({
    ...urls,
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
  })),
  'price <- payment_link': of('plan', '/v1/payment_links', (price) => ({ line_items: [{ price, quantity: 1 }] })),
  'price <- quote': of('plan', '/v1/quotes', (price) => ({ line_items: [{ price }] })),
  'price <- product': async (client) => {
    const { id: default_price, deleted } = await kinds.plan(client);
    const { product } = await must(client.get(`/v1/plans/${default_price}`));
    return { deleted, path: `/v1/products/${product}`, params: { default_price } };
  },
  'price <- subscription': of('plan', '/v1/subscriptions', async (plan, client) => ({
    ...{ customer: await customerOf(client), items: [{ ...plans.items[0], plan }], collection_method: 'send_invoice', days_until_due: 7 },
  })),
  'price <- subscription_item': async (client) => {
    const { id: subscription } = await subscribed(client);
    const { id: plan, deleted } = await kinds.plan(client);
    return { deleted, path: '/v1/subscription_items', params: { subscription, plan } };
  },
  'price <- subscription_schedule': of('plan', '/v1/subscription_schedules', async (plan, client) => ({
    ...{ ...later, customer: await customerOf(client), phases: [{ items: [{ plan }], iterations: 2 }] },
  })),
  'product <- checkout.session': of('product', '/v1/checkout/sessions', (product) => ({
    ...{ ...urls, mode: 'payment', line_items: [{ ...price_data(product), quantity: 1 }] },
  })),
  'product <- coupon': of('product', '/v1/coupons', (product) => ({
    percent_off: 10,
    duration: 'once',
    applies_to: { products: [product] },
  })),
  'product <- invoice': of(
    'product',
    async (client) => `${await draft(client)}/add_lines`,
    (product) => ({ lines: [{ ...price_data(product) }] }),
  ),
  'product <- invoiceitem': of('product', '/v1/invoiceitems', async (product, client) => ({
    customer: await customerOf(client),
    ...price_data(product),
  })),
  'product <- payment_link': of('product', '/v1/payment_links', (product) => ({ line_items: [{ ...price_data(product), quantity: 1 }] })),
  'product <- price': of('product', '/v1/prices', (product) => ({ product, unit_amount: 900, currency: 'usd' })),
  'product <- product_feature': of('product', '/v1/products/:id/features', async (_, client) => ({
    entitlement_feature: await make(client, '/v1/entitlements/features', { name: 'SSO', lookup_key: 'sso' }),
  })),
  'product <- quote': of('product', '/v1/quotes', (product) => ({ line_items: [{ ...price_data(product), quantity: 1 }] })),
  'product <- subscription': of('product', '/v1/subscriptions', async (product, client) => ({
    ...{ customer: await customerOf(client), items: [recurring_data(product)], collection_method: 'send_invoice', days_until_due: 7 },
  })),
  'product <- subscription_item': async (client) => {
    const { id: subscription } = await subscribed(client);
    const { id: product, deleted } = await kinds.product(client);
    return { deleted, path: '/v1/subscription_items', params: { subscription, ...recurring_data(product) } };
  },
  'product <- subscription_schedule': of('product', '/v1/subscription_schedules', async (product, client) => ({
    ...{ ...later, customer: await customerOf(client), phases: [{ items: [recurring_data(product)], iterations: 2 }] },
  })),
  'tax_id <- account': of(
    'tax_id',
    async (client) => `/v1/accounts/${await accountOf(client)}`,
    (tax_id) => ({ settings: { invoices: { default_account_tax_ids: [tax_id] } } }),
  ),
  'tax_id <- checkout.session': of('tax_id', '/v1/checkout/sessions', async (tax_id, client) => ({
    ...{ ...urls, mode: 'subscription', line_items: [{ price: await priceOf(client), quantity: 1 }] },
    subscription_data: { invoice_settings: { account_tax_ids: [tax_id] } },
  })),
  'tax_id <- invoice': of('tax_id', '/v1/invoices', async (tax_id, client) => ({
    customer: await customerOf(client),
    account_tax_ids: [tax_id],
  })),
  'tax_id <- payment_link': of('tax_id', '/v1/payment_links', async (tax_id, client) => ({
    line_items: [{ price: await priceOf(client), quantity: 1 }],
    subscription_data: { invoice_settings: { account_tax_ids: [tax_id] } },
  })),
  'tax_id <- subscription': of('tax_id', '/v1/subscriptions', async (tax_id, client) => ({
    ...{ ...(await monthly(client)), customer: await customerOf(client), collection_method: 'send_invoice', days_until_due: 7 },
    invoice_settings: { account_tax_ids: [tax_id] },
  })),
  'tax_id <- subscription_schedule': of('tax_id', '/v1/subscription_schedules', async (tax_id, client) => ({
    ...{ ...later, customer: await customerOf(client), phases: [{ ...(await monthly(client)), iterations: 2 }] },
    default_settings: { invoice_settings: { account_tax_ids: [tax_id] } },
  })),
  'test_helpers.test_clock <- quote': of('clock', '/v1/quotes', (test_clock) => ({ test_clock })),
  'test_helpers.test_clock <- customer': of('clock', '/v1/customers', (test_clock) => ({ test_clock })),
};

/** Pairs without a race between two callers, with the reason. */
export const without_race: Readonly<Record<string, string>> = {
  'customer <- tax.calculation': 'A calculation copies the address and the tax ids, and changes nothing of the customer.',
  'customer <- test_helpers.test_clock': 'The parameter filters; no clock refers to a customer.',
  'invoice <- credit_note': 'Only drafts are deleted, and no draft is credited.',
  'invoice <- invoice': 'Only drafts are deleted, and no draft is revised.',
  'person <- account_link': 'The page shows the relationship of a person; the object that it changes has its own version.',
  'price <- billing.credit_grant': 'Only plans are deleted, and a price with a meter is no plan.',
  'price <- invoice': 'Only plans are deleted, and a line has a one-time price.',
  'price <- invoiceitem': 'Only plans are deleted, and an item has a one-time price.',
  'product <- tax.calculation': 'A calculation copies the tax code.',
  'product <- billing_portal.configuration': 'A product is named with its prices, and one that has prices is not deleted.',
  'radar.value_list <- radar.rule': 'A rule that is created while its list is deleted compares with an empty list, and never holds.',
  'subscription_item <- usage_record': 'Usage is recorded for an existing item, and kept after its deletion.',
  'tax_id <- billing_portal.session': 'The parameter names the tax ids to delete.',
};
