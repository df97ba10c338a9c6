import type { TaxExempt } from '../../../arithmetic/billing/taxes.js';
import type { Around } from '../../../kernel/base/effects.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { pretaxOf } from '../invoices/parts.js';
import { type Reasons, shownTaxAmounts, shownTaxes } from '../invoices/shown-taxes.js';
import type { creditNote } from './credit-note.js';
import { line_id } from './line.js';
import type { DrawnLine } from './note-lines.js';

type ShownLine = NonNullable<NonNullable<Settable<typeof creditNote>['lines']>['data']>[number];

/** The exemption of the customer, and why automatic taxes are what they are. */
type Of = { readonly exempt: TaxExempt; readonly reasons: Reasons };

/** A line as it is stored and shown, in both shapes. */
export function shownLine(line: DrawnLine, { exempt, reasons }: Of, { fresh, livemode }: Around): ShownLine & { readonly id: string } {
  const { amount, description, discount_amounts, invoice_line_item, metadata, quantity, tax_rates, taxes, unit_amount_decimal } = line;
  return {
    id: fresh(line_id),
    object: 'credit_note_line_item',
    amount,
    amount_excluding_tax: line.amount_excluding_tax,
    description,
    discount_amount: discount_amounts.reduce((sum, each) => sum + each.amount, 0),
    discount_amounts: discount_amounts.map((each) => ({ ...each })),
    ...(invoice_line_item !== null && { invoice_line_item }),
    livemode,
    metadata: metadata || {},
    pretax_credit_amounts: pretaxOf(discount_amounts, line.credits),
    quantity,
    tax_amounts: shownTaxAmounts(taxes, exempt, reasons),
    tax_rates: [...tax_rates],
    taxes: shownTaxes(taxes, exempt, reasons),
    type: invoice_line_item === null ? 'custom_line_item' : 'invoice_line_item',
    unit_amount: unit_amount_decimal !== null && Number.isSafeInteger(Number(unit_amount_decimal)) ? Number(unit_amount_decimal) : null,
    unit_amount_decimal,
    unit_amount_excluding_tax: unit_amount_decimal,
  };
}
