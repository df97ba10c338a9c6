import type { Referred } from '../kit/members.js';

/** An invoice, with its customer expanded. */
export type Invoice = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly amount_paid: number;
  readonly amount_remaining: number;
  readonly amount_shipping: number;
  readonly billing_reason: string | null;
  readonly collection_method: string;
  readonly currency: string;
  readonly customer: Referred;
  readonly due_date: number | null;
  readonly hosted_invoice_url: string | null;
  readonly invoice_pdf: string | null;
  readonly lines: { readonly data: readonly InvoiceLine[]; readonly has_more: boolean };
  readonly metadata: Readonly<Record<string, string>>;
  readonly next_payment_attempt: number | null;
  readonly number: string | null;
  readonly payment_intent: string | null;
  readonly subscription: string | null;
  readonly subtotal: number;
  readonly tax: number | null;
  readonly total: number;
};

/** A line of an invoice or a credit note. */
export type InvoiceLine = {
  readonly id: string;
  readonly amount: number;
  readonly currency?: string;
  readonly description: string | null;
  readonly period?: { readonly start: number; readonly end: number } | null;
  readonly quantity: number | null;
};
