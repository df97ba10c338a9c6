import { type Made, make } from '../../base/decision.js';
import type { Surroundings } from '../../base/resource.js';
import { account } from './account.js';
import { testBankAccount } from './bank-account.js';

/** What a new account begins with: itself and, in a sandbox, a bank account to pay out to (spec README, decision 22). */
export function accountParts(id: string, name: string, livemode: boolean, around: Pick<Surroundings, 'fresh' | 'fingerprint'>): Made[] {
  const business_profile = { name };
  if (livemode) return [make(account, { id, set: { business_profile } })];
  const bank = testBankAccount(id, around);
  return [make(account, { id, set: { business_profile, default_destination: bank.id } }), bank];
}
