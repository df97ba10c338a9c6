import { expect, test } from 'vitest';
import { surroundings } from '../../../test/support/decisions.js';
import { takenWith } from '../../../test/support/taken.js';
import type { AnyDecided } from '../../base/decision.js';
import type { AskedOf } from '../../base/legacy.js';
import type { Answer } from '../../base/processor.js';
import { settle } from './direct.js';

const held = takenWith({ payment_intent: null, captured: false, amount_captured: 0 });

const settled = (answer: Answer, asked: Omit<AskedOf, 'amount'>): AnyDecided =>
  settle.decide({
    ...surroundings(),
    it: held,
    answer,
    asked: { ...asked, amount: null },
    refs: { customer: null, dispute: null, payment_method: null },
  });

test('an approval by another processor is let go there, and the hold that counts stays as it is', () => {
  const { ask } = settled({ result: 'approved', reference: 'b-1' }, { verb: 'charge', attempt: held.id, processor: 'another' });
  expect(ask).toMatchObject({ verb: 'void', processor: 'another', reference: 'b-1', subject: { object: 'charge', id: held.id } });
  const attempt = ask?.attempt ?? '';
  expect(settled({ result: 'approved' }, { verb: 'void', attempt, processor: 'another' })).toEqual({});
});

test('a hold that its own processor has let go has expired', () => {
  const decision = settled({ result: 'approved' }, { verb: 'void', attempt: `${held.id} 2000`, processor: 'acquirer' });
  expect(decision).toMatchObject({ set: { amount_refunded: 2000, refunded: true }, tell: 'charge.expired' });
});
