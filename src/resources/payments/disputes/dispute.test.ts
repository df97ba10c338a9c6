import { describe, expect, test } from 'vitest';
import { decided, nothing, now, type Outcome, type Seen, stored } from '../../../../test/support/decisions.js';
import { taken, takenWith } from '../../../../test/support/taken.js';
import { type Around, set } from '../../../kernel/base/effects.js';
import type { It, Settable, StateOf } from '../../../kernel/base/resource.js';
import { type AnyRule, rule } from '../../../kernel/base/rules.js';
import type { Answer, DisputeNotice } from '../../../processors/contract.js';
import { charge } from '../charges/charge.js';
import { dispute } from './dispute.js';
import { close, create, escalate, inquire, overdue, reviewed, update } from './index.js';
import { reason_names, reasons } from './reasons.js';
import { disputeOnApproval, disputeReported } from './report.js';

const due_by = now + 9 * 86_400;
const disputeIn = (status: StateOf<typeof dispute>, members: Settable<typeof dispute> = {}) =>
  stored(dispute, { status, amount: 2000, currency: 'usd', charge: taken.id, evidence_details: { due_by }, ...members });

const decide = (rule: AnyRule, seen: Seen, around: Partial<Around> = {}): Outcome => decided(rule, { charge: taken, ...seen }, around);

/** What a dispute that is opened at the bank's word comes to. */
const opened = (): Outcome => decided(create, { it: stored(dispute), input: { charge: taken.id }, charge: taken });

/** What a dispute that comes with the approval of a charge comes to. */
const approvedWith = (of: It<typeof charge>, notice: DisputeNotice): Outcome => {
  const approve = rule(charge, 'approve', {
    decide: ({ it }, asked) => {
      const { effects, charge: disputed } = disputeOnApproval(it, notice, asked);
      return [effects, set(it, disputed)];
    },
  });
  return decided(approve, { it: of });
};

/** What a dispute that is reported later comes to. */
const report = (of: It<typeof charge>, known: It<typeof dispute> | null, notice: DisputeNotice): Outcome =>
  decided(rule(charge, 'report', { decide: ({ it }, asked) => disputeReported(it, known, notice, asked) }), { it: of });

const chargeback: DisputeNotice = { inquiry: false, reason: 'fraudulent' };
const inquiry: DisputeNotice = { inquiry: true, reason: 'general' };

describe('a chargeback', () => {
  test('takes the money and a fee, and says so on the charge', () => {
    const { to, set, post, make, also, tell } = opened();
    expect([to, tell]).toEqual([['needs_response'], ['charge.dispute.funds_withdrawn']]);
    expect(set).toMatchObject({ amount: 2000, reason_code: '10.4', is_charge_refundable: false, evidence: { created: now } });
    expect(post).toEqual([
      { movement: 'dispute_opened', amount: 2000n, currency: 'usd', source: 'dp_1' },
      { movement: 'dispute_fee_charged', amount: 1500n, currency: 'usd', source: 'dp_1' },
    ]);
    expect(make).toMatchObject([{ set: { amount: -2000, fee: 1500, net: -3500, type: 'adjustment', source: 'dp_1' } }]);
    expect(also).toEqual([{ id: taken.id, set: { amount_disputed: 2000, disputed: true, dispute: 'dp_1' } }]);
  });

  test('shows the balance transaction that takes the money, whole', () => {
    const transaction = { object: 'balance_transaction', id: 'txn_new1', status: 'available', net: -3500, created: now, livemode: false };
    expect(opened().set).toMatchObject({ balance_transactions: [transaction] });
  });

  test('ends by itself at the end of the day that the merchant has for it', () => {
    const { later, set } = opened();
    const at = now + 10 * 86_400 - 1;
    expect(later).toEqual([{ of: 'dp_1', name: 'overdue', at, about: String(at) }]);
    expect(set).toMatchObject({ evidence_details: { due_by: at }, metadata: { work_by_date: '2030-06-24' } });
  });

  test('reported with a capture is for what was captured, costs what the processor says and has its code', () => {
    const notice = { ...chargeback, fee: 2000, amount: 9999, network_reason_code: '10.5' };
    const { set, post, make, later } = approvedWith(takenWith({ amount: 1200 }), notice);
    expect(set).toEqual({ amount_disputed: 1200, disputed: true, dispute: 'dp_new1' });
    expect(post.map(({ amount }) => amount)).toEqual([1200n, 2000n]);
    const disputed = { id: 'dp_new1', to: ['needs_response'], set: { reason_code: '10.5', payment_intent: 'pi_1' } };
    expect([make.at(-1), later]).toMatchObject([disputed, [{ of: 'dp_new1', name: 'overdue' }]]);
  });

  test('for an unknown reason is a general one', () => {
    const { make } = approvedWith(taken, { ...chargeback, reason: 'moon_phase' });
    expect(make.at(-1)).toMatchObject({ set: { reason: 'general', reason_type: 'inquiry' } });
  });

  test('of a payment that is no card has no code of a network', () => {
    const { make } = approvedWith(takenWith({ payment_method_details: { type: 'gcash' } }), chargeback);
    expect(make.at(-1)).toMatchObject({ set: { reason_code: null, payment_method_details: { type: 'gcash' } } });
  });
});

test.each(reason_names)('%s leaves the merchant one to three weeks', (name) => {
  expect(reasons[name].days).toBeGreaterThanOrEqual(7);
  expect(reasons[name].days).toBeLessThanOrEqual(21);
});

describe('what a processor reports of a charge', () => {
  test('opens a dispute', () => {
    expect(report(taken, null, inquiry)).toMatchObject({ set: { disputed: true }, make: [{ to: ['warning_needs_response'] }] });
  });

  test.each(['warning_needs_response', 'warning_under_review'] as const)('makes an inquiry that is %s a chargeback', (status) => {
    const { set, also, post } = report(takenWith({ disputed: true }), disputeIn(status), chargeback);
    expect([set, also, post]).toMatchObject([
      { amount_disputed: 2000, dispute: 'dp_1' },
      [{ id: 'dp_1', to: ['needs_response'], set: { reason: 'fraudulent' } }],
      [{ movement: 'dispute_opened' }, { movement: 'dispute_fee_charged' }],
    ]);
  });

  test('opens another one after an inquiry was closed', () => {
    const { make } = report(takenWith({ disputed: true }), disputeIn('warning_closed'), chargeback);
    expect(make.at(-1)).toMatchObject({ to: ['needs_response'] });
  });

  test.each([
    ['the same inquiry once more', { disputed: true }, 'warning_needs_response', inquiry],
    ['the same chargeback once more', { disputed: true }, 'needs_response', chargeback],
    ['one that is under review', { disputed: true }, 'under_review', chargeback],
    ['one that was won', { disputed: true }, 'won', chargeback],
    ['one that was lost', { disputed: true }, 'lost', inquiry],
  ] as const)('changes nothing about %s', (_, changes, status, notice) => {
    expect(report(takenWith(changes), disputeIn(status), notice)).toEqual(nothing);
  });

  test.each([['is only held', { captured: false }]])('changes nothing about money that %s', (_, changes) => {
    expect(report(takenWith(changes), null, chargeback)).toEqual(nothing);
  });

  test('takes the whole captured amount, regardless of refunds', () => {
    const { post } = report(takenWith({ amount_refunded: 2000, refunded: true }), null, { inquiry: false, reason: 'fraudulent', fee: 0 });
    expect(post).toMatchObject([{ movement: 'dispute_opened', amount: 2000n }]);
  });
});

describe('evidence', () => {
  const given = { evidence: { customer_name: 'Ana', receipt: 'file_1' } };

  test('is handed in, with what was kept before, under a name of its own', () => {
    const it = disputeIn('needs_response', { evidence: { product_description: 'A chair' } });
    const { to, set, ask } = decide(update, { it, input: given });
    expect([to, set]).toMatchObject([['under_review'], { evidence_details: { has_evidence: true, submission_count: 1 } }]);
    const sent = {
      verb: 'contest',
      subject: 'dp_1',
      attempt: 'dp_1 1',
      processor: 'acquirer',
      reference: 'a-1',
      amount: 2000,
      currency: 'usd',
      evidence: { customer_name: 'Ana', product_description: 'A chair', receipt: 'file_1' },
    };
    expect(ask).toEqual([sent]);
  });

  test('of an inquiry is read as that of an inquiry', () => {
    expect(decide(update, { it: disputeIn('warning_needs_response'), input: given }).to).toEqual(['warning_under_review']);
  });

  test('that is kept for later is not submitted', () => {
    const { to, ask, set } = decide(update, { it: disputeIn('needs_response'), input: { ...given, submit: false } });
    expect([to, ask, set]).toEqual([undefined, [], { ...given, evidence_details: { has_evidence: true } }]);
  });

  test('is asked about again under the same name', () => {
    const it = disputeIn('under_review', { evidence: { customer_name: 'Ana' }, evidence_details: { submission_count: 2 } });
    const { ask } = decide(inquire, { it, about: 'dp_1 2' });
    expect(ask).toMatchObject([{ verb: 'contest', attempt: 'dp_1 2', evidence: { customer_name: 'Ana' } }]);
    expect(decide(inquire, { it, about: 'dp_1 1' })).toEqual(nothing);
    expect(decide(inquire, { it: disputeIn('won'), about: 'dp_1 0' })).toEqual(nothing);
  });
});

describe('the answer of a bank', () => {
  const approved: Answer = { result: 'approved' };
  const declined: Answer = { result: 'declined', code: 'card_declined' };
  const settling = (status: StateOf<typeof dispute>, answer: Answer, attempt = 'dp_1 0', of = taken): Outcome =>
    decided(reviewed, { it: disputeIn(status), answer, asked: { attempt }, charge: of });

  const closed: Outcome = { ...nothing, to: ['warning_closed'] };

  test('wins the money back', () => {
    const { to, set, tell, also, post } = settling('under_review', approved);
    expect([to, tell, also]).toEqual([['won'], 'charge.dispute.funds_reinstated', [{ id: taken.id, set: { amount_disputed: 0 } }]]);
    expect(post).toEqual([{ movement: 'dispute_won', amount: 2000n, currency: 'usd', source: 'dp_1' }]);
    expect(set).toMatchObject({ balance_transactions: [{ net: 2000, reporting_category: 'dispute_reversal' }] });
  });

  test('loses it for good', () =>
    expect(settling('under_review', declined)).toMatchObject({ to: ['lost'], also: [{ set: { amount_lost: 2000 }, tell: null }] }));

  test('closes an inquiry', () => expect(settling('warning_under_review', approved)).toEqual(closed));

  test('that is no makes an inquiry a chargeback, unless the payer has the money already', () => {
    expect(settling('warning_under_review', declined)).toMatchObject({ to: ['needs_response'], post: [{ amount: 2000n }, {}] });
    const given_back = takenWith({ amount_refunded: 2000, refunded: true });
    expect(settling('warning_under_review', declined, 'dp_1 0', given_back)).toEqual(closed);
  });

  test('may take its time', () => {
    const { later, to } = settling('under_review', { result: 'pending', ask_again_at: now + 60 });
    expect([to, later]).toEqual([undefined, [{ of: 'dp_1', name: 'inquire', at: now + 60, about: 'dp_1 0' }]]);
  });

  test('to evidence that was handed in earlier changes nothing', () => {
    expect(settling('under_review', approved, 'dp_1 7')).toEqual(nothing);
  });

  test.each(['needs_response', 'warning_needs_response', 'warning_closed', 'won', 'lost'] as const)(
    'to a dispute that is %s changes nothing',
    (status) => {
      expect([settling(status, approved), settling(status, declined)]).toEqual([nothing, nothing]);
    },
  );
});

describe('time', () => {
  test('ends only the dispute that its date still belongs to', () => {
    const it = disputeIn('needs_response');
    expect(decide(overdue, { it, about: String(due_by - 86_400) })).toEqual(nothing);
    expect(decide(overdue, { it, about: String(due_by) })).toMatchObject({ to: ['lost'], set: { evidence_details: { past_due: true } } });
  });

  test('of an inquiry that gets worse is the same timer on the same day, and another one on a later day', () => {
    const same_day = opened().set as { evidence_details: { due_by: number } };
    const it = disputeIn('warning_needs_response', { reason: 'fraudulent', ...same_day });
    const { due_by: at } = same_day.evidence_details;
    expect(decide(escalate, { it }).later).toEqual([{ of: 'dp_1', name: 'overdue', at, about: String(at) }]);
    expect(decide(escalate, { it }, { now: now + 86_400 }).later).toMatchObject([{ at: at + 86_400 }]);
  });
});

test.each([
  ['needs_response', 'lost'],
  ['warning_needs_response', 'warning_closed'],
] as const)('a dispute that is %s is %s when it is given up', (status, to) => {
  expect(decide(close, { it: disputeIn(status) })).toMatchObject({ to: [to] });
});

test.each([
  [close, 'close', 'under_review'],
  [close, 'close', 'lost'],
  [escalate, 'escalate', 'needs_response'],
  [escalate, 'escalate', 'warning_closed'],
  [update, 'change the evidence of', 'under_review'],
  [update, 'change the evidence of', 'won'],
] as const)('case %#: a verb that does not fit the state is refused with the state, and nothing happens', (rule, verb, status) => {
  const message = `You could not ${verb} this dispute because it has a status of ${status}.`;
  const outcome = decide(rule, { it: disputeIn(status), input: rule === update ? { evidence: {} } : {} });
  expect(outcome).toEqual({ ...nothing, refuse: { code: 'dispute_unexpected_state', message } });
});

test('what is noted of a dispute can be changed in every state', () => {
  expect(decide(update, { it: disputeIn('lost'), input: { metadata: { order: '7' } } })).toEqual({
    ...nothing,
    set: { metadata: { order: '7' } },
  });
});
