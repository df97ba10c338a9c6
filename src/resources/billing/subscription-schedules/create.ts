import { isOnTrial } from '../../../arithmetic/billing/subscription/items.js';
import { type Asked, at, type Decision, run, set } from '../../../kernel/base/effects.js';
import { about, type Given, merged, required } from '../../../kernel/base/fields.js';
import { metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import type { account } from '../../accounts/accounts/account.js';
import { applicationIn } from '../../accounts/accounts/taking.js';
import { customer } from '../../customers/customers/customer.js';
import { items_read } from '../subscriptions/bill.js';
import { billing_mode_input } from '../subscriptions/billing-mode.js';
import { create as createSubscription } from '../subscriptions/create.js';
import { allowingInactive } from '../subscriptions/items-input.js';
import { trial_moment } from '../subscriptions/moments.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { modeFor } from '../subscriptions/terms.js';
import { begun, noticed, tie } from './begin.js';
import { pause_schedules_input } from './pause-schedules.js';
import { endsTooEarly, momentOf, phases_input, phases_reads, phasesFrom } from './phases-input.js';
import { pausesAsked, pausesTimed } from './planned-pauses.js';
import { default_settings_input, subscriptionSchedule } from './schedule.js';
import { defaultsSaid, requireShares, shared_reads } from './shares.js';
import { asPhaseItem, automaticKept, phaseOf } from './stored.js';
import { creationFor } from './terms.js';

const { fields } = subscriptionSchedule;

const takes = {
  ...pick(fields, 'end_behavior', 'metadata'),
  billing_mode: billing_mode_input,
  customer: about('The customer who subscribes; required without `from_subscription`.', {
    ...ref('customer'),
    schema: { ...ref('customer').schema, examples: ['cus_123'] },
  }),
  default_settings: default_settings_input,
  from_subscription: about(
    'An existing subscription that the schedule manages from now on: its present state is the first phase. Only metadata can be sent with it.',
    ref('subscription'),
  ),
  pause_schedules: pause_schedules_input,
  phases: phases_input,
  start_date: about('When the first phase begins: a time in Unix seconds in the past or future, or `now` (the default).', trial_moment),
} as const;

/** What an accepted quote creates was agreed on before: its prices and tax rates may be inactive by now. */
const ours = { agreed: oneOf('quote') } as const;

type Said = Given<typeof takes>;

/** Creates a schedule, for an existing subscription or for one that begins with the schedule. */
export const create = creation(subscriptionSchedule, {
  takes,
  ours,
  reads: { customer, from: one(subscription, 'from_subscription'), ...phases_reads, ...shared_reads },
  decide: ({ it, input: { agreed, ...input }, from, taker, of_phases, of_default, ...seen }, asked): Decision => {
    if (from) return adopting(it.id, from, input, asked);
    if (!input.customer) return asked.refuse(customer_missing);
    const named = agreed ? allowingInactive(seen) : seen;
    const { now } = asked;
    const start = momentOf(input.start_date ?? 'now', now);
    const phased = phasesFrom(start, input.phases ?? [], named, asked);
    const { made, phases } = phased;
    if (phases.some(({ end_date }) => end_date <= now)) return asked.refuse(endsTooEarly());
    const saying = saidIn(input, taker);
    const meant = { default_settings: merged(fields.default_settings, it.default_settings, saying.default_settings ?? {}) };
    requireShares(meant, phases, { taker, of_phases, of_default }, asked.account, asked);
    const mode = input.billing_mode?.type ?? modeFor(asked.version);
    const ends = phases.at(-1)?.end_date ?? now;
    const members = {
      ...saying,
      billing_mode: { type: mode, flexible: mode === 'flexible' ? { proration_discounts: 'included' as const } : null },
      customer: input.customer,
      pause_schedules: pausesAsked(input.pause_schedules, [], { starts: start, ends }, asked),
      phases,
    };
    if (start > now) {
      const later = set(it, { status: 'not_started', ...members, scheduled: true });
      return [made, later, at(start, later, 'begin'), pausesTimed(later, [])];
    }
    const { first, members: running } = begun({ phases }, asked);
    const active = set(it, { status: 'active', ...members, ...running });
    return [
      made,
      active,
      noticed(active, now),
      run(createSubscription, running.subscription, { ...creationFor(active, first, now), agreed: 'schedule' }),
      run(tie, active, {}),
      pausesTimed(active, []),
    ];
  },
});

const customer_missing: Refusal = {
  code: 'parameter_missing',
  param: 'customer',
  message: 'Missing required param: customer. Or send from_subscription.',
};

/** What is said of a schedule besides its phases, and by which application. */
const saidIn = ({ end_behavior, metadata, ...input }: Said, taker: It<typeof account> | null) => ({
  ...defaultsSaid(input),
  ...(taker && applicationIn(taker)),
  ...(end_behavior && { end_behavior }),
  ...(metadata && { metadata }),
});

function adopting(schedule: string, from: Subscription, input: Said, asked: Asked): Decision {
  requireAlone(input, asked);
  return run(adopt, from, { schedule, ...(input.metadata !== undefined && { metadata: input.metadata }) });
}

/** Everything else follows from the existing subscription. */
function requireAlone({ from_subscription: _from, metadata: _noted, ...others }: Said, asked: Asked): void {
  const param = Object.keys(others)[0];
  if (param !== undefined) {
    asked.refuse({
      code: 'parameters_exclusive',
      param,
      message: `${param} cannot be sent with from_subscription. Make the schedule first, and update it then.`,
    });
  }
}

/** Lets a schedule rule a subscription that is there: its first phase is the period that the subscription is in, as it is. */
const adopt = rule(subscription, 'schedule', {
  from: ['active', 'past_due', 'trialing', 'unpaid'],
  takes: { metadata, schedule: required(text) },
  reads: { items: items_read },
  decide: ({ it, input, items }, asked): Decision => {
    if (it.schedule)
      return asked.refuse({
        code: 'parameter_invalid',
        param: 'from_subscription',
        message: `The schedule ${it.schedule} rules this subscription.`,
      });
    const period = { currency: it.currency, start: it.current_period_start, end: it.current_period_end };
    const { flexible, type } = it.billing_mode;
    const phase = phaseOf(phaseSettingsOf(it), { ...period, added: [], items: items.map(asPhaseItem), rates: it.default_tax_rates });
    const current_phase = { start_date: period.start, end_date: period.end };
    const made = asked.make(
      subscriptionSchedule,
      {
        status: 'active',
        ...{ current_phase, customer: it.customer, phases: [phase], subscription: it.id, test_clock: it.test_clock },
        billing_mode: { flexible, type },
        default_settings: defaultSettingsOf(it),
        ...(input.metadata !== undefined && { metadata: input.metadata }),
      },
      input.schedule,
    );
    const ruled = set(it, { schedule: made.id, phase_ends: period.end });
    return [made, ruled, at(period.end, ruled, 'phase')];
  },
});

/** What a subscription that is there says, and its schedule by default. */
const defaultSettingsOf = (it: Subscription) => {
  const { application_fee_percent, automatic_tax, billing_thresholds, collection_method, default_payment_method, description } = it;
  const { invoice_settings, on_behalf_of, transfer_data } = it;
  const described = { collection_method, default_payment_method, description, invoice_settings: { issuer: invoice_settings.issuer } };
  return {
    ...described,
    application_fee_percent,
    automatic_tax: automaticKept(automatic_tax.enabled),
    billing_thresholds,
    on_behalf_of,
    transfer_data,
  };
};

/** What the phase that a subscription is in says, besides what it has. */
function phaseSettingsOf(it: Subscription) {
  const { default_payment_method, invoice_settings: _, ...settings } = defaultSettingsOf(it);
  return {
    ...settings,
    automatic_tax: { enabled: it.automatic_tax.enabled },
    discounts: it.discounts.map((discount) => ({ discount })),
    ...(default_payment_method !== null && { default_payment_method }),
    ...(isOnTrial(it) && it.trial_end !== null && { trial_end: it.trial_end }),
  };
}
