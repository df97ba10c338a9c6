import { type Effects, run } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { consequence } from '../../../kernel/base/rules.js';
import { acted } from '../radar/early-fraud-warning.js';
import { type ClosedReason, closed, closed_reasons, review } from './review.js';

/** Closes the review of a charge that was refunded, disputed or voided. */
export const close = consequence(review, 'close', {
  takes: { reason: required(oneOf(...closed_reasons)) },
  decide: ({ it, input: { reason } }) => closed(it, reason),
});

/** The members of a charge that name its review and its warning. */
type Watched = { readonly review: string | null; readonly fraud_warning?: string | undefined };

/** Why a review ends with a refund of this reason. */
export const endOf = (reason: string | null | undefined): ClosedReason => (reason === 'fraudulent' ? 'refunded_as_fraud' : 'refunded');

/** A charge was refunded in full, disputed or voided: its review is closed, and its warning is no longer actionable. */
export const attended = ({ review: id, fraud_warning }: Watched, reason: ClosedReason): Effects => [
  id !== null && run(close, id, { reason }),
  fraud_warning !== undefined && run(acted, fraud_warning, {}),
];
