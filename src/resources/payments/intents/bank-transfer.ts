import { about } from '../../../kernel/base/fields.js';
import { country, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { listOf, sparse } from '../../../kernel/base/members.js';

const transfer_types = oneOf('eu_bank_transfer', 'gb_bank_transfer', 'jp_bank_transfer', 'mx_bank_transfer', 'us_bank_transfer');

/** The Stripe CLI sends an older name of transfers in Japan. */
const transfer_type: typeof transfer_types = {
  ...transfer_types,
  read: (value, at, reading) => transfer_types.read(value === 'jp_bank_account' ? 'jp_bank_transfer' : value, at, reading),
};

/** How a customer adds money to their cash balance. */
export const bank_transfer = {
  bank_transfer: about(
    'How the customer transfers an amount that their cash balance does not cover.',
    sparse({
      eu_bank_transfer: about(
        'The account for transfers in euros.',
        sparse({ country: about("The country of the account's IBAN, such as `DE`.", country) }),
      ),
      requested_address_types: about('The types of account number to show, such as `iban`.', listOf(textOf(20), 6)),
      type: about('The type of bank transfer, which depends on the currency.', transfer_type),
    }),
  ),
  funding_type: about('How the customer adds money to the cash balance; always `bank_transfer`.', oneOf('bank_transfer')),
} as const;
