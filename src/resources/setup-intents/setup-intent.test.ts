import { describe, expect, test } from 'vitest';
import { now, stored, surroundings } from '../../../test/support/decisions.js';
import { Concealed } from '../../base/concealed.js';
import type { AnyDecided } from '../../base/decision.js';
import type { Surroundings } from '../../base/legacy.js';
import type { Answer } from '../../base/processor.js';
import type { It, Settable, StateOf } from '../../base/resource.js';
import { customer } from '../customers/customer.js';
import { mandate } from '../intents/mandate.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { cancel, confirm, create, finishStep, settle, update } from './index.js';
import { setupAttempt } from './setup-attempt.js';
import { setupIntent } from './setup-intent.js';

type Intent = It<typeof setupIntent>;
type Verb = { readonly decide: (context: never) => AnyDecided };
type Trial = {
  readonly it?: Intent;
  readonly params?: object;
  readonly refs?: object;
  readonly around?: Partial<Surroundings>;
  readonly attempt?: string;
};

const nobody = { customer: null, latest_attempt: null, mandate: null, payment_method: null, single_use_mandate: null };
const card = { exp_month: 12, exp_year: 2034, last4: '4242', brand: 'visa', checks: { cvc_check: 'pass' } };
const visa = stored(paymentMethod, { type: 'card', card });
const wallet = stored(paymentMethod, { id: 'pm_2', type: 'gcash' });
const jo = stored(customer);
const blank = stored(setupIntent);
const intent = (status: StateOf<typeof setupIntent>, members: Settable<typeof setupIntent> = {}): Intent =>
  stored(setupIntent, { status, ...members });

const decide = (verb: Verb, { it = blank, params = {}, refs = {}, around = {} }: Trial): AnyDecided =>
  verb.decide({ ...surroundings(around), it, params, refs: { ...nobody, ...refs } } as never);

describe('create', () => {
  test('starts without a payment method, and waits for one', () => {
    const { to, set, ask } = decide(create, { params: { description: 'a card' } });
    expect({ to, set, ask }).toEqual({
      to: 'requires_payment_method',
      set: { description: 'a card', payment_method_types: ['card'] },
      ask: undefined,
    });
  });

  test('with a payment method it only has to be confirmed; its type is the one allowed', () => {
    const { to, set } = decide(create, { params: { payment_method: wallet.id }, refs: { payment_method: wallet } });
    expect({ to, set }).toEqual({
      to: 'requires_confirmation',
      set: { payment_method: 'pm_2', payment_method_types: ['gcash'] },
    });
  });

  test('confirmed, it walks two edges, records the attempt and asks the processor', () => {
    const params = { confirm: true, payment_method: visa.id, return_url: 'https://shop.example.com' };
    const { to, make, ask } = decide(create, { params, refs: { payment_method: visa } });
    expect(to).toEqual(['requires_confirmation', 'processing']);
    expect(make).toMatchObject([{ id: 'setatt_new1', to: 'processing', set: { setup_intent: blank.id, payment_method: visa.id } }]);
    expect(ask).toEqual({
      verb: 'set_up',
      subject: { object: 'setup_intent', id: blank.id },
      attempt: 'setatt_new1',
      payment_method: {
        id: visa.id,
        type: 'card',
        card: { exp_month: 12, exp_year: 2034, cvc_given: true },
        saved: false,
        billing_details: visa.billing_details,
      },
      request_three_d_secure: null,
      stepwise_three_d_secure: false,
      return_url: 'https://shop.example.com',
      finished_step: null,
      now,
    });
  });

  test('the verification code goes with the ask, the number to the vault, and neither into what is set', () => {
    const number = new Concealed('4242424242424242');
    const cvc = new Concealed('123');
    const data = { type: 'card', card: { number, cvc, exp_month: 12, exp_year: 2034 } };
    const { make = [], ask, set } = decide(create, { params: { confirm: true, payment_method_data: data } });
    expect(make).toMatchObject([{ id: 'pm_new1', vault: { number } }, { id: 'setatt_new2' }]);
    expect(ask).toMatchObject({ cvc, payment_method: { id: 'pm_new1' } });
    expect(set).toMatchObject({ payment_method: 'pm_new1' });
    expect(JSON.stringify([make[0]?.set, set])).not.toContain('4242424242424242');
  });

  test.each([
    [{ return_url: 'https://shop.example.com' }, 'parameter_invalid', 'return_url'],
    [{ confirm: true }, 'setup_intent_unexpected_state', 'payment_method'],
    [{ payment_method: 'pm_1', payment_method_data: { type: 'gcash' } }, 'parameters_exclusive', 'payment_method_data'],
    [{ payment_method: 'pm_1', payment_method_types: ['gcash'] }, 'payment_method_unexpected_state', 'payment_method'],
  ])('refuses %j', (params, code, param) => {
    const decision = decide(create, { params, refs: { payment_method: 'payment_method' in params ? visa : null } });
    expect(decision).toEqual({ refuse: expect.objectContaining({ code, param }) });
  });

  test('refuses the payment method of another customer', () => {
    const theirs = stored(paymentMethod, { type: 'card', card, customer: 'cus_2' });
    for (const given of [{}, { customer: jo.id }]) {
      const params = { ...given, payment_method: theirs.id };
      expect(decide(create, { params, refs: { payment_method: theirs, customer: jo } })).toMatchObject({
        refuse: { code: 'payment_method_customer_mismatch' },
      });
    }
  });
});

describe('confirm', () => {
  const confirmable = intent('requires_confirmation', { payment_method: visa.id });

  test('native callers who ask for any authentication get two steps, dated ones a single one', () => {
    const params = { payment_method_options: { card: { request_three_d_secure: 'any' } } };
    const asked = (version: string | null): unknown =>
      decide(confirm, { it: confirmable, params, refs: { payment_method: visa }, around: { version } }).ask;
    expect(asked(null)).toMatchObject({ request_three_d_secure: 'any', stepwise_three_d_secure: true });
    expect(asked('2025-09-30')).toMatchObject({ request_three_d_secure: 'any', stepwise_three_d_secure: false });
  });

  test('a wallet is tried with a mandate, for one use in a session and for many otherwise', () => {
    const made = (usage: 'on_session' | 'off_session'): AnyDecided => {
      const it = intent('requires_confirmation', { payment_method: wallet.id, payment_method_types: ['gcash'], usage });
      return decide(confirm, { it, refs: { payment_method: wallet } });
    };
    const many = made('off_session');
    expect(many.make?.[1]).toMatchObject({
      resource: mandate,
      to: 'pending',
      set: { type: 'multi_use', customer_acceptance: { accepted_at: now } },
    });
    expect(many.set).toMatchObject({ mandate: 'mandate_new2', single_use_mandate: null });
    const once = made('on_session');
    expect(once.make?.[1]).toMatchObject({ resource: mandate, set: { type: 'single_use' } });
    expect(once.set).toMatchObject({ mandate: null, single_use_mandate: 'mandate_new2' });
  });

  test('anew, it gives up the attempt and the mandate that waited for the payer', () => {
    const attempt = stored(setupAttempt, { status: 'requires_action' });
    const waiting = stored(mandate, { status: 'pending' });
    const it = intent('requires_action', { payment_method: visa.id, latest_attempt: attempt.id, mandate: waiting.id });
    const refs = { payment_method: visa, latest_attempt: attempt, mandate: waiting };
    const { also, set, to } = decide(confirm, { it, refs });
    expect(also).toEqual([
      { id: attempt.id, to: 'abandoned' },
      { id: waiting.id, to: 'inactive' },
    ]);
    expect(set).toMatchObject({ next_action: null, mandate: null, latest_attempt: 'setatt_new1' });
    expect(to).toEqual(['processing']);
  });
});

describe('what the payer did', () => {
  const attempt = stored(setupAttempt, { status: 'requires_action' });
  const waiting = (type: string): Intent =>
    intent('requires_action', { payment_method: visa.id, latest_attempt: attempt.id, next_action: { type } });
  const finished = (type: string, outcome = 'succeed'): AnyDecided =>
    decide(finishStep, { it: waiting(type), params: { outcome }, refs: { payment_method: visa, latest_attempt: attempt } });

  test('the processor is asked again, with the step and its outcome', () => {
    expect(finished('redirect_to_url', 'fail')).toMatchObject({
      to: 'processing',
      also: [{ id: attempt.id, to: 'processing' }],
      ask: { attempt: attempt.id, finished_step: 'redirect_to_url', outcome: 'fail' },
    });
  });

  test('is refused where nothing is to be done', () => {
    for (const status of ['requires_payment_method', 'requires_confirmation', 'processing', 'succeeded', 'canceled'] as const) {
      const decision = decide(finishStep, { it: intent(status), params: { outcome: 'succeed' } });
      expect(decision).toEqual({ refuse: expect.objectContaining({ code: 'setup_intent_unexpected_state' }) });
    }
  });
});

describe('the answer', () => {
  const attempt = stored(setupAttempt, { status: 'processing' });
  const processing = (members: Settable<typeof setupIntent> = {}): Intent =>
    intent('processing', { payment_method: visa.id, latest_attempt: attempt.id, ...members });
  const asked = { verb: 'set_up', processor: 'sandbox', amount: null } as const;
  const settled = (
    answer: Answer,
    { it = processing(), refs = {}, attempt: asked_for = it.latest_attempt ?? '' }: Trial = {},
  ): AnyDecided =>
    settle.decide({
      ...surroundings(),
      it,
      answer,
      asked: { ...asked, attempt: asked_for },
      refs: { ...nobody, payment_method: visa, latest_attempt: attempt, ...refs },
    });
  const declined: Answer = { result: 'declined', code: 'card_declined', decline_code: 'lost_card' };

  test('approved: the intent and its attempt succeed, the method belongs to the customer', () => {
    const it = processing({ customer: jo.id });
    const decision = settled({ result: 'approved' }, { it, refs: { customer: jo } });
    expect(decision.to).toBe('succeeded');
    expect(decision.also).toMatchObject([
      { id: attempt.id, to: 'succeeded' },
      { id: visa.id, set: { customer: jo.id }, tell: 'payment_method.attached' },
    ]);
  });

  test('approved: what was not checked now stays as it was checked before', () => {
    const checks = { cvc_check: null, address_line1_check: 'fail', address_postal_code_check: null };
    expect(settled({ result: 'approved', checks }).also).toContainEqual({
      id: visa.id,
      set: { card: { checks: { address_line1_check: 'fail' } } },
      tell: [],
    });
  });

  test('approved for a customer deleted meanwhile: the method stays free', () => {
    const { also } = settled({ result: 'approved' }, { it: processing({ customer: 'cus_gone' }) });
    expect(also?.map(({ id }) => id)).toEqual([attempt.id]);
  });

  test('declined: the intent waits for another method, and whoever confirmed is told', () => {
    const decision = settled(declined);
    expect(decision).toMatchObject({
      to: 'requires_payment_method',
      set: { payment_method: null, next_action: null, last_setup_error: { code: 'card_declined', decline_code: 'lost_card' } },
      also: [{ id: attempt.id, to: 'failed', set: { setup_error: { code: 'card_declined' } } }],
      refuse: { code: 'card_declined', decline_code: 'lost_card', payment_method: visa, payment_method_type: 'card' },
    });
  });

  test('declined after a step: whoever reports it did nothing wrong', () => {
    const decision = settled(declined, { it: processing({ next_action: { type: 'redirect_to_url' } }) });
    expect(decision.to).toBe('requires_payment_method');
    expect(decision.refuse).toBeUndefined();
  });

  test('that comes by itself while the payer is still away settles the intent as well', () => {
    const decision = settled({ result: 'approved' }, { it: intent('requires_action', { latest_attempt: attempt.id }) });
    expect(decision.to).toEqual(['processing', 'succeeded']);
  });

  test('to an earlier attempt changes nothing', () => {
    expect(settled({ result: 'approved' }, { it: processing(), attempt: 'setatt_earlier' })).toEqual({});
  });

  test('a step for the payer is told, and the attempt waits for it', () => {
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://pay.example.com/1', return_url: null } };
    expect(settled({ result: 'needs_action', next_action })).toEqual({
      to: 'requires_action',
      set: { next_action },
      also: [{ id: attempt.id, to: 'requires_action', set: { processor: 'sandbox' } }],
    });
  });

  test('pending, it waits, and a processor that says when is asked again then', () => {
    const waits = { also: [{ id: attempt.id, set: { processor: 'sandbox' } }] };
    expect(settled({ result: 'pending' })).toEqual({ ...waits, later: [] });
    const later = [{ name: 'inquire', at: now + 60, about: attempt.id }];
    expect(settled({ result: 'pending', ask_again_at: now + 60 })).toEqual({ ...waits, later });
  });

  test('that comes too late changes nothing', () => {
    for (const status of ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'] as const) {
      expect(settled(declined, { it: intent(status) })).toEqual({});
      expect(settled({ result: 'approved' }, { it: intent(status) })).toEqual({});
    }
  });
});

describe('update and cancel', () => {
  test('of what has ended, only description and metadata change', () => {
    const it = intent('succeeded', { payment_method: visa.id });
    expect(decide(update, { it, params: { metadata: { a: '1' } } })).toEqual({ set: { metadata: { a: '1' } } });
    for (const params of [{ payment_method: visa.id }, { payment_method_data: { type: 'gcash' } }, { customer: jo.id }])
      expect(decide(update, { it, params })).toEqual({ refuse: expect.objectContaining({ code: 'setup_intent_unexpected_state' }) });
  });

  test('the stored method must fit what is changed around it', () => {
    const it = intent('requires_confirmation', { payment_method: visa.id });
    const decision = decide(update, { it, params: { payment_method_types: ['gcash'] }, refs: { payment_method: visa } });
    expect(decision).toEqual({ refuse: expect.objectContaining({ code: 'payment_method_unexpected_state', param: 'payment_method' }) });
  });

  test('a reason is kept, and what waits for the payer is given up', () => {
    const attempt = stored(setupAttempt, { status: 'requires_action' });
    const it = intent('requires_action', { latest_attempt: attempt.id });
    expect(decide(cancel, { it, params: { cancellation_reason: 'duplicate' }, refs: { latest_attempt: attempt } })).toMatchObject({
      to: ['canceled'],
      set: { cancellation_reason: 'duplicate', next_action: null },
      also: [{ id: attempt.id, to: 'abandoned' }],
    });
  });
});
