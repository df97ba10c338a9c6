import { type Exact, fraction, plus } from '../../../kernel/base/exact.js';
import { type Discount, type DiscountAmount, isFor } from '../discounts.js';
import { type ProratedText, remainingText, unusedText } from '../line-text.js';
import { type BilledPeriod, type Period, periodFrom, shareLeft, whole } from '../periods.js';
import { classicProration, credited, flexibleCharge, flexibleCredits, type Proration } from '../proration.js';
import { costOfItem, type ItemDebit, intervalOf, isMetered, type PlanItem, periodOf } from './items.js';
import type { DebitOf, LineTerms, PlanLine } from './lines.js';

/** What the prorations of a change have in common. Moments in seconds. */
export type Terms<I extends PlanItem> = LineTerms & {
  /** The moment of the change. */
  readonly moment: number;
  /** The anchor of all boundaries. */
  readonly anchor: number;
  /** The discounts of the subscription that are in force, in order. */
  readonly discounts: readonly Discount[];
  /** The discounts of an item itself that are in force. */
  readonly own: (item: I) => readonly Discount[];
  /** Whether prorations list their discounts; otherwise the amount includes them. */
  readonly itemizes: boolean;
};

/** The current period of an item, and its length without the cut of an early end. */
function billedPeriod(item: PlanItem, anchor: number): BilledPeriod {
  const period = periodFrom(item.current_period_start, anchor, intervalOf(item));
  return item.current_period_end <= period.end ? { ...period, end: item.current_period_end } : whole(periodOf(item));
}

/** The discounts that reduce an item: its own, and those of the subscription that apply to its product. */
const discountsOf = <I extends PlanItem>(item: I, { own, discounts }: Terms<I>) => ({
  own: own(item).filter((each) => isFor(each, item.price.product)),
  discounts: discounts.filter((each) => isFor(each, item.price.product)),
});

/** The items among which a discount of the subscription is shared. */
const itemsFor = (items: readonly PlanItem[], discount: Discount): readonly PlanItem[] =>
  items.filter(({ price }) => isFor(discount, price.product));

type Described<I extends PlanItem> = {
  readonly text: (prorated: ProratedText) => string;
  readonly period: Period;
  readonly discounts: readonly Discount[];
  readonly debit: DebitOf<I> | null;
};

const withoutAmounts = (amounts: readonly DiscountAmount[]): DiscountAmount[] => amounts.map(({ discount }) => ({ discount, amount: 0 }));

/** A line that lists its discounts, or includes them in its amount and names only those of the subscription. */
function lineOf<I extends PlanItem>(
  item: I,
  { amount, discount_amounts: amounts, net_amount }: Proration,
  { text, period, discounts, debit }: Described<I>,
  terms: Terms<I>,
): PlanLine<I> {
  const { currency, itemizes, mode, moment } = terms;
  const quantity = item.quantity ?? 1;
  const of_subscription = amounts.filter(({ discount }) => terms.discounts.some(({ id }) => id === discount));
  return {
    item,
    amount: itemizes ? amount : net_amount,
    description: text({ name: item.product_name ?? '', quantity, moment, currency, discounts: itemizes ? [] : discounts }),
    period,
    prorated: {
      discount_amounts: itemizes ? amounts : withoutAmounts(of_subscription),
      proration_discounts: mode === 'classic' ? [] : itemizes ? amounts : withoutAmounts(amounts),
      debit,
    },
    quantity,
  };
}

/** The credits of an item for the rest of its period: at its present price in classic mode, of the amounts charged in flexible mode. */
export function credits<I extends PlanItem>(item: I, items: readonly PlanItem[], terms: Terms<I>): PlanLine<I>[] {
  if (isMetered(item) || terms.moment >= item.current_period_end) return [];
  const reducing = discountsOf(item, terms);
  const discounts = [...reducing.own, ...reducing.discounts];
  if (terms.mode === 'classic') {
    const share = shareLeft(billedPeriod(item, terms.anchor), terms.moment);
    const remainder = { cost: costOfItem(item, terms.currency), share, ...reducing };
    const period = { start: terms.moment, end: item.current_period_end };
    const credit = credited(classicProration(remainder, (each) => itemsFor(items, each).length));
    return [lineOf(item, credit, { text: unusedText, period, discounts, debit: null }, terms)];
  }
  const debits: readonly DebitOf<I>[] = item.debits ?? [];
  return flexibleCredits(debits, terms.moment).map((credit) => {
    const of_debit = credit.debit.discount_amounts.flatMap(({ discount }) => discounts.filter(({ id }) => id === discount));
    return lineOf(item, credit, { text: unusedText, period: credit.period, discounts: of_debit, debit: credit.debit }, terms);
  });
}

/** The charge of an item for the rest of its period; `items` share the subscription's discounts. */
export function charge<I extends PlanItem>(item: I, items: readonly PlanItem[], terms: Terms<I>): PlanLine<I>[] {
  if (isMetered(item) || terms.moment >= item.current_period_end) return [];
  const reducing = discountsOf(item, terms);
  const share = shareLeft(billedPeriod(item, terms.anchor), terms.moment);
  const remainder = { cost: costOfItem(item, terms.currency), share, ...reducing };
  const costFor = (each: Discount): Exact =>
    itemsFor(items, each)
      .map((one) => costOfItem(one, terms.currency))
      .reduce(plus, fraction(0));
  const proration =
    terms.mode === 'classic' ? classicProration(remainder, (each) => itemsFor(items, each).length) : flexibleCharge(remainder, costFor);
  const period = { start: terms.moment, end: item.current_period_end };
  return [
    lineOf(item, proration, { text: remainingText, period, discounts: [...reducing.own, ...reducing.discounts], debit: null }, terms),
  ];
}

/** The rest of earlier debits after a credit of everything from a moment on. */
export const creditedUntil = <D extends ItemDebit>(debits: readonly D[], moment: number): D[] =>
  together(debits.map((debit) => upTo(debit, moment)).filter(({ period: { start, end } }) => end > start));

function upTo<D extends ItemDebit>(debit: D, moment: number): D {
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

/** How many debits of an item are kept apart. */
const debits_max = 50;

/** Merges the oldest of too many debits, so that an item that changes all day does not grow all day. */
function together<D extends ItemDebit>(debits: D[]): D[] {
  const oldest = debits.toSorted((one, other) => one.period.end - other.period.end).slice(0, Math.max(0, debits.length - debits_max + 1));
  const [first, last] = [oldest[0], oldest.at(-1)];
  if (!first || !last || first === last) return debits;
  const amount = oldest.reduce((sum, each) => sum + netOf(each), 0);
  const period = { start: Math.min(...oldest.map((each) => each.period.start)), end: last.period.end };
  const one = { ...last, amount, discount_amounts: [], invoice: null, invoice_item: null, line: null, period };
  return [one, ...debits.filter((each) => !oldest.includes(each))];
}

const netOf = ({ amount, discount_amounts }: ItemDebit): number => discount_amounts.reduce((sum, each) => sum - each.amount, amount);

/** Whether time after a moment has been charged and was not credited. */
export const isChargedAfter = (debits: readonly ItemDebit[], moment: number): boolean => debits.some(({ period }) => period.end > moment);
