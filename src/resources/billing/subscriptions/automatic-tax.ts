import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import type { Customer } from '../../customers/customers/customer.js';
import { automaticFor } from '../../tax/automatic.js';
import { requireAutomatic } from '../invoices/taxed-by.js';

type Sent = { readonly automatic_tax?: { readonly enabled: boolean }; readonly default_tax_rates?: readonly unknown[] | null };

/** Refuses automatic taxes without settings, beside tax rates, or for a customer whose location is unknown (Stripe). */
export function requireAutomaticTax(
  { automatic_tax: wanted, default_tax_rates: rates }: Sent,
  owner: It<typeof account> | null,
  customer: Customer,
  asked: Asked,
): void {
  requireAutomatic(wanted, { account: owner, rates: rates ?? undefined }, asked);
  if (!wanted?.enabled) return;
  const { status } = automaticFor({ account: owner, customer, currency: '', livemode: asked.livemode, now: asked.now });
  if (status === 'requires_location_inputs') asked.refuse({ code: 'customer_tax_location_invalid', param: 'customer' });
}
