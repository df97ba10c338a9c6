import { type Asked, type Decision, type Effect, numbered, set } from '../../../kernel/base/effects.js';
import type { Series } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { isCounted, prefixFrom } from '../../accounts/accounts/invoice-prefix.js';
import type { Customer } from '../../customers/customers/customer.js';

const digitsOf = (number: number): string => String(number).padStart(4, '0');

/** A customer after the use of their next invoice number. It is a versioned change of the customer, so no two invoices get one number. */
export const numberedCustomer = (it: Customer): Customer & Effect =>
  set(it, { invoice_prefix: it.invoice_prefix ?? prefixFrom(it.id), next_invoice_sequence: it.next_invoice_sequence + 1 }, null);

/** The number that has just been used up. */
export const numberOf = ({ invoice_prefix, next_invoice_sequence }: Customer): string =>
  `${invoice_prefix}-${digitsOf(next_invoice_sequence - 1)}`;

/** Why a number cannot be chosen: it could be given by itself, to this customer or to another, and only who gives it knows which is next. */
export function requireNumber(number: string | null | undefined, owner: It<typeof account> | null, asked: Asked): void {
  if (number == null) return;
  const series = `${owner?.settings.invoices.prefix ?? 'INV'}-`;
  if (!isCounted(number) && !number.startsWith(series)) return;
  const message = `${number} is written like the numbers that are counted by themselves. Choose one that is not, as ${number.replace('-', '/')}, or leave it out.`;
  asked.refuse({ code: 'parameter_invalid', param: 'number', message });
}

/** A number of the series of all invoices of an account. */
export const inSeries = (it: It<typeof account> | null, number: number): string =>
  `${it?.settings.invoices.prefix ?? 'INV'}-${digitsOf(number)}`;

/** Opens an invoice under its number: the one that was chosen, the next one of the account, or the next one of the customer. */
export function numberedIn<E extends Decision>(
  chosen: string | null,
  { account: owner, series }: { readonly account: It<typeof account> | null; readonly series: Series },
  customer: Customer,
  open: (number: string, customer: Customer) => E,
): E | readonly (Effect | E)[] {
  if (chosen !== null) return open(chosen, customer);
  if (owner?.settings.invoices.numbering === 'account') return numbered(series, (number) => open(inSeries(owner, number), customer));
  const of_number = numberedCustomer(customer);
  return [of_number, open(numberOf(of_number), of_number)];
}
