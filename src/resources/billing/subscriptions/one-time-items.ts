import type { Around, Asked, Decision } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { oneOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { coupon } from '../../catalogue/coupons/coupon.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { Redeemable } from '../../catalogue/discounts/input.js';
import type { Wanting } from '../../catalogue/discounts/of-each.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { type Product, product } from '../../catalogue/products/product.js';
import { promotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { invoiceItem } from '../invoice-items/invoice-item.js';
import { changedPlain, plain_input } from '../invoice-items/line-input.js';
import type { Known } from '../invoices/input.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { items_max } from './parts.js';

/** The input of a one-time item, without its period. */
export const once_input = pick(plain_input, 'discountable', 'discounts', 'metadata', 'price', 'price_data', 'quantity', 'tax_rates');

/** What is charged once, with the next invoice of a subscription. */
export const added_input = about(
  'One-time amounts to bill with the next invoice of the subscription, up to 20.',
  listOf(
    object({
      ...once_input,
      period: about(
        'The time that the item is for; the current period by default.',
        object({
          end: about(
            'The end of the time.',
            required(
              object({
                timestamp: about('The end in Unix seconds; required with `type=timestamp`.', timestamp),
                type: about(
                  '`timestamp`, or `min_item_period_end` for the end of the current period.',
                  required(oneOf('min_item_period_end', 'timestamp')),
                ),
              }),
            ),
          ),
          start: about(
            'The start of the time.',
            required(
              object({
                timestamp: about('The start in Unix seconds; required with `type=timestamp`.', timestamp),
                type: about(
                  '`timestamp`, `now`, or `max_item_period_start` for the start of the current period.',
                  required(oneOf('max_item_period_start', 'now', 'timestamp')),
                ),
              }),
            ),
          ),
        }),
      ),
    }),
    items_max,
  ),
);

/** What is read for it. */
export const added_reads = {
  added_prices: one(price, 'add_invoice_items.price'),
  rates_beside: one(taxRate, 'add_invoice_items.tax_rates'),
  of_added_prices: one(product, 'added_prices.product'),
  of_added_data: one(product, 'add_invoice_items.price_data.product'),
} as const;

/** Reads for its discounts. */
export const added_discounts_reads = {
  added_coupons: one(coupon, 'add_invoice_items.discounts.coupon'),
  added_codes: one(promotionCode, 'add_invoice_items.discounts.promotion_code'),
  coupons_of_added: one(coupon, 'added_codes.of_coupon'),
} as const;

/** What has been read for it. */
export type AddedSeen = {
  readonly added_prices: Known<Price>;
  readonly rates_beside: Known<TaxRate>;
  readonly of_added_prices: Found<Product>;
  readonly of_added_data: Found<Product>;
};

/** The reads for its discounts. */
export type AddedDiscountsSeen = {
  readonly added_coupons: Redeemable['coupons'];
  readonly added_codes: Redeemable['codes'];
  readonly coupons_of_added: Redeemable['coupons_of_codes'];
};

type Sent = NonNullable<Given<{ items: typeof added_input }>['items']>[number];

/** What is asked to be charged once, with the id of the invoice item that is to charge it, and the parameter that it stands under. */
export type Added = { readonly id: string; readonly at: string; readonly given: Sent };

/** Everything that is asked to be charged once. */
export const addedAsked = (sent: readonly Sent[] | undefined, { fresh }: Around, at = 'add_invoice_items'): Added[] =>
  (sent ?? []).map((given, place) => ({ id: fresh(invoiceItem), at: `${at}[${place}]`, given }));

/** The discounts that it is to have, for `discountsFor`. */
export const besideAdded = (sent: readonly Added[], seen: AddedDiscountsSeen): { wanting: readonly Wanting[]; redeemable: Redeemable } => ({
  wanting: sent.map(({ id, at, given }) => ({ asked: given.discounts, at, of: { invoice_item: id }, kept: [] })),
  redeemable: { coupons: seen.added_coupons, codes: seen.added_codes, coupons_of_codes: seen.coupons_of_added },
});

/** `start` and `end` are those of the time that its items have in common. */
type Of = { readonly subscription: string | null; readonly currency: string; readonly start: number; readonly end: number };

/** One-time items with their redeemed discounts, and the effects that create their prices. */
export function addedTo(
  of: Of,
  sent: readonly Added[],
  { off, seen }: { readonly off: readonly (readonly DiscountValue[])[]; readonly seen: AddedSeen },
  asked: Asked,
): { readonly lines: readonly PlainLine[]; readonly made: Decision } {
  const lines: PlainLine[] = [];
  const made: Decision[] = [];
  for (const [place, { id, at, given }] of sent.entries()) {
    if (!given.price && !given.price_data) return asked.refuse(unpriced(at));
    const named = given.price ? seen.added_prices.get(given.price) : null;
    const period = periodOf(given, of, asked.now, at, asked);
    const description = nameOf(seen, named?.product ?? given.price_data?.product);
    const { discounts: _off, period: _when, ...said } = given;
    const blank = { amount: 0, description, discounts: off[place] ?? [], id, period, subscription: of.subscription };
    const changed = changedPlain(blank, said, { price: named, price_of_pricing: null, rates: seen.rates_beside }, asked, at);
    const { cost, plain } = changed;
    if (cost?.currency !== of.currency)
      return asked.refuse(otherCurrency(`${at}[${given.price ? 'price' : 'price_data'}]`, cost?.currency ?? null, of.currency));
    lines.push(plain);
    made.push(cost.made);
  }
  return { lines, made };
}

/** A moment as callers say it: by a word, or as a timestamp. */
type Moment = { readonly timestamp?: number; readonly type: string };

/** Why a moment is not one: it has a timestamp where that is what it is, and only there. */
export function requireMoment({ timestamp, type }: Moment, param: string, asked: Asked): void {
  const at = `${param}[timestamp]`;
  if (type === 'timestamp' && timestamp === undefined)
    asked.refuse({
      code: 'parameter_missing',
      param: at,
      message: `Missing required param: ${at}. It is required with type=timestamp.`,
    });
  if (!(type === 'timestamp' || timestamp === undefined))
    asked.refuse({ code: 'parameter_invalid', param: at, message: `A timestamp needs type=timestamp. Leave it out with type=${type}.` });
}

function periodOf({ period }: Sent, { start, end }: Of, now: number, at: string, asked: Asked) {
  if (!period) return { start, end };
  requireMoment(period.start, `${at}[period][start]`, asked);
  requireMoment(period.end, `${at}[period][end]`, asked);
  const begins = period.start.type === 'now' ? now : start;
  return { start: period.start.timestamp ?? begins, end: period.end.timestamp ?? end };
}

const unpriced = (at: string): Refusal => ({
  code: 'parameter_missing',
  param: `${at}[price]`,
  message: `Missing required param: ${at}[price]. Or send price_data.`,
});

const nameOf = ({ of_added_prices, of_added_data }: AddedSeen, id: string | undefined): string | null =>
  [...of_added_prices.all, ...of_added_data.all].find((each) => each.id === id)?.name ?? null;

const otherCurrency = (param: string, own: string | null, wanted: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: `The price is in ${own}, and the subscription in ${wanted}.`,
});
