import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Live } from './end.js';
import type { Input } from './update.js';

/** The parameters of a change that can wait for its invoice. */
const can_wait: ReadonlySet<string> = new Set([
  'add_invoice_items',
  'billing_cycle_anchor',
  'cancel_at',
  'cancel_at_period_end',
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
]);

/** What can be taken along where a change is made at once or not at all. */
const can_come_along: ReadonlySet<string> = new Set(['default_payment_method', 'default_source', 'description', 'metadata']);

/** What of an item can wait. */
const of_item: ReadonlySet<string> = new Set(['clear_usage', 'deleted', 'id', 'new_id', 'plan', 'price', 'price_data', 'quantity']);

/** The first of what was sent that is none of these. */
const firstOther = (given: object, known: (name: string) => boolean): string | undefined =>
  Object.entries(given).find(([name, value]) => value !== undefined && !known(name))?.[0];

/** Why a change cannot be made only where its invoice is paid. */
export function requireWaiting({ collection_method }: Live, input: Input, is_billed: boolean, asked: Asked): void {
  const { payment_behavior: behavior, items = [] } = input;
  if (behavior === 'pending_if_incomplete' && (input.collection_method ?? collection_method) === 'send_invoice') {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'payment_behavior',
      message: 'pending_if_incomplete needs collection_method=charge_automatically: an invoice that is sent is paid later.',
    });
    return;
  }
  const takes_along = behavior === 'error_if_incomplete';
  if (behavior !== 'pending_if_incomplete' && !(takes_along && is_billed)) return;
  const param = firstOther(input, (name) => can_wait.has(name) || (takes_along && can_come_along.has(name)));
  if (param) asked.refuse(besides(param, behavior));
  for (const [place, item] of items.entries()) {
    const name = firstOther(item, (each) => of_item.has(each));
    if (name) asked.refuse(besides(`items[${place}][${name}]`, behavior));
  }
  const reduced = input.add_invoice_items?.findIndex(({ discounts }) => discounts !== undefined) ?? -1;
  if (reduced >= 0) asked.refuse(besides(`add_invoice_items[${reduced}][discounts]`, behavior));
}

const besides = (param: string, behavior: string): Refusal => ({
  code: 'parameters_exclusive',
  param,
  message: `${param} cannot be sent with payment_behavior=${behavior}: it does not wait for a payment. Send it in an update of its own.`,
});
