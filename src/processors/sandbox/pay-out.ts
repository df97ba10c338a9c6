import type { Answer, PayOutAsk, ReverseAsk } from '../contract.js';
import { approved, declined } from './answers.js';
import { failing_accounts, type PayoutFailure, unreversing_accounts } from './bank-accounts.js';

/** Sends funds to a bank account. */
export const payOut = (ask: PayOutAsk): Answer => answerOf(ask, failing_accounts);

/** Reverses a payout. An account that refuses payouts also refuses reversals. */
export const reversePayout = (ask: ReverseAsk): Answer => answerOf(ask, unreversing_accounts);

type Asked = Pick<PayOutAsk, 'account_number' | 'arrival_date' | 'now'>;

function answerOf({ account_number, arrival_date, now }: Asked, failures: ReadonlyMap<string, PayoutFailure>): Answer {
  // Before the arrival date the bank has decided nothing.
  if (now < arrival_date) return { result: 'pending' };
  const failure = account_number && failures.get(account_number.reveal());
  return failure ? declined({ code: 'processing_error', decline_code: failure.code, message: failure.message }) : approved;
}
