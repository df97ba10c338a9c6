import { remove, seal } from '../../../kernel/base/effects.js';
import { balance, many } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from './account.js';
import { bankAccount } from './bank-account.js';
import { of_it } from './judge.js';
import { notConnected } from './not-connected.js';

/** Takes a connected account away, once nothing is left in it in any currency, and forgets what the vault holds of it. */
export const removeAccount = rule(account, 'delete', {
  reads: {
    available: balance('merchant_available'),
    pending: balance('merchant_pending'),
    for_cards: balance('issuing_available'),
    held: balance('issuing_held'),
    on_the_way: balance('payouts_in_transit'),
    of_customers: balance('customer_cash'),
    persons: of_it.persons,
    banks: many(bankAccount, { by: 'default_for_currency', is: 'true' }),
    more_banks: many(bankAccount, { by: 'default_for_currency', is: 'false' }),
  },
  decide: ({ it, available, pending, for_cards, held, on_the_way, of_customers, persons, banks, more_banks }, asked) => {
    if (!it.platform) return asked.refuse(notConnected(it.id));
    if (available + pending + for_cards + held + on_the_way + of_customers > 0) return asked.refuse(not_empty);
    return [[...persons, ...banks, ...more_banks].map((each) => [seal(each, {}), remove(each)]), seal(it, {}), remove(it)];
  },
});

const not_empty: Refusal = {
  code: 'parameter_invalid',
  param: 'account',
  message:
    'This account still has funds: in its balance, for its cards, in cash balances of its customers or in transit. Pay them out, or reverse the transfers to it, then delete it.',
};
