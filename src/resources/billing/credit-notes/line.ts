import { nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { discount_amounts, money, tax_amounts, tax_rate_value, tax_rates_for_payer, taxes, taxes_for_payer } from '../invoices/parts.js';

/** Ids of lines are `cnli_…`. */
export const line_id = { object: 'credit_note_line_item', prefix: 'cnli' } as const;

/** Where a line comes from: a line of the invoice, or words of the merchant's own. */
export const line_type = oneOf('invoice_line_item', 'custom_line_item');

/** What discounts took off, as newer clients read it. */
export const pretax_credit_amounts = listOf(object({ amount: integer(), discount: ref('discount'), type: oneOf('discount') }));

/** One line of a credit note, in the shapes of older and of newer clients at once. */
const line = object({
  id: text,
  object: oneOf('credit_note_line_item'),
  amount: money,
  amount_excluding_tax: nullable(money),
  description: nullable(text),
  discount_amount: money,
  discount_amounts,
  invoice_line_item: sometimes(text),
  livemode: flag,
  metadata,
  pretax_credit_amounts,
  quantity: nullable(integer()),
  tax_amounts,
  tax_rates: listOf(tax_rate_value, 5),
  taxes,
  type: line_type,
  unit_amount: nullable(integer()),
  unit_amount_decimal: nullable(text),
  unit_amount_excluding_tax: nullable(text),
});

/** The lines of a credit note as they are shown: all of them. */
export const lines = object({
  object: oneOf('list'),
  data: listOf(line),
  has_more: flag,
  total_count: integer(),
  url: text,
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
