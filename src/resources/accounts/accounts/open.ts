import type { Around, Effects } from '../../../kernel/base/effects.js';
import { account } from './account.js';
import { testBankAccount } from './bank-account.js';

/** What a new account begins with: itself and, in a sandbox, a bank account to pay out to (spec README, decision 22). */
export function accountParts(id: string, name: string, around: Around): Effects {
  const business_profile = { name };
  if (around.livemode) return around.make(account, { business_profile }, id);
  const bank = testBankAccount(id, around);
  return [around.make(account, { business_profile, default_destination: bank.made.id }, id), bank.made, bank.sealed];
}
