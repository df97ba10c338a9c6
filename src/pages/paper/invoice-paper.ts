/** The content of an invoice, a credit note, a receipt or a quote. Amounts in minor units, moments in seconds. Papers, pages and messages are made of it alone. */
export type InvoicePaper = {
  readonly kind: 'invoice' | 'credit_note' | 'receipt' | 'quote';
  readonly status: InvoiceStatus;
  readonly livemode: boolean;
  /** That of the issuer's country where it is `auto`. */
  readonly page_size: 'a4' | 'auto' | 'letter';
  /** Null while it is a draft. */
  readonly number: string | null;
  /** The number of the invoice that a credit note belongs to. */
  readonly credited_number: string | null;
  readonly currency: string;
  /** The languages of whom it is for, the one they like best first. */
  readonly locales: readonly string[];
  readonly issued: number | null;
  /** Of a quote, until when it can be accepted. */
  readonly due: number | null;
  readonly paid: number | null;
  readonly voided: number | null;
  readonly period: Period | null;
  readonly issuer: Issuer;
  readonly customer: Party;
  readonly custom_fields: readonly { readonly name: string; readonly value: string }[];
  /** What the merchant wants to say at the top, and at the foot. */
  readonly memo: string | null;
  readonly footer: string | null;
  readonly lines: readonly InvoiceLine[];
  readonly discounts: readonly InvoiceDiscount[];
  readonly taxes: readonly InvoiceTax[];
  readonly subtotal: number;
  /** The cost of shipping, in the form of the lines; null without it. */
  readonly shipping: number | null;
  readonly total: number;
  /** Taken from the customer's balance; what is added to it is below zero. */
  readonly applied_balance: number;
  /** What is left is less than can be charged, and is added to the next invoice. */
  readonly carried_over: number;
  /** What credit notes took off before it was paid. */
  readonly credited: number;
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly amount_remaining: number;
};

/** How an invoice stands; a credit note is open as long as it is not void. */
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

/** From a moment until another. */
export type Period = { readonly start: number; readonly end: number };

/** An address in the API's form. */
export type Address = {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  /** ISO 3166, two letters. */
  readonly country: string | null;
};

/** Who is on a paper. */
export type Party = {
  readonly name: string | null;
  readonly address: Address | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Each with its kind, for example `eu_vat`. */
  readonly tax_ids: readonly { readonly type: string; readonly value: string }[];
};

/** Whose invoice it is. Its `email` is where questions go. */
export type Issuer = Party & {
  /** Decides the size of the paper, unless that is said. */
  readonly country: string;
  /** A PNG or JPEG; anything else is left out. */
  readonly logo: Uint8Array | null;
  /** `#rrggbb` */
  readonly color: string | null;
};

/** What is invoiced. */
export type InvoiceLine = {
  readonly description: string | null;
  readonly period: Period | null;
  readonly quantity: number | null;
  /** In minor units, with the decimals that it has: `0.5`. Null where no unit has a price. */
  readonly unit_amount: string | null;
  /** Before discounts, and without the taxes that are not in it; without any taxes by the print settings. */
  readonly amount: number;
  readonly discounts: readonly { readonly name: string | null; readonly amount: number }[];
  /** The percentages of its taxes, as decimals: `7.75`. */
  readonly tax_percentages: readonly string[];
};

/** A discount of the whole, with all that it takes off; or all billing credits that were applied. */
export type InvoiceDiscount = {
  readonly name: string | null;
  readonly percent_off: number | null;
  readonly amount: number;
  readonly is_credits?: true;
};

/** All that one rate comes to. */
export type InvoiceTax = {
  /** Null where it has none to be shown. */
  readonly name: string | null;
  /** As a decimal: `19`; null where it is not told. */
  readonly percentage: string | null;
  readonly inclusive: boolean;
  readonly taxable_amount: number | null;
  readonly amount: number;
  /** Why nothing is taken, where it must be said. */
  readonly reason: 'reverse_charge' | 'customer_exempt' | null;
};

/** The file name of a paper as a PDF. */
export const pdfName = ({ kind, number }: InvoicePaper): string =>
  `${[kind, number]
    .filter(Boolean)
    .join('-')
    .replace(/[^\w-]+/g, '_')}.pdf`;
