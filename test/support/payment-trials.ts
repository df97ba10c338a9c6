import { Concealed } from '../../src/kernel/base/concealed.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { cashBalance } from '../../src/resources/payments/cash-balances/cash-balance.js';
import { charge } from '../../src/resources/payments/charges/charge.js';
import { mandate } from '../../src/resources/payments/intents/mandate.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { stored } from './decisions.js';
import type { Dressed, Trials } from './state-trials.js';

const visa = stored(paymentMethod, { type: 'card', card: { exp_month: 12, exp_year: 2034, last4: '4242' } });
const payment_method = { input: { payment_method: visa.id }, there: [visa] };
const twenty = { amount: 2000, currency: 'usd' } as const;
const agreement = stored(mandate, { status: 'pending' });

const of_card = { ...twenty, payment_method: visa.id, payment_method_details: { type: 'card' } } as const;
/** A captured or authorized charge. */
export const taken = stored(charge, { status: 'succeeded', ...of_card, amount_captured: 2000, captured: true });
/** The processor that answers every trial. */
const by_processor = { processor: { name: 'sandbox', reference: 'r-1' } } as const;
const holding = stored(charge, { status: 'succeeded', ...of_card, ...by_processor });
const of_held = { it: { latest_charge: holding.id }, there: [visa, holding] };
const growing = stored(charge, {
  ...{ id: 'ch_2', status: 'succeeded', ...of_card, ...by_processor },
  payment_method_details: { type: 'card', card: { incremental_authorization: { status: 'available' } } },
});
const of_growing = { it: { latest_charge: growing.id }, there: [visa, growing] };

const capturing = { asked: { attempt: 'patt_1', amount: 2000 } } as const;
const incrementing = { asked: { attempt: 'patt_1', amount: 2500, described: {} } } as const;
const letting_go = { asked: { attempt: 'patt_1', reference: 'r-1' } } as const;
const asked = { asked: { attempt: 'patt_1' } } as const;
const approved = { answer: { result: 'approved' }, ...asked } as const;
const declined = { answer: { result: 'declined', code: 'card_declined' }, ...asked } as const;
const pending = { answer: { result: 'pending' }, ...asked } as const;
const needs_action = { answer: { result: 'needs_action', next_action: { type: 'redirect_to_url' } }, ...asked } as const;
const disputed = { answer: { result: 'disputed', dispute: { inquiry: false, reason: 'fraudulent' } }, ...asked } as const;

const by_hand = { it: { confirmation_method: 'manual' } } as const;
const after_step = { it: { ...by_hand.it, finished_step: 'redirect_to_url', latest_attempt: 'patt_1' } } as const;

const cash = stored(cashBalance, { available: { usd: 5000 } });
const sender = stored(customer, { cash_balance: cash.id });
const transfer = { type: 'display_bank_transfer_instructions', payment_method_type: 'customer_balance' };
const by_transfer = { customer: sender.id, next_action: transfer, processor: 'sandbox' };

const number = new Concealed('4242424242424242');
const source = { number, exp_month: 12, exp_year: 2034, cvc: new Concealed('123') };

/** The trials of the verbs of payments and their charges. */
export const payment_trials: Trials = {
  'POST /v1/payment_intents': {
    'without a method': { input: twenty },
    'with a method': { ...payment_method, input: { ...twenty, ...payment_method.input } },
    'with a method, and confirmed': { ...payment_method, input: { ...twenty, ...payment_method.input, confirm: true } },
    'without a method, but confirmed': { input: { ...twenty, confirm: true } },
  },
  'POST /v1/payment_intents/:id': {
    'with a method': payment_method,
    'with none': { input: { payment_method: null } },
    'with another amount': { input: { amount: 2500 } },
    'with metadata': { input: { metadata: { a: '1' } } },
  },
  'POST /v1/payment_intents/:id/confirm': {
    'with a method': payment_method,
    'as it is': {},
    'unchanged, by hand after a step': after_step,
    'by a browser, where it is done by hand': { byBrowser: true, ...by_hand },
  },
  'POST /v1/payment_intents/:id/capture': { '': {}, 'of too much': { input: { amount_to_capture: 2001 } } },
  'POST /v1/payment_intents/:id/increment_authorization': {
    '': { input: { amount: 2500 }, ...of_growing },
    'of no more than the authorized amount': { input: { amount: 2000 }, ...of_growing },
    'where it cannot be incremented': { input: { amount: 2500 } },
  },
  'POST /v1/payment_intents/:id/cancel': { '': {} },
  'POST /v1/payment_intents/:id/verify_microdeposits': {
    'of another step': { input: { amounts: [32, 45] } },
    'with the amounts': { input: { amounts: [32, 45] }, it: { next_action: { type: 'verify_with_microdeposits' } } },
  },
  'POST /v1/payment_intents/:id/apply_customer_balance': {
    'of a payment by card': {},
    'with enough in it': { it: by_transfer, there: [visa, sender, cash] },
    'with too little in it': { it: { ...by_transfer, amount: 9000 }, there: [visa, sender, cash] },
  },
  'POST /v1/test_helpers/payment_intents/:id/next_action': {
    '': { input: { outcome: 'succeed' } },
    'of a payment confirmed by hand': { input: { outcome: 'succeed' }, ...by_hand },
    'of a payment confirmed by hand, which fails': { input: { outcome: 'fail' }, ...by_hand },
  },
  'payment_intent answer to charge': {
    approved,
    'approved, to be captured later': { ...approved, it: { capture_method: 'manual' } },
    'approved, by hand after a step, to be captured later': {
      ...approved,
      ...after_step,
      it: { ...after_step.it, capture_method: 'manual' },
    },
    'approved, to an earlier try': { ...approved, asked: { attempt: 'patt_0' } },
    declined,
    'needs action': needs_action,
    pending,
    'approved, by hand after a step': { ...approved, ...after_step },
    'declined, by hand after a step': { ...declined, ...after_step },
    'pending, of a payment confirmed by hand': { ...pending, ...by_hand },
  },
  'payment_intent answer to capture': {
    approved: { ...approved, ...capturing, ...of_held },
    declined: { ...declined, ...capturing, ...of_held },
  },
  'payment_intent answer to increment': {
    approved: { ...approved, ...incrementing, ...of_held },
    declined: { ...declined, ...incrementing, ...of_held },
  },
  'payment_intent answer to void': { approved: { ...approved, ...letting_go, ...of_held } },
  'payment_intent release': { '': { about: 'patt_1' } },
  'payment_intent expire_step': { '': { about: 'patt_1' } },
  'payment_intent lapse': { '': after_step },
  'payment_intent inquire': { '': { about: 'patt_1' } },

  'POST /v1/charges': {
    'with a card': { input: { ...twenty, source } },
    'with nothing': { input: twenty },
  },
  'POST /v1/charges/:id': { 'with metadata': { input: { metadata: { a: '1' } } } },
  'POST /v1/charges/:id/capture': { '': {} },
  'charge answer to charge': { approved, declined, 'needs action': needs_action, pending, disputed },
  'charge answer to capture': { approved: { ...approved, ...capturing } },
  'charge answer to void': { approved: { ...approved, ...letting_go, it: by_processor } },
  'charge release': { '': {} },
  'charge inquire': { '': {} },

  'balance_transaction become_available': { '': {} },
  'balance_transaction tell_available': { '': {} },
};

/** The contents of payments and charges in a state. */
export const payment_dressed: Dressed = {
  payment_intent: (status) => {
    if (status === 'requires_payment_method') return { it: twenty };
    const it = { ...twenty, payment_method: visa.id };
    if (status === 'requires_confirmation') return { it, there: [visa] };
    const tried = { ...it, latest_attempt: 'patt_1', mandate: agreement.id };
    if (status === 'requires_action' || status === 'processing') {
      const next_action = status === 'requires_action' ? { type: 'redirect_to_url' } : null;
      return { it: { ...tried, next_action }, there: [visa, agreement] };
    }
    const latest_charge = status === 'requires_capture' ? holding : taken;
    const held = status === 'requires_capture' ? 2000 : 0;
    return { it: { ...tried, amount_capturable: held, latest_charge: latest_charge.id }, there: [visa, latest_charge] };
  },
  charge: (status) => ({
    it: { ...of_card, ...(status === 'pending' && { captured: true }) },
    there: [visa],
  }),
  balance_transaction: () => ({ it: { amount: 2000, net: 2000, currency: 'usd', source: taken.id } }),
};
