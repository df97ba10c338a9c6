import { createHash } from 'node:crypto';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { type TransferCurrency, transfer_of } from '../../../processors/contract.js';
import { transfer_currency } from './cash-balance.js';

/** Where in Europe an account can be that takes transfers in euros, and how a number of it is written behind country and check digits. */
const ibans = {
  BE: { bank: '', digits: 12 },
  DE: { bank: '', digits: 18 },
  ES: { bank: '', digits: 20 },
  FR: { bank: '', digits: 23 },
  IE: { bank: 'FLRN', digits: 14 },
  NL: { bank: 'FLRN', digits: 10 },
} as const;

type Country = keyof typeof ibans;

const countries = Object.keys(ibans) as Country[];

/** Where accounts for euros can be, of what a payment names. */
export const countryFrom = (named: string | undefined): Country | undefined => countries.find((country) => country === named);

/** What instructions are asked for. */
export const instructions_asked = {
  bank_transfer: about(
    'How the customer sends the money.',
    required(
      object({
        eu_bank_transfer: about(
          'The account for transfers in euros; required for them.',
          sparse({ country: about("The country of the account's IBAN.", required(oneOf(...countries))) }),
        ),
        requested_address_types: about(
          'The types of account number to return; by default all of the currency.',
          listOf(oneOf('aba', 'iban', 'sort_code', 'spei', 'swift', 'zengin'), 6),
        ),
        type: about('The type of bank transfer, which must be that of the currency.', required(oneOf(...Object.values(transfer_of)))),
      }),
    ),
  ),
  currency: about('The currency that the customer sends.', required(transfer_currency)),
  funding_type: about('Always `bank_transfer`.', required(oneOf('bank_transfer'))),
};

/** A bank in a country that does not exist. */
const addressIn = (country: string) => ({
  city: 'Testville',
  country,
  line1: '1 Test Street',
  line2: null,
  postal_code: '00000',
  state: null,
});

/** The holder and bank of every account. */
const held = (country: string) => ({
  account_holder_address: addressIn(country),
  account_holder_name: 'Florin Test Account',
  bank_address: addressIn(country),
});

const bank_name = 'Florin Test Bank';

/** At most 30 decimal digits that depend only on the text. */
const digitsOf = (text: string, length: number): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)
    .toString()
    .padStart(30, '0')
    .slice(-length);

/** An IBAN with its check digits (ISO 13616): letters count from ten, and the rest of a division by 97 is one. */
function ibanOf(owner: string, country: Country): string {
  const { bank, digits } = ibans[country];
  const number = bank + digitsOf(owner, digits);
  const asDigits = `${number}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `${country}${String(98n - (BigInt(asDigits) % 97n)).padStart(2, '0')}${number}`;
}

const weights = [3, 7, 1];

/** A CLABE: 17 digits, and one that makes their weighted sum a multiple of ten. */
function clabeOf(owner: string): string {
  const number = `646180${digitsOf(owner, 11)}`;
  const sum = [...number].reduce((total, digit, place) => total + ((Number(digit) * (weights[place % 3] ?? 0)) % 10), 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
}

type FinancialAddress = { readonly type: string; readonly supported_networks: readonly string[] } & Readonly<Record<string, unknown>>;

/** The bank account for transfers in a currency; it never changes for a customer. */
const accounts: Readonly<Record<TransferCurrency, (owner: string, country: Country) => readonly FinancialAddress[]>> = {
  eur: (owner, country) => [
    {
      iban: { ...held(country), bic: `FLRN${country}B1XXX`, country, iban: ibanOf(owner, country) },
      supported_networks: ['sepa'],
      type: 'iban',
    },
  ],
  gbp: (owner) => [
    {
      sort_code: { ...held('GB'), account_number: digitsOf(owner, 8), sort_code: '108800' },
      supported_networks: ['bacs', 'fps'],
      type: 'sort_code',
    },
  ],
  jpy: (owner) => [
    {
      supported_networks: ['zengin'],
      type: 'zengin',
      zengin: {
        ...held('JP'),
        account_number: digitsOf(owner, 7),
        account_type: 'futsu',
        bank_code: '9999',
        bank_name,
        branch_code: '001',
        branch_name: 'Test Branch',
      },
    },
  ],
  mxn: (owner) => [
    { spei: { ...held('MX'), bank_code: '646', bank_name, clabe: clabeOf(owner) }, supported_networks: ['spei'], type: 'spei' },
  ],
  usd: (owner) => {
    const account = { ...held('US'), account_number: digitsOf(owner, 12), account_type: 'checking', bank_name };
    return [
      { aba: { ...account, routing_number: '110000000' }, supported_networks: ['ach', 'domestic_wire_us'], type: 'aba' },
      { supported_networks: ['swift'], swift: { ...account, swift_code: 'FLRNUSB1XXX' }, type: 'swift' },
    ];
  },
};

/** The accounts of a customer that take one currency. */
export const addressesOf = (customer: string, currency: TransferCurrency, country: Country | undefined): readonly FinancialAddress[] =>
  accounts[currency](`${customer} ${currency}`, country ?? 'DE');

/** The country of the accounts of a currency. */
export const countryOf = (currency: TransferCurrency, country: Country | undefined): string =>
  ({ eur: country ?? 'DE', gbp: 'GB', jpy: 'JP', mxn: 'MX', usd: 'US' })[currency];
