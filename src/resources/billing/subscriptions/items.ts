import { report, run } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { flag, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { isAllOrNothing } from './change/apply.js';
import { item_input } from './items-input.js';
import { subscription } from './subscription.js';
import { subscriptionItem } from './subscription-item.js';
import { update, update_input } from './update.js';

/** How a change of one item is billed. */
const billed_as = pick(update_input, 'off_session', 'payment_behavior', 'proration_behavior', 'proration_date');

const parts = { ...item_input, ...billed_as } as const;

/** What is said of an item, and how the change is billed. */
function apart({ off_session, payment_behavior, proration_behavior, proration_date, ...item }: Given<typeof parts>) {
  const how = {
    ...(off_session !== undefined && { off_session }),
    ...(payment_behavior && { payment_behavior }),
    ...(proration_behavior && { proration_behavior }),
    ...(proration_date !== undefined && { proration_date }),
  };
  return { item, how };
}

/** Adds an item: the same as an update of its subscription that names it. */
export const addItem = creation(subscriptionItem, {
  takes: {
    ...parts,
    subscription: about('The subscription that the item is added to; it must not have ended.', required(ref('subscription'))),
  },
  reads: { subscription },
  decide: ({ it, input: { subscription: _, ...given }, subscription: of }, asked) => {
    if (of.status === 'canceled' || of.status === 'incomplete_expired')
      return asked.refuse({ code: 'subscription_unexpected_state', param: 'subscription', message: `The subscription is ${of.status}.` });
    const { item, how } = apart(given);
    const added = run(update, of, { ...how, items: [item], new_item: it.id });
    return [isAllOrNothing(how) && report(it, not_added), added];
  },
});

/** The response for an item that exists only after its payment. */
const not_added: Refusal = {
  code: 'invoice_payment_intent_requires_action',
  message: 'The item is added when its invoice is paid: see latest_invoice and pending_update of the subscription.',
};

/** Changes an item. */
export const updateItem = rule(subscriptionItem, 'update', {
  takes: parts,
  reads: { subscription },
  decide: ({ it, input, subscription: of }) => {
    const { item, how } = apart(input);
    return run(update, of, { ...how, items: [{ ...item, id: it.id }] });
  },
});

/** Takes an item away; the last one of a subscription stays. */
export const removeItem = rule(subscriptionItem, 'delete', {
  takes: { ...billed_as, clear_usage: about('In classic mode: confirms that recorded usage of the item is dropped and not billed.', flag) },
  reads: { subscription },
  decide: ({ it, input: { clear_usage, ...how }, subscription: of }) =>
    run(update, of, { ...how, items: [{ deleted: true, id: it.id, ...(clear_usage !== undefined && { clear_usage }) }] }),
});
