import { at, run, set } from '../../../kernel/base/effects.js';
import { balance, many, own } from '../../../kernel/base/reads.js';
import { consequence, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { nextPayday } from '../../accounts/accounts/payday.js';
import { create } from './create.js';
import { payoutBounds } from './limits.js';
import { payout } from './payout.js';

/** Pays out the balance in the currency of a bank account, less the minimum that stays; nothing where that is too little. */
const payOutTo = consequence(bankAccount, 'pay out to', {
  reads: { account: own(account), available: balance('merchant_available', 'currency') },
  decide: ({ it: { country, currency, id: destination }, account: owner, available }, { fresh }) => {
    const settings = owner?.settings.payouts;
    const { minimum, maximum } = payoutBounds(country, currency);
    const free = available - (settings?.minimum_balance_by_currency[currency] ?? 0);
    const least = settings?.minimum_payout_by_currency[currency] ?? 0;
    if (free < Math.max(minimum, least)) return null;
    const described = {
      automatic: true,
      ...(settings?.statement_descriptor != null && { statement_descriptor: settings.statement_descriptor }),
    };
    return run(create, fresh(payout), { ...described, amount: Math.min(free, maximum), currency, destination }, 'ignore');
  },
});

/** Pays out by the account's schedule, to the default bank account of each currency. A timer of a schedule that was changed does nothing. */
export const payBySchedule = timer(account, 'pay_out', {
  reads: { banks: many(bankAccount, { by: 'default_for_currency', is: 'true' }) },
  decide: ({ it, banks }, { now }) => {
    if (it.next_payout === undefined || it.next_payout === null || it.next_payout > now) return null;
    const scheduled = set(it, { next_payout: nextPayday(it.settings.payouts.schedule, now, it.default_currency) }, null);
    return [scheduled, at(scheduled.next_payout, scheduled, 'pay_out'), banks.map((each) => run(payOutTo, each, {}))];
  },
});
