import type { Discount, DiscountAmount } from '../../../arithmetic/billing/discounts.js';
import { isFor } from '../../../arithmetic/billing/discounts.js';
import { type ProratedText, remainingText, unusedText } from '../../../arithmetic/billing/line-text.js';
import { type BilledPeriod, type Period, periodFrom, shareLeft, whole } from '../../../arithmetic/billing/periods.js';
import { costOf } from '../../../arithmetic/billing/prices.js';
import { classicProration, credited, flexibleCharge, flexibleCredits, type Proration } from '../../../arithmetic/billing/proration.js';
import { type Exact, fraction, plus } from '../../../kernel/base/exact.js';
import { isInForce } from '../../catalogue/discounts/discount.js';
import { pricingIn } from '../../catalogue/prices/in-currency.js';
import { countedIn } from '../invoices/basis.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { from, type Of } from './lines.js';
import { intervalOf, isMetered, periodOf } from './shown.js';
import type { Debit, Item } from './subscription-item.js';

/** What prorations of a subscription share. */
export type Terms = Of & {
  /** Seconds: the moment from which on something is otherwise. */
  readonly moment: number;
  /** Seconds: discounts that are over by then take nothing off. */
  readonly now: number;
  /** Boundaries are counted from it. */
  readonly anchor: number;
  /** Those of the subscription. */
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

type Taken = { readonly own: readonly Discount[]; readonly discounts: readonly Discount[] };

/** What is taken off an item: its own discounts, and those of all items that are for it. */
const takenOff = (item: Item, { currency, discounts, now }: Terms): Taken => ({
  own: (item.discounts_kept ?? [])
    .filter((each) => isInForce(each, now))
    .map(countedIn(currency))
    .filter((each) => isFor(each, item.price.product)),
  discounts: discounts.filter((each) => isFor(each, item.price.product)),
});

/** The items among which a discount of all of them is shared. */
const itemsFor = (items: readonly Item[], discount: Discount): readonly Item[] =>
  items.filter(({ price }) => isFor(discount, price.product));

type Said = { readonly text: (said: ProratedText) => string; readonly period: Period; readonly discounts: readonly Discount[] };

const nothingOf = (amounts: readonly DiscountAmount[]): DiscountAmount[] => amounts.map(({ discount }) => ({ discount, amount: 0 }));

/** A line that says its discounts of itself, or holds them in its amount and says only which those of all items were. */
function lineOf(
  item: Item,
  { amount, discount_amounts: amounts, net_amount }: Proration,
  { text, period, discounts }: Said,
  terms: Terms,
): PlainLine {
  const { currency, itemizes, mode, moment } = terms;
  const quantity = item.quantity ?? 1;
  const of_all = amounts.filter(({ discount }) => terms.discounts.some(({ id }) => id === discount));
  return {
    ...from(item, terms),
    amount: itemizes ? amount : net_amount,
    description: text({ name: item.product_name ?? '', quantity, moment, currency, discounts: itemizes ? [] : discounts }),
    discount_amounts: itemizes ? amounts : nothingOf(of_all),
    discountable: false,
    period,
    proration: true,
    proration_details: { credited_items: null },
    proration_discounts: mode === 'classic' ? [] : itemizes ? amounts : nothingOf(amounts),
    quantity,
  };
}

/** What is given back of an item for the time that is left: at its present price, or of what was really charged. */
export function credits(item: Item, items: readonly Item[], terms: Terms): PlainLine[] {
  if (isMetered(item) || terms.moment >= item.current_period_end) return [];
  const taken = takenOff(item, terms);
  const discounts = [...taken.own, ...taken.discounts];
  if (terms.mode === 'classic') {
    const share = shareLeft(billedPeriod(item, terms.anchor), terms.moment);
    const remainder = { cost: costOfItem(item, terms.currency), share, ...taken };
    const period = { start: terms.moment, end: item.current_period_end };
    const given_back = credited(classicProration(remainder, (each) => itemsFor(items, each).length));
    return [lineOf(item, given_back, { text: unusedText, period, discounts }, terms)];
  }
  return flexibleCredits(item.debits ?? [], terms.moment).map((credit) => {
    const { invoice, invoice_item, line, tax_rates = item.tax_rates } = credit.debit;
    const of_debit = credit.debit.discount_amounts.flatMap(({ discount }) => discounts.filter(({ id }) => id === discount));
    return {
      ...lineOf(item, credit, { text: unusedText, period: credit.period, discounts: of_debit }, terms),
      gives_back: { invoice, invoice_item, line },
      proration_details: { credited_items: invoice && line ? { invoice, invoice_line_items: [line] } : null },
      tax_rates,
    };
  });
}

type Debits = NonNullable<Item['debits']>;

/** The rest of earlier debits after everything from a moment on has been credited. */
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
  const period = { start, end: last.period.end };
  const one = { ...last, amount, discount_amounts: [], invoice: null, invoice_item: null, line: null, period };
  return [one, ...debits.filter((each) => !oldest.includes(each))];
}

const netOf = ({ amount, discount_amounts }: Debit): number => discount_amounts.reduce((sum, each) => sum - each.amount, amount);

/** Whether time after a moment has been charged and was not given back. */
export const isChargedAfter = (debits: Debits, moment: number): boolean => debits.some(({ period }) => period.end > moment);

/** What an item is charged for the time that is left of its period. */
export function charge(item: Item, items: readonly Item[], terms: Terms): PlainLine[] {
  if (isMetered(item) || terms.moment >= item.current_period_end) return [];
  const taken = takenOff(item, terms);
  const remainder = { cost: costOfItem(item, terms.currency), share: shareLeft(billedPeriod(item, terms.anchor), terms.moment), ...taken };
  const costFor = (each: Discount) =>
    itemsFor(items, each)
      .map((one) => costOfItem(one, terms.currency))
      .reduce(plus, fraction(0));
  const amounts =
    terms.mode === 'classic' ? classicProration(remainder, (each) => itemsFor(items, each).length) : flexibleCharge(remainder, costFor);
  const period = { start: terms.moment, end: item.current_period_end };
  return [lineOf(item, amounts, { text: remainingText, period, discounts: [...taken.own, ...taken.discounts] }, terms)];
}
