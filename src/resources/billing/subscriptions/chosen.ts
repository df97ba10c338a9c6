import type { Around } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type Chosen, chosenPrice, type ItemInput, type Sold, wrongCost, wrongPrice, wrongQuantity } from './items-input.js';

/** What is asked of all items together. */
type Sent = { readonly items: readonly ItemInput[]; readonly currency?: string };

/** The prices of a new subscription, in the order of its items, and its currency; or why they cannot be. */
export function allChosen(
  { items, currency: named }: Sent,
  sold: Sold,
  around: Around,
): { readonly chosen: readonly Chosen[]; readonly currency: string } | Refusal {
  const chosen: Chosen[] = [];
  for (const [place, item] of items.entries()) {
    const at = `items[${place}]`;
    const each = chosenPrice(item, sold, around, at);
    if (!each) return missing(`${at}[price]`, 'Missing required param: price. Or send price_data.');
    if ('code' in each) return each;
    chosen.push(each);
  }
  const currency = named ?? chosen[0]?.price.currency;
  if (!currency) return missing('items', 'Missing required param: items. A subscription has at least one.');
  return wrongChoice(chosen, items, currency) ?? { chosen, currency };
}

const missing = (param: string, message: string): Refusal => ({ code: 'parameter_missing', param, message });

function wrongChoice(chosen: readonly Chosen[], items: readonly ItemInput[], currency: string): Refusal | null {
  for (const [place, each] of chosen.entries()) {
    const at = `items[${place}]`;
    const refusal =
      wrongPrice(each, currency, at) ??
      wrongQuantity(items[place] ?? {}, each.price, at) ??
      wrongCost(each.price, items[place]?.quantity ?? 1, currency, at);
    if (refusal) return refusal;
    if (chosen.findIndex(({ price }) => price.id === each.price.id) < place)
      return {
        code: 'parameter_invalid',
        param: `${at}[price]`,
        message: `${each.price.id} is the price of another item. Change that one's quantity.`,
      };
  }
  return null;
}
