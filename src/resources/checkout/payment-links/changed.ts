import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integer, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { most } from '../checkout/items.js';
import { adjustable_quantity, items_max } from '../checkout/parts.js';
import { type LineItem, sumsOf } from '../checkout/sums.js';
import type { PaymentLink } from './payment-link.js';

/** Changes of what a link sells, as callers say them. */
export const changed_items_input = listOf(
  object({
    adjustable_quantity: about('Whether and in which bounds payers can change the quantity on the page.', adjustable_quantity),
    id: about('The line item to change.', required(text)),
    quantity: about('How many units are bought.', integer({ minimum: 0, maximum: 999_999 })),
  }),
  items_max,
);

/** The shipping rates of a link, as callers say them. */
export const rates_input = listOf(object({ shipping_rate: about('The shipping rate to offer.', required(ref('shipping_rate'))) }), 5);

type Changes = NonNullable<Given<{ it: typeof changed_items_input }>['it']>;

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** The line items of a link, summed up for one purchase. */
export function soldBy(
  { id, currency }: Pick<PaymentLink, 'currency'> & { readonly id: string },
  items: readonly LineItem[],
  seller: It<typeof account> | null,
) {
  const rounding = seller?.settings.invoices.tax_rounding ?? 'line';
  const terms = { currency, discounts: [], exempt: 'none' as const, is_trial: false, rounding, shipping: null };
  const { line_items } = sumsOf(items, `/v1/payment_links/${id}/line_items`, terms);
  return line_items && { line_items };
}

/** The line items of a link with other quantities. */
export function changedItems({ line_items }: PaymentLink, changes: Changes, asked: Asked): readonly LineItem[] {
  const items = new Map(line_items.data.map((item) => [item.id, item]));
  for (const [place, { id, adjustable_quantity: bounds, quantity }] of changes.entries()) {
    const at = `line_items[${place}]`;
    const item = items.get(id);
    if (!item) return asked.refuse({ code: 'resource_missing', status: 400, param: `${at}[id]`, message: `No such line item: '${id}'` });
    const adjustable = bounds && { enabled: bounds.enabled, maximum: bounds.maximum ?? null, minimum: bounds.minimum ?? null };
    const changed = {
      ...item,
      ...(bounds !== undefined && { adjustable_quantity: adjustable ?? null }),
      ...(quantity !== undefined && { quantity }),
    };
    requireQuantity(changed, quantity, `${at}[quantity]`, asked);
    items.set(id, changed);
  }
  return [...items.values()];
}

function requireQuantity(
  { adjustable_quantity: bounds, price, quantity: now }: LineItem,
  sent: number | undefined,
  param: string,
  asked: Asked,
): void {
  if (sent !== undefined && price.recurring?.usage_type === 'metered')
    asked.refuse(wrong(param, 'A metered price has no quantity. Leave quantity out.'));
  const [least, at_most] = bounds?.enabled ? [bounds.minimum ?? 0, bounds.maximum ?? most] : [1, 999_999];
  if (now !== null && (now < least || now > at_most)) asked.refuse(wrong(param, `Send a quantity of ${least} to ${at_most}.`));
}
