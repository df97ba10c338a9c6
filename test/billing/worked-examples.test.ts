import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuredAnchor, opening } from '../../src/arithmetic/billing/anchors.js';
import { creditedLine } from '../../src/arithmetic/billing/credit-notes.js';
import { creditsApplied } from '../../src/arithmetic/billing/credits.js';
import { type Discount, discountApplies, discountEnd, discounted } from '../../src/arithmetic/billing/discounts.js';
import { lineText, remainingText, trialText, unusedText } from '../../src/arithmetic/billing/line-text.js';
import { boundary, periodAt, periodsUntil, shareLeft, shortestFitting, whole } from '../../src/arithmetic/billing/periods.js';
import { costOf, priced } from '../../src/arithmetic/billing/prices.js';
import { classicProration, credited, flexibleCharge, flexibleCredits } from '../../src/arithmetic/billing/proration.js';
import { isHardDecline, nextRetry, retry_days } from '../../src/arithmetic/billing/retries.js';
import { shareOf } from '../../src/arithmetic/billing/shares.js';
import type { TaxExempt, TaxRate, TaxRounding } from '../../src/arithmetic/billing/taxes.js';
import { imbalances, remaining, settled, summed } from '../../src/arithmetic/billing/totals.js';
import { fraction } from '../../src/kernel/base/exact.js';
import { day } from '../../src/kernel/base/moments.js';
import type { Formula } from '../../src/kernel/base/reads.js';
import { loader } from '../../src/kernel/storage/load.js';
import { storing } from '../../src/kernel/storage/writes.js';
import { filters, now } from '../support/rows-to-store.js';
import { type Stored, startStored } from '../support/stored.js';
import { intervalOf, listOf, momentOf, numbersOf, perUnit, type Row, rowsOf, tables_count, tiered, tiersOf, written } from './page.js';

const amountsOf = (lines: readonly { readonly amount: number }[]): number[] => lines.map(({ amount }) => amount);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Usage is summed up where it is stored. */
let stored: Stored;
beforeAll(async () => {
  stored = await startStored();
});
afterAll(() => stored.stop());

let computed = 0;

/** One table of the page: each row is computed. */
const table = (title: string, n: number, check: (row: Row) => void | Promise<void>): void => {
  computed++;
  test.each(rowsOf(title, n))(`${title}: $row`, check);
};

describe('the page of billing arithmetic', () => {
  table('Boundaries', 0, ({ Anchor, Interval, 'Next boundaries': next }) => {
    const found = listOf(next).map((_, place) => written(boundary(momentOf(Anchor), intervalOf(Interval), place + 1)));
    expect(found).toEqual(listOf(next));
  });

  table('Anchors by the calendar', 0, ({ Created, Interval, day_of_month, month, hour, Anchor, 'First full invoice': first }) => {
    const created = momentOf(Created);
    const config = { day_of_month: Number(day_of_month), month: month ? Number(month) : null, hour: hour ? Number(hour) : null };
    const anchor = configuredAnchor(config, intervalOf(Interval), created);
    expect(written(anchor, Anchor)).toBe(Anchor);
    const { start, end } = periodAt(anchor, intervalOf(Interval), created);
    expect(written(start === created ? start : end, first)).toBe(first);
  });

  table('The first period', 0, (row) => {
    const {
      Start,
      'Trial ends': ends,
      Anchor,
      Interval,
      Invoices,
      'Days charged first': days,
      Of,
      Price = '',
      'First amount': amount,
    } = row;
    const trial_end = ends ? momentOf(ends) : null;
    const anchor = Anchor ? momentOf(Anchor) : null;
    const { trial, first } = opening({ start: momentOf(Start), interval: intervalOf(Interval), trial_end, anchor });
    expect([written(first.start), written(first.end)]).toEqual(listOf(Invoices));
    expect(trial && [written(trial.start), written(trial.end)]).toEqual(ends ? [Start, ends] : null);
    expect([(first.end - first.start) / day, first.full_seconds / day]).toEqual([Number(days), Number(Of)]);
    expect(amountsOf(priced(perUnit(Price), 1, shareLeft(first)))).toEqual([Number(amount)]);
  });

  table('Backdating', 0, ({ Start, Now, Anchor, Interval, 'Periods begin': begin, Price = '', Amounts }) => {
    const periods = periodsUntil(momentOf(Start), momentOf(Now), momentOf(Anchor), intervalOf(Interval));
    expect(periods.map(({ start }) => written(start))).toEqual(listOf(begin));
    expect(periods.flatMap((period) => amountsOf(priced(perUnit(Price), 1, shareLeft(period))))).toEqual(numbersOf(Amounts));
  });

  table('Mixed intervals', 0, ({ Intervals, Shortest }) => {
    expect(shortestFitting(listOf(Intervals).map(intervalOf))).toEqual(Shortest === 'refused' ? null : intervalOf(Shortest));
  });

  table('Tiers', 0, ({ 'Tiers (to, unit, flat)': tiers, Quantity = '', Volume, Graduated }) => {
    const modes = (['volume', 'graduated'] as const).map((mode) => sumOf(amountsOf(priced(tiered(tiersOf(tiers), mode), Quantity))));
    expect(modes).toEqual([Number(Volume), Number(Graduated)]);
  });

  table('Lines', 0, ({ Price = '', Interval, Quantity = '', Lines, Amounts }) => {
    const [, amounts = '', currency = '', divide_by, round] = /^(.*?) ([a-z]{3})(?: per (\d+) (up|down))?$/.exec(Price) ?? [];
    const transform = divide_by ? { divide_by: Number(divide_by), round: round as 'up' | 'down' } : null;
    const price = amounts.includes(':') ? tiered(tiersOf(amounts), 'graduated') : perUnit(amounts, transform);
    const lines = priced(price, Quantity);
    const said = { name: 'NAME', currency, recurring: intervalOf(Interval), transform_quantity: transform };
    expect(lines.map((line) => lineText(line, said))).toEqual(listOf(Lines));
    expect(amountsOf(lines)).toEqual(numbersOf(Amounts));
  });

  table('Prorations', 0, ({ Old, New, 'Seconds left': left, 'Of the period': of, Credit, Charge }) => {
    const share = fraction(Number(left), Number(of));
    const amountOf = (text = ''): number => {
      const [quantity = '', price = ''] = text.split(' × ');
      return classicProration({ cost: costOf(perUnit(price), quantity), share, discounts: [] }, () => 1).amount;
    };
    expect(0 - amountOf(Old)).toBe(Number(Credit));
    if (New) expect(amountOf(New)).toBe(Number(Charge));
  });

  table('Prorations', 1, ({ Mode, Credit, Charge, Together }) => {
    const april = { start: momentOf('2023-04-01'), end: momentOf('2023-05-01') };
    const moment = momentOf('2023-04-21');
    const left = (price: string) => ({ cost: costOf(perUnit(price), 1), share: shareLeft(whole(april), moment), discounts: [] });
    const charge = Mode === 'classic' ? classicProration(left('1000'), () => 1) : flexibleCharge(left('1000'), () => fraction(1000));
    const credits =
      Mode === 'classic'
        ? [credited(classicProration(left('2000'), () => 1))]
        : flexibleCredits([{ amount: 1000, discount_amounts: [], period: april }], moment);
    expect(amountsOf([...credits, charge])).toEqual([Number(Credit), Number(Charge)]);
    expect(Number(Credit) + Number(Charge)).toBe(Number(Together));
  });

  table('Prorations', 2, ({ Mode, Credit, 'Discount in it': discount, Together }) => {
    const period = { start: 0, end: 30 * day };
    const five = discountOf('500');
    const share = shareLeft(whole(period), 15 * day);
    const charged = flexibleCharge({ cost: fraction(1000), share: fraction(1), discounts: [five] }, () => fraction(3000));
    const [credit] =
      Mode === 'classic'
        ? [credited(classicProration({ cost: fraction(1000), share, discounts: [five] }, () => 2))]
        : flexibleCredits([{ ...charged, period }], 15 * day);
    expect(credit).toMatchObject({
      amount: Number(Credit),
      discount_amounts: [{ amount: Number(discount) }],
      net_amount: Number(Together),
    });
  });

  table('Prorations', 3, ({ Mode, Credit, 'Discount in it': discount, Together }) => {
    const period = { start: 0, end: 30 * day };
    const remainder = { cost: fraction(1000), own: [discountOf('500')], discounts: [] };
    const charged = flexibleCharge({ ...remainder, share: fraction(1) }, () => fraction(3000));
    const [credit] =
      Mode === 'classic'
        ? [credited(classicProration({ ...remainder, share: shareLeft(whole(period), 15 * day) }, () => 2))]
        : flexibleCredits([{ ...charged, period }], 15 * day);
    expect(credit).toMatchObject({
      amount: Number(Credit),
      discount_amounts: [{ amount: Number(discount) }],
      net_amount: Number(Together),
    });
  });

  table('Prorations', 4, ({ Kind, Quantity, Off, Changed, Text }) => {
    const quantity = Number(Quantity);
    const [mode, is_trial] = (Kind ?? '').split(' ');
    if (is_trial) return expect(trialText({ name: 'NAME', quantity, mode: mode as 'classic' | 'flexible' })).toBe(Text);
    const said = { name: 'NAME', quantity, currency: 'usd', moment: momentOf(Changed), discounts: listOf(Off).map(discountOf) };
    expect(Kind === 'unused' ? unusedText(said) : remainingText(said)).toBe(Text);
  });

  table('Discounts', 0, ({ Lines, 'Of the first line': own, 'Of the invoice': of_invoice, 'Taken from each line': taken, Left }) => {
    const lines = listOf(Lines).map((text, place) => ({
      amount: Number(text.replace(/[()]/g, '')),
      product: null,
      discountable: !text.startsWith('('),
      discounts: place === 0 ? listOf(own).map((each) => ({ ...discountOf(each), id: `own ${each}` })) : [],
    }));
    const result = discounted(lines, listOf(of_invoice).map(discountOf));
    expect(result.lines.map(({ discount_amounts }) => sumOf(amountsOf(discount_amounts)))).toEqual(numbersOf(taken));
    expect(sumOf(result.lines.map(({ left }) => left))).toBe(Number(Left));
    expect(sumOf(amountsOf(result.totals))).toBe(sumOf(numbersOf(taken)));
  });

  table('Discounts', 1, ({ Duration = '', Ends, Discounted, 'Not discounted': not }) => {
    const months = /^(\d+) months$/.exec(Duration)?.[1];
    const duration = months ? 'repeating' : (Duration as 'once' | 'forever');
    const end = discountEnd({ duration, duration_in_months: months ? Number(months) : null }, momentOf('2024-01-31'));
    expect(end && written(end)).toBe(Ends || null);
    const invoices = [...listOf(Discounted), ...listOf(not)].toSorted();
    const found = invoices.filter((each, times_used) => discountApplies({ duration, end, times_used }, momentOf(each)));
    expect(found).toEqual(listOf(Discounted));
  });

  table('Taxes', 0, (row) => {
    const { Lines, 'Percent off': off, Rates, Customer, 'Rounded by': rounding, 'Taxes of the lines': of_lines, Together, Total } = row;
    const tax_rates = listOf(Rates, '; ').map(rateOf);
    const lines = numbersOf(Lines).map((amount) => ({ amount, product: null, discountable: true, discounts: [], tax_rates }));
    const discounts = off ? [discountOf(`${off}%`)] : [];
    const sums = summed(lines, { discounts, rounding: rounding as TaxRounding, exempt: Customer as TaxExempt });
    const by_rate = tax_rates.map((_, place) => sums.lines.map(({ taxes }) => taxes[place]?.amount));
    expect(by_rate).toEqual(listOf(of_lines, '; ').map(numbersOf));
    expect(amountsOf(sums.total_taxes)).toEqual(listOf(Together, '; ').map(Number));
    expect(sums.total).toBe(Number(Total));
    expect(imbalances(sums)).toEqual([]);
  });

  table('Taxes', 1, (row) => {
    const { 'First line': first, 'Its discounts': own, 'Its rates': rates, 'Second line': second, Subtotal, Total } = row;
    const lines = [first, second].map((amount, place) => ({
      ...{ amount: Number(amount), product: null, discountable: true },
      discounts: place === 0 ? listOf(own).map((each) => ({ ...discountOf(each), id: `own ${each}` })) : [],
      tax_rates: listOf((place === 0 && rates) || row['Rates of the invoice'], '; ').map(rateOf),
    }));
    const discounts = listOf(row['Of the invoice']).map(discountOf);
    const sums = summed(lines, { discounts, rounding: 'line', exempt: 'none' });
    expect(sums.lines.map(({ taxes }) => amountsOf(taxes))).toEqual(listOf(row['Taxes of the lines'], '; ').map(numbersOf));
    expect([sums.subtotal, sums.total]).toEqual([Number(Subtotal), Number(Total)]);
    expect(imbalances(sums)).toEqual([]);
  });

  table('What is due', 0, (row) => {
    const { Total, Currency = '', 'Balance before': before, Due, 'Balance after': after, 'Credit notes': notes, Paid, Remaining } = row;
    const starting_balance = Number(before);
    const at_finalization = settled({ total: Number(Total), currency: Currency, starting_balance });
    expect(at_finalization).toMatchObject({ amount_due: Number(Due), starting_balance, ending_balance: Number(after) });
    expect(starting_balance + sumOf(amountsOf(at_finalization.balance_changes))).toBe(Number(after));
    const { amount_remaining } = remaining(at_finalization.amount_due, { credit_notes: Number(notes), amount_paid: Number(Paid) });
    expect(amount_remaining).toBe(Number(Remaining));
  });

  table('Billing credits', 0, ({ 'Lines after discounts': lefts, 'Credits of grants': credits, 'Taken from each line': taken, ...row }) => {
    const lines = numbersOf(lefts);
    const grants = numbersOf(credits).map((available, place) => ({ id: String(place), available, pays: lines.map(() => true) }));
    const applied = creditsApplied(lines, grants);
    expect(amountsOf(applied)).toEqual(numbersOf(taken));
    const left = grants.map(({ id, available }) =>
      applied.reduce((rest, { grant, amount }) => (grant === id ? rest - amount : rest), available),
    );
    expect(left).toEqual(numbersOf(row['Remaining credits']));
  });

  table('Shares', 0, ({ Due, Percentage, Share }) => {
    expect(shareOf(Number(Due), Number(Percentage))).toBe(Number(Share));
  });

  table('Credit notes', 0, (row) => {
    const {
      Line,
      Discount,
      Tax,
      'Given back before': before,
      'Gives back': back,
      'Discount in it': off,
      'Tax in it': tax,
      'Customer gets': gets,
    } = row;
    const [tax_amount, kind] = (Tax ?? '').split(' ');
    const taxes = kind ? [{ tax_rate: 'txr', amount: Number(tax_amount), inclusive: kind === 'inclusive', taxable_amount: 1000 }] : [];
    const discount_amounts = numbersOf(Discount).map((amount) => ({ discount: 'di', amount }));
    const nets = { amount_excluding_tax: Number(Line), subtotal_excluding_tax: Number(Line) };
    const line = { amount: Number(Line), ...nets, discount_amounts, credits: [], taxes, credited_before: Number(before) };
    const credit = creditedLine(line, Number(back));
    expect([amountsOf(credit.discount_amounts), amountsOf(credit.taxes)]).toEqual([numbersOf(off), numbersOf(tax)]);
    expect(credit.total).toBe(Number(gets));
  });

  table('Usage', 0, async ({ row, 'Values (day: value)': values, Period = '', Formula, Used }) => {
    const of = { account: 'acct_used', metered: `mtr_${row}`, customer: 'cus_1', replaces: false };
    const usage = listOf(values, '; ').map((each, place) => {
      const [at, value = ''] = each.split(': ');
      return { ...of, at: Number(at) * day, id: `mtrevt_${place}`, value };
    });
    await storing(stored.database, { group_commit: false, filters, together_min: 0 })({ now, usage });
    const [member = '', target = ''] = Period.split(' to ').map((each) => String(Number(each) * day));
    const asked = { of: 'usage', account: of.account, object: of.customer, id: of.metered, member, target } as const;
    const [found] = await loader(stored.database)([{ ...asked, formula: Formula as Formula }]);
    expect(Number(found?.doc)).toBe(Number(Used));
  });

  table('Retries', 0, ({ Days, 'First declined': first, 'Tried again': again }) => {
    const [moment, days] = [momentOf(first), numbersOf(Days)];
    const moments: number[] = [];
    for (let next = nextRetry(moment, 0, days); next !== null; next = nextRetry(next, moments.length, days)) moments.push(next);
    expect(moments.map((each) => written(each, again))).toEqual(listOf(again));
  });

  table('Retries', 1, ({ Decline = '', Hard }) => {
    expect(isHardDecline(Decline)).toBe(Hard === 'yes');
  });

  test('has no table without a computation, and none without rows', () => {
    expect(computed).toBe(tables_count);
  });

  test('and lists the default retry days of an account', () => {
    expect(numbersOf(rowsOf('Retries')[0]?.Days)).toEqual(retry_days);
  });
});

/** `35%` or `500`. */
function discountOf(text: string): Discount {
  const [, percent_off] = /^(.+)%$/.exec(text) ?? [];
  return { id: text, percent_off: percent_off ?? null, amount_off: percent_off ? null : Number(text), products: null };
}

/** `5% inclusive`. */
function rateOf(text: string): TaxRate {
  const [percentage = '', kind] = text.split('% ');
  return { id: text, percentage, inclusive: kind === 'inclusive' };
}
