import { describe, expect, test } from 'vitest';
import { decided, nothing, now, type Outcome, type Seen, stored } from '../../../../test/support/decisions.js';
import { taken, takenWith } from '../../../../test/support/taken.js';
import type { It, Settable, StateOf } from '../../../kernel/base/resource.js';
import type { AnyRule } from '../../../kernel/base/rules.js';
import type { Answer } from '../../../processors/contract.js';
import { charge } from '../charges/charge.js';
import { cancel, create, inquire, refunded, settleNow } from './index.js';
import { refund } from './refund.js';

const refundIn = (status: StateOf<typeof refund>, members: Settable<typeof refund> = {}) =>
  stored(refund, { status, amount: 500, balance_transaction: 'txn_1', currency: 'usd', charge: taken.id, ...members });

const decide = (rule: AnyRule, seen: Seen, of: It<typeof charge> | null = taken): Outcome => decided(rule, { charge: of, ...seen });

const blank = stored(refund);
const creating = (input: object, of: It<typeof charge> | null = taken): Outcome =>
  decide(create, { it: blank, input: { charge: taken.id, ...input } }, of);

describe('create', () => {
  test('asks the processor of the charge, under its reference, with the refund as the attempt', () => {
    expect(creating({ amount: 500 }).ask).toEqual([
      { verb: 'refund', subject: blank.id, attempt: blank.id, processor: 'acquirer', reference: 'a-1', amount: 500, currency: 'usd' },
    ]);
  });

  test('takes the funds and changes the charge in the same decision', () => {
    const { to, set, also, post, make } = creating({ amount: 500, reason: 'duplicate' });
    expect([to, set]).toEqual([
      ['pending'],
      {
        ...{ amount: 500, balance_transaction: 'txn_new1', charge: taken.id, currency: 'usd', payment_intent: 'pi_1', reason: 'duplicate' },
        ...{ customer: taken.customer, payment_method: taken.payment_method },
      },
    ]);
    expect(also).toEqual([{ id: taken.id, set: { amount_refunded: 500, refunded: false }, tell: 'charge.refunded' }]);
    expect(post).toEqual([{ movement: 'charge_refunded', amount: 500n, currency: 'usd', source: blank.id }]);
    expect(make).toMatchObject([{ id: 'txn_new1', to: ['available'], set: { type: 'refund', net: -500, source: blank.id } }]);
  });

  test('of the last rest leaves a charge that is refunded', () => {
    const { set, also } = creating({}, takenWith({ amount_refunded: 1999 }));
    expect([set, also]).toMatchObject([{ amount: 1 }, [{ set: { amount_refunded: 2000, refunded: true } }]]);
  });

  test.each([
    [{ captured: false, amount_captured: 0 }, {}, 'charge_not_refundable'],
    [{ amount_refunded: 2000, refunded: true }, {}, 'charge_already_refunded'],
    [{ amount_disputed: 1 }, {}, 'charge_disputed'],
    [{ amount_refunded: 1500 }, { amount: 501 }, 'amount_too_large'],
    [{ payment_method_details: { type: 'oxxo' } }, {}, 'charge_not_refundable'],
    [{ payment_method_details: { type: 'pix' } }, { amount: 1999 }, 'charge_not_refundable'],
    [{ payment_method_details: { type: 'eps' }, amount_refunded: 1 }, { amount: 1 }, 'charge_not_refundable'],
  ] as const)('of a charge with %j is refused for %j as %s, and nothing else is decided', (changes, params, code) => {
    const { refuse, ...rest } = creating(params, takenWith(changes));
    expect([refuse?.code, rest]).toEqual([code, nothing]);
  });

  test.each([2000, 1, undefined])('of a charge that may be refunded once gives back %s, be it all or a part', (amount) => {
    const { refuse, ask } = creating({ amount }, takenWith({ payment_method_details: { type: 'bancontact' } }));
    expect([refuse, ask]).toMatchObject([undefined, [{ amount: amount ?? 2000 }]]);
  });

  test.each(['pending', 'failed'] as const)('of a charge that is %s is refused', (status) => {
    expect(creating({}, stored(charge, { ...taken, status })).refuse?.code).toBe('charge_not_refundable');
  });

  test('of an intent that no charge has paid is refused', () => {
    const refused = decide(create, { it: blank, input: { payment_intent: 'pi_1' } }, null);
    expect(refused.refuse).toMatchObject({ code: 'charge_not_refundable', param: 'payment_intent' });
  });
});

const approved: Answer = { result: 'approved', reference: 'r-1' };
const declined: Answer = { result: 'declined', code: 'processing_error', decline_code: 'lost_or_stolen_card' };
const pending: Answer = { result: 'pending', ask_again_at: now + 60 };
const needs_action: Answer = { result: 'needs_action', next_action: { type: 'email' } };

const settling = (it: It<typeof refund>, answer: Answer, of = takenWith({ amount_refunded: 500 })): Outcome =>
  decide(refunded, { it, answer, asked: { attempt: it.id } }, of);

describe('settle', () => {
  test.each(['pending', 'requires_action'] as const)('approved, a refund that is %s succeeds and keeps where the money went', (status) => {
    const { to, set, tell, post } = settling(refundIn(status), approved);
    expect([to, tell, post]).toEqual([['succeeded'], 'charge.refund.updated', []]);
    expect(set).toMatchObject({ destination_details: { type: 'card', card: { reference: 'r-1', reference_status: 'available' } } });
  });

  test('approved for now, it is asked about again', () => {
    const { later } = settling(refundIn('pending'), { result: 'approved', ask_again_at: now + 60 });
    expect(later).toEqual([{ of: 're_1', name: 'inquire', at: now + 60, about: null }]);
  });

  test.each(['pending', 'requires_action', 'succeeded'] as const)('declined, a refund that is %s fails and its money is back', (status) => {
    const { to, set, also, post, make, tell } = settling(refundIn(status), declined);
    expect([to, set, tell]).toEqual([
      ['failed'],
      { failure_balance_transaction: 'txn_new1', failure_reason: 'lost_or_stolen_card', pending_reason: null },
      'charge.refund.updated',
    ]);
    expect(also).toEqual([{ id: taken.id, set: { amount_refunded: 0, refunded: false } }]);
    expect(post).toEqual([{ movement: 'refund_failed', amount: 500n, currency: 'usd', source: 're_1' }]);
    expect(make).toMatchObject([{ set: { type: 'refund_failure', net: 500, source: 're_1' } }]);
  });

  test('declined for an unpublished reason, it shows unknown', () => {
    const { set } = settling(refundIn('pending'), { ...declined, decline_code: 'moon_phase' });
    expect(set).toMatchObject({ failure_reason: 'unknown' });
  });

  test('pending, it waits for the time in the answer, without an event', () => {
    expect(settling(refundIn('pending'), pending)).toEqual({
      ...nothing,
      set: { pending_reason: 'processing' },
      tell: null,
      later: [{ of: 're_1', name: 'inquire', at: now + 60, about: null }],
    });
  });

  test('where the payer has to say where the money should go, it requires action until the bank goes on', () => {
    expect(settling(refundIn('pending'), needs_action)).toMatchObject({ to: ['requires_action'], tell: 'charge.refund.updated' });
    expect(settling(refundIn('requires_action'), pending)).toMatchObject({ to: ['pending'], tell: 'charge.refund.updated' });
  });

  test.each([
    ['succeeded', approved],
    ['succeeded', pending],
    ['succeeded', needs_action],
    ['failed', approved],
    ['failed', declined],
    ['canceled', declined],
  ] as const)('once it is %s, the answer %j changes nothing', (status, answer) => {
    expect(settling(refundIn(status), answer)).toEqual(nothing);
  });
});

describe('cancel', () => {
  test('gives the money back, and says by whose wish', () => {
    const it = refundIn('pending', { pending_reason: 'processing' });
    const { to, set, post } = decide(cancel, { it }, takenWith({ amount_refunded: 500 }));
    expect([to, set, post]).toMatchObject([['canceled'], { failure_reason: 'merchant_request' }, [{ movement: 'refund_failed' }]]);
  });

  test('is refused while the answer is unknown', () => {
    expect(decide(cancel, { it: refundIn('pending') })).toMatchObject({ refuse: { code: 'refund_unexpected_state' } });
  });

  test.each(['succeeded', 'failed', 'canceled'] as const)('is refused where it is %s', (status) => {
    const { refuse, ...rest } = decide(cancel, { it: refundIn(status) });
    expect([refuse?.code, rest]).toEqual(['refund_unexpected_state', nothing]);
  });
});

describe('asked again', () => {
  test('it asks the same, and cannot be canceled until there is an answer', () => {
    const it = refundIn('pending', { pending_reason: 'processing' });
    const { set, ask, tell } = decide(inquire, { it });
    expect([set, tell, ask]).toMatchObject([{ pending_reason: null }, null, [{ verb: 'refund', attempt: it.id, amount: 500 }]]);
  });

  test('one that has succeeded may have come back', () => {
    expect(decide(inquire, { it: refundIn('succeeded') }).ask).toMatchObject([{ verb: 'refund', attempt: 're_1' }]);
  });

  test('one that has failed is not asked about', () => {
    expect(decide(inquire, { it: refundIn('failed') })).toEqual(nothing);
  });

  test('one that was canceled is, because its processor may have carried it out nevertheless', () => {
    expect(decide(inquire, { it: refundIn('canceled') }).ask).toMatchObject([{ verb: 'refund', attempt: 're_1', outcome: 'abandon' }]);
  });

  test('a test says what the bank shall answer', () => {
    const { ask, to } = decide(settleNow, { it: refundIn('requires_action'), input: { outcome: 'fail' } });
    expect([to, ask]).toMatchObject([['pending'], [{ verb: 'refund', outcome: 'fail' }]]);
  });
});

describe('an approval after a cancellation', () => {
  const settled = (of: It<typeof charge>) => settling(refundIn('canceled'), { result: 'approved' }, of);

  test('takes the money again, because it is with the payer', () => {
    const { to, also, post, make } = settled(taken);
    expect([to, post]).toEqual([['succeeded'], [{ movement: 'charge_refunded', amount: 500n, currency: 'usd', source: 're_1' }]]);
    expect(also).toEqual([{ id: taken.id, set: { amount_refunded: 500, refunded: false }, tell: 'charge.refunded' }]);
    expect(make).toMatchObject([{ set: { type: 'refund', net: -500 } }]);
  });

  test('waits where another refund has taken its place, which may still fail', () => {
    expect(settled(takenWith({ amount_refunded: 1600 }))).toEqual({
      ...nothing,
      later: [{ of: 're_1', name: 'inquire', at: now + 86_400, about: null }],
    });
  });
});
