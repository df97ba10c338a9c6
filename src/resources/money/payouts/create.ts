import { type Around, at, type Effects, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { balance } from '../../../kernel/base/reads.js';
import type { It, Settable, Unborn } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { requirePaying } from '../../accounts/accounts/taking.js';
import { booked } from '../balance/balance-transaction.js';
import { convert } from '../balance/conversion.js';
import { type Amount, amountOf, payout_amount } from './amounts.js';
import { asConverted, type Converting, conversion_reads, conversionOf, paidOf } from './conversion.js';
import { requireAmount } from './limits.js';
import { whither, whither_input, whither_reads } from './payee.js';
import { described, payout, under_way } from './payout.js';
import { timing } from './timing.js';

/** Takes funds out of the available balance and puts them on their way; `automatic` where the schedule of the account does. */
export const create = creation(payout, {
  takes: {
    ...{
      amount: about('The amount to pay out in minor units of `currency`; an alternative spelling of `payment_amount`.', payout_amount),
      payment_amount: about(
        'The amount that arrives, in minor units of `payment_currency`. For a conversion send this or `source_amount`.',
        payout_amount,
      ),
      source_amount: about(
        'The amount to take from your balance, in minor units of `source_currency`. For a conversion send this or `payment_amount`.',
        payout_amount,
      ),
    },
    ...{
      currency: about('The currency of the payout; an alternative spelling of `payment_currency`.', currency),
      payment_currency: about(
        'The currency in which the payout arrives. If it differs from `source_currency`, the payout is converted.',
        currency,
      ),
      source_currency: about('The currency of the balance to pay from; by default the currency of the payout.', currency),
    },
    ...described,
    ...whither_input,
  },
  ours: { automatic: about('Whether the schedule of the account creates the payout.', flag) },
  reads: {
    ...whither_reads,
    ...conversion_reads,
    available: balance('merchant_available', 'source_currency', 'currency', 'payment_currency'),
  },
  decide: ({ it, input, available, ...seen }, asked) => {
    if (seen.account) requirePaying(seen.account, asked);
    const conversion = conversionOf(input, seen, asked);
    const money = conversion ? paidOf(conversion, input) : amountOf(input, asked);
    const to = whither(input, seen, asked);
    const { amount, currency, param, currency_param } = money;
    if (to.currency !== null && to.currency !== currency) {
      const message = `The destination takes ${to.currency}, not ${currency}.`;
      return asked.refuse({ code: 'parameter_invalid', param: currency_param, message });
    }
    requireAmount(amount, currency, to.country, param, asked);
    if (available < (conversion?.source_amount ?? amount)) return asked.refuse({ code: 'balance_insufficient', param });
    const { beneficiary_data: _, ...said } = input;
    return [to.effects, ordered(it, { ...said, ...to.of_payout }, { amount, currency, conversion }, asked)];
  },
});

/** A payout that is ordered: its funds leave the balance at once, and are handed to a bank when its time has come. */
function ordered(
  it: It<typeof payout, Unborn>,
  said: Settable<typeof payout>,
  { amount, currency, conversion = null }: Pick<Amount, 'amount' | 'currency'> & { readonly conversion?: Converting | null },
  around: Around,
): Effects {
  const { id } = it;
  const { handed_over, arrival_date } = timing(said.method ?? 'standard', around.now, currency);
  const into = conversion && convert({ ...conversion, payout: id }, around);
  const money = booked({ type: 'payout', movement: 'payout_created', amount: -amount, currency, source: id, payout: id }, around);
  const same = { source_amount: amount, source_currency: currency, payment_amount: amount, payment_currency: currency };
  const sides = conversion ? asConverted(conversion) : same;
  const reconciliation_status = said.automatic ? 'in_progress' : 'not_applicable';
  const made = set(it, {
    status: 'pending',
    ...under_way,
    ...said,
    ...sides,
    reconciliation_status,
    amount,
    currency,
    arrival_date,
    balance_transaction: money.id,
  });
  return [into, money.effects, made, at(handed_over, made, 'hand_over')];
}
