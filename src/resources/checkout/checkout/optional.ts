import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given, internal, nullable, required } from '../../../kernel/base/fields.js';
import { integer, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Known } from '../../billing/invoices/input.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { type Product, product } from '../../catalogue/products/product.js';
import type { TaxedAs } from './automatic-tax.js';
import { type Buying, chosenItems } from './items.js';
import { line_item } from './line-item.js';
import { adjustable_quantity } from './parts.js';
import type { LineItem } from './sums.js';

/** How many further items a page can offer (Stripe). */
const optional_max = 10;

const offered = object({
  adjustable_quantity: about(
    'Whether and in which bounds the payer can change the quantity once it is added; null if they cannot.',
    adjustable_quantity,
  ),
  price: about('The price that the payer can add.', required(ref('price'))),
  quantity: about('How many units are added at first.', required(integer({ minimum: 1, maximum: 999_999 }))),
});

/** The members of a session and of a link about what the payer can add. */
export const of_optional = {
  optional_items: about(
    `What the payer can add to the order on the page, at most ${optional_max} items; null for nothing.`,
    nullable(listOf(offered, optional_max)),
  ),
  /** The same as line items, with the ids that they have once they are added. */
  optional_offered: internal(listOf(line_item, optional_max)),
} as const;

/** What is read for it. */
export const optional_reads = {
  optional_prices: one(price, 'optional_items.price'),
  of_optional: one(product, 'optional_prices.product'),
} as const;

type Sent = Given<{ it: typeof of_optional.optional_items }>['it'];

type Seen = { readonly optional_prices: Known<Price> | null; readonly of_optional: Found<Product> | null };

/** What a page offers besides the line items. */
export type Offer = {
  readonly members: { readonly optional_items?: Exclude<Sent, undefined>; readonly optional_offered?: LineItem[] };
  readonly taxed_as: readonly TaxedAs[];
};

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** The items that the payer can add to these line items; or why they cannot be offered. */
export function optionalItems(
  sent: Sent,
  seen: Seen,
  { items, ...buying }: Buying & { readonly items: readonly LineItem[] },
  asked: Asked,
): Offer {
  if (!sent?.length) return { members: sent === undefined ? {} : { optional_items: sent, optional_offered: [] }, taxed_as: [] };
  if (items.length === 0) return asked.refuse(wrong('optional_items', 'Nothing is bought in setup mode. Leave optional_items out.'));
  const taken = new Set(items.map((item) => item.price.id));
  for (const [place, each] of sent.entries()) {
    const param = `optional_items[${place}][price]`;
    if (taken.has(each.price)) asked.refuse(wrong(param, 'This price is an item of the session already. Name it once.'));
    if (seen.optional_prices?.get(each.price)?.custom_unit_amount)
      asked.refuse(wrong(param, 'An optional item has a fixed amount. Send another price, or add this one to line_items.'));
    taken.add(each.price);
  }
  const given = sent.map(({ adjustable_quantity: adjustable, ...each }) => ({
    ...each,
    ...(adjustable && { adjustable_quantity: adjustable }),
  }));
  const sold = { prices: seen.optional_prices, of_prices: seen.of_optional, of_data: null, rates: null };
  const chosen = chosenItems(given, sold, { ...buying, currency: items[0]?.currency ?? buying.currency, at: 'optional_items' }, asked);
  return { members: { optional_items: [...sent], optional_offered: [...chosen.items] }, taxed_as: chosen.taxed_as };
}

/** What the payer adds and takes back, as callers say it. */
export const optional_changes = listOf(
  object({
    id: about('The optional item to add or to remove, by the id that the page shows.', required(text)),
    quantity: about(
      'How many units of it are bought: 0 removes it; by default as many as the session offers.',
      integer({ minimum: 0, maximum: 999_999 }),
    ),
  }),
  optional_max,
);

type Changes = NonNullable<Given<{ it: typeof optional_changes }>['it']>;
type Offering = { readonly optional_offered?: readonly LineItem[] | undefined };

/** The line items with what the payer has added, in the order of the offer, and without what they have taken back. */
export function withAdded(it: Offering, items: readonly LineItem[], wanted: Changes, asked: Asked): readonly LineItem[] {
  const all = it.optional_offered ?? [];
  const added = new Map(items.map((item) => [item.id, item]));
  for (const [place, { id, quantity }] of wanted.entries()) {
    const param = `optional_items[${place}]`;
    const found = all.find((each) => each.id === id);
    if (!found)
      return asked.refuse({ code: 'resource_missing', status: 400, param: `${param}[id]`, message: `No such optional item: '${id}'` });
    const many = quantity ?? added.get(id)?.quantity ?? found.quantity ?? 1;
    if (many !== 0 && many !== found.quantity) requireMany(found, many, `${param}[quantity]`, asked);
    if (many === 0) added.delete(id);
    else added.set(id, { ...found, quantity: many });
  }
  const known = new Set(all.map(({ id }) => id));
  const own = items.filter(({ id }) => !known.has(id));
  return [...own, ...all.flatMap(({ id }) => added.get(id) ?? [])].filter(({ id, quantity }) => quantity !== 0 || !known.has(id));
}

function requireMany({ adjustable_quantity: adjustable }: LineItem, quantity: number, param: string, asked: Asked): void {
  if (!adjustable?.enabled) asked.refuse(wrong(param, 'How many of this are bought cannot be changed.'));
  const [least, most] = [adjustable.minimum ?? 0, adjustable.maximum ?? 99];
  if (quantity < least || quantity > most) asked.refuse(wrong(param, `Choose ${least} to ${most}.`));
}

/** The same offer for another session, whose items have other ids. */
export const offeredAgain = (
  { optional_offered: all }: Offering,
  idOf: (id: string) => string,
): { readonly optional_offered?: LineItem[] } => (all ? { optional_offered: all.map((item) => ({ ...item, id: idOf(item.id) })) } : {});
