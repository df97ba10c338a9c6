import { boundary } from '../../../arithmetic/billing/periods.js';
import { type Decision, run } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { rule } from '../../../kernel/base/rules.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { cancel } from '../../billing/subscriptions/cancel.js';
import { feedbacks } from '../../billing/subscriptions/parts.js';
import { resume } from '../../billing/subscriptions/resume.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { update } from '../../billing/subscriptions/update.js';
import { interval_option } from './features.js';
import { mayCancel, mayPause, mayResume } from './permitted.js';
import { portalSession } from './session.js';
import { forbidden, notTheirs, requireVisitor, used, visit_reads } from './visit.js';

const takes = {
  ...session_member,
  subscription: about("The customer's subscription to cancel, to pause or to resume.", required(ref('subscription'))),
} as const;
const reads = { ...visit_reads, subscription: one(subscription, 'subscription') } as const;

/** Ends what a customer has subscribed to, now or with its period, as the merchant has it; and keeps why. */
export const leave = rule(portalSession, 'cancel a subscription by', {
  takes: {
    ...takes,
    cancellation_details: about(
      'Why the customer cancels; only if the configuration asks for it.',
      object({
        comment: about('What the customer says about the reason, in at most 1000 characters.', textOf(1000)),
        feedback: about('The reason, one of those that the configuration offers.', oneOf(...feedbacks)),
      }),
    ),
  },
  reads,
  decide: ({ it, input, configuration: { features }, subscription: of }, asked): Decision => {
    requireVisitor(it, input, asked);
    if (of.customer !== it.customer) return asked.refuse(notTheirs('subscription', of.id));
    if (!mayCancel(of, features)) return asked.refuse(forbidden('cancel this subscription'));
    const { cancellation_reason: sent, mode, proration_behavior } = features.subscription_cancel;
    const { cancellation_details: said = {} } = input;
    const isAsked = said.feedback === undefined || sent.options.includes(said.feedback);
    if (Object.keys(said).length > 0 && !(sent.enabled && isAsked))
      return asked.refuse({ ...forbidden('say this of why they leave'), param: 'cancellation_details[feedback]' });
    const ending =
      mode === 'immediately'
        ? run(cancel, of, { cancellation_details: said, prorate: proration_behavior !== 'none' })
        : run(update, of, { cancel_at_period_end: true, cancellation_details: said });
    return [used(it, asked), ending];
  },
});

/** Pauses what a customer has subscribed to: until it resumes nothing is collected. */
export const pause = rule(portalSession, 'pause a subscription by', {
  takes: {
    ...takes,
    duration: about('For how long, one of the durations that the configuration offers; none where a pause has no end.', interval_option),
  },
  reads,
  decide: ({ it, input, configuration: { features }, subscription: of }, asked): Decision => {
    requireVisitor(it, input, asked);
    if (of.customer !== it.customer) return asked.refuse(notTheirs('subscription', of.id));
    if (!mayPause(of, features)) return asked.refuse(forbidden('pause this subscription'));
    const { interval_options, type } = features.subscription_pause.duration;
    const { interval, interval_count = 1 } = input.duration ?? {};
    const chosen = interval_options.find((each) => each.interval === interval && each.interval_count === interval_count);
    if (type === 'interval_options' ? !chosen : input.duration)
      return asked.refuse({ ...forbidden('pause a subscription for so long'), param: 'duration' });
    const resumes_at = type === 'interval_options' && chosen ? boundary(asked.now, chosen, 1) : null;
    return [used(it, asked), run(update, of, { pause_collection: { behavior: 'void', resumes_at } })];
  },
});

/** Resumes a subscription that will end, is paused, or stands still only because there was nothing to pay with. */
export const goOn = rule(portalSession, 'resume a subscription by', {
  takes,
  reads,
  decide: ({ it, input, configuration: { features }, customer, subscription: of }, asked): Decision => {
    requireVisitor(it, input, asked);
    if (of.customer !== it.customer) return asked.refuse(notTheirs('subscription', of.id));
    if (!mayResume(of, features, customer)) return asked.refuse(forbidden('resume this subscription'));
    if (of.status === 'paused') return [used(it, asked), run(resume, of, {})];
    return [used(it, asked), run(update, of, of.cancel_at_period_end ? { cancel_at_period_end: false } : { pause_collection: null })];
  },
});

/** Accepts the retention offer: the customer stays. */
export const stay = rule(portalSession, 'accept an offer by', {
  takes: session_member,
  reads: { ...visit_reads, subscription: one(subscription, 'flow.subscription_cancel.subscription') },
  decide: ({ it, input, subscription: of }, asked): Decision => {
    requireVisitor(it, input, asked);
    const coupon = it.flow?.subscription_cancel?.retention?.coupon_offer?.coupon;
    const has_it = of?.discounts_kept?.some((each) => each.coupon.id === coupon);
    if (!of || !coupon || has_it) return asked.refuse(forbidden('take an offer that this session does not make'));
    return [used(it, asked), run(update, of, { discounts: [...of.discounts.map((discount) => ({ discount })), { coupon }] })];
  },
});
