import { type Effects, set } from '../../../kernel/base/effects.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';

/** Why a review has ended. */
export const closed_reasons = ['approved', 'canceled', 'disputed', 'redacted', 'refunded', 'refunded_as_fraud'] as const;
/** One of them. */
export type ClosedReason = (typeof closed_reasons)[number];

/** The manual review of a payment, which a rule has opened. */
export const review = resource({
  object: 'review',
  prefix: 'prv',
  fields: {
    billing_zip: about('The postal code of the billing address; null if it is not known.', nullable(text)),
    charge: about('The charge under review.', nullable(ref('charge'))),
    closed_reason: about(
      'Why the review ended: `approved`, `canceled`, `disputed`, `redacted`, `refunded` or `refunded_as_fraud`; null while it is open.',
      nullable(oneOf(...closed_reasons)),
    ),
    ip_address: about('The IP address of the payer, if your server sent it with the mandate of the payment.', nullable(text)),
    ip_address_location: about('Always null: Florin does not use it.', nullable(object({}))),
    open: about('Whether the review is open.', flag),
    opened_reason: about('Why the review was opened: always `rule`.', oneOf('rule', 'manual')),
    payment_intent: about('The payment of the charge; null for a charge without one.', nullable(ref('payment_intent'))),
    reason: about(
      'The current reason: `rule` while the review is open, then the same as `closed_reason`.',
      oneOf('rule', ...closed_reasons),
    ),
    session: about('Always null: Florin does not use it.', nullable(object({}))),
  },
  for_sdks: forSdks,
  start: 'review.opened',
  events: { told: ['review.closed'] },
});

/** A review as rules see it. */
export type Review = It<typeof review>;

/** Ends a review; one that has ended stays as it is. */
export const closed = (it: Review, closed_reason: ClosedReason): Effects =>
  it.open && set(it, { open: false, closed_reason, reason: closed_reason }, 'review.closed');
