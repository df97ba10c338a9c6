import { describe, expect, test } from 'vitest';
import { decided, nothing, now, type Outcome, stored } from '../../../../test/support/decisions.js';
import type { It, Settable, StateOf } from '../../../kernel/base/resource.js';
import type { Answer } from '../../../processors/contract.js';
import { customer } from '../../customers/customers/customer.js';
import { mandate } from '../intents/mandate.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { setUp } from './index.js';
import { setupAttempt } from './setup-attempt.js';
import { setupIntent } from './setup-intent.js';
import { finishStep, inquire } from './waiting.js';

type Intent = It<typeof setupIntent>;

const card = { exp_month: 12, exp_year: 2034, last4: '4242', brand: 'visa', checks: { cvc_check: 'pass' } };
const visa = stored(paymentMethod, { type: 'card', card });
const jo = stored(customer);
const blank = stored(setupIntent);
const intent = (status: StateOf<typeof setupIntent>, members: Settable<typeof setupIntent> = {}): Intent =>
  stored(setupIntent, { status, ...members });

describe('what the payer did', () => {
  const attempt = stored(setupAttempt, { status: 'requires_action', processor: 'acquirer' });
  const waiting = (type: string): Intent =>
    intent('requires_action', { payment_method: visa.id, latest_attempt: attempt.id, next_action: { type } });
  const finished = (type: string, outcome = 'succeed'): Outcome =>
    decided(finishStep, { it: waiting(type), input: { outcome }, payment_method: visa, latest_attempt: attempt });

  test('the processor of the attempt is asked again, with the step and its outcome', () => {
    expect(finished('redirect_to_url', 'fail')).toMatchObject({
      to: ['processing'],
      also: [{ id: attempt.id, to: ['processing'] }],
      ask: [{ attempt: attempt.id, processor: 'acquirer', finished_step: 'redirect_to_url', outcome: 'fail' }],
    });
  });

  test('is refused, by the state of the intent, where its attempt is gone', () => {
    const { refuse } = decided(finishStep, { it: waiting('redirect_to_url'), input: { outcome: 'succeed' }, payment_method: visa });
    expect(refuse).toMatchObject({ code: 'setup_intent_unexpected_state', message: expect.stringContaining('requires_action') });
  });

  test('is refused where no step is pending', () => {
    for (const status of ['requires_payment_method', 'requires_confirmation', 'processing', 'succeeded', 'canceled'] as const) {
      const { refuse } = decided(finishStep, { it: intent(status), input: { outcome: 'succeed' } });
      expect(refuse).toMatchObject({ code: 'setup_intent_unexpected_state' });
    }
  });
});

describe('the answer', () => {
  const attempt = stored(setupAttempt, { status: 'processing' });
  const processing = (members: Settable<typeof setupIntent> = {}): Intent =>
    intent('processing', { payment_method: visa.id, latest_attempt: attempt.id, ...members });
  const settled = (answer: Answer, it: Intent = processing(), seen: object = {}): Outcome => {
    const sent = { attempt: it.latest_attempt ?? '' };
    return decided(setUp, { it, answer, asked: sent, by: 'sandbox', payment_method: visa, latest_attempt: attempt, ...seen });
  };
  const declined: Answer = { result: 'declined', code: 'card_declined', decline_code: 'lost_card' };

  test('approved: the intent and its attempt succeed, the method belongs to the customer', () => {
    const { to, also } = settled({ result: 'approved' }, processing({ customer: jo.id }), { customer: jo });
    expect(to).toEqual(['succeeded']);
    expect(also).toMatchObject([
      { id: attempt.id, to: ['succeeded'] },
      { id: visa.id, set: { customer: jo.id }, tell: 'payment_method.attached' },
    ]);
  });

  test('approved: what was not checked now stays as it was checked before', () => {
    const checks = { cvc_check: null, address_line1_check: 'fail', address_postal_code_check: null };
    expect(settled({ result: 'approved', checks }).also).toContainEqual({
      id: visa.id,
      set: { card: { checks: { address_line1_check: 'fail' } } },
      tell: null,
    });
  });

  test('approved for a deleted customer: the method stays free', () => {
    const { also } = settled({ result: 'approved' }, processing({ customer: 'cus_gone' }));
    expect(also.map(({ id }) => id)).toEqual([attempt.id]);
  });

  test('approved: the mandate that waited for it holds, and one that has ended stays so', () => {
    const waiting = stored(mandate, { status: 'pending' });
    const over = stored(mandate, { id: 'mandate_2', status: 'inactive' });
    const { also } = settled({ result: 'approved' }, processing(), { mandate: waiting, single_use_mandate: over });
    expect(also.slice(1)).toEqual([{ id: waiting.id, to: ['active'], set: {} }]);
  });

  test('declined: the intent waits for another method, and the confirmation receives the error', () => {
    expect(settled(declined)).toMatchObject({
      to: ['requires_payment_method'],
      set: { payment_method: null, next_action: null, last_setup_error: { code: 'card_declined', decline_code: 'lost_card' } },
      also: [{ id: attempt.id, to: ['failed'], set: { setup_error: { code: 'card_declined' } } }],
      report: { code: 'card_declined', decline_code: 'lost_card', payment_method: visa, payment_method_type: 'card' },
    });
  });

  test('declined after a step: the report of the step is not an error', () => {
    const { to, report } = settled(declined, processing({ next_action: { type: 'redirect_to_url' } }));
    expect([to, report]).toEqual([['requires_payment_method'], undefined]);
  });

  test('that comes by itself while the payer is still away settles the intent as well', () => {
    const { to } = settled({ result: 'approved' }, intent('requires_action', { latest_attempt: attempt.id }));
    expect(to).toEqual(['processing', 'succeeded']);
  });

  test('that repeats the step while the payer is still away changes nothing', () => {
    const next_action = { type: 'redirect_to_url' };
    const it = intent('requires_action', { latest_attempt: attempt.id, next_action });
    expect(settled({ result: 'needs_action', next_action }, it)).toEqual(nothing);
  });

  test('to an earlier attempt changes nothing', () => {
    expect(decided(setUp, { it: processing(), answer: declined, asked: { attempt: 'setatt_0' } })).toEqual(nothing);
  });

  test('a step for the payer sends its event, and the attempt waits for it', () => {
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://pay.example.com/1', return_url: null } };
    expect(settled({ result: 'needs_action', next_action })).toEqual({
      ...nothing,
      to: ['requires_action'],
      set: { next_action },
      also: [{ id: attempt.id, to: ['requires_action'], set: { processor: 'sandbox' } }],
    });
  });

  test('pending, it waits, and a processor that says when is asked again then', () => {
    const waits = { ...nothing, also: [{ id: attempt.id, set: { processor: 'sandbox' } }] };
    expect(settled({ result: 'pending' })).toEqual(waits);
    const later = [{ of: blank.id, name: 'inquire', at: now + 60, about: attempt.id }];
    expect(settled({ result: 'pending', ask_again_at: now + 60 })).toEqual({ ...waits, later });
  });

  test('that comes too late changes nothing', () => {
    for (const status of ['requires_payment_method', 'succeeded', 'canceled'] as const) {
      const it = intent(status, { latest_attempt: attempt.id });
      expect(settled(declined, it)).toEqual(nothing);
      expect(settled({ result: 'approved' }, it)).toEqual(nothing);
    }
  });

  test('is asked for again about the attempt that is still pending, and about no earlier one', () => {
    const sent = (about: string, it = processing()): unknown =>
      decided(inquire, { it, about, payment_method: visa, latest_attempt: attempt }).ask;
    expect(sent(attempt.id)).toMatchObject([{ verb: 'set_up', attempt: attempt.id, finished_step: 'pending' }]);
    expect(sent('setatt_0')).toEqual([]);
    expect(sent(attempt.id, intent('requires_action', { latest_attempt: attempt.id }))).toEqual([]);
  });
});
