import { Concealed } from '../../src/kernel/base/concealed.js';
import { price as prices } from '../../src/resources/catalogue/prices/price.js';
import { product as products } from '../../src/resources/catalogue/products/product.js';
import { quote } from '../../src/resources/checkout/quotes/quote.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { paymentIntent } from '../../src/resources/payments/payment-intents/payment-intent.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { setupIntent } from '../../src/resources/payments/setup-intents/setup-intent.js';
import { club, mug, success_url } from './checkout.js';
import { now, stored } from './decisions.js';
import { taken } from './payment-trials.js';
import type { Dressed, Trials } from './state-trials.js';

const jo = stored(customer, { name: 'Jo', email: 'jo@example.com' });
const visa = stored(paymentMethod, { type: 'card', customer: jo.id, card: { exp_month: 12, exp_year: 2034, last4: '4242' } });
const of_session = { amount: 1000, currency: 'usd', checkout_session: 'cs_1', customer: jo.id, payment_method_types: ['card'] };
const intent = stored(paymentIntent, { ...of_session, id: 'pi_1', status: 'requires_payment_method' } as never);
const under_way = stored(paymentIntent, { ...of_session, id: 'pi_1', status: 'processing' } as never);
const paid = stored(paymentIntent, { ...of_session, id: 'pi_1', status: 'succeeded', amount_received: 1000 } as never);
const given_up = stored(paymentIntent, { ...of_session, id: 'pi_1', status: 'canceled' } as never);

const price = { id: 'price_1', object: 'price', currency: 'usd', unit_amount: 1000, unit_amount_decimal: '1000', product: 'prod_1' };
const line = {
  ...{ id: 'li_1', object: 'item', currency: 'usd', description: 'Mug', quantity: 1, chosen_amount: null, metadata: {} },
  ...{ amount_discount: 0, amount_subtotal: 1000, amount_tax: 0, amount_total: 1000, discounts: [], taxes: [] },
  adjustable_quantity: { enabled: true, maximum: 5, minimum: 0 },
  price: { ...price, billing_scheme: 'per_unit', currency_options: {}, custom_unit_amount: null, recurring: null, tiers: null },
};
const bought = {
  ...{ amount_subtotal: 1000, amount_total: 1000, currency: 'usd', customer: jo.id, mode: 'payment', payment_intent: intent.id },
  ...{ expires_at: now + 3600, payment_method_types: ['card'], ui_mode: 'hosted', url: 'https://pay.example.com/checkout/cs_1' },
  line_items: { object: 'list', data: [line], has_more: false, url: '/v1/checkout/sessions/cs_1/line_items' },
  payment_status: 'unpaid',
};
const free = { it: { amount_total: 0, payment_intent: null } };
const unpaid_yet = { there: [under_way] };
const with_instructions = stored(paymentIntent, {
  ...{ ...of_session, id: 'pi_1', status: 'requires_action' },
  next_action: { type: 'boleto_display_details', payment_method_type: 'boleto' },
} as never);
const bank_pending = { it: { is_late: true, payment_status: 'unpaid' } };
const saved = stored(setupIntent, { status: 'succeeded', payment_method: visa.id, customer: jo.id } as never);
const number = new Concealed('4242424242424242');
const typed_in = { number, exp_month: 12, exp_year: 2034, cvc: new Concealed('123') };
const with_card = { input: { payment_method_data: { type: 'card', card: typed_in } } };
const recoverable = { after_expiration: { recovery: { enabled: true, allow_promotion_codes: false, expires_at: now + 60, url: null } } };

const item = {
  ...{ id: 'li_1', object: 'item', currency: 'usd', description: 'Mug', quantity: 1, discounts: [], taxes: [], price: line.price },
  ...{ amount_discount: 0, amount_subtotal: 1000, amount_tax: 0, amount_total: 1000 },
};
const items = { object: 'list', data: [item], has_more: false, url: '/v1/quotes/qt_1/line_items' };
const offer = {
  ...{ amount_subtotal: 1000, amount_total: 1000, currency: 'usd', customer: jo.id, expires_at: now + 3600, line_items: items },
  own_terms: [{ discounts: [], price: 'price_1', tax_rates: [] }],
};
const recurring_item = { ...item, price: { ...item.price, recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' } } };
const recurring = { line_items: { ...items, data: [recurring_item] } };
const sold = [
  stored(prices, {
    id: 'price_1',
    active: true,
    currency: 'usd',
    product: 'prod_1',
    unit_amount: 1000,
    unit_amount_decimal: '1000',
  } as never),
];
const monthly = { interval: 'month', interval_count: 1, usage_type: 'licensed' };
const sold_monthly = [
  stored(prices, { ...sold[0], type: 'recurring', recurring: monthly } as never),
  stored(products, { id: 'prod_1', name: 'Mug' } as never),
];
const other_quote = (status: string) =>
  stored(quote, { ...offer, id: 'qt_2', status, number: 'QT-JO-0001-1', series: { revision: 1, sequence: 1 } } as never);
const revising = { from_quote: { is_revision: true, quote: 'qt_2' } };

/** The contents of a session in a state, and the other objects. */
export const checkout_dressed: Dressed = {
  'checkout.session': (status) => ({
    it: { ...bought, ...(status === 'complete' && { payment_status: 'paid' }) },
    there: [jo, visa, ...({ complete: [paid], expired: [given_up], open: [intent] }[status] ?? [])],
  }),
  quote: () => ({ it: offer, there: [jo, visa, ...sold] }),
};

/** The trials of every verb of sessions. */
export const checkout_trials: Trials = {
  'POST /v1/invoice_rendering_templates': { '': { input: { footer: 'Thank you' } } },
  'POST /v1/invoice_rendering_templates/:id': {
    'with another footer': { input: { footer: 'See you' } },
    'with a name': { input: { nickname: 'A' } },
  },
  'POST /v1/invoice_rendering_templates/:id/archive': { '': {} },
  'POST /v1/invoice_rendering_templates/:id/unarchive': { '': {} },
  'POST /v1/quotes': {
    'with a line item': { input: { customer: jo.id, line_items: [{ price: 'price_1' }] }, there: sold },
    'of nothing': {},
    'as a copy': { input: { from_quote: { quote: 'qt_2' } }, there: [other_quote('accepted')] },
    'as a revision of an open one': { input: { from_quote: { quote: 'qt_2', is_revision: true } }, there: [other_quote('open')] },
    'as a revision of a canceled one': { input: { from_quote: { quote: 'qt_2', is_revision: true } }, there: [other_quote('canceled')] },
  },
  'POST /v1/quotes/:id': {
    'with a footer': { input: { footer: 'Thank you' } },
    'to expire later': { input: { expires_at: now + 7200 } },
  },
  'POST /v1/quotes/:id/finalize': {
    '': {},
    'without a customer': { it: { customer: null } },
    'without line items': { it: { line_items: { ...items, data: [] } } },
    'of a revision': { it: revising, there: [other_quote('open')] },
    'of a revision of one that was accepted': { it: revising, there: [other_quote('accepted')] },
  },
  'POST /v1/quotes/:id/accept': {
    'of one-time line items': {},
    'of recurring line items': { it: recurring, there: sold_monthly },
    'of recurring line items, later': { it: { ...recurring, subscription_data: { effective_date: now + 7200 } }, there: sold_monthly },
  },
  'POST /v1/quotes/:id/cancel': { '': {} },
  'quote after test_helpers.test_clock.deleted': { '': {} },
  'quote expire': { 'at its time': { about: String(now + 3600) }, 'of an earlier time': { about: String(now) } },
  'POST /v1/checkout/sessions': {
    'for a one-time payment': { input: { mode: 'payment', line_items: [mug], success_url } },
    'to subscribe': { input: { mode: 'subscription', line_items: [club], success_url } },
    'to save a card': { input: { mode: 'setup', success_url } },
    'of a recurring price, in a payment': { input: { mode: 'payment', line_items: [club], success_url } },
  },
  'POST /v1/checkout/sessions/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with an address': { input: { collected_information: { shipping_details: { name: 'Jo', address: { line1: '1 High Street' } } } } },
    'with an address, while it is being paid': {
      input: { collected_information: { shipping_details: { name: 'Jo' } } },
      ...unpaid_yet,
    },
  },
  'POST /v1/checkout/sessions/:id/expire': { '': {}, 'while it is being paid': unpaid_yet },
  'POST /v1/checkout/sessions/:id/look': { '': {} },
  'POST /v1/checkout/sessions/:id/adjust': {
    'with another quantity': { input: { line_items: [{ id: line.id, quantity: 2 }] } },
    'with too high a quantity': { input: { line_items: [{ id: line.id, quantity: 6 }] } },
    'while it is being paid': { input: { line_items: [{ id: line.id, quantity: 2 }] }, ...unpaid_yet },
  },
  'POST /v1/checkout/sessions/:id/confirm': {
    'with a card': with_card,
    'with a saved card': { input: { payment_method: visa.id } },
    'with nothing': {},
    'without anything, where nothing is due': free,
    'for another amount than the shown one': { input: { ...with_card.input, expected_amount: 999 } },
    'while it is being paid': { ...with_card, ...unpaid_yet },
    'after its expiry': { ...with_card, it: { expires_at: now } },
  },
  'GET /v1/payment_pages/:id': { '': {} },
  'POST /v1/payment_pages/:id/confirm': {
    'with a card': with_card,
    'with a saved card': { input: { payment_method: visa.id } },
    'for another amount than the shown one': { input: { ...with_card.input, expected_amount: 999 } },
  },
  'POST /v1/checkout/sessions/:id/remove_payment_method': {
    'where that is not enabled': { input: { payment_method: visa.id } },
    'where that is enabled': {
      input: { payment_method: visa.id },
      it: { saved_payment_method_options: { allow_redisplay_filters: null, payment_method_remove: 'enabled', payment_method_save: null } },
    },
  },
  'POST /v1/checkout/sessions/:id/recover': { '': {}, 'where that is enabled': { it: recoverable } },
  'checkout.session expire': {
    'before its expiry': {},
    'at its expiry': { it: { expires_at: now } },
    'at its expiry, while it is being paid': { it: { expires_at: now }, ...unpaid_yet },
  },
  'payment_intent after charge.refunded': { '': { by: taken } },
  'checkout.session after payment_intent.succeeded': { '': { by: paid }, 'after its page was completed': { by: paid, ...bank_pending } },
  'checkout.session after payment_intent.amount_capturable_updated': { '': { by: { ...paid, status: 'requires_capture' } as never } },
  'checkout.session after payment_intent.processing': { '': { by: under_way } },
  'checkout.session after payment_intent.requires_action': { '': { by: intent }, 'with instructions': { by: with_instructions } },
  'checkout.session after payment_intent.payment_failed': {
    '': { by: intent },
    'after its page was completed': { by: intent, ...bank_pending },
  },
  'checkout.session after payment_intent.canceled': {
    '': { by: given_up },
    'after its page was completed': { by: given_up, ...bank_pending },
  },
  'checkout.session after setup_intent.setup_failed': { '': { by: saved, it: { mode: 'setup', payment_intent: null } } },
  'checkout.session after setup_intent.succeeded': { '': { by: saved, it: { mode: 'setup', payment_intent: null } } },
};
