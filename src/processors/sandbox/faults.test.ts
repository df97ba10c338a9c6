import { describe, expect, test } from 'vitest';
import { asking, attempted_at, chargeAsk, numbered } from '../../../test/support/sandbox-asks.js';
import { isUnreached } from '../../kernel/base/question.js';
import type { Answer, ChargeAsk } from '../contract.js';
import { sandbox } from './sandbox.js';

const charged = (amount: number, seconds: number, changes: Partial<ChargeAsk> = {}): Answer =>
  sandbox.charge(chargeAsk({ ...numbered('4242424242424242'), amount, now: attempted_at + seconds, ...changes }), asking);

const silence = 'The sandbox simulates no answer';
const wallet: Partial<ChargeAsk> = {
  payment_method: { id: 'pm_1', type: 'gcash' },
  finished_step: 'gcash_handle_redirect',
  outcome: 'succeed',
};

describe.each([
  ['late', 9_900_001, 20],
  ['lost', 9_900_002, 60],
])('an answer that is %s', (_, amount, seconds) => {
  test('does not come early, whether approved or declined', () => {
    expect(() => charged(amount, 0)).toThrow(silence);
    expect(() => charged(amount, seconds - 1)).toThrow(silence);
    expect(() => charged(amount, 0, wallet)).toThrow(silence);
    expect(() => charged(amount, 0, numbered('4000000000000002'))).toThrow(silence);
  });

  test('leaves the result unknown, so no other processor may be tried', () => {
    const thrown = (): unknown => {
      try {
        return charged(amount, 0);
      } catch (error) {
        return error;
      }
    };
    expect(thrown()).toBeInstanceOf(Error);
    expect(isUnreached(thrown())).toBe(false);
  });

  test('comes late and unchanged', () => {
    expect(charged(amount, seconds).result).toBe('approved');
    expect(charged(amount, seconds, numbered('4000000000000002')).result).toBe('declined');
  });

  test('does not delay a step of the payer', () => {
    expect(charged(amount, 0, numbered('4000000000003220')).result).toBe('needs_action');
    expect(charged(amount, 0, { payment_method: { id: 'pm_1', type: 'gcash' } }).result).toBe('needs_action');
  });
});

test('a doubled answer comes twice, and then no more', () => {
  const first = charged(9_900_003, 0);
  expect(first).toMatchObject({ result: 'approved', ask_again_at: attempted_at + 60 });
  const { ask_again_at: _, ...rest } = first as Extract<Answer, { result: 'approved' }>;
  expect(charged(9_900_003, 60, { finished_step: 'pending' })).toEqual(rest);
});

test('a contradictory answer is approved first and declined later', () => {
  expect(charged(9_900_004, 0)).toMatchObject({ result: 'approved', ask_again_at: attempted_at + 60 });
  expect(charged(9_900_004, 60, { finished_step: 'pending' })).toMatchObject({ result: 'declined', code: 'card_declined' });
});

test('a decline is neither doubled nor contradicted', () => {
  for (const amount of [9_900_003, 9_900_004]) expect(charged(amount, 0, numbered('4000000000000002'))).not.toHaveProperty('ask_again_at');
});

test('an outcome that the tester decided is answered at once', () => {
  const decided = { payment_method: { id: 'pm_1', type: 'gcash' }, finished_step: 'pending', outcome: 'succeed' } as const;
  expect(charged(9_900_001, 0, decided)).toMatchObject({ result: 'approved' });
});

test('the amounts beside them are ordinary', () => {
  for (const amount of [9_900_000, 9_900_005]) expect(charged(amount, 0)).not.toHaveProperty('ask_again_at');
});
