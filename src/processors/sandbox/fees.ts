import { exponentOf } from '../../kernel/base/money.js';
import type { Approved } from '../contract.js';
import type { ScriptedOutcome } from './scripted-outcomes.js';

/** The sandbox's fee for a payment: 2.9 % and 0.30 in the currency's major unit, rounded half up, and at most the amount. */
export function feeOf(amount: number, currency: string): number {
  const thousandths = amount * 29 + 300 * 10 ** exponentOf(currency);
  return Math.min(amount, Math.floor((thousandths + 500) / 1000));
}

/** The fee of a dispute: 15.00. An inquiry has none. */
const disputeFeeOf = (currency: string): number => 15 * 10 ** exponentOf(currency);

/** The details of captured money, from a charge or a later capture. An authorization has no fee and is not disputed. */
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
