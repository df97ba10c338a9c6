import { type Decision, run } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { rule } from '../../../kernel/base/rules.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { previewAny } from '../../billing/subscriptions/preview/invoice.js';
import { update } from '../../billing/subscriptions/update.js';
import { change_input, change_reads, meantBy } from './change-input.js';
import { portalSession } from './session.js';
import { used } from './visit.js';

/** Shows what a change would be billed: now, where anything is, or else with the next invoice; or again and again from then on. */
export const previewChange = rule(portalSession, 'preview', {
  takes: { ...change_input, recurring: about('Whether the preview shows what is charged repeatedly, in place of the next amount.', flag) },
  reads: change_reads,
  decide: (seen, asked): Decision => {
    const { subscription, input } = seen;
    const meant = meantBy(seen, asked);
    const { discounts, ...subscription_details } = meant;
    const told = { ...(discounts && { discounts }), ...(input.recurring && { preview_mode: 'recurring' as const }) };
    return run(previewAny, asked.fresh(invoice), { subscription: subscription.id, subscription_details, ...told });
  },
});

/**
 * Changes a subscription. A change that is billed at once stays pending until it is paid, so that no customer has what they have not paid
 * for; what is taken off does not wait.
 */
export const change = rule(portalSession, 'change a subscription by', {
  takes: change_input,
  reads: change_reads,
  decide: (seen, asked): Decision => {
    const { it, subscription } = seen;
    const meant = meantBy(seen, asked);
    const waits = subscription.collection_method === 'charge_automatically' && !('discounts' in meant);
    const behavior = waits ? ({ payment_behavior: 'pending_if_incomplete' } as const) : {};
    return [used(it, asked), run(update, subscription, { ...meant, ...behavior })];
  },
});
