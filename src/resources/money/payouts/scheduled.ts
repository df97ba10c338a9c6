import { at, run, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { balance, many, one, own } from '../../../kernel/base/reads.js';
import { creation, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { nextPayday } from '../../accounts/accounts/payday.js';
import { requirePaying } from '../../accounts/accounts/taking.js';
import { ordered } from './create.js';
import { payoutBounds } from './limits.js';
import { payout } from './payout.js';

/** Pays out the balance of one currency, less the minimum that stays; nothing where that is too little. */
export const createScheduled = creation(payout, {
  takes: { currency: required(currency), destination: required(ref('bank_account')) },
  reads: { account: own(account), bank: one(bankAccount, 'destination'), available: balance('merchant_available', 'currency') },
  decide: ({ it, input: { currency, destination }, account: owner, bank, available }, asked) => {
    if (owner) requirePaying(owner, asked);
    const settings = owner?.settings.payouts;
    const { minimum, maximum } = payoutBounds(bank?.country ?? null, currency);
    const free = available - (settings?.minimum_balance_by_currency[currency] ?? 0);
    const least = settings?.minimum_payout_by_currency[currency] ?? 0;
    if (free < Math.max(minimum, least)) return asked.refuse({ code: 'balance_insufficient' });
    const amount = Math.min(free, maximum);
    const statement_descriptor = settings?.statement_descriptor ?? null;
    return ordered(it, { automatic: true, destination, statement_descriptor, type: 'bank_account' }, { amount, currency }, asked);
  },
});

/** Pays out by the account's schedule, to the default bank account of each currency. A timer of a schedule that was changed does nothing. */
export const payBySchedule = timer(account, 'pay_out', {
  reads: { banks: many(bankAccount, { by: 'default_for_currency', is: 'true' }) },
  decide: ({ it, banks }, { now, fresh }) => {
    if (it.next_payout === undefined || it.next_payout === null || it.next_payout > now) return null;
    const scheduled = set(it, { next_payout: nextPayday(it.settings.payouts.schedule, now, it.default_currency) }, null);
    return [
      scheduled,
      at(scheduled.next_payout, scheduled, 'pay_out'),
      banks.map(({ id, currency }) => run(createScheduled, fresh(payout), { currency, destination: id }, 'ignore')),
    ];
  },
});
