import type { Charged } from '../../../arithmetic/billing/line-text.js';
import { lineText, trialText } from '../../../arithmetic/billing/line-text.js';
import { type BilledPeriod, type Period, shareLeft, whole } from '../../../arithmetic/billing/periods.js';
import { priced, type Quantity } from '../../../arithmetic/billing/prices.js';
import type { Used } from '../../../kernel/base/reads.js';
import { pricingIn } from '../../catalogue/prices/in-currency.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { intervalOf, isMetered, usedPeriod } from './shown.js';
import type { Item } from './subscription-item.js';
import type { Mode } from './terms.js';

/** What the lines of all items share. */
export type Of = { readonly id: string; readonly currency: string; readonly mode: Mode };

/** What a line of an item says of where it comes from, and what is taken off it and put on it. */
export const from = (item: Item, { id }: Pick<Of, 'id'>) => ({
  discounts: item.discounts_kept ?? [],
  price: item.price,
  subscription: id,
  subscription_item: item.id,
  metadata: item.metadata,
  tax_rates: item.tax_rates,
});

const chargedOf = (item: Item, { currency }: Pick<Of, 'currency'>): Charged => ({
  name: item.product_name ?? '',
  currency,
  recurring: intervalOf(item),
  transform_quantity: item.price.transform_quantity,
});

/** The lines of a quantity of an item for a period: several where its tiers are charged one by one. */
export function quantityLines(item: Item, quantity: Quantity, period: BilledPeriod, of: Of): PlainLine[] {
  const said = chargedOf(item, of);
  return priced(pricingIn(item.price, of.currency), quantity, shareLeft(period)).map((line) => ({
    ...from(item, of),
    amount: line.amount,
    description: lineText(line, said),
    period: { start: period.start, end: period.end },
    quantity: line.quantity,
    quantity_decimal: line.quantity_decimal,
    unit_amount_decimal: line.unit_amount_decimal,
  }));
}

/** What an item is charged for what was used of it up to a moment; nothing where there was no time to use it. */
export function usageLines(item: Item, { get }: Pick<Used, 'get'>, of: Of, until = item.current_period_end): PlainLine[] {
  const period = usedPeriod(item, until);
  return isMetered(item) && period.start < period.end ? quantityLines(item, get(item.id), whole(period), of) : [];
}

/**
 * What an item is charged for a period that begins. What is metered is charged when the period is over; in classic mode its line of nothing
 * stands in the first invoice.
 */
export function advanceLines(item: Item, period: BilledPeriod, of: Of): PlainLine[] {
  if (!isMetered(item)) return quantityLines(item, item.quantity ?? 1, period, of);
  return of.mode === 'classic' ? nothingFor(item, period, of) : [];
}

const nothingFor = (item: Item, { start, end }: Period, of: Of): PlainLine[] => {
  const nothing = { quantity_decimal: '0', quantity: 0, unit_amount_decimal: '0', flat_amount_decimal: null, tier: null };
  return [{ ...from(item, of), amount: 0, description: lineText(nothing, chargedOf(item, of)), period: { start, end }, quantity: 0 }];
};

/** The line of a trial, which costs nothing. */
export const trialLine = (item: Item, { start, end }: Period, of: Of): PlainLine => ({
  ...from(item, of),
  amount: 0,
  description: trialText({ name: item.product_name ?? '', quantity: item.quantity ?? 1, mode: of.mode }),
  period: { start, end },
  quantity: item.quantity ?? 1,
});
