import { expect, test } from 'vitest';
import { decided, nothing, type Outcome } from '../../../../test/support/decisions.js';
import { takenWith } from '../../../../test/support/taken.js';
import type { AnyRule } from '../../../kernel/base/rules.js';
import type { Answer } from '../../../processors/contract.js';
import { released } from './capture.js';
import { tried } from './direct.js';

const held = takenWith({ payment_intent: null, captured: false, amount_captured: 0 });

type Sent = { readonly attempt: string; readonly processor?: string; readonly reference?: string };

const settled = (rule: AnyRule, answer: Answer, sent: Sent, by: string): Outcome => decided(rule, { it: held, answer, asked: sent, by });

test('an approval by another processor is let go there, and the hold that counts stays as it is', () => {
  const [sent] = settled(tried, { result: 'approved', reference: 'b-1' }, { attempt: held.id }, 'another').ask;
  expect(sent).toMatchObject({ verb: 'void', processor: 'another', reference: 'b-1', subject: held.id });
  expect(settled(released, { result: 'approved' }, { attempt: held.id, ...sent }, 'another')).toEqual(nothing);
});

test('an approval under the reference of another processor is voided there', () => {
  const [sent] = settled(tried, { result: 'approved', reference: 'a-1' }, { attempt: held.id }, 'another').ask;
  expect(sent).toMatchObject({ verb: 'void', processor: 'another', reference: 'a-1' });
  expect(settled(released, { result: 'approved' }, { attempt: held.id, ...sent }, 'another')).toEqual(nothing);
});

test('a hold that its own processor has let go has expired', () => {
  const sent = { attempt: `${held.id} 2000`, processor: 'acquirer', reference: 'a-1' };
  const decision = settled(released, { result: 'approved' }, sent, 'acquirer');
  expect(decision).toMatchObject({ set: { amount_refunded: 2000, refunded: true }, tell: 'charge.expired' });
});

test('a void that names no reference is of no hold, and ends none', () => {
  const decision = settled(released, { result: 'approved' }, { attempt: held.id }, 'acquirer');
  expect([decision.set, decision.tell]).toEqual([{}, undefined]);
});
