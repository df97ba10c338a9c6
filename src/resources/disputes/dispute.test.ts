import { describe, expect, test } from 'vitest';
import { now, stored, surroundings } from '../../../test/support/decisions.js';
import { taken, takenWith } from '../../../test/support/taken.js';
import type { AnyDecided } from '../../base/decision.js';
import type { Answer, DisputeNotice } from '../../base/processor.js';
import type { It, Settable, StateOf } from '../../base/resource.js';
import type { charge } from '../charges/charge.js';
import { dispute } from './dispute.js';
import { close, create, escalate, inquire, overdue, settle, update } from './index.js';
import { reason_names, reasons } from './reasons.js';
import { newDispute, reported } from './report.js';

type Verb = { readonly decide: (context: never) => AnyDecided };

const due_by = now + 9 * 86_400;
const disputeIn = (status: StateOf<typeof dispute>, members: Settable<typeof dispute> = {}) =>
  stored(dispute, { status, amount: 2000, currency: 'usd', charge: taken.id, evidence_details: { due_by }, ...members });

const decide = (verb: Verb, context: object, refs: object = {}): AnyDecided =>
  verb.decide({ ...surroundings(), params: {}, refs: { charge: taken, 'charge.dispute': null, ...refs }, ...context } as never);

const chargeback: DisputeNotice = { inquiry: false, reason: 'fraudulent' };
const inquiry: DisputeNotice = { inquiry: true, reason: 'general' };

describe('a chargeback', () => {
  test('takes the money and a fee, and says so on the charge', () => {
    const { to, set, post, make, also, tell } = decide(create, { it: stored(dispute), params: { charge: taken.id } });
    expect([to, tell]).toEqual(['needs_response', 'charge.dispute.funds_withdrawn']);
    expect(set).toMatchObject({ amount: 2000, reason_code: '10.4', is_charge_refundable: false, evidence: { created: now } });
    expect(post).toEqual([
      { movement: 'dispute_opened', amount: 2000n, currency: 'usd', source: 'dp_1' },
      { movement: 'dispute_fee_charged', amount: 1500n, currency: 'usd', source: 'dp_1' },
    ]);
    expect(make).toMatchObject([{ set: { amount: -2000, fee: 1500, net: -3500, type: 'adjustment', source: 'dp_1' } }]);
    expect(also).toEqual([{ id: taken.id, set: { amount_disputed: 2000, disputed: true, dispute: 'dp_1' } }]);
  });

  test('ends by itself at the end of the day that the merchant has for it', () => {
    const { later, set } = decide(create, { it: stored(dispute), params: { charge: taken.id } });
    const at = now + 10 * 86_400 - 1;
    expect(later).toEqual([{ name: 'overdue', at, about: String(at) }]);
    expect(set).toMatchObject({ evidence_details: { due_by: at }, metadata: { work_by_date: '2030-06-24' } });
  });

  test('reported with a capture is for what was captured, costs what the processor says and has its code', () => {
    const notice = { ...chargeback, fee: 2000, amount: 9999, network_reason_code: '10.5' };
    const { charge: set, post, make } = newDispute({ ...taken, amount: 1200 }, notice, surroundings());
    expect(set).toEqual({ amount_disputed: 1200, disputed: true, dispute: 'dp_new1' });
    expect(post.map(({ amount }) => amount)).toEqual([1200n, 2000n]);
    expect(make.at(-1)).toMatchObject({ id: 'dp_new1', to: 'needs_response', set: { reason_code: '10.5', payment_intent: 'pi_1' } });
  });

  test('for a reason that nobody knows is a general one', () => {
    const { make } = newDispute(taken, { ...chargeback, reason: 'moon_phase' }, surroundings());
    expect(make.at(-1)).toMatchObject({ set: { reason: 'general', reason_type: 'inquiry' } });
  });

  test('of a payment that is no card has no code of a network', () => {
    const { make } = newDispute({ ...taken, payment_method_details: { type: 'gcash' } }, chargeback, surroundings());
    expect(make.at(-1)).toMatchObject({ set: { reason_code: null, payment_method_details: { type: 'gcash' } } });
  });
});

test.each(reason_names)('%s leaves the merchant one to three weeks', (name) => {
  expect(reasons[name].days).toBeGreaterThanOrEqual(7);
  expect(reasons[name].days).toBeLessThanOrEqual(21);
});

describe('what a processor reports of a charge', () => {
  const report = (of: It<typeof charge>, known: It<typeof dispute> | null, notice: DisputeNotice): AnyDecided =>
    reported(of, known, notice, surroundings());

  test('opens a dispute', () => {
    expect(report(taken, null, inquiry)).toMatchObject({ set: { disputed: true }, make: [{ to: 'warning_needs_response' }] });
  });

  test.each(['warning_needs_response', 'warning_under_review'] as const)('makes an inquiry that is %s a chargeback', (status) => {
    const { set, also, post } = report(takenWith({ disputed: true }), disputeIn(status), chargeback);
    expect([set, also, post]).toMatchObject([
      { amount_disputed: 2000, dispute: 'dp_1' },
      [{ id: 'dp_1', to: 'needs_response', set: { reason: 'fraudulent' } }],
      [{ movement: 'dispute_opened' }, { movement: 'dispute_fee_charged' }],
    ]);
  });

  test('opens another one after an inquiry was closed', () => {
    const { make } = report(takenWith({ disputed: true }), disputeIn('warning_closed'), chargeback);
    expect(make?.at(-1)).toMatchObject({ to: 'needs_response' });
  });

  test.each([
    ['the same inquiry once more', { disputed: true }, 'warning_needs_response', inquiry],
    ['the same chargeback once more', { disputed: true }, 'needs_response', chargeback],
    ['one that is under review', { disputed: true }, 'under_review', chargeback],
    ['one that was won', { disputed: true }, 'won', chargeback],
    ['one that was lost', { disputed: true }, 'lost', inquiry],
  ] as const)('changes nothing about %s', (_, changes, status, notice) => {
    expect(report(takenWith(changes), disputeIn(status), notice)).toEqual({});
  });

  test.each([['is only held', { captured: false }]])('changes nothing about money that %s', (_, changes) => {
    expect(report(takenWith(changes), null, chargeback)).toEqual({});
  });

  test('takes all that was captured, whatever the merchant has given back meanwhile', () => {
    const { post } = report(takenWith({ amount_refunded: 2000, refunded: true }), null, { inquiry: false, reason: 'fraudulent', fee: 0 });
    expect(post).toMatchObject([{ movement: 'dispute_opened', amount: 2000n }]);
  });
});

describe('evidence', () => {
  const given = { evidence: { customer_name: 'Ana', receipt: 'file_1' } };

  test('is handed in, with what was kept before, under a name of its own', () => {
    const it = disputeIn('needs_response', { evidence: { product_description: 'A chair' } });
    const { to, set, ask } = decide(update, { it, params: given });
    expect([to, set]).toMatchObject(['under_review', { evidence_details: { has_evidence: true, submission_count: 1 } }]);
    expect(ask).toEqual({
      verb: 'contest',
      subject: { object: 'dispute', id: 'dp_1' },
      attempt: 'dp_1 1',
      processor: 'acquirer',
      reference: 'a-1',
      amount: 2000,
      currency: 'usd',
      evidence: { customer_name: 'Ana', product_description: 'A chair', receipt: 'file_1' },
      now,
    });
  });

  test('of an inquiry is read as that of an inquiry', () => {
    expect(decide(update, { it: disputeIn('warning_needs_response'), params: given }).to).toBe('warning_under_review');
  });

  test('that is kept for later is asked of nobody', () => {
    const { to, ask, set } = decide(update, { it: disputeIn('needs_response'), params: { ...given, submit: false } });
    expect([to, ask, set]).toEqual([undefined, undefined, { ...given, evidence_details: { has_evidence: true } }]);
  });

  test('is asked about again under the same name', () => {
    const it = disputeIn('under_review', { evidence: { customer_name: 'Ana' }, evidence_details: { submission_count: 2 } });
    expect(decide(inquire, { it, about: 'dp_1 2' }).ask).toMatchObject({
      verb: 'contest',
      attempt: 'dp_1 2',
      evidence: { customer_name: 'Ana' },
    });
    expect(decide(inquire, { it, about: 'dp_1 1' })).toEqual({});
    expect(decide(inquire, { it: disputeIn('won'), about: 'dp_1 0' })).toEqual({});
  });
});

describe('the answer of a bank', () => {
  const approved: Answer = { result: 'approved' };
  const declined: Answer = { result: 'declined', code: 'card_declined' };
  const settling = (status: StateOf<typeof dispute>, answer: Answer, attempt = 'dp_1 0', of = taken): AnyDecided =>
    decide(settle, { it: disputeIn(status), answer, asked: { verb: 'contest', attempt } }, { charge: of });

  test('wins the money back', () => {
    const { to, set, tell, also, post } = settling('under_review', approved);
    expect([to, tell, also]).toEqual(['won', 'charge.dispute.funds_reinstated', [{ id: taken.id, set: { amount_disputed: 0 } }]]);
    expect(post).toEqual([{ movement: 'dispute_won', amount: 2000n, currency: 'usd', source: 'dp_1' }]);
    expect(set).toMatchObject({ balance_transactions: [{ net: 2000, reporting_category: 'dispute_reversal' }] });
  });

  test('loses it for good', () =>
    expect(settling('under_review', declined)).toMatchObject({ to: 'lost', also: [{ set: { amount_lost: 2000 }, tell: [] }] }));

  test('closes an inquiry', () => expect(settling('warning_under_review', approved)).toEqual({ to: 'warning_closed' }));

  test('that is no makes an inquiry a chargeback, unless the payer has the money already', () => {
    expect(settling('warning_under_review', declined)).toMatchObject({ to: 'needs_response', post: [{ amount: 2000n }, {}] });
    const given_back = takenWith({ amount_refunded: 2000, refunded: true });
    expect(settling('warning_under_review', declined, 'dp_1 0', given_back)).toEqual({ to: 'warning_closed' });
  });

  test('may take its time', () => {
    const { later, to } = settling('under_review', { result: 'pending', ask_again_at: now + 60 });
    expect([to, later]).toEqual([undefined, [{ name: 'inquire', at: now + 60, about: 'dp_1 0' }]]);
  });

  test('to evidence that was handed in earlier changes nothing', () => {
    expect(settling('under_review', approved, 'dp_1 7')).toEqual({});
  });

  test.each(['needs_response', 'warning_needs_response', 'warning_closed', 'won', 'lost'] as const)(
    'to a dispute that is %s changes nothing',
    (status) => {
      expect([settling(status, approved), settling(status, declined)]).toEqual([{}, {}]);
    },
  );
});

describe('time', () => {
  test('ends only the dispute that its date still belongs to', () => {
    const it = disputeIn('needs_response');
    expect(decide(overdue, { it, about: String(due_by - 86_400) })).toEqual({});
    expect(decide(overdue, { it, about: String(due_by) })).toMatchObject({ to: 'lost', set: { evidence_details: { past_due: true } } });
  });

  test('of an inquiry that gets worse is the same timer on the same day, and another one on a later day', () => {
    const same_day = decide(create, { it: stored(dispute), params: { charge: taken.id } }).set as { evidence_details: { due_by: number } };
    const it = disputeIn('warning_needs_response', { reason: 'fraudulent', ...same_day });
    const { due_by: at } = same_day.evidence_details;
    expect(decide(escalate, { it }).later).toEqual([{ name: 'overdue', at, about: String(at) }]);
    expect(decide(escalate, { it, now: now + 86_400 }).later).toMatchObject([{ at: at + 86_400 }]);
  });
});

test.each([
  ['needs_response', 'lost'],
  ['warning_needs_response', 'warning_closed'],
] as const)('a dispute that is %s is %s when it is given up', (status, to) => {
  expect(decide(close, { it: disputeIn(status) })).toMatchObject({ to });
});
