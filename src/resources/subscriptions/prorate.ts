import { type Exact, fraction, plus } from '../../base/exact.js';
import type { Discount } from '../../billing/discounts.js';
import { isFor } from '../../billing/discounts.js';
import { type ProratedText, remainingText, unusedText } from '../../billing/line-text.js';
import { type BilledPeriod, type Period, periodFrom, shareLeft, whole } from '../../billing/periods.js';
import { costOf } from '../../billing/prices.js';
import { classicProration, credited, flexibleCharge, flexibleCredits, type Proration } from '../../billing/proration.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { pricingIn } from '../prices/in-currency.js';
import { from, type Of } from './lines.js';
import { intervalOf, isMetered, periodOf } from './shown.js';
import type { Debit, Item } from './subscription-item.js';

/** What prorations of a subscription share. */
export type Terms = Of & {
  /** Seconds: the moment from which on something is otherwise. */
  readonly moment: number;
  /** Boundaries are counted from it. */
  readonly anchor: number;
  readonly discounts: readonly Discount[];
  /** Whether lines say discounts of themselves; otherwise they are in the amount. */
  readonly itemizes: boolean;
};

/** The cost of an item for a whole period, in exact minor units. */
export const costOfItem = (item: Item, currency: string): Exact =>
  isMetered(item) ? fraction(0) : costOf(pricingIn(item.price, currency), item.quantity ?? 1);

/** The period that an item is in, and how long it would be if it had not been cut short. */
function billedPeriod(item: Item, anchor: number): BilledPeriod {
  const period = periodFrom(item.current_period_start, anchor, intervalOf(item));
  return item.current_period_end <= period.end ? { ...period, end: item.current_period_end } : whole(periodOf(item));
}

const discountsFor = (item: Item, discounts: readonly Discount[]): Discount[] =>
  discounts.filter((each) => isFor(each, item.price.product));

type Said = { readonly text: (said: ProratedText) => string; readonly period: Period; readonly discounts: readonly Discount[] };

function lineOf(
  item: Item,
  { amount, discount_amounts, net_amount }: Proration,
  { text, period, discounts }: Said,
  terms: Terms,
): PlainLine {
  const { currency, itemizes, moment } = terms;
  const quantity = item.quantity ?? 1;
  return {
    ...from(item, terms),
    amount: itemizes ? amount : net_amount,
    description: text({ name: item.product_name ?? '', quantity, moment, currency, discounts: itemizes ? [] : discounts }),
    ...(itemizes && { discount_amounts }),
    discountable: false,
    period,
    proration: true,
    quantity,
    unit_amount_decimal: item.price.unit_amount_decimal,
  };
}

/** What is given back of an item for the time that is left: at its present price, or of what was really charged. */
export function credits(item: Item, items: number, terms: Terms): PlainLine[] {
  if (isMetered(item) || terms.moment >= item.current_period_end) return [];
  const discounts = discountsFor(item, terms.discounts);
  if (terms.mode === 'classic') {
    const remainder = {
      cost: costOfItem(item, terms.currency),
      share: shareLeft(billedPeriod(item, terms.anchor), terms.moment),
      discounts,
    };
    const period = { start: terms.moment, end: item.current_period_end };
    return [lineOf(item, credited(classicProration(remainder, items)), { text: unusedText, period, discounts }, terms)];
  }
  return flexibleCredits(item.debits ?? [], terms.moment).map((credit) => {
    const { invoice, line } = credit.debit;
    const of_debit = credit.debit.discount_amounts.flatMap(({ discount }) => terms.discounts.filter(({ id }) => id === discount));
    return {
      ...lineOf(item, credit, { text: unusedText, period: credit.period, discounts: of_debit }, terms),
      proration_details: { credited_items: invoice && line ? { invoice, invoice_line_items: [line] } : null },
    };
  });
}

type Debits = NonNullable<Item['debits']>;

/** What is left of what was charged when everything after a moment has been given back. */
export const creditedUntil = (debits: Debits, moment: number): Debits => together(debits.map((debit) => upTo(debit, moment)).filter(lasts));

const lasts = ({ period: { start, end } }: Debit): boolean => end > start;

function upTo(debit: Debit, moment: number): Debit {
  const [credit] = flexibleCredits([debit], moment);
  if (!credit) return debit;
  const { start, end } = debit.period;
  return {
    ...debit,
    amount: debit.amount + credit.amount,
    discount_amounts: debit.discount_amounts.map((each, place) => ({
      ...each,
      amount: each.amount + (credit.discount_amounts[place]?.amount ?? 0),
    })),
    period: { start, end: Math.max(start, Math.min(end, moment)) },
  };
}

/** How many parts of what an item was charged are kept apart. */
const parts_max = 50;

/** The oldest of too many parts as one, so that an item that changes all day does not grow all day. */
function together(debits: Debits): Debits {
  const oldest = debits.toSorted((one, other) => one.period.end - other.period.end).slice(0, Math.max(0, debits.length - parts_max + 1));
  const [first, last] = [oldest[0], oldest.at(-1)];
  if (!first || !last || first === last) return debits;
  const amount = oldest.reduce((sum, each) => sum + netOf(each), 0);
  const start = Math.min(...oldest.map(({ period }) => period.start));
  const one = { amount, discount_amounts: [], invoice: null, invoice_item: null, line: null, period: { start, end: last.period.end } };
  return [one, ...debits.filter((each) => !oldest.includes(each))];
}

const netOf = ({ amount, discount_amounts }: Debit): number => discount_amounts.reduce((sum, each) => sum - each.amount, amount);

/** Whether time after a moment has been charged and was not given back. */
export const isChargedAfter = (debits: Debits, moment: number): boolean => debits.some(({ period }) => period.end > moment);

/** What an item is charged for the time that is left of its period. */
export function charge(item: Item, items: readonly Item[], terms: Terms): PlainLine[] {
  if (isMetered(item) || terms.moment >= item.current_period_end) return [];
  const discounts = discountsFor(item, terms.discounts);
  const remainder = { cost: costOfItem(item, terms.currency), share: shareLeft(billedPeriod(item, terms.anchor), terms.moment), discounts };
  const of_items = items.map((each) => costOfItem(each, terms.currency)).reduce(plus, fraction(0));
  const amounts = terms.mode === 'classic' ? classicProration(remainder, items.length) : flexibleCharge(remainder, of_items);
  const period = { start: terms.moment, end: item.current_period_end };
  return [lineOf(item, amounts, { text: remainingText, period, discounts }, terms)];
}
