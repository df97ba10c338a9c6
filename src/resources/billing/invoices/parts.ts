import type { CreditAmount } from '../../../arithmetic/billing/credits.js';
import type { DiscountAmount } from '../../../arithmetic/billing/discounts.js';
import { reasons } from '../../../arithmetic/tax/determine.js';
import { about, type Given, initially, nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { billed_max } from '../../../kernel/base/money.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { amount_tax_display } from '../../parts.js';
import { snapshotOf } from '../../snapshot.js';

/** Whom an invoice is from. */
export const issuer = about(
  'The account whose name and address the invoice shows; your own by default.',
  initially(
    { type: 'self' as const },
    sparse({
      account: about('The connected account that issues the invoice; required with `type=account`.', ref('account')),
      type: about('`self` for your own account, or `account` for a connected one.', required(oneOf('self', 'account'))),
    }),
  ),
);

/** Amounts of invoices, in minor units; a credit is below zero. */
export const money = integer({ minimum: -billed_max, maximum: billed_max });

/** From when to when a line is for, in Unix seconds. */
export const period = about(
  'The time that the line is for; the moment of creation by default.',
  object({
    end: about('The end of the period, in Unix seconds.', required(timestamp)),
    start: about('The start of the period, in Unix seconds.', required(timestamp)),
  }),
);

/** Whose taxes are calculated. */
const liability = about(
  'The account that is liable for the taxes; only `self`, your own account, is accepted.',
  object({ type: about('Always `self`.', required(oneOf('self'))) }),
);

/** Whether taxes are calculated automatically, as callers say it. */
export const automatic_tax_input = about(
  'Automatic taxes, by the settings and registrations of the account; not together with tax rates.',
  object({ enabled: about('Whether taxes are calculated automatically.', required(flag)), liability }),
);

const of_template = {
  template: about(
    'The template whose footer, memo, custom fields and print settings apply where the invoice has none of its own; null without one.',
    nullable(ref('invoice_rendering_template')),
  ),
  template_version: about(
    'The version of the template; null for the newest one at finalization, which the invoice keeps.',
    nullable(integer({ minimum: 1 })),
  ),
} as const;

/** Print settings: how amounts are shown, and the page size (by default that of the account's country). */
export const rendering = about(
  'How the PDF shows the invoice; null for the defaults.',
  nullable(
    object({
      amount_tax_display,
      pdf: about(
        'Settings of the paper; null for the defaults.',
        nullable(
          object({
            page_size: about(
              'The size of the paper; `auto` and null choose it by the country of your account.',
              nullable(oneOf('a4', 'auto', 'letter')),
            ),
          }),
        ),
      ),
      ...of_template,
    }),
  ),
);

/** How much of something a discount took off. */
export const discount_amounts = about(
  'How much each discount took off.',
  listOf(
    object({
      amount: about('The amount taken off, in minor units.', money),
      discount: about('The discount that was applied.', ref('discount')),
    }),
  ),
);

/** What reduced something before its taxes: discounts, and billing credits. */
export const pretax_credit_amounts = listOf(
  sparse({
    amount: about('The amount taken off, in minor units.', required(integer())),
    credit_balance_transaction: about(
      'The transaction of the billing credits that were applied; absent for a discount.',
      ref('billing.credit_balance_transaction'),
    ),
    discount: about('The discount that was applied; absent for billing credits.', ref('discount')),
    type: about(
      'Whether a discount or billing credits took the amount off; the member of that name is set.',
      required(oneOf('credit_balance_transaction', 'discount')),
    ),
  }),
);

/** Discounts and applied billing credits, in the form of versions since 2024. */
export const pretaxOf = (discounts: readonly DiscountAmount[], credits: readonly CreditAmount[]) => [
  ...discounts.map((each) => ({ ...each, type: 'discount' as const })),
  ...credits.map((each) => ({ ...each, type: 'credit_balance_transaction' as const })),
];

/** The billing credits among what reduced something before its taxes. */
export const creditsIn = (
  pretax: readonly { readonly amount: number; readonly credit_balance_transaction?: string | undefined }[],
): CreditAmount[] =>
  pretax.flatMap(({ amount, credit_balance_transaction }) => (credit_balance_transaction ? [{ amount, credit_balance_transaction }] : []));

/** A tax rate as it was when it was put on something. */
export const tax_rate_value = snapshotOf(taxRate);

/** Why a rate came to what it did: as Florin determines it, or as a caller says who calculates taxes elsewhere. */
export const taxability_reason = oneOf(
  ...reasons,
  ...(['portion_product_exempt', 'portion_reduced_rated', 'portion_standard_rated', 'product_exempt_holiday'] as const),
  ...(['proportionally_rated', 'taxable_basis_reduced'] as const),
);

/** One of these reasons. */
export type TaxabilityReason = NonNullable<Given<{ it: typeof taxability_reason }>['it']>;

/** What rates came to, as older clients read it. */
export const tax_amounts = about(
  'The taxes by tax rate, in the form of versions before 2025-03-31.',
  listOf(
    object({
      amount: about('The tax in minor units.', money),
      inclusive: about('Whether the price included the tax.', flag),
      tax_rate: about('The tax rate that was applied.', ref('tax_rate')),
      taxability_reason: about(
        'Why the tax was charged, or why it is 0: the customer is exempt, owes the tax itself, or the rate is zero.',
        nullable(taxability_reason),
      ),
      taxable_amount: about('The amount that was taxed, in minor units.', nullable(money)),
    }),
  ),
);

/** The same as newer ones do. */
export const taxes = about(
  'The taxes by tax rate.',
  listOf(
    object({
      amount: about('The tax in minor units.', money),
      tax_behavior: about('Whether the tax was added to the price (`exclusive`) or included in it.', oneOf('exclusive', 'inclusive')),
      tax_rate_details: about(
        'The tax rate that was applied.',
        nullable(object({ tax_rate: about('The id of the tax rate.', ref('tax_rate')) })),
      ),
      taxability_reason: about(
        'Why the tax was charged, or why it is 0: the customer is exempt, owes the tax itself, or the rate is zero.',
        taxability_reason,
      ),
      taxable_amount: about('The amount that was taxed, in minor units.', nullable(money)),
      type: about('Always `tax_rate_details`.', oneOf('tax_rate_details')),
    }),
  ),
);

const credited_items = about(
  'The lines that a credit gives back; null for a charge.',
  nullable(
    object({
      invoice: about('The id of the invoice with these lines.', required(text)),
      invoice_line_items: about('The ids of the lines that were credited.', required(listOf(text))),
    }),
  ),
);

/** What a proration gives back, as a line tells it. */
export const proration_details = about('What a credit gives back.', object({ credited_items }));

const lines_credited = {
  invoice: about('The id of the invoice with these lines.', text),
  invoice_line_items: about('The ids of the lines that were credited.', listOf(text)),
} as const;

const credited_items_of_item = about(
  'What a credit gives back: lines of an invoice, or an invoice item that was never billed; null for a charge.',
  nullable(
    object({
      invoice: about('The id of the invoice of the lines, in the older form; absent for an invoice item.', sometimes(text)),
      invoice_item: about('The invoice item that is given back; absent for lines of an invoice.', sometimes(text)),
      invoice_line_item_details: about('The lines of an invoice; absent for an invoice item.', sometimes(object(lines_credited))),
      invoice_line_items: about('The ids of the lines, in the older form; absent for an invoice item.', sometimes(listOf(text))),
      type: about('Which of the members is set.', oneOf('invoice_item', 'invoice_line_items')),
    }),
  ),
);

/** The same as an invoice item tells it, with the discounts that went into it in flexible mode. */
export const proration_details_of_item = about(
  'What a credit gives back, and the discounts that it contains.',
  object({ credited_items: credited_items_of_item, discount_amounts }),
);

/** Which price was charged, as newer clients read it. */
export const pricing = about(
  'The price and amount of a unit; null for a plain amount.',
  nullable(
    object({
      price_details: about(
        'The price of the line; null for a plain amount.',
        nullable(
          object({
            price: about('The id of the price.', ref('price')),
            product: about('The id of the product that the price belongs to.', text),
          }),
        ),
      ),
      type: about('Always `price_details`.', oneOf('price_details')),
      unit_amount_decimal: about('The price of a unit as a decimal in minor units; null for tiers with several amounts.', nullable(text)),
    }),
  ),
);

/** What a tax is called, and how much it is. */
export const tax_rates_for_payer = {
  id: true,
  object: true,
  country: true,
  display_name: true,
  inclusive: true,
  jurisdiction: true,
  percentage: true,
  state: true,
} as const;

/** All members, except for the inputs of the computation. */
export const taxes_for_payer = {
  amount: true,
  tax_behavior: true,
  tax_rate_details: { tax_rate: true },
  taxability_reason: true,
  taxable_amount: true,
} as const;
