import { set } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { consequence } from '../../../kernel/base/rules.js';
import { type PaymentLink, paymentLink } from './payment-link.js';

/** The refusal of an inactive link, with the merchant's message. */
export const inactive = ({ inactive_message }: PaymentLink): Refusal => ({
  code: 'payment_link_inactive',
  ...(inactive_message && { message: inactive_message }),
});

/** A purchase by a link is complete: it counts, and the last one that may be made ends the link. */
export const counted = consequence(paymentLink, 'count', {
  decide: ({ it }) => {
    const of = it.restrictions?.completed_sessions;
    if (!of) return null;
    const count = of.count + 1;
    return set(it, { restrictions: { completed_sessions: { count, limit: of.limit } }, ...(count >= of.limit && { active: false }) });
  },
});
