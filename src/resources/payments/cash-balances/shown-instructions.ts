import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, oneOf, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { transfer_of } from '../../../processors/contract.js';
import { address } from '../../parts.js';
import { transfer_currency } from './cash-balance.js';

const holder = {
  account_holder_address: about('The address of the holder of the account.', address),
  account_holder_name: about('The holder of the account.', text),
  bank_address: about('The address of the bank.', address),
} as const;

const american = {
  ...holder,
  account_number: about('The account number.', text),
  account_type: about('The kind of account, such as `checking`.', text),
  bank_name: about('The name of the bank.', text),
} as const;

const maybe = nullable(text);

/** A bank account that takes transfers, by the form of its numbers. */
const financial_address = object({
  aba: about(
    'An account in the United States, for transfers within the country.',
    sometimes(object({ ...american, routing_number: about('The routing number of the bank.', text) })),
  ),
  iban: about(
    'An account in Europe.',
    sometimes(
      object({
        ...holder,
        bic: about('The BIC of the bank.', text),
        country: about('The country of the bank, as a two-letter ISO 3166-1 code.', text),
        iban: about('The number of the account.', text),
      }),
    ),
  ),
  sort_code: about(
    'An account in the United Kingdom.',
    sometimes(
      object({ ...holder, account_number: about('The account number.', text), sort_code: about('The sort code of the bank.', text) }),
    ),
  ),
  spei: about(
    'An account in Mexico.',
    sometimes(
      object({
        ...holder,
        bank_code: about('The code of the bank, of three digits.', text),
        bank_name: about('The short name of the bank.', text),
        clabe: about('The number of the account, with its check digit.', text),
      }),
    ),
  ),
  supported_networks: about(
    'The networks over which money arrives there.',
    listOf(oneOf('ach', 'bacs', 'chaps', 'domestic_wire_us', 'fps', 'sepa', 'spei', 'swift', 'zengin')),
  ),
  swift: about(
    'An account in the United States, for transfers from abroad.',
    sometimes(object({ ...american, swift_code: about('The BIC of the bank.', text) })),
  ),
  type: about('The form of the numbers, which names the member with them.', oneOf('aba', 'iban', 'sort_code', 'spei', 'swift', 'zengin')),
  zengin: about(
    'An account in Japan.',
    sometimes(
      object({
        ...holder,
        account_holder_name: about('The holder of the account.', maybe),
        account_number: about('The account number.', maybe),
        account_type: about('The kind of account, such as `futsu`.', maybe),
        bank_code: about('The code of the bank.', maybe),
        bank_name: about('The name of the bank.', maybe),
        branch_code: about('The code of the branch.', maybe),
        branch_name: about('The name of the branch.', maybe),
      }),
    ),
  ),
});

/** What funding instructions show. */
export const funding_instructions = {
  object: about('Always `funding_instructions`.', oneOf('funding_instructions')),
  bank_transfer: about(
    'The bank accounts to which the customer transfers money.',
    object({
      country: about('The country of the bank accounts, as a two-letter ISO 3166-1 code.', text),
      financial_addresses: about('The bank accounts.', listOf(financial_address)),
      type: about('The type of bank transfer.', oneOf(...Object.values(transfer_of))),
    }),
  ),
  currency: about('The currency that the customer sends.', transfer_currency),
  funding_type: about('Always `bank_transfer`.', oneOf('bank_transfer')),
  livemode: about('Whether the instructions are of live mode.', flag),
} as const;
