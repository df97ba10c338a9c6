import { foretell } from '../../../kernel/base/effects.js';
import { type Rule, timer } from '../../../kernel/base/rules.js';
import { previewNext } from './preview-next.js';
import { subscription } from './subscription.js';

/** Tells the next invoice beforehand, where there is to be one that is charged. What ends with its period is billed no more but for what was used. */
export const upcoming: Rule<typeof subscription, Record<never, never>, 'timer'> = timer(subscription, 'upcoming', {
  from: ['active', 'past_due', 'trialing'],
  decide: ({ it, about }) =>
    about === String(it.current_period_end) &&
    it.pause_collection === null &&
    it.collection_method === 'charge_automatically' &&
    foretell(previewNext, 'upcoming_in', { previewed: it.id, customer: it.customer }, 'invoice.upcoming'),
});
