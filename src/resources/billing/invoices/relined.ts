import { type Around, type Effect, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import type { Customer } from '../../customers/customers/customer.js';
import { automaticFor } from '../../tax/automatic.js';
import { balanceIn } from './bill.js';
import type { Draft } from './invoice.js';
import type { PlainLine } from './plain-line.js';
import { partsOf } from './shares.js';
import { discountsOf, type Terms, totalled } from './sums.js';

/** Whose invoice it is, and by whose settings it is summed up. */
export type Parties = { readonly account: It<typeof account> | null; readonly customer: Customer | null };

/** A draft with other lines or terms, and its new sums. */
export function relined(
  it: Draft,
  plains: readonly PlainLine[],
  parties: Parties,
  around: Around,
  other: Partial<Terms> = {},
): Draft & Effect {
  const sums = totalled(plains, { ...termsOf(it, parties, around), ...other }, around);
  const changed = set(it, { ...sums, ...partsOf(it, sums.amount_due) });
  return changed;
}

/** What a draft is summed up by. */
export const termsOf = (it: Draft, { account, customer }: Parties, { livemode, now }: Pick<Around, 'livemode' | 'now'>): Terms => ({
  id: it.id,
  livemode: it.livemode,
  currency: it.currency,
  discounts: discountsOf(it),
  default_tax_rates: it.default_tax_rates,
  exempt: customer?.tax_exempt ?? 'none',
  rounding: account?.settings.invoices.tax_rounding ?? 'line',
  balance: customer ? balanceIn(customer, it.currency) : 0,
  shipping: it.basis?.shipping ?? null,
  automatic: it.automatic_tax.enabled ? automaticFor({ account, customer, currency: it.currency, livemode, now }) : null,
});
