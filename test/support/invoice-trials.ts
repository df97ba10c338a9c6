import { invoicePayment } from '../../src/resources/billing/invoice-payments/invoice-payment.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { paymentIntent } from '../../src/resources/payments/payment-intents/payment-intent.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { now, stored } from './decisions.js';
import type { Dressed, Trials } from './state-trials.js';

const jo = stored(customer, { name: 'Jo', invoice_prefix: 'JO' });
const visa = stored(paymentMethod, { type: 'card', customer: jo.id, card: { exp_month: 12, exp_year: 2034, last4: '4242' } });
const of_invoice = { amount: 2000, currency: 'usd', customer: jo.id, invoice: 'in_1', payment_method_types: ['card'] };
const intent = stored(paymentIntent, { ...of_invoice, id: 'pi_1', status: 'requires_payment_method' } as never);
const besides = stored(paymentIntent, { ...of_invoice, id: 'pi_2', invoice: null, status: 'succeeded', amount_received: 2000 } as never);
const payment = stored(invoicePayment, {
  status: 'open',
  amount_requested: 2000,
  currency: 'usd',
  invoice: 'in_1',
  is_default: true,
  payment: { payment_intent: intent.id, type: 'payment_intent' },
} as never);

const line = {
  ...{ id: 'il_1', object: 'line_item', amount: 2000, currency: 'usd', description: 'Work', discounts: [], tax_rates: [], metadata: {} },
  ...{ discount_amounts: [], discountable: true, invoice_item: null, period: { start: now, end: now }, pricing: null, quantity: 1 },
};
const lines = { object: 'list', data: [line], has_more: false, total_count: 1, url: '/v1/invoices/in_1/lines' };
const owed = { total: 2000, subtotal: 2000, amount_due: 2000, amount_remaining: 2000, currency: 'usd', customer: jo.id, lines };
const with_lines = { invoice_metadata: { a: '1' } };
const tried = { auto_advance: true, next_payment_attempt: now };

/** The contents of an invoice in a state, and the other objects. */
export const invoice_dressed: Dressed = {
  invoice: (status) => ({
    it: {
      ...owed,
      ...(status !== 'draft' && { payment: payment.id, payment_intent: intent.id, number: 'JO-0001' }),
      ...(status === 'paid' && { amount_paid: 2000, amount_remaining: 0 }),
    },
    there: [jo, visa, ...(status === 'draft' || status === 'start' ? [] : [intent, payment])],
  }),
};

/** The trials of every verb of invoices. */
export const invoice_trials: Trials = {
  'POST /v1/invoices': { '': { input: { customer: jo.id } } },
  'POST /v1/invoices/create_preview': { 'of nothing': { input: { customer: jo.id } } },
  'GET /v1/invoices/upcoming': { 'of nothing': { input: { customer: jo.id } } },
  'GET /v1/invoices/upcoming/lines': { 'of nothing': { input: { customer: jo.id } } },
  'POST /v1/invoices/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with a description': { input: { description: 'Work' } },
    'to advance automatically': { input: { auto_advance: true } },
  },
  'DELETE /v1/invoices/:id': { '': {}, 'of a subscription': { it: { subscription: 'sub_1' } } },
  'POST /v1/invoices/:id/finalize': { '': {}, 'where nothing is due': { it: { total: 0, amount_due: 0 } } },
  'POST /v1/invoices/:id/pay': {
    'with a method': { input: { payment_method: visa.id } },
    'with nothing': {},
    'out of band': { input: { paid_out_of_band: true } },
  },
  'POST /v1/invoices/:id/send': { '': {}, 'of one that is sent': { it: { collection_method: 'send_invoice' } } },
  'POST /v1/invoices/:id/void': { '': {}, 'while it is being paid': { there: [{ ...intent, status: 'processing' } as never] } },
  'POST /v1/invoices/:id/mark_uncollectible': { '': {} },
  'POST /v1/invoices/:id/attach_payment': { 'that has succeeded': { input: { payment_intent: besides.id }, there: [besides] } },
  'POST /v1/invoices/:id/lines/:line_item_id': { '': { input: { line_item_id: line.id, amount: 500 } } },
  'POST /v1/invoices/:id/add_lines': { '': { input: { ...with_lines, lines: [{ amount: 500 }] } } },
  'POST /v1/invoices/:id/update_lines': { '': { input: { ...with_lines, lines: [{ id: line.id, amount: 500 }] } } },
  'POST /v1/invoices/:id/remove_lines': { '': { input: { lines: [{ id: line.id, behavior: 'delete' }] } } },
  'invoice finalize': { 'at its time': { it: { auto_advance: true, automatically_finalizes_at: now } }, 'called off': {} },
  'invoice retry': {
    'with a method': { it: { ...tried, default_payment_method: visa.id } },
    'with nothing': { it: tried },
    'called off': {},
  },
  'invoice after payment_intent.succeeded': {
    '': { by: { ...intent, status: 'succeeded', amount_received: 2000 } as never },
    'with less': { by: { ...intent, status: 'succeeded', amount_received: 500 } as never },
    'of another payment': { by: besides },
  },
  'invoice after payment_intent.canceled': { '': { by: { ...intent, status: 'canceled' } as never } },
  'invoice after payment_intent.payment_failed': { '': { by: intent }, 'of another payment': { by: besides } },
  'invoice after payment_intent.requires_action': { '': { by: { ...intent, status: 'requires_action' } as never } },
  'invoice overdue': { '': { it: { due_date: now } } },
  'invoice will_be_due': { '': { it: { due_date: now + 86_400 } } },
};
