import { address_for_payer } from '../../parts.js';
import { line_for_payer } from './line.js';
import { tax_rates_for_payer, taxes_for_payer } from './parts.js';
import { printed_for_payer } from './printed.js';
import { shipping_for_payer } from './shipping.js';

/** What a publishable key sees of an invoice. */
export const invoice_for_payer = {
  id: true,
  object: true,
  account_country: true,
  account_name: true,
  amount_due: true,
  amount_paid: true,
  amount_remaining: true,
  collection_method: true,
  created: true,
  currency: true,
  custom_fields: { name: true, value: true },
  customer_address: address_for_payer,
  customer_email: true,
  customer_name: true,
  customer_phone: true,
  customer_tax_exempt: true,
  customer_tax_ids: { type: true, value: true },
  default_tax_rates: tax_rates_for_payer,
  description: true,
  due_date: true,
  footer: true,
  hosted_invoice_url: true,
  invoice_pdf: true,
  lines: { data: line_for_payer },
  livemode: true,
  number: true,
  paid: true,
  period_end: true,
  period_start: true,
  post_payment_credit_notes_amount: true,
  pre_payment_credit_notes_amount: true,
  rendering: { amount_tax_display: true, pdf: { page_size: true } },
  shipping_cost: shipping_for_payer,
  starting_balance: true,
  ending_balance: true,
  status: true,
  status_transitions: { finalized_at: true, marked_uncollectible_at: true, paid_at: true, voided_at: true },
  subtotal: true,
  subtotal_excluding_tax: true,
  total: true,
  total_discount_amounts: { amount: true, discount: true },
  total_excluding_tax: true,
  total_pretax_credit_amounts: { amount: true, type: true },
  total_taxes: taxes_for_payer,
} as const;

/** Further members for the page of an invoice. */
export const invoice_page_for_payer = {
  basis: { discounts: { id: true, coupon: { name: true, percent_off: true } }, fixed: { rate: tax_rates_for_payer } },
  payment_intent: true,
  printed: printed_for_payer,
} as const;
