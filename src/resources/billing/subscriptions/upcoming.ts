import { foretell } from '../../../kernel/base/effects.js';
import { type Rule, timer } from '../../../kernel/base/rules.js';
import { previewNext } from './preview-next.js';
import { subscription } from './subscription.js';

/** Sends the upcoming-invoice event where an invoice will be charged. A subscription that ends with its period is billed for usage only. */
export const upcoming: Rule<typeof subscription, Record<never, never>, 'timer'> = timer(subscription, 'upcoming', {
  from: ['active', 'past_due', 'trialing'],
  decide: ({ it, about }) =>
    about === String(it.current_period_end) &&
    it.pause_collection === null &&
    it.collection_method === 'charge_automatically' &&
    foretell(previewNext, 'upcoming_in', { previewed: it.id, customer: it.customer }, 'invoice.upcoming'),
});
