import { foretell, set } from '../../../kernel/base/effects.js';
import { about, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type Holding, holdings, many, own } from '../../../kernel/base/reads.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { creation, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';

/** The ledger accounts that are the merchant's, by the name the API gives them. */
export const merchants = { available: 'merchant_available', pending: 'merchant_pending', issuing: 'issuing_available' } as const;

const card_funds = object({
  card: about('The amount in minor units; all funds are counted here, whatever the payment method.', integer()),
});

const amounts = listOf(
  object({
    amount: about('The amount in minor units; it can be negative.', integer()),
    currency: about('The currency of the amount, a three-letter ISO 4217 code.', currency),
    source_types: about('The amount by the kind of funds that it came from.', card_funds),
  }),
  200,
);

const instant_amounts = listOf(
  object({
    amount: about('The amount in minor units.', integer()),
    currency: about('The currency of the amount, a three-letter ISO 4217 code.', currency),
    net_available: about(
      'What each external account of the currency can receive; instant payouts cost nothing here, so it is the whole amount.',
      listOf(
        object({
          amount: about('The amount in minor units.', integer()),
          destination: about('The external account that can receive it.', text),
          source_types: about('The amount by the kind of funds that it came from.', card_funds),
        }),
      ),
    ),
    source_types: about('The amount by the kind of funds that it came from.', card_funds),
  }),
  200,
);

/** The balance as an event shows it; it is computed where it is read, and never stored. */
export const balance = resource({
  object: 'balance',
  prefix: 'bal',
  fields: {
    available: about('Funds that can be paid out or transferred now, one entry for each currency.', amounts),
    instant_available: about(
      'Funds that instant payouts can pay out now, one entry for each currency with such funds and a default external account.',
      instant_amounts,
    ),
    issuing: about(
      'Funds for issued cards; present once the account has had such funds.',
      sometimes(object({ available: about('Funds that issued cards can spend now, one entry for each currency.', amounts) })),
    ),
    pending: about('Funds that are not available yet, one entry for each currency.', amounts),
  },
  start: 'balance.available',
});

/** The members of the balance as it is retrieved. */
export const balance_members = {
  object: about('Always `balance`.', oneOf('balance')),
  ...balance.fields,
  livemode: about('Whether the balance belongs to live mode; false in test mode.', flag),
} as const;

/** One line per currency; a merchant that has nothing yet has nothing in its own currency. */
function lines(held: readonly Holding[], fallback: string) {
  const all = held.some(({ currency }) => currency === fallback) ? held : [{ amount: 0, currency: fallback }, ...held];
  return all.map(({ amount, currency }) => ({ amount, currency, source_types: { card: amount } }));
}

/** The default external accounts, of which each currency has at most one. */
const default_banks = many(bankAccount, { by: 'default_for_currency', is: 'true' });

/** What can be paid out at once, and where to. */
const instantly = (available: readonly Holding[], banks: readonly It<typeof bankAccount>[]) =>
  banks.flatMap(({ available_payout_methods: methods, currency, id: destination }) => {
    const amount = available.find((each) => each.currency === currency)?.amount ?? 0;
    const source_types = { card: amount };
    if (amount <= 0 || !methods.includes('instant')) return [];
    return [{ amount, currency, net_available: [{ amount, destination, source_types }], source_types }];
  });

/** The members of a balance, by what is in each ledger account. What issued cards can spend is shown only where there has been anything. */
export const shown = (
  held: Readonly<Record<keyof typeof merchants, readonly Holding[]>>,
  fallback: string,
  banks: readonly It<typeof bankAccount>[],
) => ({
  available: lines(held.available, fallback),
  instant_available: instantly(held.available, banks),
  ...(held.issuing.length > 0 && { issuing: { available: lines(held.issuing, fallback) } }),
  pending: lines(held.pending, fallback),
});

const seeBalance = creation(balance, {
  reads: {
    account: own(account),
    banks: default_banks,
    available: holdings(merchants.available),
    issuing: holdings(merchants.issuing),
    pending: holdings(merchants.pending),
  },
  decide: ({ it, account: owner, banks, ...held }) => set(it, shown(held, owner?.default_currency ?? 'usd', banks)),
});

/** Tells that payments have become available, once for all of the same second. */
export const tellBalance = timer(account, 'tell_balance', { decide: () => foretell(seeBalance, balance.prefix, {}, 'balance.available') });
