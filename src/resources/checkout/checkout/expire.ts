import { type Around, at, type Decision, type Effects, run, set } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule, timer } from '../../../kernel/base/rules.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { giveUp } from '../../billing/subscriptions/follow.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { isOpen } from '../../payments/intents/open.js';
import { cancel as cancelPayment } from '../../payments/payment-intents/cancel.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { cancel as cancelSetup } from '../../payments/setup-intents/index.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import { release } from './reserve.js';
import { type OpenSession, session } from './session.js';
import { isUnderWay, requireNotUnderWay } from './under-way.js';

const reads = {
  payment_intent: paymentIntent,
  pending: one(subscription, 'pending_subscription'),
  bill: one(invoice, 'pending.latest_invoice'),
  intent_of_bill: one(paymentIntent, 'bill.payment_intent'),
  setup_intent: setupIntent,
} as const;

type Seen = {
  readonly payment_intent: It<typeof paymentIntent> | null;
  readonly intent_of_bill: It<typeof paymentIntent> | null;
  readonly pending: It<typeof subscription> | null;
  readonly setup_intent: It<typeof setupIntent> | null;
};

/** How long an expired session can be recovered, in seconds (Stripe): 30 days. */
const recoverable_seconds = 30 * 86_400;

/** An expired session: it takes no payments. */
function over(it: OpenSession, { payment_intent: payment, pending, setup_intent: setup }: Seen, { now, pageUrl }: Around): Effects {
  const recovery = it.after_expiration?.recovery;
  const recoverable = recovery?.enabled && { expires_at: now + recoverable_seconds, url: pageUrl('checkout', it, it.id) };
  const expired = set(it, {
    status: 'expired',
    url: null,
    ...(recoverable && { after_expiration: { recovery: { ...recovery, ...recoverable } } }),
  });
  return [
    run(release, it, {}),
    expired,
    pending?.status === 'incomplete' && run(giveUp, pending, {}, 'ignore'),
    payment && isOpen(payment) && run(cancelPayment, payment, { cancellation_reason: 'abandoned' }, 'ignore'),
    setup && isOpen(setup) && run(cancelSetup, setup, { cancellation_reason: 'abandoned' }, 'ignore'),
  ];
}

/** The payment of a session, or that of the first invoice of its subscription. */
const paidBy = ({ payment_intent, pending, intent_of_bill }: Seen) =>
  isUnderWay(payment_intent) || pending?.status !== 'incomplete' ? payment_intent : intent_of_bill;

/** Expires an unpaid session. */
export const expire = rule(session, 'expire', {
  from: ['open'],
  reads,
  decide: ({ it, ...seen }, asked): Decision => {
    requireNotUnderWay(paidBy(seen), asked);
    return over(it, seen, asked);
  },
});

/** After how many seconds it is looked again whether what was being paid at the end is paid. */
const again_seconds = 60;

/** The same when its time is over. */
export const expireByItself = timer(session, 'expire', {
  from: ['open'],
  reads,
  decide: ({ it, ...seen }, around) => {
    if (around.now < it.expires_at) return null;
    return isUnderWay(paidBy(seen)) ? at(around.now + again_seconds, it, 'expire') : over(it, seen, around);
  },
});
