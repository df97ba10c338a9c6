import { describe, expect, test } from 'vitest';
import { decided, nothing, now, type Outcome, stored } from '../../../../test/support/decisions.js';
import { takenWith } from '../../../../test/support/taken.js';
import type { It } from '../../../kernel/base/resource.js';
import type { AnyRule } from '../../../kernel/base/rules.js';
import type { Answer } from '../../../processors/contract.js';
import type { charge } from '../charges/charge.js';
import { create, refunded, voided } from './index.js';
import { refund } from './refund.js';

const holding = { payment_intent: null, captured: false, amount_captured: 0 } as const;
const being_let_go = { ...holding, amount_refunded: 2000 } as const;

const approved: Answer = { result: 'approved' };
const declined: Answer = { result: 'declined', code: 'card_declined' };

const asked_for = { amount: 2000, currency: 'usd', charge: 'ch_1' } as const;
const of_hold = stored(refund, { status: 'pending', ...asked_for });

const settled = (of: It<typeof charge>, answer: Answer, it = of_hold, rule: AnyRule = voided): Outcome =>
  decided(rule, { it, charge: of, answer, asked: { attempt: it.id } });

test('ordered, it reserves the whole charge without an event and asks its processor to void it', () => {
  const of = takenWith(holding);
  const it = stored(refund);
  expect(decided(create, { it, input: { charge: of.id, reason: 'fraudulent' }, charge: of })).toEqual({
    ...nothing,
    to: ['pending'],
    set: {
      ...{ amount: 2000, charge: of.id, currency: 'usd', payment_intent: null, reason: 'fraudulent' },
      ...{ customer: of.customer, payment_method: of.payment_method },
    },
    ask: [{ verb: 'void', subject: it.id, attempt: it.id, processor: 'acquirer', reference: 'a-1', amount: 2000, currency: 'usd' }],
    also: [{ id: of.id, set: { amount_refunded: 2000, fraud_details: { user_report: 'fraudulent' } }, tell: null }],
  });
});

describe('approved', () => {
  test('of an authorization that has since ended, it changes nothing of the charge', () => {
    const { to, also, post } = settled(takenWith({ ...being_let_go, refunded: true }), approved);
    expect([to, also, post]).toEqual([['succeeded'], [], []]);
  });

  test('of money that was captured and refunded otherwise, it fails, because there is nothing left to give back', () => {
    const { to, also, post } = settled(takenWith({ ...holding, captured: true, amount_captured: 2000, amount_refunded: 2000 }), approved);
    expect([to, also, post]).toEqual([['failed'], [], []]);
  });

  test('of money that was captured and is disputed in part, it gives back what the bank has left', () => {
    const of = takenWith({ ...holding, captured: true, amount_captured: 2000, amount_disputed: 500 });
    expect(settled(of, approved)).toMatchObject({ to: ['succeeded'], set: { amount: 1500 }, post: [{ amount: 1500n }] });
  });
});

describe('declined', () => {
  test.each([
    ['before its time is over, the hold ends when it would have ended', now + 1, []],
    ['when its time is over, the hold is let go a day later', now, [{ of: 'ch_1', name: 'release', at: now + 86_400, about: null }]],
  ])('%s', (_, capture_before, later) => {
    const of = takenWith({ ...being_let_go, payment_method_details: { type: 'card', card: { capture_before } } });
    expect(settled(of, declined)).toMatchObject({ to: ['failed'], also: [{ set: { amount_refunded: 0 }, tell: null }], later });
  });

  test.each([
    ['captured', { ...holding, captured: true, amount_captured: 2000 }],
    ['let go', { ...being_let_go, refunded: true }],
  ])('after the charge has been %s, it leaves the charge as it is', (_, changes) => {
    expect(settled(takenWith(changes), declined)).toEqual({
      ...nothing,
      to: ['failed'],
      set: { failure_reason: 'unknown' },
      tell: 'charge.refund.updated',
    });
  });
});

test.each<[string, Answer]>([
  ['pending', { result: 'pending', ask_again_at: now + 60 }],
  ['a next action', { result: 'needs_action', next_action: { type: 'email' } }],
])('%s is no answer to whether a hold is let go', (_, answer) => {
  expect(settled(takenWith(being_let_go), answer)).toEqual(nothing);
});

test.each([
  ['succeeded', declined],
  ['failed', approved],
] as const)('once it has %s, the first answer stands', (status, answer) => {
  expect(settled(takenWith(holding), answer, stored(refund, { status, ...asked_for }))).toEqual(nothing);
});

test('an answer to what was not asked about it says nothing of it', () => {
  expect(settled(takenWith(being_let_go), approved, of_hold, refunded)).toEqual(nothing);
  const of_money = stored(refund, { status: 'pending', ...asked_for, balance_transaction: 'txn_1' });
  expect(settled(takenWith({ amount_refunded: 2000, refunded: true }), approved, of_money, voided)).toEqual(nothing);
});
