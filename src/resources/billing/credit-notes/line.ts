import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import {
  discount_amounts,
  money,
  pretax_credit_amounts,
  tax_amounts,
  tax_rate_value,
  tax_rates_for_payer,
  taxes,
  taxes_for_payer,
} from '../invoices/parts.js';

/** Ids of lines are `cnli_…`. */
export const line_id = { object: 'credit_note_line_item', prefix: 'cnli' } as const;

/** Where a line comes from: a line of the invoice, or words of the merchant's own. */
export const line_type = oneOf('invoice_line_item', 'custom_line_item');

/** One line of a credit note, in the shapes of older and of newer clients at once. */
const line = object({
  id: about('The id of the line.', text),
  object: about('Always `credit_note_line_item`.', oneOf('credit_note_line_item')),
  amount: about('The credited amount in minor units, before discounts and exclusive taxes.', money),
  amount_excluding_tax: about('The amount without inclusive taxes, in minor units.', nullable(money)),
  description: about('The text of the line; that of the invoice line by default.', nullable(text)),
  discount_amount: about('By how much discounts reduced the line, in minor units.', money),
  discount_amounts: about('By how much each discount reduced the line.', discount_amounts),
  invoice_line_item: about('The line of the invoice that is credited; absent for a custom line.', sometimes(text)),
  livemode: about('Whether the line belongs to live mode.', flag),
  metadata,
  pretax_credit_amounts: about(
    'By how much each discount, and applied billing credits, reduced the line before taxes.',
    pretax_credit_amounts,
  ),
  quantity: about('The number of credited units; null when an amount is credited.', nullable(integer())),
  tax_amounts: about('The credited taxes by tax rate, in the form of versions before 2025-03-31.', tax_amounts),
  tax_rates: about('The tax rates of the line.', listOf(tax_rate_value, 5)),
  taxes: about('The credited taxes by tax rate.', taxes),
  type: about('`invoice_line_item` for a line of the invoice, `custom_line_item` for your own.', line_type),
  unit_amount: about(
    'The credited amount of a unit in minor units; null for an amount alone or when it is fractional.',
    nullable(integer()),
  ),
  unit_amount_decimal: about('The credited amount of a unit as a decimal in minor units; null for an amount alone.', nullable(text)),
  unit_amount_excluding_tax: about('The credited amount of a unit as a decimal in minor units; null for an amount alone.', nullable(text)),
});

/** The lines of a credit note as they are shown: all of them. */
export const lines = object({
  object: about('Always `list`.', oneOf('list')),
  data: about('The lines of the credit note.', listOf(line)),
  has_more: about('Always false: all lines are included.', flag),
  total_count: about('The number of lines.', integer()),
  url: about('The path that lists the lines page by page.', text),
});

/** What payers see of a line: what they get back, and for what. */
export const line_for_payer = {
  id: true,
  object: true,
  amount: true,
  description: true,
  discount_amounts: { amount: true, discount: true },
  quantity: true,
  tax_rates: tax_rates_for_payer,
  taxes: taxes_for_payer,
  unit_amount_decimal: true,
} as const;
