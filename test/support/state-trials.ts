import { Concealed } from '../../src/base/concealed.js';
import type { AskedOf } from '../../src/base/legacy.js';
import type { Answer } from '../../src/base/processor.js';
import { account } from '../../src/resources/accounts/account.js';
import { mandate } from '../../src/resources/intents/mandate.js';
import { paymentMethod } from '../../src/resources/payment-methods/payment-method.js';
import { setupAttempt } from '../../src/resources/setup-intents/setup-attempt.js';
import { now, stored } from './decisions.js';
import { payment_dressed, payment_trials, taken } from './payment-trials.js';

/** One way to try a verb: what a caller sends or a processor answers, and what is there besides. */
export type Trial = {
  readonly params?: object;
  readonly answer?: Answer;
  /** What the answer is to, where that matters. */
  readonly asked?: Partial<AskedOf>;
  /** What a timer was set about. */
  readonly about?: string;
  /** It is tried by a payer's browser. */
  readonly by_browser?: boolean;
  /** What the object holds besides what it is dressed in. */
  readonly it?: object;
  readonly refs?: object;
  readonly balance?: number;
};

const visa = stored(paymentMethod, { type: 'card', card: { exp_month: 12, exp_year: 2034, last4: '4242' } });
const payment_method = { params: { payment_method: visa.id }, refs: { payment_method: visa } };
const merchant = { account: stored(account, { default_destination: 'ba_1' }) };
const external_account = { account_number: new Concealed('000123456789'), country: 'US', currency: 'usd' };
const endpoint = { url: 'https://shop.example.com/hook', enabled_events: ['*'] };
const payout = { amount: 500, currency: 'usd' };

const of_taken = { charge: taken };
const of_held = { charge: { ...taken, captured: false, amount_captured: 0 } };
const being_let_go = { it: { balance_transaction: null }, refs: { charge: { ...of_held.charge, amount_refunded: 2000 } } };
const to_void = { asked: { verb: 'void' }, ...being_let_go } as const;
const evidence = { evidence: { uncategorized_text: 'They picked it up in person.' } };
const tried = { attempt: 'setatt_1' };
const due_by = now + 86_400;

const approved = { answer: { result: 'approved' } } as const;
const declined = { answer: { result: 'declined', code: 'card_declined' } } as const;
const pending = { answer: { result: 'pending' } } as const;
const needs_action = { answer: { result: 'needs_action', next_action: { type: 'redirect_to_url' } } } as const;

/** Ways to try verbs, by their route, `answer`, or the name of their timer. */
export type Trials = Readonly<Record<string, Readonly<Record<string, Trial>>>>;

/** What objects of a kind hold in a state, and what they refer to. */
export type Dressed = Readonly<Record<string, (status: string) => { readonly it: object; readonly refs?: object }>>;

/** How every verb of a resource with states is tried. */
export const trials: Trials = {
  ...payment_trials,

  'POST /v1/setup_intents': {
    'without a method': {},
    'with a method': payment_method,
    'with a method, and confirmed': { ...payment_method, params: { ...payment_method.params, confirm: true } },
    'without a method, but confirmed': { params: { confirm: true } },
  },
  'POST /v1/setup_intents/:id': {
    'with a method': payment_method,
    'with none': { params: { payment_method: null }, refs: { payment_method: null } },
    'with metadata': { params: { metadata: { a: '1' } } },
  },
  'POST /v1/setup_intents/:id/confirm': {
    'with a method': payment_method,
    'with a method and a mandate': {
      ...payment_method,
      params: { ...payment_method.params, mandate_data: { customer_acceptance: { type: 'offline' } } },
    },
    'as it is': {},
  },
  'POST /v1/setup_intents/:id/cancel': { '': {} },
  'POST /v1/test_helpers/setup_intents/:id/next_action': { '': { params: { outcome: 'succeed' } } },
  'setup_intent answer': {
    approved: { ...approved, asked: tried },
    declined: { ...declined, asked: tried },
    'needs action': { ...needs_action, asked: tried },
    pending: { ...pending, asked: tried },
    'approved, to an earlier try': { ...approved, asked: { attempt: 'setatt_0' } },
  },

  'POST /v1/refunds': {
    'of money that was taken': { params: { charge: taken.id }, refs: of_taken },
    'of more than was taken': { params: { charge: taken.id, amount: 2001 }, refs: of_taken },
    'of money that is held without an intent': { params: { charge: taken.id }, refs: of_held },
    'of some of it': { params: { charge: taken.id, amount: 500 }, refs: of_held },
    'of money that an intent holds': {
      params: { charge: taken.id },
      refs: { charge: { ...of_held.charge, payment_intent: 'pi_1' } },
    },
    'of a charge that is disputed': { params: { charge: taken.id }, refs: { charge: { ...taken, amount_disputed: 2000 } } },
  },
  'POST /v1/refunds/:id': { 'with metadata': { params: { metadata: { a: '1' } } } },
  'POST /v1/refunds/:id/cancel': { '': {}, 'of a hold': being_let_go },
  'POST /v1/test_helpers/refunds/:id/settle': {
    '': { params: { outcome: 'succeed' } },
    'of a hold': { params: { outcome: 'succeed' }, ...being_let_go },
  },
  'refund answer': {
    approved,
    declined,
    'needs action': needs_action,
    pending,
    'approved, to a void': { ...approved, ...to_void },
    'declined, to a void': { ...declined, ...to_void },
  },
  'setup_intent inquire': { '': { about: 'setatt_1' } },
  'refund inquire': { '': {} },

  'POST /v1/test_helpers/disputes': {
    'of money that was taken': { params: { charge: taken.id }, refs: of_taken },
    'of money that was taken, as an inquiry': { params: { charge: taken.id, inquiry: true }, refs: of_taken },
    'of money that is held': { params: { charge: taken.id }, refs: { charge: { ...taken, captured: false } } },
  },
  'POST /v1/disputes/:id': {
    'with evidence': { params: evidence },
    'with evidence for later': { params: { ...evidence, submit: false } },
    'with metadata': { params: { metadata: { a: '1' } } },
  },
  'POST /v1/disputes/:id/close': { '': {} },
  'POST /v1/test_helpers/disputes/:id/escalate': { '': {} },
  'dispute answer': {
    approved: { ...approved, asked: { attempt: 'dp_1 1' } },
    declined: { ...declined, asked: { attempt: 'dp_1 1' } },
    pending: { ...pending, asked: { attempt: 'dp_1 1' } },
    'approved, to earlier evidence': { ...approved, asked: { attempt: 'dp_1 0' } },
  },
  'dispute inquire': { '': {} },
  'dispute overdue': { '': { about: String(due_by) } },

  'POST /v1/payouts': {
    'within the balance': { params: payout, refs: merchant, balance: 500 },
    'beyond the balance': { params: payout, refs: merchant, balance: 499 },
  },
  'POST /v1/payouts/:id': { 'with metadata': { params: { metadata: { a: '1' } } } },
  'POST /v1/payouts/:id/cancel': { '': {} },
  'payout hand_over': { '': {} },
  'payout arrive': { '': {} },
  'payout answer': { approved, declined, pending },

  'POST /v1/test_helpers/top_ups': { '': { params: payout } },

  'POST /v1/webhook_endpoints': { '': { params: endpoint } },
  'POST /v1/webhook_endpoints/:id': {
    'to enable it': { params: { disabled: false } },
    'to disable it': { params: { disabled: true } },
    'with metadata': { params: { metadata: { a: '1' } } },
  },
  'POST /v1/webhook_endpoints/:id/roll_secret': { '': {} },
  'DELETE /v1/webhook_endpoints/:id': { '': {} },

  'POST /v1/accounts/:account/external_accounts': { '': { params: { external_account } } },
  'DELETE /v1/accounts/:account/external_accounts/:id': { '': {} },
};

/** What an object in a state holds besides its first values, so that it is one that could be there. */
export const dressed: Dressed = {
  ...payment_dressed,
  setup_intent: (status) => {
    if (status === 'requires_payment_method') return { it: {} };
    const it = { payment_method: visa.id };
    if (status !== 'requires_action' && status !== 'processing') return { it, refs: { payment_method: visa } };
    const latest_attempt = stored(setupAttempt, { status });
    const agreement = stored(mandate, { status: 'pending' });
    const next_action = status === 'requires_action' ? { type: 'redirect_to_url' } : null;
    return {
      it: { ...it, latest_attempt: latest_attempt.id, mandate: agreement.id, next_action },
      refs: { payment_method: visa, latest_attempt, mandate: agreement },
    };
  },
  refund: () => ({
    it: { amount: 500, balance_transaction: 'txn_1', currency: 'usd', charge: taken.id, pending_reason: 'processing' },
    refs: of_taken,
  }),
  dispute: () => ({
    it: { amount: 2000, currency: 'usd', charge: taken.id, evidence_details: { due_by, submission_count: 1 } },
    refs: of_taken,
  }),
  payout: () => ({ it: { ...payout, arrival_date: now + 86_400, destination: 'ba_1' } }),
};
