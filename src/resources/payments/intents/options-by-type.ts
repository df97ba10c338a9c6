import { about, nullable, required, type SaidFields } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { address } from '../../parts.js';
import { bank_transfer } from './bank-transfer.js';
import {
  acss_terms,
  amount_includes_iof,
  blik_mandate,
  type Clash,
  calendar_day,
  dated,
  exclusive,
  mandateWith,
  matching,
  payto_mandate,
  pix_mandate,
  referenced,
  upi_mandate,
  verification,
} from './option-kinds.js';

/** The options of one type. They reach the processor with every question about a payment method of the type. */
export type OptionsOfType = {
  /** Of payments and of setups. */
  readonly both?: SaidFields;
  /** Of payments alone. */
  readonly paying?: SaidFields;
  /** Of setups alone. */
  readonly setting_up?: SaidFields;
  /** What does not fit together. */
  readonly clashIn?: (given: object) => Clash;
};

const locale = { preferred_locale: about('The language for the pages of the payment method, such as `en-US`.', text) };
const pageLanguage = (...languages: readonly string[]): SaidFields => ({
  preferred_language: about("The language of the bank's page, which the charge shows.", nullable(oneOf(...languages))),
});
const reference = (max: number): SaidFields => ({
  reference: about(`Your own reference of the order, up to ${max} characters.`, nullable(textOf(max))),
});

const company_details = about(
  'The company that buys, as its register has it.',
  nullable(
    sparse({
      registered_address: about('The address of the company in the register.', nullable(address)),
      registered_name: about('The name of the company in the register.', textOf(255)),
      registration_number: about('The number of the company in the register.', textOf(100)),
      registration_type: about(
        'The register that the number is from.',
        nullable(
          oneOf(
            ...(['ch_ein', 'de_hrb', 'dk_cvr', 'es_cif', 'fi_tunnus', 'fr_siren', 'fr_siret', 'it_rea', 'nl_kvk'] as const),
            ...(['no_org_number', 'no_pno', 'se_org_number', 'se_pno', 'uk_crn'] as const),
          ),
        ),
      ),
      vat: about('The VAT number of the company.', textOf(50)),
    }),
  ),
);

const intervals = oneOf('day', 'month', 'week', 'year');
const later_amount = integer({ minimum: 0, maximum: 99_999_999 });

const klarna = {
  ...locale,
  on_demand: about(
    'What the payer is going to buy again and again, without a fixed schedule.',
    sparse({
      average_amount: about('The average amount of a purchase, in minor units.', later_amount),
      maximum_amount: about('The largest amount of a purchase, in minor units.', later_amount),
      minimum_amount: about('The smallest amount of a purchase, in minor units.', later_amount),
      purchase_interval: about('The unit of time between purchases.', intervals),
      purchase_interval_count: about('How many units of time are between purchases.', integer({ minimum: 1 })),
    }),
  ),
  subscriptions: about(
    'The subscriptions that the payer begins; an empty value removes them.',
    nullable(
      listOf(
        sparse({
          interval: about('The unit of time between payments.', required(intervals)),
          interval_count: about('How many units of time are between payments; 1 by default.', integer({ minimum: 1 })),
          name: about('The name of the subscription.', textOf(255)),
          next_billing: about(
            'The next payment.',
            sparse({
              amount: about('The amount of the next payment, in minor units.', required(later_amount)),
              date: about('The day of the next payment, as `YYYY-MM-DD`.', required(calendar_day)),
            }),
          ),
          reference: about('Your own reference of the subscription, which each of its payments has.', required(textOf(255))),
        }),
        100,
      ),
    ),
  ),
};

const us_bank_account = {
  ...verification,
  ...mandateWith({
    collection_method: about('How the payer has agreed, if it was on `paper`.', nullable(oneOf('paper'))),
  }),
  financial_connections: about(
    'What the payer is asked to share when signing in at the bank.',
    sparse({
      filters: about(
        'Which accounts of the payer can be chosen.',
        sparse({
          account_subcategories: about('The kinds of accounts: `checking`, `savings` or both.', listOf(oneOf('checking', 'savings'), 2)),
        }),
      ),
      permissions: about('The data that the payer is asked to share, such as `payment_method` or `balances`.', listOf(textOf(40), 10)),
      prefetch: about('The data to load as soon as the payer has signed in, such as `balances`.', listOf(textOf(40), 10)),
      return_url: about('Where an app continues after the payer has signed in at the bank.', url),
    }),
  ),
  networks: about(
    'The networks that may carry the payment.',
    sparse({ requested: about('`ach` for a debit, `us_domestic_wire` for a wire transfer.', listOf(oneOf('ach', 'us_domestic_wire'), 2)) }),
  ),
};

/** The options of single types; cards have a table of their own. */
export const options_by_type: Partial<Record<MethodType, OptionsOfType>> = {
  acss_debit: {
    both: {
      ...{ ...verification, ...mandateWith(acss_terms) },
      currency: about('The currency of later debits: `cad` or `usd`.', oneOf('cad', 'usd')),
    },
    paying: dated,
  },
  affirm: { paying: locale },
  afterpay_clearpay: { paying: reference(128) },
  au_becs_debit: { paying: dated },
  bacs_debit: { both: referenced, paying: dated },
  bancontact: { paying: pageLanguage('de', 'en', 'fr', 'nl') },
  billie: { paying: { ...reference(128), company_details } },
  blik: {
    both: {
      code: about(
        'The six digits that the payer reads in the app of their bank.',
        matching(/^\d{6}$/, 'send the six digits that the payer reads in the app of their bank'),
      ),
      ...blik_mandate,
    },
  },
  customer_balance: { paying: bank_transfer },
  klarna: { both: klarna, setting_up: { currency: about('The currency of later payments.', currency) } },
  konbini: {
    paying: {
      confirmation_number: about(
        'The 10 or 11 digits that the payer gives at the till besides the payment code, such as their telephone number.',
        nullable(matching(/^(?!0+$)\d{10,11}$/, 'send 10 or 11 digits, which a payer gives besides the payment code')),
      ),
      expires_at: about('Until when the payer can pay, in Unix seconds; in place of `expires_after_days`.', nullable(timestamp)),
      product_description: about('What is bought, up to 22 characters; shown at the till.', nullable(textOf(22))),
    },
    clashIn: exclusive('expires_after_days', 'expires_at'),
  },
  link: { both: { persistent_token: about('Accepted for compatibility, and not used.', text) } },
  nz_bank_account: { paying: dated },
  p24: {
    paying: { tos_shown_and_accepted: about('That your page has shown the terms of Przelewy24 and the payer has accepted them.', flag) },
  },
  paypal: {
    paying: {
      ...{ ...locale, ...reference(127) },
      risk_correlation_id: about('The id under which PayPal has collected data of the payer for its assessment of risks.', textOf(255)),
    },
    setting_up: {
      billing_agreement_id: about('The id of an agreement at PayPal that the payer has made before; the mandate shows it.', textOf(255)),
    },
  },
  payto: { both: payto_mandate },
  pix: {
    both: pix_mandate,
    paying: {
      amount_includes_iof,
      expires_at: about('Until when the payer can pay, in Unix seconds; in place of `expires_after_seconds`.', timestamp),
    },
    clashIn: exclusive('expires_after_seconds', 'expires_at'),
  },
  sepa_debit: { both: referenced, paying: dated },
  sofort: { paying: pageLanguage('de', 'en', 'es', 'fr', 'it', 'nl', 'pl') },
  swish: { paying: reference(35) },
  upi: { both: upi_mandate },
  us_bank_account: {
    both: us_bank_account,
    paying: {
      ...dated,
      transaction_purpose: about(
        'The purpose of the payment, for the bank of the payer.',
        nullable(oneOf('goods', 'other', 'services', 'unspecified')),
      ),
      preferred_settlement_speed: about(
        'Whether the debit should settle as fast as possible (`fastest`) or at the usual time (`standard`).',
        oneOf('fastest', 'standard'),
      ),
    },
  },
};
