import { about, nullable } from '../../../kernel/base/fields.js';
import { email, metadata, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { address, custom_fields, shipment, statement_descriptor } from '../../parts.js';
import { discount_amounts, money, pretax_credit_amounts, tax_amounts, taxes } from './parts.js';

/** What callers say of an invoice besides what it costs. */
export const described = {
  custom_fields,
  description: about('The memo that the page and the PDF of the invoice show, up to 1,500 characters.', nullable(textOf(1500))),
  footer: about("The text at the end of the PDF; the footer of the customer's invoice settings by default.", nullable(text)),
  metadata,
  statement_descriptor: about(
    "What the payer's bank statement shows for the payment; the account's own descriptor by default.",
    nullable(statement_descriptor),
  ),
} as const;

/** Who is to pay; frozen when the invoice is finalized. */
export const of_customer = {
  customer_address: about("The customer's postal address; it no longer changes once the invoice is finalized.", nullable(address)),
  customer_email: about("The customer's email address, to which the invoice is sent, as of finalization.", nullable(email)),
  customer_name: about("The customer's name on the invoice, as of finalization.", nullable(textOf(256))),
  customer_phone: about("The customer's telephone number, as of finalization.", nullable(textOf(100))),
  customer_shipping: about("The customer's address for shipments, as of finalization; null without one.", nullable(shipment)),
  customer_tax_exempt: about(
    'Whether the customer pays taxes: `none` means yes, `exempt` and `reverse` no.',
    nullable(oneOf('none', 'exempt', 'reverse')),
  ),
  customer_tax_ids: about(
    "The customer's tax ids on the invoice, as of finalization.",
    nullable(
      listOf(
        object({
          type: about('The kind of tax id, such as `eu_vat`.', text),
          value: about('The number in the form in which it was stored.', nullable(text)),
        }),
      ),
    ),
  ),
} as const;

/** The sums, all of which come of the lines (`sums.ts`) and of what has been paid. */
export const sums = {
  amount_due: about(
    "What has to be paid in minor units: the total with the customer's balance, less credit notes. Amounts below the minimum charge move to the balance.",
    money,
  ),
  amount_overpaid: about("What was paid beyond the amount due, in minor units; it is credited to the customer's balance.", money),
  amount_paid: about('What has been paid, in minor units.', money),
  amount_paid_off_stripe: about('What was paid outside Florin, in minor units; set when the invoice is marked as paid.', money),
  amount_remaining: about('What is still to be paid, in minor units: the amount due less the amount paid.', money),
  amount_shipping: about('The cost of shipping without exclusive taxes, in minor units.', money),
  ending_balance: about(
    "The customer's balance after finalization, in minor units; below zero it is credit. Null for a draft.",
    nullable(money),
  ),
  post_payment_credit_notes_amount: about('What credit notes gave back of the paid amount, in minor units.', money),
  pre_payment_credit_notes_amount: about('By how much credit notes reduced the unpaid amount, in minor units.', money),
  starting_balance: about(
    "The customer's balance before finalization, in minor units; below zero it is credit that reduces the amount due.",
    money,
  ),
  subtotal: about(
    'The sum of the lines in minor units, after their own discounts, before discounts of the invoice and exclusive taxes.',
    money,
  ),
  subtotal_excluding_tax: about('The subtotal without inclusive taxes, in minor units.', nullable(money)),
  tax: about('The sum of all taxes in minor units; null without tax rates.', nullable(money)),
  total: about('The sum in minor units after all discounts, with shipping and taxes; below zero when credits exceed charges.', money),
  total_discount_amounts: about('How much each discount took off, over all lines.', discount_amounts),
  total_excluding_tax: about('The total without any taxes, in minor units.', nullable(money)),
  total_pretax_credit_amounts: about(
    'How much discounts and billing credits took off before taxes, in the form of versions since 2024; billing credits once for each line.',
    pretax_credit_amounts,
  ),
  total_tax_amounts: about('The taxes of the invoice by tax rate, in the form of versions before 2025-03-31.', tax_amounts),
  total_taxes: about('The taxes of the invoice by tax rate.', taxes),
} as const;
