import { report, set, tell } from '../../base/effects.js';
import { otherwise } from '../../base/rules.js';
import { invoice } from './invoice.js';

/** A try that could not even be made. */
export const unpaid = otherwise(invoice, 'fail to pay', {
  decide: ({ it, input: { refusal } }) => {
    const tried = set(it, { attempted: true, attempt_count: Math.max(1, it.attempt_count), steps_up: false });
    return [tried, tell(tried, 'invoice.payment_failed'), report(tried, refusal)];
  },
});
