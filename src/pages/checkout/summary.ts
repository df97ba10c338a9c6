import { numberFormat } from '../../kernel/base/intl.js';
import { exponentOf } from '../../kernel/base/money.js';
import { foreign, html, input, type Markup, type Shown } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import { currencyChooser } from './currencies.js';
import type { Filled } from './filled.js';
import { offersOf, takeBack } from './offers.js';
import type { CheckoutSession, Estimate, LineItem, ShippingOption } from './session.js';
import { dayIn, moneyIn, oftenIn, periodIn, type Speaking } from './speaking.js';

/** What is bought and what it comes to, with all that the payer can choose of it. */
export function orderSummary(session: CheckoutSession, filling: Filled, speaking: Speaking): Markup | null {
  const { line_items, currency } = session;
  if (!line_items || currency === null) return null;
  const items = line_items.data;
  const isAdjustable = items.some((item) => isQuantityOpen(item) || isAmountOpen(item));
  return html`<ul class="items">${items.map((item) => itemRow(item, session, filling, speaking))}</ul>
${isAdjustable && html`<div class="choosing">${chooser('update', speaking.said.update)}</div>`}
<dl class="sums">${sumsOf(session, speaking)}</dl>
${currencyChooser(session, speaking)}${offersOf(session, speaking)}${session.allow_promotion_codes && !session.page.promotion_code && promotionField(filling, speaking)}`;
}

/** A button that changes the order and stays on the page. */
const chooser = (value: string, label: string): Markup =>
  html`<button class="button small" type="submit" name="do" value="${value}" data-testid="${value}">${label}</button>`;

/** Whether the payer may say how many. */
export const isQuantityOpen = ({ adjustable_quantity }: LineItem): boolean => adjustable_quantity?.enabled === true;

/** Whether the payer may say how much. */
export const isAmountOpen = ({ price }: LineItem): boolean => Boolean(price?.custom_unit_amount);

function itemRow(item: LineItem, session: CheckoutSession, filling: Filled, speaking: Speaking): Markup {
  const asides = asidesOf(item, session, speaking);
  return html`<li data-testid="line-item"><div class="item"><span>${foreign(item.description ?? '', 200)}</span><span class="amount">${moneyIn(speaking, item.amount_subtotal, item.currency)}</span></div>
${asides.map((aside) => html`<small>${foreign(aside)}</small>`)}
${isQuantityOpen(item) && quantityField(item, filling, speaking)}${isAmountOpen(item) && amountField(item, filling, speaking)}${takeBack(item, session, speaking)}</li>`;
}

/** How many at what price, how often, and what is free. */
function asidesOf(item: LineItem, { page }: CheckoutSession, speaking: Speaking): string[] {
  const { said } = speaking;
  const price = unitPrice(item, speaking);
  const recurring = item.price?.recurring ?? null;
  if (recurring?.usage_type === 'metered') return [price ? `${said.by_use}: ${price}` : said.by_use];
  const often = price && oftenIn(speaking, price, recurring);
  const quantity = item.quantity ?? 1;
  const told = often && (quantity === 1 ? often : `${numberFormat(speaking.locale.tag).format(quantity)} × ${often}`);
  if (!recurring || (page.trial_end === null && page.trial_days === null)) return told && (recurring || quantity > 1) ? [told] : [];
  const free = page.trial_days === null ? null : filled(said.trial, { period: periodIn(speaking, page.trial_days, 'day') });
  return [free, told].filter((each): each is string => Boolean(each));
}

function unitPrice({ price, currency }: LineItem, speaking: Speaking): string | null {
  const amount = price?.unit_amount ?? price?.unit_amount_decimal ?? null;
  return amount === null ? null : moneyIn(speaking, amount, currency);
}

/** What is wrong with a field is said below it, as everywhere. */
function quantityField({ id, quantity, adjustable_quantity }: LineItem, { typed, faults }: Filled, { said }: Speaking): Markup {
  const { minimum, maximum } = adjustable_quantity ?? { minimum: null, maximum: null };
  const name = `quantity-${id}`;
  return input({
    name,
    label: said.quantity,
    autocomplete: 'off',
    numeric: true,
    value: typed[name] ?? String(quantity ?? 1),
    fault: faults[name],
    characters_max: 6,
    hint: boundsIn(said, minimum, maximum, String),
  });
}

function amountField({ id, price, currency, amount_subtotal, quantity }: LineItem, { typed, faults }: Filled, speaking: Speaking): Markup {
  const name = `amount-${id}`;
  const { minimum = null, maximum = null } = price?.custom_unit_amount ?? {};
  const now = quantity ? Math.round(amount_subtotal / quantity) : amount_subtotal;
  return input({
    name,
    label: `${speaking.said.your_amount} (${currency.toUpperCase()})`,
    autocomplete: 'off',
    value: typed[name] ?? majorOf(now, currency),
    fault: faults[name],
    ltr: true,
    characters_max: 14,
    hint: boundsIn(speaking.said, minimum, maximum, (amount) => moneyIn(speaking, amount, currency)),
  });
}

function boundsIn(said: Speaking['said'], minimum: number | null, maximum: number | null, shown: (amount: number) => string): Shown {
  if (minimum !== null && maximum !== null) return filled(said.between, { minimum: shown(minimum), maximum: shown(maximum) });
  if (minimum !== null) return filled(said.at_least, { minimum: shown(minimum) });
  return maximum !== null && filled(said.at_most, { maximum: shown(maximum) });
}

/** Minor units as typed input: `12.50`. */
export function majorOf(amount: number, currency: string): string {
  const decimals = exponentOf(currency);
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A typed amount in minor units; null where it is none. The last point or comma before as many decimals as there are is the point. */
export function minorOf(text: string, currency: string): number | null {
  const decimals = exponentOf(currency);
  const [, whole = '', rest = ''] = /^([\d\s.,'’]*?)(?:[.,](\d*))?$/.exec(text.normalize('NFKC')) ?? [];
  const isThousands = rest.length === 3 && decimals !== 3;
  const digits = `${whole}${isThousands ? rest : ''}`.replace(/\D/g, '');
  const part = isThousands ? '' : rest;
  if ((digits === '' && part === '') || part.length > decimals || digits.length > 12) return null;
  return Number(`${digits || '0'}${part.padEnd(decimals, '0')}`);
}

function sumsOf(session: CheckoutSession, speaking: Speaking): Markup[] {
  const { total_details, amount_subtotal, amount_total, currency, page } = session;
  const { said, words } = speaking;
  if (currency === null || amount_total === null) return [];
  const money = (amount: number): string => moneyIn(speaking, amount, currency);
  const { amount_discount = 0, amount_shipping = 0 } = total_details ?? {};
  const isSplit = Boolean(total_details?.amount_tax) || amount_discount > 0 || page.shipping_options.length > 0;
  const discount = page.promotion_code
    ? html`${words.discount} ${foreign(page.promotion_code, 60)} ${chooser('remove', said.remove)}`
    : words.discount;
  return [
    ...(isSplit ? [sum('subtotal', words.subtotal, money(amount_subtotal ?? 0))] : []),
    ...(amount_discount > 0 || page.promotion_code ? [sum('discount', discount, money(-amount_discount))] : []),
    ...(page.shipping_options.length > 0 ? [sum('shipping', said.shipping, amount_shipping ? money(amount_shipping) : said.free)] : []),
    ...taxesOf(session, speaking).map(({ label, amount }) => sum('tax', label, money(amount))),
    sum('total', said.due_today, money(amount_total)),
  ];
}

/** The renewals, a line each: they are read before anything is agreed to, so that they are never folded up. */
export const renewalLines = (session: CheckoutSession, speaking: Speaking): readonly Markup[] =>
  renewalsIn(session, speaking).map((renewal) => html`<span data-testid="renewal">${foreign(renewal)}</span>`);

/** What follows today, where that is another amount: how much, how often and from when. */
function renewalsIn({ line_items, currency, amount_total, page: { renewals } }: CheckoutSession, speaking: Speaking): string[] {
  const charged = (line_items?.data ?? []).flatMap(({ price }) =>
    price?.recurring && price.recurring.usage_type !== 'metered' ? [price.recurring] : [],
  );
  const [often = null, ...others] = charged;
  const is_same = others.every((each) => each.interval === often?.interval && each.interval_count === often.interval_count);
  if (currency === null || (renewals.length === 1 && renewals[0]?.amount === amount_total)) return [];
  return renewals.map(({ amount, moment }) => {
    const price = moneyIn(speaking, amount, currency);
    const told = is_same ? oftenIn(speaking, price, often) : price;
    return filled(speaking.said.after_trial, { amount: told, date: dayIn(speaking, moment) });
  });
}

const sum = (name: string, term: Shown, amount: string): Markup =>
  html`<div class="sum ${name}"><dt>${term}</dt><dd data-testid="${name}">${amount}</dd></div>`;

/** Taxes of all lines by their rates; only their sum, where rates are not known of all. */
function taxesOf(
  { line_items, shipping_cost, total_details }: CheckoutSession,
  { words, locale }: Speaking,
): { label: string; amount: number }[] {
  const percent = numberFormat(locale.tag, { style: 'percent', maximumFractionDigits: 4 });
  const sums = new Map<string, number>();
  for (const { amount, rate } of (line_items?.data ?? []).flatMap(({ taxes }) => taxes ?? [])) {
    const of = `${rate.display_name} ${percent.format(rate.percentage / 100)}`;
    const label = rate.inclusive ? `${of} (${words.included})` : of;
    sums.set(label, (sums.get(label) ?? 0) + amount);
  }
  // The taxes of shipping are known as a sum alone.
  if (sums.size > 0 && !shipping_cost?.amount_tax) return [...sums].map(([label, amount]) => ({ label, amount }));
  return total_details?.amount_tax ? [{ label: words.tax, amount: total_details.amount_tax }] : [];
}

const promotionField = ({ typed, faults }: Filled, { said }: Speaking): Markup =>
  html`<div class="beside">${input({
    name: 'promotion_code',
    label: said.promotion_code,
    autocomplete: 'off',
    value: typed.promotion_code ?? '',
    fault: faults.promotion_code,
    characters_max: 100,
  })}${chooser('apply', said.apply)}</div>`;

/** The delivery estimate, where there is one. */
export function arrivalOf({ delivery_estimate }: ShippingOption, { said, locale }: Speaking): string | null {
  const { minimum = null, maximum = null } = delivery_estimate ?? {};
  const unit = (maximum ?? minimum)?.unit;
  if (!unit) return null;
  const number = numberFormat(locale.tag);
  const values = [minimum, maximum].filter((each): each is Estimate => each !== null).map(({ value }) => number.format(value));
  return filled(said.arrives[unit], { count: [...new Set(values)].join('–') });
}
