import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type Chosen, chosenPrice, type ItemInput, requireCost, requirePrice, requireQuantity, type Sold } from './items-input.js';

/** What is asked of all items together. */
type Sent = { readonly items: readonly ItemInput[]; readonly currency?: string };

/** The prices of a new subscription, in the order of its items, and its currency; or why they cannot be. */
export function allChosen(
  { items, currency: named }: Sent,
  sold: Sold,
  asked: Asked,
): { readonly chosen: readonly Chosen[]; readonly currency: string } {
  const chosen: Chosen[] = [];
  for (const [place, item] of items.entries()) {
    const at = `items[${place}]`;
    const each = chosenPrice(item, sold, asked, at);
    if (!each) return asked.refuse(missing(`${at}[price]`, 'Missing required param: price. Or send price_data.'));
    chosen.push(each);
  }
  const currency = named ?? chosen[0]?.price.currency;
  if (!currency) return asked.refuse(missing('items', 'Missing required param: items. A subscription has at least one.'));
  requireChoice(chosen, items, currency, asked);
  return { chosen, currency };
}

const missing = (param: string, message: string): Refusal => ({ code: 'parameter_missing', param, message });

function requireChoice(chosen: readonly Chosen[], items: readonly ItemInput[], currency: string, asked: Asked): void {
  for (const [place, each] of chosen.entries()) {
    const at = `items[${place}]`;
    requirePrice(each, currency, at, asked);
    requireQuantity(items[place] ?? {}, each.price, at, asked);
    requireCost(each.price, items[place]?.quantity ?? 1, currency, at, asked);
    if (chosen.findIndex(({ price }) => price.id === each.price.id) < place) {
      asked.refuse({
        code: 'parameter_invalid',
        param: `${at}[price]`,
        message: `${each.price.id} is the price of another item. Change that one's quantity.`,
      });
      return;
    }
  }
}
