import type { Asked } from '../../../../kernel/base/effects.js';
import type { Given } from '../../../../kernel/base/fields.js';
import type { Refusal } from '../../../../kernel/base/refusal.js';
import type { ItemAsked } from '../discounts.js';
import {
  type Chosen,
  chosenPrice,
  type ItemInput,
  type named_items_input,
  pricedAs,
  requireCost,
  requirePrice,
  requireQuantity,
  type Sold,
} from '../items-input.js';
import { items_max } from '../parts.js';
import { type Item, subscriptionItem } from '../subscription-item.js';

type Input = Given<{ items: typeof named_items_input }>['items'];
type Sent = NonNullable<Input>[number];

/** What is asked of one item: a new one has no `item`, a price that stays is not chosen. */
export type ItemChange = ItemAsked & {
  readonly chosen: Chosen | null;
  readonly given: Sent;
  readonly is_deleted: boolean;
};

/** What is asked of the items of a subscription, in their order, and of new ones after them; the others stay. Or why it cannot be. */
export function itemChanges(sent: Input, items: readonly Item[], sold: Sold, currency: string, asked: Asked): readonly ItemChange[] {
  const changes: ItemChange[] = [];
  for (const [place, given] of (sent ?? []).entries()) {
    const change = itemChange(given, items, sold, currency, asked, `items[${place}]`);
    changes.push(change);
  }
  const twice = changes.findIndex(({ item }, place) => item && changes.findIndex((each) => each.item?.id === item.id) < place);
  if (twice >= 0)
    return asked.refuse({ code: 'parameter_invalid', param: `items[${twice}][id]`, message: 'This item is named twice. Name it once.' });
  const of = (item: Item): ItemChange => changes.find((each) => each.item?.id === item.id) ?? { item, chosen: null, ...untouched(item.id) };
  const all = [...items.map(of), ...changes.filter(({ item }) => !item)];
  requireTogether(all, asked);
  return all;
}

function itemChange(given: Sent, items: readonly Item[], sold: Sold, currency: string, asked: Asked, at: string): ItemChange {
  const item = given.id === undefined ? null : (items.find(({ id }) => id === given.id) ?? null);
  if (given.id !== undefined && !item)
    return asked.refuse({
      code: 'resource_missing',
      status: 400,
      param: `${at}[id]`,
      message: `The subscription has no item ${given.id}. Send the id of one of its items, or no id to add one.`,
    });
  if (given.deleted)
    return item
      ? { item, chosen: null, ...untouched(item.id), is_deleted: true }
      : asked.refuse(missing(`${at}[id]`, 'Missing required param: id. An item that is deleted is named by it.'));
  const chosen = chosenPrice(given, sold, asked, at);
  if (!chosen && !item)
    return asked.refuse(missing(`${at}[price]`, 'Missing required param: price. Or send price_data, or the id of an item.'));
  const price = chosen?.price ?? (item as Item).price;
  const count = given.quantity ?? (price.id === item?.price.id ? item.quantity : undefined) ?? 1;
  if (chosen) requirePrice(chosen, currency, at, asked);
  requireQuantity(given, price, at, asked);
  requireCost(price, count, currency, at, asked);
  return { item, chosen, given, id: item?.id ?? given.new_id ?? asked.fresh(subscriptionItem), at, is_deleted: false };
}

const untouched = (id: string) => ({ id, at: '', given: {}, is_deleted: false });

const missing = (param: string, message: string): Refusal => ({ code: 'parameter_missing', param, message });

function requireTogether(changes: readonly ItemChange[], asked: Asked): void {
  const left = changes.filter(({ is_deleted }) => !is_deleted);
  if (left.length === 0)
    asked.refuse({ code: 'parameter_invalid', param: 'items', message: 'A subscription must have at least one item. Cancel it instead.' });
  if (left.length > items_max)
    asked.refuse({ code: 'parameter_invalid', param: 'items', message: `A subscription has at most ${items_max} items.` });
  const prices = left.map(({ item, chosen }) => chosen?.price.id ?? item?.price.id);
  const twice = prices.find((id, place) => prices.indexOf(id) < place);
  if (twice !== undefined)
    asked.refuse({
      code: 'parameter_invalid',
      param: 'items',
      message: `${twice} is the price of another item. Change that one's quantity.`,
    });
}

/** The members of an item that a change sets; a new price without a quantity is for one (Stripe). */
export function changedMembers({ chosen, given, item }: ItemChange) {
  const { billing_thresholds, metadata, quantity }: ItemInput = given;
  const priced = chosen && chosen.price.id !== item?.price.id ? pricedAs(chosen, quantity) : quantity === undefined ? {} : { quantity };
  return {
    ...priced,
    ...(billing_thresholds !== undefined && { billing_thresholds }),
    ...(metadata !== undefined && { metadata }),
  };
}
