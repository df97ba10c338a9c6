import { customer, del, post, type Triggers } from './requests.js';

const changed = { metadata: { order: '1742' } };

/** A product. */
export const product = post('product', 'products', { name: 'Tea of the month' });

const one_time = post('price', 'prices', { currency: 'usd', unit_amount: 1500, product_data: { name: 'Mug' } });
const plan = post('plan', 'plans', { amount: 2000, currency: 'usd', interval: 'month', product: { name: 'Tea of the month' } });
/** A coupon. */
export const coupon = post('coupon', 'coupons', { percent_off: 25, duration: 'once' });
const code = post('promotion_code', 'promotion_codes', { promotion: { type: 'coupon', coupon: '${coupon:id}' } });
const tax_rate = post('tax_rate', 'tax_rates', { display_name: 'VAT', percentage: 19, inclusive: false });
const given = post('customer', 'customers', { name: 'Jo Example', coupon: '${coupon:id}' });
const tax_id = post('tax_id', 'customers/${customer:id}/tax_ids', { type: 'eu_vat', value: 'DE123456789' });
const meter = [
  customer,
  post('meter', 'billing/meters', {
    display_name: 'Requests',
    event_name: 'requests_${customer:id}',
    default_aggregation: { formula: 'sum' },
  }),
];
const granted = [
  customer,
  post('grant', 'billing/credit_grants', {
    customer: '${customer:id}',
    name: 'Welcome',
    amount: { type: 'monetary', monetary: { currency: 'usd', value: 1000 } },
    applicability_config: { scope: { price_type: 'metered' } },
  }),
];
const off = post('off', 'billing/meters/${meter:id}/deactivate');
const link = [one_time, post('payment_link', 'payment_links', { line_items: [{ price: '${price:id}', quantity: 1 }] })];
const quote = [
  customer,
  one_time,
  post('quote', 'quotes', { customer: '${customer:id}', line_items: [{ price: '${price:id}', quantity: 1 }] }),
];
const finalized_quote = [...quote, post('finalize', 'quotes/${quote:id}/finalize')];
const configuration = post('configuration', 'billing_portal/configurations', {
  features: { invoice_history: { enabled: true } },
});
/** An image of one pixel. */
const pixel = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Triggers of customers, products, prices and discounts. */
export const of_catalogue: Triggers = {
  'billing.alert.triggered': [
    ...meter,
    post('alert', 'billing/alerts', {
      alert_type: 'usage_threshold',
      title: 'Many requests',
      usage_threshold: { gte: 100, meter: '${meter:id}', recurrence: 'one_time' },
    }),
    post('meter_event', 'billing/meter_events', {
      event_name: 'requests_${customer:id}',
      payload: { stripe_customer_id: '${customer:id}', value: '100' },
    }),
  ],
  'billing.credit_balance_transaction.created': granted,
  'billing.credit_grant.created': granted,
  'billing.credit_grant.updated': [...granted, post('grant_update', 'billing/credit_grants/${grant:id}', changed)],
  'billing.meter.created': meter,
  'billing.meter.deactivated': [...meter, off],
  'billing.meter.reactivated': [...meter, off, post('on', 'billing/meters/${meter:id}/reactivate')],
  'billing.meter.updated': [...meter, post('meter_update', 'billing/meters/${meter:id}', { display_name: 'Calls' })],
  'billing_portal.configuration.created': [configuration],
  'billing_portal.configuration.updated': [
    configuration,
    post('configuration_update', 'billing_portal/configurations/${configuration:id}', changed),
  ],
  'billing_portal.session.created': [
    customer,
    configuration,
    post('session', 'billing_portal/sessions', {
      customer: '${customer:id}',
      configuration: '${configuration:id}',
      return_url: 'https://example.com/account',
    }),
  ],
  'coupon.created': [coupon],
  'coupon.deleted': [coupon, del('coupon_delete', 'coupons/${coupon:id}')],
  'coupon.updated': [coupon, post('coupon_update', 'coupons/${coupon:id}', { name: 'A quarter off' })],
  'customer.created': [customer],
  'customer.deleted': [customer, del('customer_delete', 'customers/${customer:id}')],
  'customer.discount.created': [coupon, given],
  'customer.discount.deleted': [coupon, given, del('discount_delete', 'customers/${customer:id}/discount')],
  'customer.discount.updated': [
    coupon,
    given,
    post('coupon_2', 'coupons', { percent_off: 30, duration: 'once' }),
    post('customer_update', 'customers/${customer:id}', { coupon: '${coupon_2:id}' }),
  ],
  'customer.tax_id.created': [customer, tax_id],
  'customer.tax_id.deleted': [customer, tax_id, del('tax_id_delete', 'customers/${customer:id}/tax_ids/${tax_id:id}')],
  // The sandbox verifies this number after the response.
  'customer.tax_id.updated': [customer, post('tax_id', 'customers/${customer:id}/tax_ids', { type: 'eu_vat', value: 'DE000000000' })],
  'customer.updated': [customer, post('customer_update', 'customers/${customer:id}', changed)],
  'file.created': [post('file', 'files', { purpose: 'dispute_evidence', file: pixel })],
  'payment_link.created': link,
  'payment_link.updated': [...link, post('payment_link_update', 'payment_links/${payment_link:id}', { active: false })],
  'plan.created': [plan],
  'plan.deleted': [plan, del('plan_delete', 'plans/${plan:id}')],
  'plan.updated': [plan, post('plan_update', 'plans/${plan:id}', changed)],
  'price.created': [one_time],
  'price.deleted': [plan, del('plan_delete', 'plans/${plan:id}')],
  'price.updated': [one_time, post('price_update', 'prices/${price:id}', changed)],
  'product.created': [product],
  'product.deleted': [product, del('product_delete', 'products/${product:id}')],
  'product.updated': [product, post('product_update', 'products/${product:id}', changed)],
  'promotion_code.created': [coupon, code],
  'promotion_code.updated': [coupon, code, post('promotion_code_update', 'promotion_codes/${promotion_code:id}', { active: false })],
  'tax.settings.updated': [post('tax_settings', 'tax/settings', { head_office: { address: { country: 'DE', postal_code: '10117' } } })],
  'quote.accepted': [...finalized_quote, post('accept', 'quotes/${quote:id}/accept')],
  'quote.canceled': [...quote, post('cancel', 'quotes/${quote:id}/cancel')],
  'quote.created': quote,
  'quote.finalized': finalized_quote,
  'tax_rate.created': [tax_rate],
  'tax_rate.updated': [tax_rate, post('tax_rate_update', 'tax_rates/${tax_rate:id}', { active: false })],
};
