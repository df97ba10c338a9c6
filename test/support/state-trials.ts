import { Concealed } from '../../src/kernel/base/concealed.js';
import type { Silent } from '../../src/kernel/base/question.js';
import type { Document } from '../../src/kernel/base/resource.js';
import type { Answer } from '../../src/processors/contract.js';
import type { Decided, Reported } from '../../src/processors/questions.js';
import { account } from '../../src/resources/accounts/accounts/account.js';
import { bankAccount } from '../../src/resources/accounts/accounts/bank-account.js';
import { meter } from '../../src/resources/catalogue/meters/meter.js';
import { payout as payoutOf } from '../../src/resources/money/payouts/payout.js';
import { mandate } from '../../src/resources/payments/intents/mandate.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { setupAttempt } from '../../src/resources/payments/setup-intents/setup-attempt.js';
import { checkout_dressed, checkout_trials } from './checkout-trials.js';
import { credit_note_dressed, credit_note_trials } from './credit-note-trials.js';
import { now, stored } from './decisions.js';
import { invoice_dressed, invoice_trials } from './invoice-trials.js';
import { issuing_dressed, issuing_trials } from './issuing-trials.js';
import { network_dressed, network_trials } from './network-trials.js';
import { payment_dressed, payment_trials, taken } from './payment-trials.js';
import { report_trials } from './report-trials.js';
import { schedule_dressed, schedule_trials } from './schedule-trials.js';
import { subscription_dressed, subscription_trials } from './subscription-trials.js';
import { tax_trials } from './tax-trials.js';

/** One trial of a verb: a caller's parameters or a processor's answer, and the other objects. */
export type Trial = {
  readonly input?: object;
  readonly answer?: Answer | Decided | Reported | Silent;
  /** Other members of the question, or an attempt other than the object's id. */
  readonly asked?: object;
  /** The subject of a timer. */
  readonly about?: string;
  /** The object whose event is followed. */
  readonly by?: Document;
  /** The caller is a payer's browser. */
  readonly byBrowser?: boolean;
  /** The contents of the object besides those of its state. */
  readonly it?: object;
  /** The other objects. */
  readonly there?: readonly Document[];
  /** The available balance, and that of issued cards, in minor units. */
  readonly balance?: number;
};

const seats = stored(meter, { display_name: 'Seats', event_name: 'seats', status: 'active' });
const visa = stored(paymentMethod, { type: 'card', card: { exp_month: 12, exp_year: 2034, last4: '4242' } });
const payment_method = { input: { payment_method: visa.id }, there: [visa] };
const external_account = { account_number: new Concealed('000123456789'), country: 'US', currency: 'usd' };
const endpoint = { url: 'https://shop.example.com/hook', enabled_events: ['*'] };
const payout = { amount: 500, currency: 'usd' };
const bank = stored(bankAccount, { country: 'US', currency: 'usd' });
const merchant = { there: [stored(account, { default_destination: bank.id }), bank] };
const paid_out = stored(payoutOf, { ...payout, id: 'po_2', status: 'paid', destination: bank.id, processor: 'sandbox' });
const of_reversal = { it: { amount: -500, original_payout: paid_out.id }, there: [{ ...paid_out, reversed_by: 'po_1' }] };

const of_taken = { there: [taken] };
const held = { ...taken, captured: false, amount_captured: 0 };
const being_let_go = { it: { balance_transaction: null }, there: [{ ...held, amount_refunded: 2000 }] };
const evidence = { evidence: { uncategorized_text: 'They picked it up in person.' } };
const tried = { asked: { attempt: 'setatt_1' } };
const due_by = now + 86_400;

const approved = { answer: { result: 'approved' } } as const;
const declined = { answer: { result: 'declined', code: 'card_declined' } } as const;
const pending = { answer: { result: 'pending' } } as const;
const needs_action = { answer: { result: 'needs_action', next_action: { type: 'redirect_to_url' } } } as const;

/** Trials of verbs, by their route, the question that is answered, or the name of their timer. */
export type Trials = Readonly<Record<string, Readonly<Record<string, Trial>>>>;

/** The contents and references of objects of a kind in a state. */
export type Dressed = Readonly<Record<string, (status: string) => { readonly it: object; readonly there?: readonly Document[] }>>;

/** The trials of every verb of a resource with states. */
export const trials: Trials = {
  ...payment_trials,
  ...invoice_trials,
  ...issuing_trials,
  ...network_trials,
  ...checkout_trials,
  ...subscription_trials,
  ...schedule_trials,
  ...credit_note_trials,
  ...report_trials,
  ...tax_trials,

  'POST /v1/setup_intents': {
    'without a method': {},
    'with a method': payment_method,
    'with a method, and confirmed': { ...payment_method, input: { ...payment_method.input, confirm: true } },
    'without a method, but confirmed': { input: { confirm: true } },
  },
  'POST /v1/setup_intents/:id': {
    'with a method': payment_method,
    'with none': { input: { payment_method: null } },
    'with metadata': { input: { metadata: { a: '1' } } },
  },
  'POST /v1/setup_intents/:id/confirm': {
    'with a method': payment_method,
    'with a method and a mandate': {
      ...payment_method,
      input: { ...payment_method.input, mandate_data: { customer_acceptance: { type: 'offline' } } },
    },
    'as it is': {},
  },
  'POST /v1/setup_intents/:id/cancel': { '': {} },
  'POST /v1/setup_intents/:id/verify_microdeposits': {
    'of another step': { input: { amounts: [32, 45] } },
    'with the amounts': { input: { amounts: [32, 45] }, it: { next_action: { type: 'verify_with_microdeposits' } } },
  },
  'POST /v1/test_helpers/setup_intents/:id/next_action': { '': { input: { outcome: 'succeed' } } },
  'setup_intent answer to set_up': {
    approved: { ...approved, ...tried },
    declined: { ...declined, ...tried },
    'needs action': { ...needs_action, ...tried },
    pending: { ...pending, ...tried },
    'approved, to an earlier attempt': { ...approved, asked: { attempt: 'setatt_0' } },
  },

  'POST /v1/refunds': {
    'of a captured charge': { input: { charge: taken.id }, ...of_taken },
    'of more than the captured amount': { input: { charge: taken.id, amount: 2001 }, ...of_taken },
    'of an authorization without an intent': { input: { charge: taken.id }, there: [held] },
    'of some of it': { input: { charge: taken.id, amount: 500 }, there: [held] },
    'of an authorization of an intent': {
      input: { charge: taken.id },
      there: [{ ...held, payment_intent: 'pi_1' }],
    },
    'of a charge that is disputed': { input: { charge: taken.id }, there: [{ ...taken, amount_disputed: 2000 }] },
  },
  'POST /v1/refunds/:id': { 'with metadata': { input: { metadata: { a: '1' } } } },
  'POST /v1/refunds/:id/cancel': { '': {}, 'of a hold': being_let_go },
  'POST /v1/test_helpers/refunds/:id/settle': {
    '': { input: { outcome: 'succeed' } },
    'to require an action': { input: { outcome: 'require_action' } },
    'of a hold': { input: { outcome: 'succeed' }, ...being_let_go },
  },
  'POST /v1/test_helpers/refunds/:id/expire': { '': {} },
  'refund answer to refund': { approved, declined, 'needs action': needs_action, pending },
  'refund answer to void': { approved: { ...approved, ...being_let_go }, declined: { ...declined, ...being_let_go } },
  'setup_intent inquire': { '': { about: 'setatt_1' } },
  'refund inquire': { '': {} },
  'POST /v1/test_helpers/test_clocks': { '': { input: { frozen_time: 1 } } },
  'POST /v1/test_helpers/test_clocks/:id/advance': { '': { input: { frozen_time: 10 } }, 'to the past': { input: { frozen_time: 0 } } },
  'DELETE /v1/test_helpers/test_clocks/:id': { '': {} },
  'test_helpers.test_clock reach': { '': {} },
  'test_helpers.test_clock arrive': { '': {} },
  'test_helpers.test_clock expire': { '': {} },
  'test_helpers.test_clock fail': { '': {} },

  'POST /v1/test_helpers/disputes': {
    'of a captured charge': { input: { charge: taken.id }, ...of_taken },
    'of a captured charge, as an inquiry': { input: { charge: taken.id, inquiry: true }, ...of_taken },
    'of an authorization': { input: { charge: taken.id }, there: [{ ...taken, captured: false }] },
  },
  'POST /v1/disputes/:id': {
    'with evidence': { input: evidence },
    'with evidence for later': { input: { ...evidence, submit: false } },
    'with metadata': { input: { metadata: { a: '1' } } },
  },
  'POST /v1/disputes/:id/close': { '': {} },
  'POST /v1/test_helpers/disputes/:id/escalate': { '': {} },
  'dispute answer to contest': {
    approved: { ...approved, asked: { attempt: 'dp_1 1' } },
    declined: { ...declined, asked: { attempt: 'dp_1 1' } },
    pending: { ...pending, asked: { attempt: 'dp_1 1' } },
    'approved, to earlier evidence': { ...approved, asked: { attempt: 'dp_1 0' } },
  },
  'dispute inquire': { '': {} },
  'dispute overdue': { '': { about: String(due_by) } },

  'POST /v1/payouts': {
    'within the balance': { input: payout, ...merchant, balance: 500 },
    'beyond the balance': { input: payout, ...merchant, balance: 499 },
  },
  'POST /v1/payouts/:id': { 'with metadata': { input: { metadata: { a: '1' } } } },
  'POST /v1/payouts/:id/cancel': { '': {}, 'of a reversal': of_reversal },
  'POST /v1/payouts/:payout/reverse': {
    'of one that is paid': { input: { payout: paid_out.id }, there: [paid_out, bank] },
    'of one that is pending': { input: { payout: paid_out.id }, there: [{ ...paid_out, status: 'pending' }, bank] },
  },
  'payout hand_over': { '': {} },
  'payout arrive': { '': {} },
  'payout come_back': { '': of_reversal },
  'payout answer to pay_out': { approved, declined, pending },
  'payout answer to reverse': {
    approved: { ...approved, ...of_reversal },
    declined: { ...declined, ...of_reversal },
    pending: { ...pending, ...of_reversal },
  },

  'POST /v1/test_helpers/top_ups': { '': { input: payout } },
  'POST /v1/topups': { '': { input: payout } },
  'POST /v1/topups/:id': { 'with metadata': { input: { metadata: { a: '1' } } } },
  'POST /v1/topups/:id/cancel': { '': {} },
  'POST /v1/test_helpers/top_ups/:id/fail': { '': {} },
  'POST /v1/test_helpers/top_ups/:id/reverse': { '': {} },
  'topup arrive': { '': {} },

  'POST /v1/webhook_endpoints': { '': { input: endpoint } },
  'POST /v1/webhook_endpoints/:id': {
    'to enable it': { input: { disabled: false } },
    'to disable it': { input: { disabled: true } },
    'with metadata': { input: { metadata: { a: '1' } } },
  },
  'POST /v1/webhook_endpoints/:id/roll_secret': { '': {} },
  'DELETE /v1/webhook_endpoints/:id': { '': {} },

  'POST /v1/billing/alerts': {
    '': {
      input: { alert_type: 'usage_threshold', title: 'Many seats', usage_threshold: { gte: 5, meter: seats.id, recurrence: 'one_time' } },
      there: [seats],
    },
  },
  'POST /v1/billing/alerts/:id/activate': { '': {} },
  'POST /v1/billing/alerts/:id/deactivate': { '': {} },
  'POST /v1/billing/alerts/:id/archive': { '': {} },
  'POST /v1/billing/meters': { '': { input: { display_name: 'Seats', event_name: 'seats', default_aggregation: { formula: 'sum' } } } },
  'POST /v1/billing/meters/:id': { '': { input: { display_name: 'Places' } } },
  'POST /v1/billing/meters/:id/deactivate': { '': {} },
  'POST /v1/billing/meters/:id/reactivate': { '': {} },

  'POST /v1/accounts/:account/external_accounts': { '': { input: { external_account } } },
  'POST /v1/accounts/:account/external_accounts/:id': { '': { input: { account_holder_name: 'Jo' } } },
  'DELETE /v1/accounts/:account/external_accounts/:id': { '': {} },
};

/** The contents of an object in a state besides its first values, so that it is a possible one. */
export const dressed: Dressed = {
  ...payment_dressed,
  ...invoice_dressed,
  ...issuing_dressed,
  ...network_dressed,
  ...checkout_dressed,
  ...subscription_dressed,
  ...schedule_dressed,
  ...credit_note_dressed,
  setup_intent: (status) => {
    if (status === 'requires_payment_method') return { it: {} };
    const it = { payment_method: visa.id };
    if (status !== 'requires_action' && status !== 'processing') return { it, there: [visa] };
    const latest_attempt = stored(setupAttempt, { status });
    const agreement = stored(mandate, { status: 'pending' });
    const next_action = status === 'requires_action' ? { type: 'redirect_to_url' } : null;
    return {
      it: { ...it, latest_attempt: latest_attempt.id, mandate: agreement.id, next_action },
      there: [visa, latest_attempt, agreement],
    };
  },
  refund: () => ({
    it: { amount: 500, balance_transaction: 'txn_1', currency: 'usd', charge: taken.id, pending_reason: 'processing' },
    ...of_taken,
  }),
  dispute: () => ({
    it: { amount: 2000, currency: 'usd', charge: taken.id, evidence_details: { due_by, submission_count: 1 } },
    ...of_taken,
  }),
  topup: () => ({ it: payout }),
  payout: () => ({ it: { ...payout, arrival_date: now + 86_400, destination: 'ba_1' } }),
};
