import type { TaxExempt, TaxRounding } from '../../../arithmetic/billing/taxes.js';
import { type InvoiceSums, remaining, type Settled, settled, summed } from '../../../arithmetic/billing/totals.js';
import type { Around } from '../../../kernel/base/effects.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Automatic } from '../../tax/automatic.js';
import { isCalculated } from '../../tax/rate-ids.js';
import { countedIn } from './basis.js';
import { taxesFixed } from './fixed-taxes.js';
import type { Invoice, Line } from './invoice.js';
import { pretaxOf } from './parts.js';
import type { PlainLine } from './plain-line.js';
import { type ShippingKept, shippingRates, shippingShown } from './shipping.js';
import { shownLine } from './shown-line.js';
import { type Reasons, shownTaxAmounts, shownTaxes } from './shown-taxes.js';
import { taxedBy } from './taxed-by.js';

/** What an invoice is summed up by, besides its lines. */
export type Terms = {
  readonly id: string;
  readonly livemode: boolean;
  readonly currency: string;
  /** Those of the invoice or the subscription, in their order. */
  readonly discounts: readonly DiscountValue[];
  /** For lines that have none of their own. */
  readonly default_tax_rates: readonly TaxRate[];
  readonly exempt: TaxExempt;
  readonly rounding: TaxRounding;
  /** The customer's balance: below zero is credit. */
  readonly balance: number;
  /** The automatic taxes, for lines without tax rates of their own; null without them. */
  readonly automatic?: Automatic | null;
  /** The cost of shipping; null without it. */
  readonly shipping?: ShippingKept | null;
};

/** All members of a draft that depend on its lines, its discounts, its tax rates and its customer. */
export function totalled(given: readonly PlainLine[], of: Terms, around: Pick<Around, 'fresh'>) {
  const { automatic = null, shipping = null } = of;
  const { plains, reasons, taxed_as } = taxedBy(automatic, given);
  const shipped = shippingRates(shipping, automatic);
  for (const { rate, reason } of shipped) reasons.set(rate.id, reason);
  const terms = { ...of, ...(automatic && { default_tax_rates: [], exempt: 'none' as const }), reasons };
  const { currency, default_tax_rates, discounts, exempt, id, rounding } = terms;
  const counted = countedIn(currency);
  const sums = summed(
    plains.map(
      ({ amount, credits = [], discountable = true, discounts = [], discount_amounts = [], fixed_taxes, price, tax_rates = [] }) => ({
        amount,
        credits,
        discount_amounts,
        discountable,
        discounts: discounts.map(counted),
        product: price?.product ?? null,
        tax_rates: tax_rates.length ? tax_rates : default_tax_rates,
        taxes: taxesFixed(fixed_taxes),
      }),
    ),
    {
      ...{ discounts: discounts.map(counted), exempt, rounding },
      shipping: shipping && { amount: shipping.amount, tax_rates: shipped.map(({ rate }) => rate) },
    },
  );
  const data = plains.map((plain, place) => shownLine(plain, summedLineAt(sums, place), terms, around));
  return {
    ...totalsOf(sums, exempt, reasons),
    ...(automatic && { automatic_tax: { ...automatic_tax, status: automatic.status } }),
    shipping_cost: shipping && shippingShown(shipping, sums.shipping, shipped),
    ...dueOf(settled({ total: sums.total, currency, starting_balance: terms.balance }), nothing_yet),
    ending_balance: null,
    basis: { ...basisOf(plains, discounts), shipping, taxed_as, reasons: [...reasons].map(([tax_rate, reason]) => ({ tax_rate, reason })) },
    discount: discounts.length === 1 ? (discounts[0] ?? null) : null,
    discounts: discounts.map((each) => each.id),
    default_tax_rates: [...default_tax_rates],
    lines: { object: 'list' as const, data, has_more: false, total_count: data.length, url: `/v1/invoices/${id}/lines` },
  };
}

const nothing_yet = { amount_paid: 0, pre_payment_credit_notes_amount: 0 } as const;

function summedLineAt({ lines }: InvoiceSums, place: number): InvoiceSums['lines'][number] {
  const line = lines[place];
  if (!line) throw new Error('A line was not summed up');
  return line;
}

const automatic_tax = { disabled_reason: null, enabled: true, liability: { type: 'self' as const }, provider: 'stripe' };

const totalsOf = (sums: InvoiceSums, exempt: TaxExempt, reasons: Reasons) => ({
  amount_shipping: sums.shipping?.amount ?? 0,
  subtotal: sums.subtotal,
  subtotal_excluding_tax: sums.subtotal_excluding_tax,
  tax: sums.total_taxes.length ? sums.total_taxes.reduce((sum, { amount }) => sum + amount, 0) : null,
  total: sums.total,
  total_discount_amounts: sums.total_discount_amounts.map((each) => ({ ...each })),
  total_excluding_tax: sums.total_excluding_tax,
  total_pretax_credit_amounts: pretaxOf(sums.total_discount_amounts, sums.total_credits),
  total_tax_amounts: shownTaxAmounts(sums.total_taxes, exempt, reasons),
  total_taxes: shownTaxes(sums.total_taxes, exempt, reasons),
});

/** What is due, paid and remaining of what a balance left to be paid, after credit notes on the open invoice. */
export const dueOf = (
  { amount_due, starting_balance }: Pick<Settled, 'amount_due' | 'starting_balance'>,
  { amount_paid, pre_payment_credit_notes_amount }: Pick<Invoice, 'amount_paid' | 'pre_payment_credit_notes_amount'>,
) => ({ starting_balance, ...remaining(amount_due, { credit_notes: pre_payment_credit_notes_amount, amount_paid }) });

const basisOf = (plains: readonly PlainLine[], of_invoice: readonly DiscountValue[]) => ({
  amounts: plains.map(({ amount }) => amount),
  behaviors: plains.map(({ tax_behavior = null }) => tax_behavior),
  discounts: uniquely([...plains.flatMap(({ discounts = [] }) => discounts), ...of_invoice]),
  taken: plains.map(({ discount_amounts = [] }) => discount_amounts.map((each) => ({ ...each }))),
  fixed: plains.flatMap(({ fixed_taxes = [] }, place) => fixed_taxes.map((each) => ({ ...each, place }))),
  tax_codes: plains.map(({ tax_code = null }) => tax_code),
});

const uniquely = (discounts: readonly DiscountValue[]): DiscountValue[] => [...new Map(discounts.map((each) => [each.id, each])).values()];

/** The discounts that an invoice knows, by their ids. */
function known({ basis }: Pick<Invoice, 'basis'>, ids: readonly string[]): DiscountValue[] {
  return ids.flatMap((id) => basis?.discounts.find((each) => each.id === id) ?? []);
}

/** The lines of an invoice as they were billed, as input for new sums. */
export const plainsOf = (it: Pick<Invoice, 'basis' | 'lines'>): PlainLine[] =>
  it.lines.data.map((line: Line, place) => ({
    ...line,
    amount: it.basis?.amounts[place] ?? line.amount,
    discounts: known(it, line.discounts),
    discount_amounts: it.basis?.taken[place] ?? [],
    fixed_taxes: (it.basis?.fixed ?? []).filter((each) => each.place === place).map(({ place: _, ...each }) => each),
    tax_behavior: it.basis?.behaviors?.[place] ?? null,
    tax_code: it.basis?.tax_codes?.[place] ?? null,
    tax_rates: line.tax_rates.filter((rate) => !isCalculated(rate)),
    unit_amount_decimal: line.pricing?.unit_amount_decimal ?? null,
  }));

/** The discounts of the invoice itself. */
export const discountsOf = (it: Pick<Invoice, 'basis' | 'discounts'>): DiscountValue[] => known(it, it.discounts);
