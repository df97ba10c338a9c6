import { commonPeriod } from '../../../arithmetic/billing/periods.js';
import { isMetered, periodOf } from '../../../arithmetic/billing/subscription/items.js';
import { about, type Field, internal, nullable } from '../../../kernel/base/fields.js';
import { integer, metadata, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { plan_shown } from '../../catalogue/prices/plan.js';
import { price } from '../../catalogue/prices/price.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { replaced } from '../../parts.js';
import { snapshotOf } from '../../snapshot.js';
import { money, tax_rate_value } from '../invoices/parts.js';

/** What was charged for a time and not given back, which credits of flexible billing are counted from. */
export const debit = plainObject({
  amount: money,
  discount_amounts: listOf(plainObject({ amount: money, discount: text })),
  invoice: nullable(text),
  /** The invoice item that it was charged by; a whole period is charged by none. */
  invoice_item: nullable(text),
  line: nullable(text),
  period: plainObject({ start: timestamp, end: timestamp }),
  /** Those of the line itself. */
  tax_rates: listOf(tax_rate_value, 5),
});

const count = integer({ minimum: 0, maximum: 999_999_999 });

/** How many; none, which is said by null, takes it away where what was used is charged. */
const quantity: Field<number | undefined, number | null, 'optional'> = {
  ...count,
  initial: undefined,
  merge: (_, given) => given ?? undefined,
};

/** One of the things that a subscription is for: a price, and how many of it. */
export const subscriptionItem = resource({
  object: 'subscription_item',
  title: 'subscription item',
  prefix: 'si',
  fields: {
    billing_thresholds: about(
      'A limit of unbilled usage at which to bill it before the period ends, which is checked every hour; null for none.',
      nullable(replaced(object({ usage_gte: about('The number of units at which to bill.', nullable(integer({ minimum: 1 }))) }))),
    ),
    current_period_end: about("The end of the item's current period, in Unix seconds.", timestamp),
    current_period_start: about("The start of the item's current period, in Unix seconds.", timestamp),
    debits: internal(listOf(debit)),
    discounts: about('The discounts of this item, in the order of their application.', listOf(ref('discount'), 20)),
    /** What its discounts take off; they go on when their coupons are gone. */
    discounts_kept: internal(listOf(discount_value)),
    /** Which invoices have billed what was used, by when its periods ended. */
    invoiced: internal(listOf(plainObject({ invoice: text, end: timestamp }))),
    metadata,
    /** Since when what is used is charged to it, where its period has begun before that. */
    metered_from: internal(nullable(timestamp)),
    plan: about('The price in its older form as a plan.', nullable(plan_shown)),
    price: about('The price of the item as it was when it was added or changed.', snapshotOf(price)),
    /** The tax code of the product when the price was added. */
    tax_code: internal(nullable(text)),
    /** What the product is called on invoices. */
    product_name: internal(text),
    quantity: about('The number of units; absent for a metered price, whose usage is billed.', quantity),
    subscription: about('The subscription that the item belongs to.', ref('subscription')),
    tax_rates: about('The tax rates of this item; when empty, those of the subscription apply.', listOf(tax_rate_value, 5)),
  },
  for_sdks: forSdks,
  start: null,
  owner: 'subscription',
  columns: ['subscription'],
});

/** An item as rules see it. */
export type Item = It<typeof subscriptionItem>;
/** What was charged of an item for a time. */
export type Debit = NonNullable<Item['debits']>[number];

/** An item as its subscription shows it, without internal members. */
export const shownItem = (item: Item): Item => ({
  ...item,
  // Older items that became metered still store a quantity.
  ...(isMetered(item) && { quantity: undefined }),
  ...{ debits: undefined, discounts_kept: undefined, invoiced: undefined, metered_from: undefined },
  ...{ product_name: undefined, tax_code: undefined },
});

/** The members of a subscription that follow from its items. Nothing else writes them, so that they agree. */
export function ofItems(id: string, items: readonly Item[]) {
  const { start, end } = commonPeriod(items.map(periodOf));
  const only = items.length === 1 ? items[0] : undefined;
  return {
    current_period_start: start,
    current_period_end: end,
    items: {
      object: 'list' as const,
      data: items.map(shownItem),
      has_more: false,
      total_count: items.length,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    plan: only?.plan ?? null,
    prices: items.map(({ price }) => price.id),
    quantity: only && !isMetered(only) ? (only.quantity ?? null) : null,
  };
}
