import { exponentOf } from '../../kernel/base/money.js';
import type { Approved } from '../contract.js';
import type { ScriptedOutcome } from './scripted-outcomes.js';

/** What the sandbox keeps of a payment: 2.9 % and 0.30 in the currency's larger unit, rounded half up, and never more than there is. */
export function feeOf(amount: number, currency: string): number {
  const thousandths = amount * 29 + 300 * 10 ** exponentOf(currency);
  return Math.min(amount, Math.floor((thousandths + 500) / 1000));
}

/** What a dispute costs: 15.00. A question alone costs nothing. */
const disputeFeeOf = (currency: string): number => 15 * 10 ** exponentOf(currency);

/** What is known of money as soon as it is taken, by a charge or by a capture later. Held money has no fee and is not disputed. */
export function taken(
  ask: { amount: number; currency: string; now: number },
  { dispute, funds_at_once }: ScriptedOutcome,
): Partial<Approved> {
  const disputed = dispute && (dispute.inquiry ? dispute : { ...dispute, fee: disputeFeeOf(ask.currency) });
  return {
    fee: feeOf(ask.amount, ask.currency),
    ...(funds_at_once && { available_on: ask.now }),
    ...(disputed && { dispute: disputed }),
  };
}
