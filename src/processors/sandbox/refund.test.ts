import { describe, expect, test } from 'vitest';
import { asking, attempted_at, chargeAsk, contestAsk, numbered, refundAsk } from '../../../test/support/sandbox-asks.js';
import type { Answer, Approved, Outcome, RefundAsk } from '../contract.js';
import { test_cards } from './cards.js';
import { sandbox } from './sandbox.js';

const day = 86_400;

/** The answer to a refund of a charge of this card, some seconds after the attempt. */
function refund(number: string, seconds: number, changes: Partial<RefundAsk> = {}): Answer {
  const { reference } = sandbox.charge(chargeAsk({ ...numbered(number), finished_step: 'pending' }), asking) as Approved;
  return sandbox.refund(refundAsk({ ...(reference && { reference }), now: attempted_at + seconds, ...changes }));
}

const approved = { result: 'approved' };
const failed = {
  result: 'declined',
  code: 'processing_error',
  decline_code: 'expired_or_canceled_card',
  message: expect.stringMatching(/\.$/),
};

describe('a refund', () => {
  const ordinary = [...test_cards.keys()].filter((number) => number !== '4000000000007726' && number !== '4000000000005126');

  test.each(ordinary)('of %s succeeds at once, and stays so', (number) => {
    expect(refund(number, 0)).toEqual(approved);
    expect(refund(number, 10 * day)).toEqual(approved);
  });

  test('of the card whose refunds take time is pending for a day', () => {
    expect(refund('4000000000007726', 0)).toEqual({ result: 'pending', ask_again_at: attempted_at + day });
    expect(refund('4000000000007726', day - 1)).toEqual({ result: 'pending', ask_again_at: attempted_at + day });
    expect(refund('4000000000007726', day)).toEqual(approved);
  });

  test('of the card whose refunds fail succeeds at first, and fails a day later', () => {
    expect(refund('4000000000005126', 0)).toEqual({ result: 'approved', ask_again_at: attempted_at + day });
    expect(refund('4000000000005126', day)).toEqual(failed);
  });

  test.each(['4242424242424242', '4000000000007726', '4000000000005126'])('of %s has the outcome that the tester decides', (number) => {
    expect(refund(number, 0, { outcome: 'succeed' })).toEqual(approved);
    for (const outcome of ['fail', 'abandon', 'expire'] satisfies Outcome[]) expect(refund(number, 0, { outcome })).toEqual(failed);
  });
});

describe('evidence', () => {
  const lost = { result: 'declined', code: 'card_declined', decline_code: 'evidence_rejected', message: expect.stringMatching(/\.$/) };

  test.each(['uncategorized_text', 'product_description'])('wins or loses at once by the keyword in %s', (member) => {
    expect(sandbox.contest(contestAsk({ [member]: 'winning_evidence' }))).toEqual(approved);
    expect(sandbox.contest(contestAsk({ [member]: 'losing_evidence' }))).toEqual(lost);
  });

  test.each([{}, { uncategorized_text: 'They got it.' }, { uncategorized_text: null, uncategorized_file: ['winning_evidence'] }])(
    '%j is read for 60 days, and loses',
    (evidence) => {
      const contested = (seconds: number): Answer => sandbox.contest(contestAsk(evidence, { now: attempted_at + seconds }));
      expect(contested(0)).toEqual({ result: 'pending', ask_again_at: attempted_at + 60 * day });
      expect(contested(60 * day - 1).result).toBe('pending');
      expect(contested(60 * day)).toEqual(lost);
    },
  );
});
