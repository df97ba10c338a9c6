import { chargeBounds } from '../../kernel/base/money.js';
import { type CreditAmount, creditSum } from './credits.js';
import { type Discount, type DiscountAmount, type DiscountableLine, discounted } from './discounts.js';
import { type Tax, type TaxExempt, type TaxRate, type TaxRounding, taxed, taxSum, withoutInclusive } from './taxes.js';

/** An invoice line to sum up, with the billing credits that were applied to it. */
export type InvoiceLine = DiscountableLine & {
  readonly credits?: readonly CreditAmount[];
  readonly tax_rates: readonly TaxRate[];
  /** The taxes of the line, if they were calculated elsewhere. */
  readonly taxes?: readonly Tax[] | null | undefined;
};

/** The terms that all lines of an invoice share. */
export type InvoiceTerms = {
  /** The discounts of the invoice or the subscription, in order. */
  readonly discounts: readonly Discount[];
  readonly rounding: TaxRounding;
  readonly exempt: TaxExempt;
  /** The cost of shipping, which discounts and billing credits do not reduce; none by default. */
  readonly shipping?: ShippingCost | null;
};

/** The cost of shipping in minor units, and the rates of its taxes. */
export type ShippingCost = { readonly amount: number; readonly tax_rates: readonly TaxRate[] };

/** The cost of shipping with its taxes, in minor units. */
export type SummedShipping = { readonly amount: number; readonly taxes: readonly Tax[] };

/** A line with its discounts and taxes, in minor units. */
export type SummedLine = {
  /** Before discounts and exclusive taxes; without inclusive ones if the customer pays none. */
  readonly amount: number;
  /** The amount without inclusive taxes. */
  readonly amount_excluding_tax: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly credits: readonly CreditAmount[];
  readonly taxes: readonly Tax[];
};

/** The sums of an invoice, in minor units; the members mean the same as Stripe's. */
export type InvoiceSums = {
  readonly lines: readonly SummedLine[];
  /** After the lines' own discounts, before those of the invoice and exclusive taxes. */
  readonly subtotal: number;
  readonly subtotal_excluding_tax: number;
  readonly total_discount_amounts: readonly DiscountAmount[];
  readonly total_credits: readonly CreditAmount[];
  readonly total_taxes: readonly Tax[];
  readonly shipping: SummedShipping | null;
  /** After all discounts, credits and taxes, with shipping; below zero if credits exceed charges. */
  readonly total: number;
  readonly total_excluding_tax: number;
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Sums up an invoice: lines, then discounts, then billing credits, then shipping, then taxes on the rest. */
export function summed(given: readonly InvoiceLine[], { discounts, shipping = null, ...terms }: InvoiceTerms): InvoiceSums {
  const pays_none = terms.exempt !== 'none';
  const lines = given.map((line) => (pays_none && !line.taxes ? { ...line, amount: withoutInclusive(line.amount, line.tax_rates) } : line));
  const reduced = discounted(lines, discounts);
  const taxableBy = (amounts: readonly number[]) =>
    lines.map(({ tax_rates, taxes }, place) => ({ amount: amounts[place] ?? 0, tax_rates, taxes }));
  const subtotals = reduced.lines.map(({ subtotal }) => subtotal);
  const lefts = reduced.lines.map(({ left }, place) => left - creditSum(lines[place]?.credits));
  const taxes = taxed([...taxableBy(lefts), ...(shipping ? [shipping] : [])], terms);
  const subtotal = sumOf(subtotals);
  const total = sumOf(lefts) + (shipping?.amount ?? 0) + taxSum(taxes.totals, false);
  return {
    lines: lines.map(({ amount, credits, tax_rates, taxes: fixed }, place) => ({
      amount,
      amount_excluding_tax: fixed ? amount - taxSum(fixed, true) : pays_none ? amount : withoutInclusive(amount, tax_rates),
      discount_amounts: reduced.lines[place]?.discount_amounts ?? [],
      credits: credits ?? [],
      taxes: taxes.lines[place] ?? [],
    })),
    subtotal,
    subtotal_excluding_tax: subtotal - taxSum(taxed(taxableBy(subtotals), terms).totals, true),
    total_discount_amounts: reduced.totals,
    total_credits: lines.flatMap(({ credits = [] }) => credits),
    total_taxes: taxes.totals,
    shipping: shipping && { amount: shipping.amount, taxes: taxes.lines[lines.length] ?? [] },
    total,
    total_excluding_tax: total - taxSum(taxes.totals, true) - taxSum(taxes.totals, false),
  };
}

/** Describes the sums of an invoice that do not balance; empty if all do. Tests check every invoice with it. */
export function imbalances({ lines, ...sums }: InvoiceSums): string[] {
  const { shipping } = sums;
  const taxed_parts = [...lines, ...(shipping ? [shipping] : [])];
  const taken = sumOf(sums.total_discount_amounts.map(({ amount }) => amount));
  const credited = creditSum(sums.total_credits);
  const added = taxSum(sums.total_taxes, false);
  const equations: readonly (readonly [string, number, number])[] = [
    [
      'lines - discounts - credits + shipping + exclusive taxes = total',
      sumOf(lines.map(({ amount }) => amount)) - taken - credited + (shipping?.amount ?? 0) + added,
      sums.total,
    ],
    ['discounts of lines = total discounts', sumOf(lines.flatMap((line) => line.discount_amounts.map(({ amount }) => amount))), taken],
    ['credits of lines = total credits', sumOf(lines.map(({ credits }) => creditSum(credits))), credited],
    ['exclusive taxes of lines = their total', sumOf(taxed_parts.map(({ taxes }) => taxSum(taxes, false))), added],
    ['inclusive taxes of lines = their total', sumOf(taxed_parts.map(({ taxes }) => taxSum(taxes, true))), taxSum(sums.total_taxes, true)],
    ['total without taxes + taxes = total', sums.total_excluding_tax + added + taxSum(sums.total_taxes, true), sums.total],
  ];
  return equations.filter(([, left, right]) => left !== right).map(([law, left, right]) => `${law}: ${left} is not ${right}`);
}

/** The inputs of an invoice's finalization; amounts in minor units. */
export type Settling = {
  readonly total: number;
  readonly currency: string;
  /** The customer's balance: below zero is credit, above it a debt. */
  readonly starting_balance: number;
};

/** A change of a customer's balance, in minor units: above zero uses credit or adds debt. */
export type BalanceChange = { readonly type: 'applied_to_invoice' | 'invoice_too_small'; readonly amount: number };

/** The amount due of a finalized invoice, in minor units, and the changes of the customer's balance. */
export type Settled = {
  readonly amount_due: number;
  readonly starting_balance: number;
  readonly ending_balance: number;
  readonly balance_changes: readonly BalanceChange[];
};

/**
 * Applies a customer's balance to a finalized invoice: credit reduces it, debt increases it. A negative result becomes credit, and an amount below
 * the currency's minimum charge becomes debt for the next invoice: then nothing is due.
 */
export function settled({ total, currency, starting_balance }: Settling): Settled {
  const due = total + starting_balance;
  const is_small = due > 0 && due < chargeBounds(currency).minimum;
  const applied: BalanceChange = { type: 'applied_to_invoice', amount: due > 0 ? 0 - starting_balance : total };
  const small: BalanceChange = { type: 'invoice_too_small', amount: is_small ? due : 0 };
  const balance_changes = [applied, small].filter(({ amount }) => amount !== 0);
  return {
    amount_due: is_small ? 0 : Math.max(0, due),
    starting_balance,
    ending_balance: starting_balance + sumOf(balance_changes.map(({ amount }) => amount)),
    balance_changes,
  };
}

/** The amounts due, paid and remaining of an invoice, in minor units. */
export type Remaining = { readonly amount_due: number; readonly amount_paid: number; readonly amount_remaining: number };

/** The remaining amounts after credit notes on the open invoice and payments. The amount due is never below zero. */
export function remaining(due: number, { credit_notes, amount_paid }: { credit_notes: number; amount_paid: number }): Remaining {
  const amount_due = Math.max(0, due - credit_notes);
  return { amount_due, amount_paid, amount_remaining: Math.max(0, amount_due - amount_paid) };
}
