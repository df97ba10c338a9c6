import type { Around, Effects } from '../../../kernel/base/effects.js';
import { defaultMade } from '../../payments/payment-method-configurations/configuration.js';
import { account } from './account.js';
import { testBankAccount } from './bank-account.js';

/** What a new account begins with: itself and, in a sandbox, a bank account to pay out to (spec README, decision 22). */
export function accountParts(id: string, name: string, around: Around): Effects {
  const methods = defaultMade([], around);
  const begun = { business_profile: { name }, settings: { dashboard: { display_name: name } }, payment_method_configuration: methods.id };
  if (around.livemode) return [around.make(account, begun, id), methods];
  const bank = testBankAccount(id, around);
  return [around.make(account, { ...begun, default_destination: bank.made.id }, id), methods, bank.made, bank.sealed];
}
