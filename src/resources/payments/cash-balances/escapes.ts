import { handler, type Reader } from '../../../kernel/base/handler.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { transfer_of } from '../../../processors/contract.js';
import { customer } from '../../customers/customers/customer.js';
import { type Cash, cashBalance, merchant_default } from './cash-balance.js';
import { addressesOf, countryOf, instructions_asked } from './instructions.js';
import { funding_instructions } from './shown-instructions.js';

/** The customer of a path, as an escape finds it. */
const ownerIn = async ({ read, refuse }: { readonly read: Reader; readonly refuse: Refuse }, id = ''): Promise<It<typeof customer>> => {
  const found = await read.find(customer, id);
  if (found) return found;
  return refuse({ code: 'resource_missing', param: 'customer', message: `No such customer: '${id}'` });
};

/** A customer that has never sent anything has an empty cash balance. */
export const retrieveCash = handler(
  'GET /v1/customers/:customer/cash_balance',
  {},
  'Retrieve the cash balance of a customer',
  async ({ read, path, livemode, refuse }) => {
    const { id: customer, cash_balance: id } = await ownerIn({ read, refuse }, path.customer);
    const held = id ? ((await read.find(cashBalance, id)) as Cash) : null;
    const { available = null, settings = merchant_default } = held ?? {};
    return { object: 'cash_balance', available, customer, customer_account: null, livemode, settings };
  },
  { about: 'Retrieves the money that a customer has sent by bank transfer and not paid with yet.' },
);

/** Where a customer sends money to; the same whenever they ask. */
export const fundingInstructions = handler(
  'POST /v1/customers/:customer/funding_instructions',
  instructions_asked,
  'Retrieve the funding instructions of a customer',
  async ({ read, path, params, livemode, refuse }) => {
    const { id } = await ownerIn({ read, refuse }, path.customer);
    const { bank_transfer, currency, funding_type } = params;
    const { type, eu_bank_transfer, requested_address_types: wanted = [] } = bank_transfer;
    if (type !== transfer_of[currency]) return refuse(wrong('type', `${currency} is sent by ${transfer_of[currency]}.`));
    const country = eu_bank_transfer?.country;
    if (currency === 'eur' && !country) return refuse(missingCountry());
    const known = addressesOf(id, currency, country);
    const financial_addresses = wanted.length ? known.filter((each) => wanted.some((type) => type === each.type)) : known;
    if (financial_addresses.length === 0)
      return refuse(wrong('requested_address_types', `For ${currency} there are ${known.map(({ type }) => type).join(', ')}.`));
    const transfer = { country: countryOf(currency, country), financial_addresses, type };
    return { object: 'funding_instructions', bank_transfer: transfer, currency, funding_type, livemode };
  },
  {
    about: 'Returns the bank accounts to which a customer transfers money. A customer keeps the same accounts for a currency.',
    shows: { members: funding_instructions },
  },
);

const wrong = (name: string, message: string): Refusal => ({ code: 'parameter_invalid', param: `bank_transfer[${name}]`, message });

const missingCountry = (): Refusal => {
  const param = 'bank_transfer[eu_bank_transfer][country]';
  return { code: 'parameter_missing', param, message: `Missing required param: ${param}.` };
};
