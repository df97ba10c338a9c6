import { day } from '../../kernel/base/moments.js';
import type { Asking } from '../../kernel/base/question.js';
import type { Answer, Declined, Microdeposits, NextAction } from '../contract.js';
import { declined } from './answers.js';
import type { Trying } from './progress.js';
import { nextAction } from './steps.js';

/** Stripe's published account numbers whose debits fail, by their last digits in any country (docs.stripe.com/testing). */
const failing: readonly (readonly [RegExp, string])[] = [
  [/^0*1{6,9}3$/, 'account_closed'],
  [/^0*1{6,9}6$/, 'no_account'],
  [/^0*2{6,9}7$/, 'insufficient_funds'],
  [/^0*3{6,9}5$/, 'debit_not_authorized'],
  [/^0*4{6,9}0$/, 'invalid_currency'],
  [/^(DE62370400440532013001|AT861904300235473202|IT60X0542811101000000123456)$/, 'insufficient_funds'],
];

/** The failure of a debit from this account, after its days are over; null if it succeeds. */
export function returnedDebit({ card }: Trying): Declined | null {
  const number = card?.number.reveal();
  const [, decline_code] = failing.find(([digits]) => number !== undefined && digits.test(number)) ?? [];
  return decline_code === undefined ? null : declined({ code: 'payment_intent_payment_attempt_failed', decline_code });
}

const verify = 'verify_with_microdeposits';

/** How long the payer has to enter the deposits. */
export const verifiable_seconds = 10 * day;

/** Sends microdeposits, which arrive a day later, and asks the payer to enter them. */
export const deposits = ({ now }: Trying, { page_url }: Asking): NextAction =>
  nextAction(verify, { arrival_date: now + day, hosted_verification_url: page_url, microdeposit_type: 'descriptor_code' });

/** The result of the entered deposits: right, wrong, or a failed verification (published test values). */
export function verification({ finished_step, microdeposits }: Trying): 'right' | 'failed' | 'wrong' | null {
  if (finished_step !== verify || !microdeposits) return null;
  if (isSaid(microdeposits, [32, 45], 'SM11AA')) return 'right';
  return isSaid(microdeposits, [10, 11], 'SM33CC') ? 'failed' : 'wrong';
}

const isSaid = ({ amounts = [], descriptor_code }: Microdeposits, deposited: readonly number[], code: string): boolean =>
  descriptor_code?.toUpperCase() === code || (amounts.length === 2 && deposited.every((each) => amounts.includes(each)));

/** After too many wrong entries. */
export const unverified: Answer = declined({ code: 'payment_method_microdeposit_verification_attempts_exceeded' });
