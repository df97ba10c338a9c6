import type { Answer, PayOutAsk } from '../contract.js';
import { approved, declined } from './answers.js';
import { failing_accounts } from './bank-accounts.js';

/** Sends funds to a bank account. */
export function payOut({ account_number, arrival_date, now }: PayOutAsk): Answer {
  // A bank says nothing before it has been handed the funds, neither yes nor no.
  if (now < arrival_date) return { result: 'pending' };
  const failure = account_number && failing_accounts.get(account_number.reveal());
  return failure ? declined({ code: 'processing_error', decline_code: failure.code, message: failure.message }) : approved;
}
