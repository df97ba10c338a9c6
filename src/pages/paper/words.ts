import type { InvoiceStatus } from './invoice-paper.js';

/** The words of a paper in one language. What stands in braces is replaced. */
export type Words = {
  readonly invoice: string;
  readonly credit_note: string;
  readonly receipt: string;
  readonly number: string;
  readonly credit_note_number: string;
  readonly receipt_number: string;
  readonly quote: string;
  readonly quote_number: string;
  readonly valid_until: string;
  /** `{amount}` of the first invoice, and the `{date}` until which the quote can be accepted. */
  readonly quote_headline: string;
  readonly quote_void_headline: string;
  /** What later periods cost: `{amount}` in each `{period}`. */
  readonly recurring: string;
  readonly every: string;
  readonly credited_invoice: string;
  readonly issued: string;
  readonly due: string;
  readonly paid_on: string;
  readonly voided_on: string;
  readonly period: string;
  readonly from: string;
  readonly bill_to: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly tax: string;
  readonly amount: string;
  readonly subtotal: string;
  readonly shipping: string;
  readonly discount: string;
  readonly billing_credits: string;
  readonly off: string;
  readonly total_excluding_tax: string;
  /** `{percentage}` and `{amount}`: of what the tax is taken. */
  readonly tax_on: string;
  readonly included: string;
  readonly reverse_charge: string;
  readonly customer_exempt: string;
  readonly total: string;
  readonly total_credit: string;
  readonly applied_balance: string;
  /** What is too little to be charged. */
  readonly carried_over: string;
  readonly amount_paid: string;
  readonly amount_due: string;
  readonly due_headline: string;
  readonly due_headline_undated: string;
  readonly paid_headline: string;
  readonly paid_headline_undated: string;
  readonly void_headline: string;
  readonly uncollectible_headline: string;
  readonly credit_headline: string;
  readonly statuses: Readonly<Record<InvoiceStatus, string>>;
  readonly page: string;
  readonly continued: string;
  readonly test: string;
  readonly tax_id: string;
};
