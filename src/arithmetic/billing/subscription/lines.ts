import type { DiscountAmount } from '../discounts.js';
import { type Charged, lineText, trialText } from '../line-text.js';
import { type BilledPeriod, type Period, shareLeft, whole } from '../periods.js';
import { pricingIn } from '../price-in-currency.js';
import { priced, type Quantity } from '../prices.js';
import { intervalOf, isMetered, type Mode, type PlanItem, type Usage, usedPeriod } from './items.js';

/** A line that a plan charges or credits. Amounts in minor units. */
export type PlanLine<I extends PlanItem> = {
  readonly item: I;
  readonly amount: number;
  readonly description: string;
  readonly period: Period;
  readonly quantity: number | null;
  readonly quantity_decimal?: string | null;
  readonly unit_amount_decimal?: string | null;
  /** The members of a proration; absent from a charge for a period or for usage. */
  readonly prorated?: {
    readonly discount_amounts: readonly DiscountAmount[];
    readonly proration_discounts: readonly DiscountAmount[];
    /** The charge that a credit of flexible mode gives back; null for a charge, and for credits of classic mode. */
    readonly debit: DebitOf<I> | null;
  };
};

/** A charge of an item of a kind. */
export type DebitOf<I extends PlanItem> = NonNullable<I['debits']>[number];

/** What the lines of a subscription have in common. */
export type LineTerms = { readonly currency: string; readonly mode: Mode };

const chargedOf = (item: PlanItem, { currency }: Pick<LineTerms, 'currency'>): Charged => ({
  name: item.product_name ?? '',
  currency,
  recurring: intervalOf(item),
  transform_quantity: item.price.transform_quantity,
});

/** The lines of a quantity of an item for a period: one for each tier that charges separately. */
function quantityLines<I extends PlanItem>(item: I, quantity: Quantity, period: BilledPeriod, of: LineTerms): PlanLine<I>[] {
  const charged = chargedOf(item, of);
  return priced(pricingIn(item.price, of.currency), quantity, shareLeft(period)).map((line) => ({
    item,
    amount: line.amount,
    description: lineText(line, charged),
    period: { start: period.start, end: period.end },
    quantity: line.quantity,
    quantity_decimal: line.quantity_decimal,
    unit_amount_decimal: line.unit_amount_decimal,
  }));
}

/** The charge for the usage of an item up to a moment; none where no time has passed. */
export function usageLines<I extends PlanItem>(item: I, used: Usage, of: LineTerms, until = item.current_period_end): PlanLine<I>[] {
  const period = usedPeriod(item, until);
  return isMetered(item) && period.start < period.end ? quantityLines(item, used.get(item.id), whole(period), of) : [];
}

/**
 * The charge of an item for a period that begins. Usage is charged after the period; in classic mode the first invoice lists it with an amount
 * of zero.
 */
export function advanceLines<I extends PlanItem>(item: I, period: BilledPeriod, of: LineTerms): PlanLine<I>[] {
  if (!isMetered(item)) return quantityLines(item, item.quantity ?? 1, period, of);
  return of.mode === 'classic' ? [unusedYet(item, period, of)] : [];
}

function unusedYet<I extends PlanItem>(item: I, { start, end }: Period, of: LineTerms): PlanLine<I> {
  const nothing = { quantity_decimal: '0', quantity: 0, unit_amount_decimal: '0', flat_amount_decimal: null, tier: null };
  return { item, amount: 0, description: lineText(nothing, chargedOf(item, of)), period: { start, end }, quantity: 0 };
}

/** The line of a trial, with an amount of zero. */
export const trialLine = <I extends PlanItem>(item: I, { start, end }: Period, { mode }: LineTerms): PlanLine<I> => ({
  item,
  amount: 0,
  description: trialText({ name: item.product_name ?? '', quantity: item.quantity ?? 1, mode }),
  period: { start, end },
  quantity: item.quantity ?? 1,
});
