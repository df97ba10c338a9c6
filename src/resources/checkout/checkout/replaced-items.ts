import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { ratesNamed } from '../../billing/invoices/input.js';
import { type Chosen, chosenItems, item_input, most, type Sold } from './items.js';
import { items_max } from './parts.js';
import type { Session } from './session.js';
import type { LineItem } from './sums.js';

/** The whole list of line items after an update, as callers say it. */
export const replaced_items_input = listOf(
  object({ ...item_input, id: about('The line item to keep, with the members to change; without it a line item is added.', text) }),
  items_max,
);

type Sent = NonNullable<Given<{ it: typeof replaced_items_input }>['it']>;

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

const begun: Refusal = {
  code: 'checkout_session_unexpected_state',
  param: 'line_items',
  message: 'The payer has begun to subscribe to these line items. Create another Checkout Session for others.',
};

/** The line items of a session after an update: those that are named are kept, others are added, and the rest is removed. */
export function replacedItems(it: Session, sent: Sent, sold: Sold, asked: Asked): Chosen {
  if (it.mode === 'setup' || it.currency === null)
    return asked.refuse(wrong('line_items', 'In setup mode nothing is bought. Leave line_items out.'));
  if (it.pending_subscription) return asked.refuse(begun);
  if (sent.length === 0) return asked.refuse(wrong('line_items', 'Something has to be bought. Send at least one line item.'));
  const parts: Chosen[] = [];
  const kept = new Set<string>();
  for (const [place, { id, ...each }] of sent.entries()) {
    const at = `line_items[${place}]`;
    if (id !== undefined && kept.has(id)) return asked.refuse(wrong(`${at}[id]`, 'This line item is named twice. Name it once.'));
    if (id === undefined) {
      const buying = { mode: it.mode, currency: it.currency, default_rates: [], from: place };
      parts.push(chosenItems([each], sold, buying, asked));
      continue;
    }
    kept.add(id);
    parts.push({ items: [changedItem(it, id, each, { sold, at }, asked)], made: null, taxed_as: [] });
  }
  const items = parts.flatMap((part) => part.items);
  if (it.mode === 'subscription' && !items.some(({ price }) => price.recurring))
    return asked.refuse(wrong('line_items', 'A subscription needs at least one recurring price.'));
  return { items, made: parts.map(({ made }) => made), taxed_as: parts.flatMap(({ taxed_as }) => taxed_as) };
}

type Of = { readonly sold: Sold; readonly at: string };

function changedItem(it: Session, id: string, given: Omit<Sent[number], 'id'>, { sold, at }: Of, asked: Asked): LineItem {
  const before = it.line_items?.data.find((item) => item.id === id);
  if (!before) return asked.refuse({ code: 'resource_missing', status: 400, param: `${at}[id]`, message: `No such line item: '${id}'` });
  const named = given.price ? 'price' : given.price_data && 'price_data';
  if (named) asked.refuse({ code: 'parameters_exclusive', param: `${at}[${named}]`, message: `Send only one of id and ${named}.` });
  const { adjustable_quantity: adjustable, metadata, quantity, tax_rates } = given;
  const bounds = adjustable && { enabled: adjustable.enabled, maximum: adjustable.maximum ?? null, minimum: adjustable.minimum ?? null };
  const changed = {
    ...before,
    ...(adjustable !== undefined && { adjustable_quantity: bounds ?? null }),
    ...(metadata !== undefined && { metadata: metadata || {} }),
    ...(quantity !== undefined && { quantity }),
    ...(tax_rates && { taxes: ratesNamed(tax_rates, sold.rates, `${at}[tax_rates]`, asked).map((rate) => ({ ...untaxed, rate })) }),
  };
  requireQuantity(changed, quantity, `${at}[quantity]`, asked);
  return changed;
}

const untaxed = { amount: 0, taxability_reason: null, taxable_amount: null };

function requireQuantity(
  { adjustable_quantity: bounds, price }: LineItem,
  quantity: number | undefined,
  param: string,
  asked: Asked,
): void {
  if (quantity === undefined) return;
  if (price.recurring?.usage_type === 'metered') asked.refuse(wrong(param, 'A metered price has no quantity. Leave quantity out.'));
  const [least, at_most] = bounds?.enabled ? [bounds.minimum ?? 0, bounds.maximum ?? most] : [1, 999_999];
  if (quantity < least || quantity > at_most) asked.refuse(wrong(param, `Send a quantity of ${least} to ${at_most}.`));
}
