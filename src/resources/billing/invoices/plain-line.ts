import type { CreditAmount } from '../../../arithmetic/billing/credits.js';
import type { DiscountAmount } from '../../../arithmetic/billing/discounts.js';
import type { Period } from '../../../arithmetic/billing/periods.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { Price } from '../../catalogue/prices/price.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { FixedTax } from './fixed-taxes.js';
import type { Line } from './invoice.js';

/** By which line of which invoice something was charged, or by which invoice item. */
export type ChargedBy = { readonly invoice: string | null; readonly invoice_item: string | null; readonly line: string | null };

/** What is billed, before it is summed up: amounts in minor units, already priced; everything that is not said is nothing. */
export type PlainLine = {
  /** Before discounts and exclusive taxes; below zero for a credit. */
  readonly amount: number;
  readonly description: string | null;
  readonly period: Period;
  /** Whole, as it was charged. */
  readonly price?: Price | null;
  readonly unit_amount_decimal?: string | null;
  readonly quantity?: number | null;
  readonly quantity_decimal?: string | null;
  readonly invoice_item?: string | null;
  readonly subscription?: string | null;
  readonly subscription_item?: string | null;
  readonly proration?: boolean;
  readonly proration_details?: Line['proration_details'];
  /** The discounts in a proration, itemized or not. */
  readonly proration_discounts?: readonly DiscountAmount[];
  /** By what it was charged that a proration gives back. */
  readonly gives_back?: ChargedBy;
  /** True by default. */
  readonly discountable?: boolean;
  /** Those of the line itself, in their order. */
  readonly discounts?: readonly DiscountValue[];
  /** What a proration that itemizes its discounts has taken off itself. */
  readonly discount_amounts?: readonly DiscountAmount[];
  /** The billing credits that are applied to it. */
  readonly credits?: readonly CreditAmount[];
  /** The discounts of the line, which replace those of the invoice; none by default. */
  readonly tax_rates?: readonly TaxRate[];
  /** Its taxes, if they were calculated elsewhere; they replace rates and automatic taxes. */
  readonly fixed_taxes?: readonly FixedTax[];
  /** By what automatic taxes are calculated; by default as its price and the settings of the account say. */
  readonly tax_behavior?: string | null;
  readonly tax_code?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Its id, where it has one. */
  readonly id?: string;
};
