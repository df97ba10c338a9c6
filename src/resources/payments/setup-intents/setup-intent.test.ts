import { describe, expect, test } from 'vitest';
import { decided, now, type Outcome, stored } from '../../../../test/support/decisions.js';
import { Concealed } from '../../../kernel/base/concealed.js';
import type { It, Settable, StateOf } from '../../../kernel/base/resource.js';
import { customer } from '../../customers/customers/customer.js';
import { mandate } from '../intents/mandate.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { cancel, confirm, create, update } from './index.js';
import { setupAttempt } from './setup-attempt.js';
import { setupIntent } from './setup-intent.js';

type Intent = It<typeof setupIntent>;

const card = { exp_month: 12, exp_year: 2034, last4: '4242', brand: 'visa', checks: { cvc_check: 'pass' } };
const visa = stored(paymentMethod, { type: 'card', card });
const wallet = stored(paymentMethod, { id: 'pm_2', type: 'gcash' });
const jo = stored(customer);
const blank = stored(setupIntent);
const intent = (status: StateOf<typeof setupIntent>, members: Settable<typeof setupIntent> = {}): Intent =>
  stored(setupIntent, { status, ...members });

describe('create', () => {
  const creating = (input: object, seen: object = {}): Outcome => decided(create, { it: blank, input, ...seen });

  test('starts without a payment method, and waits for one', () => {
    const { to, set, ask } = creating({ description: 'a card' });
    expect({ to, set, ask }).toEqual({
      to: ['requires_payment_method'],
      set: { description: 'a card', payment_method_types: ['card'] },
      ask: [],
    });
  });

  test('with a payment method it only has to be confirmed; its type is the one allowed', () => {
    const { to, set } = creating({ payment_method: wallet.id }, { payment_method: wallet });
    expect({ to, set }).toEqual({
      to: ['requires_confirmation'],
      set: { payment_method: 'pm_2', payment_method_types: ['gcash'] },
    });
  });

  test('confirmed, it walks two edges, records the attempt and asks the processor', () => {
    const input = { confirm: true, payment_method: visa.id, return_url: 'https://shop.example.com' };
    const { to, make, ask } = creating(input, { payment_method: visa });
    expect(to).toEqual(['requires_confirmation', 'processing']);
    expect(make).toMatchObject([{ id: 'setatt_new1', to: ['processing'], set: { setup_intent: blank.id, payment_method: visa.id } }]);
    expect(ask).toEqual([
      {
        verb: 'set_up',
        subject: blank.id,
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
      },
    ]);
  });

  test('the verification code goes with the ask, the number to the vault, and neither into what is set', () => {
    const number = new Concealed('4242424242424242');
    const cvc = new Concealed('123');
    const data = { type: 'card', card: { number, cvc, exp_month: 12, exp_year: 2034 } };
    const { make, ask, set, sealed } = creating({ confirm: true, payment_method_data: data });
    expect(make).toMatchObject([{ id: 'pm_new1' }, { id: 'setatt_new2' }]);
    expect(sealed).toEqual({ pm_new1: { number } });
    expect(ask).toMatchObject([{ cvc, payment_method: { id: 'pm_new1' } }]);
    expect(set).toMatchObject({ payment_method: 'pm_new1' });
    expect(JSON.stringify([make[0]?.set, set])).not.toContain('4242424242424242');
  });

  test.each([
    [{ return_url: 'https://shop.example.com' }, 'parameter_invalid', 'return_url'],
    [{ confirm: true }, 'setup_intent_unexpected_state', 'payment_method'],
    [{ payment_method: 'pm_1', payment_method_data: { type: 'gcash' } }, 'parameters_exclusive', 'payment_method_data'],
    [{ payment_method: 'pm_1', payment_method_types: ['gcash'] }, 'payment_method_unexpected_state', 'payment_method'],
  ])('refuses %j', (input, code, param) => {
    const { refuse } = creating(input, { payment_method: 'payment_method' in input ? visa : null });
    expect(refuse).toMatchObject({ code, param });
  });

  test('refuses the payment method of another customer', () => {
    const theirs = stored(paymentMethod, { type: 'card', card, customer: 'cus_2' });
    for (const given of [{}, { customer: jo.id }]) {
      const { refuse } = creating({ ...given, payment_method: theirs.id }, { payment_method: theirs });
      expect(refuse).toMatchObject({ code: 'payment_method_customer_mismatch' });
    }
  });
});

describe('confirm', () => {
  const confirmable = intent('requires_confirmation', { payment_method: visa.id });

  test('native callers who ask for any authentication get two steps, dated ones a single one', () => {
    const input = { payment_method_options: { card: { request_three_d_secure: 'any' } } };
    const sent = (version: string | null): unknown => decided(confirm, { it: confirmable, input, payment_method: visa }, { version }).ask;
    expect(sent(null)).toMatchObject([{ request_three_d_secure: 'any', stepwise_three_d_secure: true }]);
    expect(sent('2025-09-30')).toMatchObject([{ request_three_d_secure: 'any', stepwise_three_d_secure: false }]);
  });

  test('a wallet is tried with a mandate, for one use in a session and for many otherwise', () => {
    const made = (usage: 'on_session' | 'off_session'): Outcome => {
      const it = intent('requires_confirmation', { payment_method: wallet.id, payment_method_types: ['gcash'], usage });
      return decided(confirm, { it, payment_method: wallet });
    };
    const many = made('off_session');
    expect(many.make[1]).toMatchObject({
      object: 'mandate',
      to: ['pending'],
      set: { type: 'multi_use', customer_acceptance: { accepted_at: now } },
    });
    expect(many.set).toMatchObject({ mandate: 'mandate_new2', single_use_mandate: null });
    const once = made('on_session');
    expect(once.make[1]).toMatchObject({ object: 'mandate', set: { type: 'single_use' } });
    expect(once.set).toMatchObject({ mandate: null, single_use_mandate: 'mandate_new2' });
  });

  test('a card is tried with a mandate where the payer was asked for it, and without one otherwise', () => {
    const made = (input: object): Outcome => decided(confirm, { it: confirmable, input, payment_method: visa });
    expect(made({}).make).toMatchObject([{ object: 'setup_attempt' }]);
    const customer_acceptance = { type: 'online', accepted_at: now - 60 };
    const { make, set } = made({ mandate_data: { customer_acceptance } });
    expect(make[1]).toMatchObject({ object: 'mandate', set: { payment_method: visa.id, customer_acceptance } });
    expect(set).toMatchObject({ mandate: 'mandate_new2' });
  });

  test('again, it abandons the attempt and the mandate that waited for the payer', () => {
    const attempt = stored(setupAttempt, { status: 'requires_action' });
    const waiting = stored(mandate, { status: 'pending' });
    const it = intent('requires_action', { payment_method: visa.id, latest_attempt: attempt.id, mandate: waiting.id });
    const { also, set, to } = decided(confirm, { it, payment_method: visa, latest_attempt: attempt, mandate: waiting });
    expect(also).toEqual([
      { id: attempt.id, to: ['abandoned'], set: {} },
      { id: waiting.id, to: ['inactive'], set: {} },
    ]);
    expect(set).toMatchObject({ next_action: null, mandate: null, latest_attempt: 'setatt_new1' });
    expect(to).toEqual(['processing']);
  });

  test.each(['processing', 'succeeded', 'canceled'] as const)('is refused while the intent is %s', (status) => {
    expect(decided(confirm, { it: intent(status), payment_method: visa }).refuse).toMatchObject({ code: 'setup_intent_unexpected_state' });
  });

  test('is refused without a payment method', () => {
    const { refuse } = decided(confirm, { it: intent('requires_payment_method') });
    expect(refuse).toMatchObject({ code: 'setup_intent_unexpected_state', param: 'payment_method' });
  });
});

describe('update and cancel', () => {
  test('of what has ended, only description and metadata change', () => {
    const it = intent('succeeded', { payment_method: visa.id });
    const { to, set } = decided(update, { it, input: { metadata: { a: '1' } } });
    expect({ to, set }).toEqual({ to: undefined, set: { metadata: { a: '1' } } });
    for (const input of [{ payment_method: visa.id }, { payment_method_data: { type: 'gcash' } }, { customer: jo.id }])
      expect(decided(update, { it, input }).refuse).toMatchObject({ code: 'setup_intent_unexpected_state' });
  });

  test('the stored method must fit what is changed around it', () => {
    const it = intent('requires_confirmation', { payment_method: visa.id });
    const { refuse } = decided(update, { it, input: { payment_method_types: ['gcash'] }, payment_method: visa });
    expect(refuse).toMatchObject({ code: 'payment_method_unexpected_state', param: 'payment_method' });
  });

  test('a new method has to be confirmed, and what waited for the payer is given up; so it is without any', () => {
    const attempt = stored(setupAttempt, { status: 'requires_action' });
    const it = intent('requires_action', { payment_method: visa.id, latest_attempt: attempt.id });
    const updating = (input: object, method: object | null): Outcome =>
      decided(update, { it, input, payment_method: method, latest_attempt: attempt });
    const also = [{ id: attempt.id, to: ['abandoned'] }];
    expect(updating({ payment_method: visa.id }, visa)).toMatchObject({ to: ['requires_confirmation'], also });
    expect(updating({ payment_method: null }, null)).toMatchObject({
      to: ['requires_payment_method'],
      set: { payment_method: null },
      also,
    });
    expect(updating({ description: 'a card' }, visa)).toMatchObject({ set: { description: 'a card' }, also: [] });
  });

  test('a reason is kept, and what waits for the payer is given up', () => {
    const attempt = stored(setupAttempt, { status: 'requires_action' });
    const it = intent('requires_action', { latest_attempt: attempt.id });
    expect(decided(cancel, { it, input: { cancellation_reason: 'duplicate' }, latest_attempt: attempt })).toMatchObject({
      to: ['canceled'],
      set: { cancellation_reason: 'duplicate', next_action: null },
      also: [{ id: attempt.id, to: ['abandoned'] }],
    });
  });
});
