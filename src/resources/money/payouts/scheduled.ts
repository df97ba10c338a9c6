import { at, run, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { integer } from '../../../kernel/base/kinds.js';
import { balance, many, own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { nextPayday } from '../../accounts/accounts/payday.js';
import { create } from './create.js';
import { payoutBounds } from './limits.js';
import { payout } from './payout.js';
import { reverse } from './reverse.js';

/** How many of the newest payouts to a bank account are looked through for what can be taken back. */
const looked_through_max = 100;

/** Takes a debt back from a bank account, out of the newest payouts that it has received. What is on its way back already counts. */
const debit = consequence(bankAccount, 'debit', {
  takes: { amount: about('The debt, in the smallest unit of the currency.', required(integer({ minimum: 1 }))) },
  reads: { payouts: many(payout, { by: 'destination', of: 'id', at_most: looked_through_max, cut: true, newest: true }) },
  decide: ({ input: { amount }, payouts }, { fresh }) => {
    const on_the_way = payouts.filter(isComing).reduce((sum, coming) => sum - coming.amount, 0);
    const back = partsOf(payouts.filter(isTaken), amount - on_the_way);
    return back.map(([of, part]) => run(reverse, fresh(payout), { payout: of, amount: part, automatic: true }, 'ignore'));
  },
});

type Payout = It<typeof payout>;

const isComing = ({ original_payout, status }: Payout): boolean =>
  original_payout !== null && (status === 'pending' || status === 'in_transit');

const isTaken = ({ original_payout, reversed_by, status }: Payout): boolean =>
  original_payout === null && reversed_by === null && status === 'paid';

/** How much of which payout covers a debt, from the newest one on. */
function partsOf(payouts: readonly Payout[], debt: number): (readonly [id: Payout['id'], amount: number])[] {
  let left = debt;
  return [...payouts]
    .sort((one, other) => other.created - one.created)
    .flatMap(({ id, amount }) => {
      const part = Math.min(left, amount);
      left -= part;
      return part > 0 ? [[id, part] as const] : [];
    });
}

/** Pays out the balance in the currency of a bank account, less the minimum that stays; nothing where that is too little. */
const payOutTo = consequence(bankAccount, 'pay out to', {
  reads: { account: own(account), available: balance('merchant_available', 'currency') },
  decide: ({ it: bank, account: owner, available }, { fresh }) => {
    const { country, currency, id: destination } = bank;
    const settings = owner?.settings.payouts;
    const { minimum, maximum } = payoutBounds(country, currency);
    if (available < 0) return (settings?.debit_negative_balances ?? false) && run(debit, bank, { amount: -available });
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
