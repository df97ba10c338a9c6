import { type Asked, type Decision, run } from '../../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../../kernel/base/fields.js';
import { ref, timestamp } from '../../../../kernel/base/kinds.js';
import { object, pick } from '../../../../kernel/base/members.js';
import { many, one } from '../../../../kernel/base/reads.js';
import type { Refusal } from '../../../../kernel/base/refusal.js';
import { creation, type InputOf } from '../../../../kernel/base/rules.js';
import { older_input } from '../../../catalogue/discounts/input.js';
import { customer } from '../../../customers/customers/customer.js';
import { invoice } from '../../invoices/invoice.js';
import { automatic_tax_input } from '../../invoices/parts.js';
import { preview, preview_input } from '../../invoices/preview.js';
import { previewScheduled, schedule_details } from '../../subscription-schedules/preview.js';
import { subscriptionSchedule } from '../../subscription-schedules/schedule.js';
import { billing_mode_input } from '../billing-mode.js';
import { preview_mode } from '../parts.js';
import { type Subscription, subscription } from '../subscription.js';
import { previewNew } from './beginning.js';
import { previewChange } from './change.js';
import { type Details, details, detailsOf, older } from './details.js';
import { previewEnd, previewResumption } from './ending.js';
import { previewNext } from './next.js';
import { customer_details, imagined, requireDetails, taxedPreview, tellParties } from './payer.js';

const { customer: _, ...of_invoice } = preview_input;

const takes = {
  ...of_invoice,
  ...older,
  ...older_input,
  automatic_tax: automatic_tax_input,
  customer: about(
    'The customer whose next invoice is shown; optional with a subscription, a schedule, or items for a new customer.',
    ref('customer'),
  ),
  preview_mode,
  schedule: about('The schedule whose next invoice is shown.', ref('subscription_schedule')),
  schedule_details: about('A schedule that does not exist yet, or changes of the one in `schedule`.', object(schedule_details)),
  subscription: about(
    'The subscription whose next invoice is shown; by default the one that the customer is billed for next.',
    ref('subscription'),
  ),
  subscription_details: about(
    'A subscription that does not exist yet, or changes of the one in `subscription`.',
    object({
      ...details,
      billing_mode: billing_mode_input,
      start_date: about('When a new subscription begins, in Unix seconds, in the past or future; now by default.', timestamp),
    }),
  ),
} as const;

type Input = Given<typeof takes>;

/** The invoice items of the preview; a preview of recurring items has no one-time items. */
function besidesIn({ coupon, discounts, invoice_items, preview_mode, promotion_code }: Input) {
  return {
    ...(coupon !== undefined && { coupon }),
    ...(discounts !== undefined && { discounts }),
    ...(invoice_items && preview_mode !== 'recurring' && { invoice_items }),
    ...(preview_mode && { preview_mode }),
    ...(promotion_code !== undefined && { promotion_code }),
  };
}

/** How many subscriptions of a customer are looked at, to find which of them is billed next. */
const looked_at = 100;

/** Shows the next invoice of a known customer. */
const previewOf = creation(invoice, {
  takes: { ...takes, customer: required(ref('customer')) },
  reads: { subscribed: many(subscription, { by: 'customer', of: 'customer', at_most: looked_at, cut: true, newest: true }) },
  decide: ({ it, input, subscribed }, asked): Decision => {
    const { currency, customer, preview_mode: mode, schedule, schedule_details: scheduled, subscription } = input;
    const meant = detailsOf(input);
    const besides = besidesIn(input);
    if (schedule || scheduled) return run(previewScheduled, it.id, { ...scheduled, ...besides, customer, ...(schedule && { schedule }) });
    if (subscription) return previewed({ ...besides, previewed: subscription, customer }, meant, it.id, asked);
    if (meant.items && (meant.cancel_now || meant.resume_at)) return asked.refuse(of_which);
    if (meant.items) return run(previewNew, it.id, { ...newFrom(input, meant, meant.items, asked.now), ...besides, customer });
    const next = billedNext(subscribed, currency);
    if (next) return previewed({ ...besides, previewed: next.id, customer }, meant, it.id, asked);
    if (Object.keys(meant).length > 0) return asked.refuse(of_which);
    if (mode === 'recurring') return asked.refuse(nothing_recurs);
    const { discounts, invoice_items } = besides;
    const beside = { ...(discounts !== undefined && { discounts }), ...(invoice_items && { invoice_items }) };
    return run(preview, it.id, { ...asListed(input), ...beside, customer, ...(currency && { currency }) });
  },
});

const of_which: Refusal = {
  code: 'parameter_missing',
  param: 'subscription',
  message:
    'Missing required param: subscription. No next invoice of this customer is planned. Name the subscription, or send items for a new one.',
};

const nothing_recurs: Refusal = { code: 'invoice_upcoming_none' };

/** The next invoice of a subscription, or what a change of it is billed. */
function previewed(
  next: InputOf<typeof previewNext>,
  { billing_cycle_anchor: anchor, cancel_now, resume_at, ...meant }: Details,
  id: string,
  asked: Asked,
): Decision {
  if (cancel_now || resume_at) return endedOrResumed(next, { anchor, cancel_now, resume_at, ...meant }, id, asked);
  if (typeof anchor === 'number') asked.refuse(only_new);
  const change = { ...meant, ...(anchor && { billing_cycle_anchor: anchor }) };
  return Object.keys(change).length === 0 ? run(previewNext, id, next) : run(previewChange, id, { ...change, ...next });
}

type Ending = Omit<Details, 'billing_cycle_anchor' | 'cancel_now' | 'resume_at'> & {
  readonly anchor: Details['billing_cycle_anchor'] | undefined;
  readonly cancel_now: boolean | undefined;
  readonly resume_at: Details['resume_at'] | undefined;
};

/** The last invoice of a subscription that would end now, or that of one that would resume now. */
function endedOrResumed(
  { previewed, customer }: InputOf<typeof previewNext>,
  { anchor, cancel_now, resume_at, proration_behavior, proration_date, ...others }: Ending,
  id: string,
  asked: Asked,
): Decision {
  const verb = cancel_now ? 'cancel_now' : 'resume_at';
  const other =
    Object.keys(others)[0] ??
    (cancel_now && (resume_at ? 'resume_at' : (anchor && 'billing_cycle_anchor') || (proration_date && 'proration_date')));
  if (other)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: `subscription_details[${other}]`,
      message: `${other} cannot be used with ${verb}. Leave one of them out.`,
    });
  if (typeof anchor === 'number') asked.refuse(only_new);
  const named = { previewed, ...(customer !== undefined && { customer }), ...(proration_behavior && { proration_behavior }) };
  if (cancel_now) return run(previewEnd, id, named);
  return run(previewResumption, id, {
    ...named,
    ...(anchor && { billing_cycle_anchor: anchor }),
    ...(proration_date !== undefined && { proration_date }),
  });
}

const only_new: Refusal = {
  code: 'parameter_invalid',
  param: 'subscription_details[billing_cycle_anchor]',
  message: 'Only a subscription that does not exist yet can have a time as its anchor. Send now or unchanged, or leave subscription out.',
};

/** Which of a customer's subscriptions is billed next, where any is (Stripe). */
const billedNext = (all: readonly Subscription[], currency: string | undefined): Subscription | undefined =>
  all.filter((each) => isRenewed(each) && (currency ?? each.currency) === each.currency).sort(byPeriodEnd)[0];

const byPeriodEnd = (a: Subscription, b: Subscription): number => a.current_period_end - b.current_period_end;

const isRenewed = ({ cancel_at, current_period_end, status }: Subscription): boolean =>
  (status === 'active' || status === 'past_due' || status === 'trialing' || status === 'unpaid') &&
  (cancel_at === null || cancel_at > current_period_end);

/** A subscription that there is not yet. */
function newFrom(
  { currency, subscription_details: { billing_mode, start_date } = {}, subscription_start_date: starts = start_date }: Input,
  {
    billing_cycle_anchor: anchor,
    cancel_at,
    cancel_now: _now,
    items: _items,
    proration_date: _date,
    resume_at: _resume,
    ...begun
  }: Details,
  items: NonNullable<Details['items']>,
  now: number,
) {
  return {
    ...begun,
    ...(typeof anchor === 'number' && { billing_cycle_anchor: anchor }),
    ...(billing_mode && { billing_mode }),
    ...(cancel_at != null && { cancel_at }),
    ...(currency && { currency }),
    ...(starts !== undefined && (starts < now ? { backdate_start_date: starts } : { starts_at: starts })),
    items,
  };
}

/**
 * Shows the next invoice of a customer, of a subscription or of a schedule, as it is or as it would be after a change; nothing of it is stored.
 * A new customer exists only within the preview.
 */
export const previewAny = creation(invoice, {
  takes: { ...takes, ...pick(invoice.fields, 'issuer', 'on_behalf_of'), customer_details },
  reads: {
    customer,
    of: one(subscription, 'subscription'),
    of_subscription: one(customer, 'of.customer'),
    scheduled: one(subscriptionSchedule, 'schedule'),
    of_schedule: one(customer, 'scheduled.customer'),
  },
  decide: (
    {
      it,
      input: { automatic_tax, customer_details: details, issuer, on_behalf_of, ...sent },
      customer,
      of,
      of_subscription,
      scheduled,
      of_schedule,
    },
    asked,
  ): Decision => {
    requireTogether(sent, asked);
    requireDetails(details, asked);
    const stored = customer ?? of_subscription ?? of_schedule;
    if (!stored && (of || scheduled)) return asked.refuse(without_customer(of ? 'subscription' : 'schedule'));
    if (!stored && !isOfSomething(sent)) return asked.refuse(whose);
    const payer = imagined(stored, details, asked);
    const { tax_ids } = details ?? {};
    const parties = { ...(issuer && { issuer }), ...(on_behalf_of && { on_behalf_of }), ...(tax_ids && { tax_ids }) };
    const is_told = Object.keys(parties).length > 0;
    return [
      payer,
      run(previewOf, it.id, { ...sent, customer: payer.id }),
      is_told && run(tellParties, it.id, parties),
      automatic_tax && run(taxedPreview, it.id, { automatic_tax }),
    ];
  },
});

const without_customer = (param: 'schedule' | 'subscription'): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param,
  message: `The customer of this ${param} has been deleted, so it is no longer billed.`,
});

/** Whether the request has anything to bill. */
const isOfSomething = (given: Input): boolean =>
  [given.invoice_items, given.schedule_details?.phases, detailsOf(given).items].some((each) => each !== undefined && each.length > 0);

/** What is said of a schedule and of a subscription at once has no next invoice. */
function requireTogether(given: Input, asked: Asked): void {
  if (given.schedule === undefined && given.schedule_details === undefined) return;
  const names = ['subscription', 'subscription_details', ...Object.keys(older)] as const;
  const param = names.find((name) => name in given);
  const message = `${param} cannot be used with schedule or schedule_details. Send what is meant of one of them.`;
  if (param !== undefined) asked.refuse({ code: 'parameters_exclusive', param, message });
}

/** A single discount in the older way, as one of several. */
function asListed({ coupon, promotion_code }: Input) {
  if (coupon || promotion_code) return { discounts: [{ ...(coupon && { coupon }), ...(promotion_code && { promotion_code }) }] };
  return coupon === null || promotion_code === null ? { discounts: null } : {};
}

const whose: Refusal = {
  code: 'parameter_missing',
  param: 'customer',
  message: 'Missing required param: customer. Or send a subscription, a schedule, or the items for a new customer.',
};
