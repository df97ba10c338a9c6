import type { PlainLine } from '../invoices/plain-line.js';
import type { InvoiceItem } from './invoice-item.js';

/** The lines that a credit gives back; null for a charge, and for a credit of another item. */
const linesCredited = (credited: NonNullable<InvoiceItem['proration_details']>['credited_items']) =>
  credited?.invoice && credited.invoice_line_items ? { invoice: credited.invoice, invoice_line_items: credited.invoice_line_items } : null;

/** An invoice item as a line of the invoice that it is put on. */
export const plainOfItem = (item: InvoiceItem): PlainLine => ({
  amount: item.amount,
  description: item.description,
  discountable: item.discountable,
  discount_amounts: item.taken ?? [],
  discounts: item.discounts_kept ?? [],
  invoice_item: item.id,
  metadata: item.metadata,
  period: item.period,
  price: item.price,
  proration: item.proration,
  proration_details: item.proration_details && { credited_items: linesCredited(item.proration_details.credited_items) },
  proration_discounts: item.proration_details?.discount_amounts ?? [],
  quantity: item.quantity,
  quantity_decimal: item.quantity_decimal,
  subscription: item.subscription,
  subscription_item: item.subscription_item,
  tax_behavior: item.tax_behavior ?? null,
  tax_code: item.tax_code ?? null,
  tax_rates: item.tax_rates,
  unit_amount_decimal: item.unit_amount_decimal,
});
