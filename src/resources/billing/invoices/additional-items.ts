import type { Asked, Decision } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import { type Coupon, coupon } from '../../catalogue/coupons/coupon.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { Redeemable } from '../../catalogue/discounts/input.js';
import type { Wanting } from '../../catalogue/discounts/of-each.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { type PromotionCode, promotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { plainOfItem } from '../invoice-items/as-line.js';
import { type InvoiceItem, invoiceItem, taxed_input } from '../invoice-items/invoice-item.js';
import { changedPlain, plain_input, requireDistinct } from '../invoice-items/line-input.js';
import type { Payer } from './discounted.js';
import type { Known } from './input.js';
import { namedIn } from './lines.js';
import type { PlainLine } from './plain-line.js';

/** What might be billed besides: pending items as they are meant to be, and others that there are not. */
export const besides_input = about(
  'Further items for the preview, up to 250: new ones, or pending ones with changes.',
  listOf(
    object({
      ...plain_input,
      ...taxed_input,
      currency: about('The currency of the item, which must be that of the previewed invoice.', currency),
      invoiceitem: about('A pending invoice item of the customer that the preview shows with these changes.', ref('invoiceitem')),
    }),
    250,
  ),
);

/** What is read for it. */
export const besides_reads = {
  named_items: one(invoiceItem, 'invoice_items.invoiceitem'),
  prices_beside: one(price, 'invoice_items.price'),
  prices_of_pricing_beside: one(price, 'invoice_items.pricing.price'),
  rates_beside: one(taxRate, 'invoice_items.tax_rates'),
  coupons_beside: one(coupon, 'invoice_items.discounts.coupon'),
  codes_beside: one(promotionCode, 'invoice_items.discounts.promotion_code'),
  coupons_of_codes_beside: one(coupon, 'codes_beside.of_coupon'),
} as const;

/** What was read for it. */
export type SeenBeside = {
  readonly named_items: Known<InvoiceItem>;
  readonly prices_beside: Known<Price>;
  readonly prices_of_pricing_beside: Known<Price>;
  readonly rates_beside: Known<TaxRate>;
  readonly coupons_beside: Known<Coupon>;
  readonly codes_beside: Known<PromotionCode>;
  readonly coupons_of_codes_beside: Known<Coupon>;
};

/** What can be redeemed for it. */
export const redeemableBeside = (seen: SeenBeside): Redeemable => ({
  coupons: seen.coupons_beside,
  codes: seen.codes_beside,
  coupons_of_codes: seen.coupons_of_codes_beside,
});

/** Additional items, without their discounts. */
export type Besides = {
  readonly plains: readonly PlainLine[];
  readonly wanting: readonly Wanting[];
  /** The pending items that are meant to be otherwise. */
  readonly changed: ReadonlySet<string>;
  readonly made: readonly Decision[];
};

type Sent = Given<{ items: typeof besides_input }>['items'];

/** The currency that something says it is billed in, or that what it names is in. */
export function currencyOf({ currency, invoiceitem, price, price_data, pricing }: NonNullable<Sent>[number], seen: SeenBeside) {
  const of_price = (price && seen.prices_beside.get(price)) ?? (pricing?.price && seen.prices_of_pricing_beside.get(pricing.price));
  const named = (invoiceitem && seen.named_items.get(invoiceitem)) || of_price;
  return currency ?? price_data?.currency ?? (named ? named.currency : null);
}

const requireCurrency = (named: string | null | undefined, wanted: string, param: string, asked: Asked): void => {
  if (!(named == null || named === wanted)) {
    asked.refuse({
      code: 'parameter_invalid',
      param,
      message: `This is in ${named}, and the invoice in ${wanted}. Name one that is in the same currency.`,
    });
  }
};

/** Why an item cannot be on the invoice of a customer: it is another's, or has been billed. */
function requireBillable({ id, customer, invoice }: InvoiceItem, payer: string, param: string, asked: Asked): void {
  if (customer !== payer) asked.refuse({ code: 'parameter_invalid', param, message: `The invoice item ${id} is another customer’s.` });
  if (invoice !== null)
    asked.refuse({ code: 'parameter_invalid', param, message: `This invoice item is on the invoice ${invoice} already.` });
}

/** What might be billed besides on an invoice of a customer, and which of the pending items are meant to be otherwise. */
export function besidesAsked(sent: Sent, { customer, currency: wanted }: Payer, seen: SeenBeside, asked: Asked): Besides {
  const items = (sent ?? []).map(({ invoiceitem }) => invoiceitem);
  requireDistinct(items, 'invoice_items', 'invoiceitem', asked);
  const plains: PlainLine[] = [];
  const wanting: Wanting[] = [];
  const made: Decision[] = [];
  const many = { prices: seen.prices_beside, prices_of_pricing: seen.prices_of_pricing_beside, rates: seen.rates_beside };
  for (const [place, { currency: named, invoiceitem: id, discounts, ...given }] of (sent ?? []).entries()) {
    const item = id === undefined ? null : seen.named_items.get(id);
    const before = item ? plainOfItem(item) : { amount: 0, description: null, period: { start: asked.now, end: asked.now } };
    const at = `invoice_items[${place}]`;
    const next = changedPlain(before, given, namedIn(many, given), asked, at);
    if (item) requireBillable(item, customer, `${at}[invoiceitem]`, asked);
    requireCurrency(named, wanted, `${at}[currency]`, asked);
    requireCurrency(item?.currency, wanted, `${at}[invoiceitem]`, asked);
    requireCurrency(next.cost?.currency, wanted, `${at}[${given.pricing ? 'pricing' : given.price_data ? 'price_data' : 'price'}]`, asked);
    plains.push(next.plain);
    wanting.push({ asked: discounts, at, of: { invoice_item: item?.id ?? asked.fresh(invoiceItem) }, kept: item?.discounts_kept ?? [] });
    made.push(next.cost?.made);
  }
  return { plains, wanting, changed: new Set(items.flatMap((id) => id ?? [])), made };
}

/** What is billed besides, with the discounts that were redeemed for it. */
export const linesBeside = ({ plains }: Besides, discounts: readonly (readonly DiscountValue[])[]): PlainLine[] =>
  plains.map((plain, place) => ({ ...plain, discounts: discounts[place] ?? [] }));
