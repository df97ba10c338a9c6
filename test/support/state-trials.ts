import { Concealed } from '../../src/base/concealed.js';
import type { Answer } from '../../src/base/processor.js';
import { account } from '../../src/resources/accounts/account.js';
import { paymentMethod } from '../../src/resources/payment-methods/payment-method.js';
import { mandate } from '../../src/resources/intents/mandate.js';
import { setupAttempt } from '../../src/resources/setup-intents/setup-attempt.js';
import { now, stored } from './decisions.js';

/** One way to try a verb: what a caller sends or a processor answers, and what is there besides. */
export type Trial = { readonly params?: object; readonly answer?: Answer; readonly refs?: object; readonly balance?: number };

const visa = stored(paymentMethod, { type: 'card', card: { exp_month: 12, exp_year: 2034, last4: '4242' } });
const payment_method = { params: { payment_method: visa.id }, refs: { payment_method: visa } };
const merchant = { account: stored(account, { default_destination: 'ba_1' }) };
const external_account = { account_number: new Concealed('000123456789'), country: 'US', currency: 'usd' };
const endpoint = { url: 'https://shop.example.com/hook', enabled_events: ['*'] };
const payout = { amount: 500, currency: 'usd' };

const approved = { answer: { result: 'approved' } } as const;
const declined = { answer: { result: 'declined', code: 'card_declined' } } as const;
const pending = { answer: { result: 'pending' } } as const;
const needs_action = { answer: { result: 'needs_action', next_action: { type: 'redirect_to_url' } } } as const;

/** How every verb of a resource with states is tried, by its route, `answer`, or the name of its timer. */
export const trials: Readonly<Record<string, Readonly<Record<string, Trial>>>> = {
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
  'setup_intent answer': { approved, declined, 'needs action': needs_action, pending },

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
export const dressed: Readonly<Record<string, (status: string) => { readonly it: object; readonly refs?: object }>> = {
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
  payout: () => ({ it: { ...payout, arrival_date: now + 86_400, destination: 'ba_1' } }),
};
