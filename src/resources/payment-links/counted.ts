import { set } from '../../base/effects.js';
import { consequence } from '../../base/rules.js';
import { paymentLink } from './payment-link.js';

/** A purchase by a link is complete: it counts, and the last one that may be made ends the link. */
export const counted = consequence(paymentLink, 'count', {
  decide: ({ it }) => {
    const of = it.restrictions?.completed_sessions;
    if (!of) return null;
    const count = of.count + 1;
    return set(it, { restrictions: { completed_sessions: { count, limit: of.limit } }, ...(count >= of.limit && { active: false }) });
  },
});
