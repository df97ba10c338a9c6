import { currencies, exponentOf } from '../base/money.js';

/** The exponent of the currency in a column, as SQL. */
const exponentIn = (column: string): string => {
  const unusual = currencies.filter((each) => exponentOf(each) !== 2);
  return `case ${column} ${unusual.map((each) => `when '${each}' then ${exponentOf(each)}`).join(' ')} else 2 end`;
};

/** Payouts with a conversion. */
const converted = `select account, id, status, (doc ->> 'amount')::numeric as amount, doc ->> 'currency' as currency,
    (doc ->> 'source_amount')::numeric as source_amount, doc ->> 'source_currency' as source_currency, (doc ->> 'exchange_rate')::numeric as exchange_rate
  from objects where object = 'payout' and not deleted and doc ->> 'exchange_rate' is not null`;

/** Charges that settle in another currency: the captured amount and the settled amount. */
const settled = `select account, id, (doc ->> 'amount_captured')::numeric as source_amount, doc ->> 'currency' as source_currency,
    (doc #>> '{settles,amount}')::numeric as amount, doc #>> '{settles,currency}' as currency, (doc #>> '{settles,exchange_rate}')::numeric as exchange_rate
  from objects where object = 'charge' and not deleted and doc #>> '{settles,currency}' is not null`;

/** The amounts of refunds and disputes of such charges that were not returned: as paid, and as settled. */
const taken_back = `select it.account, it.id, (it.doc ->> 'amount')::numeric as source_amount, settled.source_currency, settled.currency,
    (it.doc ->> 'settled_amount')::numeric as amount
  from objects it join settled on settled.account = it.account and settled.id = it.doc ->> 'charge'
  where it.object = 'refund' and it.doc ->> 'status' in ('pending', 'requires_action', 'succeeded') and it.doc ->> 'balance_transaction' is not null
    or it.object = 'dispute' and it.doc ->> 'status' in ('needs_response', 'under_review', 'lost')`;

/** Minor units of the target currency for one minor unit of the source currency. */
const worth = `exchange_rate * power(10::numeric, ${exponentIn('currency')} - ${exponentIn('source_currency')})`;

/** The invariants of conversions: the account between two currencies holds the converted amounts that were not returned, on both sides. */
export const invariants_of_conversions = {
  'every conversion has moved both its amounts': `with converted as (${converted}), settled as (${settled}), taken_back as (${taken_back})
    select account, id, currency, sum(amount) as unexplained from (
      select account, id, source_currency as currency, source_amount as amount from converted where status in ('pending', 'in_transit', 'paid')
      union all select account, id, currency, -amount from converted where status in ('pending', 'in_transit', 'paid')
      union all select account, id, source_currency, source_amount from settled
      union all select account, id, currency, -amount from settled
      union all select account, id, source_currency, -source_amount from taken_back
      union all select account, id, currency, amount from taken_back
      union all select account, source, currency, -amount from ledger_entries where ledger_account = 'currency_conversion') sides
    group by account, id, currency having sum(amount) <> 0`,
  'converted charges have no fee and no transfer': `select account, id, doc ->> 'application_fee' as application_fee, doc ->> 'transfer' as transfer from objects
    where object = 'charge' and doc #>> '{settles,currency}' is not null and coalesce(doc ->> 'application_fee', doc ->> 'transfer') is not null`,
  'converted amounts match their rates': `with converted as (${converted}), settled as (${settled}),
      every as (select account, id, amount, currency, source_amount, source_currency, exchange_rate from converted
        union all select account, id, amount, currency, source_amount, source_currency, exchange_rate from settled where source_amount > 0),
      priced as (select *, ${worth} as worth from every)
    select account, id, source_amount, source_currency, amount, currency, exchange_rate from priced
    where amount > source_amount * worth or amount + 1 <= (source_amount - 1) * worth`,
} as const;
