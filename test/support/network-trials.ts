import { webhookEndpoint } from '../../src/resources/core/webhook-endpoints/webhook-endpoint.js';
import { issuingAuthorization } from '../../src/resources/issuing/authorizations/authorization.js';
import { cardholder } from '../../src/resources/issuing/cardholders/cardholder.js';
import { issuedCard } from '../../src/resources/issuing/cards/card.js';
import { issuingDispute } from '../../src/resources/issuing/disputes/dispute.js';
import { issuingTransaction } from '../../src/resources/issuing/transactions/transaction.js';
import { now, stored } from './decisions.js';
import type { Dressed, Trials } from './state-trials.js';

const holder = stored(cardholder, { status: 'active' });
const expiry = { exp_month: 6, exp_year: new Date(now * 1000).getUTCFullYear() + 3 };
const card = stored(issuedCard, { status: 'active', held_by: holder.id, currency: 'usd', ...expiry });
const stopped = { ...card, status: 'inactive' as const };
const there = [holder, card];
const endpoint = stored(webhookEndpoint, {
  status: 'enabled',
  url: 'https://shop.example.com/decide',
  enabled_events: ['issuing_authorization.request'],
});
const money = { currency: 'usd', merchant_amount: 500, merchant_currency: 'usd', amount: 500 };
const of_card = { cardholder: holder.id, used_card: card.id, merchant_data: { category: 'bakeries' } };
const paid = stored(issuingTransaction, {
  ...money,
  amount: -500,
  merchant_amount: -500,
  card: card.id,
  cardholder: holder.id,
  type: 'capture',
});
const back = { ...paid, type: 'refund' as const, amount: 500 };
const request = { ...money, is_amount_controllable: false };
const asked = { it: { amount: 0, approved: false, amount_held: 0, pending_request: request }, balance: 600 };
const answered = { ...asked, asked: { attempt: 'iauth_1 0' } };
const use = { card: card.id, amount: 500 };
const disputed = { transaction: paid.id };
const convincing = { reason: 'fraudulent', fraudulent: { explanation: 'winning_evidence' } } as const;

/** The trials of authorizations, transactions and disputes of issued cards. */
export const network_trials: Trials = {
  'POST /v1/test_helpers/issuing/authorizations': {
    '': { input: use, there, balance: 500 },
    'of more than the balance': { input: use, there, balance: 499 },
    'of an inactive card': { input: use, there: [holder, stopped], balance: 500 },
    'where an endpoint is asked': { input: use, there: [...there, endpoint], balance: 500 },
  },
  'issuing.authorization answer to approve_authorization': {
    yes: { ...answered, answer: { result: 'answered', approved: true } },
    no: { ...answered, answer: { result: 'answered', approved: false } },
    'without a decision': { ...answered, answer: { result: 'failed', message: 'The endpoint answered 500 instead of 200.' } },
    silence: { ...answered, answer: { result: 'silent' } },
    'too late': { answer: { result: 'answered', approved: true }, asked: { attempt: 'iauth_1 0' } },
  },
  'POST /v1/issuing/authorizations/:id': { 'with metadata': { input: { metadata: { a: '1' } } } },
  'POST /v1/issuing/authorizations/:id/approve': { '': asked, 'of one that is not pending': {} },
  'POST /v1/issuing/authorizations/:id/decline': { '': asked, 'of one that is not pending': {} },
  'POST /v1/test_helpers/issuing/authorizations/:id/capture': {
    '': {},
    'of a part, left open': { input: { capture_amount: 100, close_authorization: false } },
    'while an endpoint is asked': asked,
  },
  'POST /v1/test_helpers/issuing/authorizations/:id/expire': { '': {}, 'after a capture': { it: { transactions: [paid] } } },
  'POST /v1/test_helpers/issuing/authorizations/:id/finalize_amount': {
    'for less': { input: { final_amount: 400 } },
    'for more': { input: { final_amount: 600 }, balance: 100 },
    'for more than the balance': { input: { final_amount: 600 }, balance: 99 },
  },
  'POST /v1/test_helpers/issuing/authorizations/:id/fraud_challenges/respond': {
    '': { it: { fraud_challenges: [{ channel: 'sms', status: 'pending', undeliverable_reason: null }] }, input: { confirmed: true } },
    'where none is pending': { input: { confirmed: true } },
  },
  'POST /v1/test_helpers/issuing/authorizations/:id/increment': {
    '': { input: { increment_amount: 100 }, balance: 100 },
    'by more than the balance': { input: { increment_amount: 100 }, balance: 99 },
    'where an endpoint is asked': { input: { increment_amount: 100 }, there: [...there, endpoint], balance: 100 },
  },
  'POST /v1/test_helpers/issuing/authorizations/:id/reverse': {
    '': {},
    'in part': { input: { reverse_amount: 100 } },
    'after a capture': { it: { transactions: [paid] } },
  },
  'issuing.authorization expire': { '': {}, 'while an endpoint is asked': asked },

  'POST /v1/issuing/disputes': {
    '': { input: disputed, there: [...there, paid] },
    'of a refund': { input: disputed, there: [...there, back] },
  },
  'POST /v1/issuing/disputes/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with evidence': { input: { evidence: convincing } },
  },
  'POST /v1/issuing/disputes/:id/submit': {
    '': { it: { evidence: { reason: 'fraudulent', fraudulent: { explanation: 'Not me.', additional_documentation: null } } } },
    'with evidence that wins': { it: { evidence: convincing } },
    'with evidence that loses': { it: { evidence: { reason: 'fraudulent', fraudulent: { explanation: 'losing_evidence' } } } },
    'without evidence': { it: { evidence: { reason: 'fraudulent' } } },
  },
  'issuing.dispute judge': { '': {} },
  'issuing.dispute expire': { '': {} },
};

/** Their other contents, in every state. */
export const network_dressed: Dressed = {
  [issuingAuthorization.object]: () => ({ it: { ...money, ...of_card, approved: true, amount_held: 500 }, there }),
  [issuingDispute.object]: () => ({ it: { amount: 500, currency: 'usd', transaction: paid.id }, there: [paid] }),
};
