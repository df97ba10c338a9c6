import type { It } from '../../../kernel/base/resource.js';
import { isTransferCurrency, type NextAction } from '../../../processors/contract.js';
import { addressesOf, countryFrom } from '../cash-balances/instructions.js';
import type { paymentIntent } from './payment-intent.js';

const instructions = 'display_bank_transfer_instructions';

type Options = { readonly bank_transfer?: { readonly eu_bank_transfer?: { readonly country?: string } } };

/** A step that asks for a transfer to the customer's cash balance, with the accounts of that balance; any other step as it is. */
export function withAccounts({ customer, currency, payment_method_options }: It<typeof paymentIntent>, step: NextAction): NextAction {
  const told = step[instructions];
  if (step.type !== instructions || customer === null || !isTransferCurrency(currency)) return step;
  // Options are kept by type of payment method, and each type has members of its own.
  const { bank_transfer } = (payment_method_options.customer_balance ?? {}) as Options;
  return {
    ...step,
    [instructions]: {
      financial_addresses: addressesOf(customer, currency, countryFrom(bank_transfer?.eu_bank_transfer?.country)),
      ...(told as object),
    },
  };
}
