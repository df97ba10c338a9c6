import { about, initially, nullable, sometimes } from '../../../kernel/base/fields.js';
import { concealed, flag, integer, oneOf, ref, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { processor_names } from '../../core/routing/rule-fields.js';
import { payment_method_type } from '../../payments/payment-methods/payment-method.js';
import { branding } from './branding-fields.js';
import { invoice_prefix } from './invoice-prefix.js';
import { payout_settings } from './payout-settings.js';

const bacs_debit_payments = {
  display_name: about(
    'The name of the business on Bacs mandates; recorded as sent, and not copied to mandates of Florin.',
    nullable(textOf(100)),
  ),
} as const;

const statement = nullable(textOf(22));

const payments = {
  disabled_payment_method_types: about(
    'The types of payment method that are not offered to payers and are refused, though the account could take them.',
    listOf(payment_method_type, 200),
  ),
  disabled_processors: about(
    'The processors, by name, that get no new payments of the account; earlier ones are captured, refunded and continued there. Where a routing rule or the operator names others, these take over; where all are switched off, payments are refused with `payment_method_unactivated`. Setting up a payment method does not observe them.',
    processor_names,
  ),
  statement_descriptor: about('The text on statements of payers, of at most 22 characters; recorded as sent.', statement),
  statement_descriptor_kana: about('The same in kana, for Japan; recorded as sent.', statement),
  statement_descriptor_kanji: about('The same in kanji, for Japan; recorded as sent.', statement),
} as const;

/** What PayPay asks of the website of a business; how a website under development is entered differs between what is sent and shown. */
const siteWith = <P extends Parameters<typeof object>[0]>(entered: P) =>
  object({
    accessible: about('That the website is public; it has no members.', sometimes(object({}))),
    in_development: about(
      'How a website that is not public yet is visited.',
      sometimes(object({ ...entered, username: about('The name with which the website is entered.', nullable(text)) })),
    ),
    restricted: about(
      'A website that only customers can visit.',
      sometimes(object({ payment_flow_file: about('A file that shows how customers pay.', nullable(ref('file'))) })),
    ),
    type: about('Who can visit the website.', sometimes(oneOf('accessible', 'in_development', 'restricted'))),
  });

const paypayWith = <P extends Parameters<typeof object>[0]>(entered: P) =>
  object({
    additional_files: about('Further files for PayPay.', sometimes(listOf(ref('file'), 10))),
    goods_type: about('Whether the business sells `digital_content` or other goods.', sometimes(oneOf('digital_content', 'other'))),
    site: about('The website of the business.', sometimes(siteWith(entered))),
  });

const paypay_input = paypayWith({
  password: about(
    'The password with which the website is entered; stored in the vault and never shown.',
    concealed(/^.{1,255}$/, 'parameter_invalid', /(?!)/),
  ),
});

const paypay_shown = paypayWith({
  password_provided: about('Whether the password of the website was sent; it is stored in the vault and never shown.', flag),
});

/** Settings that are sent and shown alike. */
const members = {
  branding: about('The logo and colors of pages, messages and documents for customers.', branding),
  card_issuing: about(
    'Settings of the cards that the account issues.',
    object({
      tos_acceptance: about(
        'That the terms for issued cards were accepted; recorded as sent.',
        object({
          date: about('When the terms were accepted, in Unix seconds.', nullable(timestamp)),
          ip: about('The IP address from which the terms were accepted.', nullable(textOf(45))),
          user_agent: about('The user agent of the browser in which the terms were accepted.', nullable(text)),
        }),
      ),
      default_decision: about(
        'What happens to an authorization that your endpoint does not answer in time or validly; `decline` by default.',
        oneOf('decline', 'approve'),
      ),
    }),
  ),
  card_payments: about(
    'Settings of payments by card.',
    object({
      decline_on: about(
        'Which failed checks decline a payment by card that its issuer has approved. A rule of yours that allows the payment comes first.',
        object({
          avs_failure: about('Whether a postal code that is wrong declines the payment; false by default.', flag),
          cvc_failure: about('Whether a verification code that is wrong declines the payment; false by default.', flag),
        }),
      ),
      statement_descriptor_prefix: about(
        'The beginning of the text on card statements, of at most 22 characters; recorded as sent.',
        nullable(textOf(22)),
      ),
      statement_descriptor_prefix_kana: about('The same in kana, for Japan; recorded as sent.', nullable(textOf(22))),
      statement_descriptor_prefix_kanji: about('The same in kanji, for Japan; recorded as sent.', nullable(textOf(17))),
    }),
  ),
  connect: about(
    'Settings of a platform.',
    object({
      redirect_uris: about(
        'The addresses to which accounts return from the page of `/oauth/authorize`, at most 20; the first one is the default.',
        listOf(url, 20),
      ),
    }),
  ),
  invoices: about(
    'Defaults for the invoices of the account.',
    object({
      days_until_due: about(
        'How many days customers have to pay an invoice that is sent to them; 30 by default.',
        initially(30, integer({ minimum: 0, maximum: 3650 })),
      ),
      default_account_tax_ids: about(
        'The tax ids of the account that invoices show if they name none themselves.',
        nullable(listOf(ref('tax_id'), 25)),
      ),
      hosted_payment_method_save: about(
        'Whether the page of an invoice saves the payment method of customers who have a default one; recorded as sent.',
        nullable(oneOf('always', 'never', 'offer')),
      ),
      numbering: about(
        'Whether invoices are numbered for each customer, the default, or in one sequence for the account.',
        oneOf('customer', 'account'),
      ),
      prefix: about(
        'The beginning of the numbers in one sequence: 3 to 12 capital letters and digits, `INV` by default.',
        initially('INV', invoice_prefix),
      ),
      retry_days: about(
        'The days between attempts to collect a declined invoice, at most 8 of 1 to 60; by default 3, 5, 7 and 6.',
        initially([3, 5, 7, 6], listOf(integer({ minimum: 1, maximum: 60 }), 8)),
      ),
      tax_rounding: about(
        'Whether taxes are rounded on each line, the default, or once for each rate of an invoice.',
        oneOf('line', 'invoice'),
      ),
    }),
  ),
  payouts: about('When the available balance is paid out, and how much of it.', payout_settings),
  sepa_debit_payments: about(
    'Settings of SEPA debits.',
    object({
      creditor_id: about(
        'The SEPA creditor identifier of the business, of at most 35 characters; recorded as sent.',
        sometimes(textOf(35)),
      ),
    }),
  ),
  subscriptions: about(
    "Settings of the account's subscriptions.",
    object({
      after_last_retry: about(
        'What a subscription becomes after the last failed attempt to collect its invoice; `canceled` by default.',
        oneOf('canceled', 'unpaid', 'past_due'),
      ),
      upcoming_days: about(
        'How many days before a renewal `invoice.upcoming` is sent, 7 by default; 0 sends none.',
        initially(7, integer({ minimum: 0, maximum: 60 })),
      ),
    }),
  ),
} as const;

const about_paypay = 'What PayPay asks of a business before it takes payments; absent until it is sent, and recorded as sent.';

/** How an account bills, and what it does where it is not paid, as it is sent. */
export const settings_input = object({
  ...members,
  bacs_debit_payments: about('Settings of Bacs debits.', object(bacs_debit_payments)),
  payments: about('Settings of payments to the account.', object(payments)),
  paypay_payments: about(about_paypay, paypay_input),
});

const mirrored = nullable(textOf(22));

/** The same as it is shown. */
export const settings = object({
  ...members,
  bacs_debit_payments: about(
    'Settings of Bacs debits.',
    object({
      ...bacs_debit_payments,
      service_user_number: about('Always null: the number belongs to the processor of the debits.', nullable(text)),
    }),
  ),
  dashboard: about(
    'How the dashboard shows the account.',
    object({
      display_name: about('The name of the business, as in `business_profile`.', sometimes(nullable(text))),
      timezone: about('Always `Etc/UTC`: moments are shown in the time zone of their reader.', initially('Etc/UTC', nullable(text))),
    }),
  ),
  payments: about(
    'Settings of payments to the account.',
    object({
      ...payments,
      statement_descriptor_prefix_kana: about('The same as in `card_payments`.', mirrored),
      statement_descriptor_prefix_kanji: about('The same as in `card_payments`.', mirrored),
    }),
  ),
  paypay_payments: about(about_paypay, sometimes(paypay_shown)),
});
