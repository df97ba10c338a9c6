import { currencies, exponentOf } from '../base/money.js';

/** How many decimals a currency has that a column names. */
const exponentIn = (column: string): string => {
  const unusual = currencies.filter((each) => exponentOf(each) !== 2);
  return `case ${column} ${unusual.map((each) => `when '${each}' then ${exponentOf(each)}`).join(' ')} else 2 end`;
};

const converted = `select account, id, status, (doc ->> 'amount')::numeric as amount, doc ->> 'currency' as currency,
    (doc ->> 'source_amount')::numeric as source_amount, doc ->> 'source_currency' as source_currency, (doc ->> 'exchange_rate')::numeric as exchange_rate
  from objects where object = 'payout' and not deleted and doc ->> 'exchange_rate' is not null`;

/** Minor units of what is paid for a minor unit of what it is converted from. */
const worth = `exchange_rate * power(10::numeric, ${exponentIn('currency')} - ${exponentIn('source_currency')})`;

/** What must hold of conversions: the account between two currencies holds what was converted and has not come back, on both sides. */
export const invariants_of_conversions = {
  'every conversion has moved both its sides': `with converted as (${converted})
    select account, id, currency, sum(amount) as unexplained from (
      select account, id, source_currency as currency, source_amount as amount from converted where status in ('pending', 'in_transit', 'paid')
      union all select account, id, currency, -amount from converted where status in ('pending', 'in_transit', 'paid')
      union all select account, source, currency, -amount from ledger_entries where ledger_account = 'currency_conversion') sides
    group by account, id, currency having sum(amount) <> 0`,
  'what was converted is worth what its rate says': `with converted as (${converted}), priced as (select *, ${worth} as worth from converted)
    select account, id, source_amount, source_currency, amount, currency, exchange_rate from priced
    where amount > source_amount * worth or amount + 1 <= (source_amount - 1) * worth`,
} as const;
