import { boundary } from '../../../arithmetic/billing/periods.js';
import { type Asked, at, type Effects, instead, run, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { otherwise, timer } from '../../../kernel/base/rules.js';
import { pause } from '../subscriptions/pause.js';
import { resume } from '../subscriptions/resume.js';
import { subscription } from '../subscriptions/subscription.js';
import type { pause_schedules_input } from './pause-schedules.js';
import { type Schedule, subscriptionSchedule } from './schedule.js';

type Input = Given<{ it: typeof pause_schedules_input }>['it'];
type Sent = NonNullable<Input>[number];
type Entry = Schedule['pause_schedules'][number];

/** An id of an entry that its caller has not named. */
const key_id = { object: 'pause_schedule', prefix: 'pause' } as const;

const wrong = (name: string, message: string): Refusal => ({ code: 'parameter_invalid', param: `pause_schedules[0]${name}`, message });

/** From when until when phases last, in Unix seconds. */
type Span = { readonly starts: number; readonly ends: number };

/** The planned pauses after a request: those that are sent, or else the existing ones. A pause begins while the phases last. */
export function pausesAsked(sent: Input, before: readonly Entry[], { starts, ends }: Span, asked: Asked): Entry[] {
  if (sent === undefined) return [...before];
  const [given] = sent ?? [];
  if (!given) return [];
  const known = before.find(({ key }) => key === given.key) ?? null;
  const paused = given.pause ? pauseOf(given.pause, known, asked) : (known?.pause ?? asked.refuse(without_pause));
  if (paused.pause_at < starts || paused.pause_at >= ends)
    asked.refuse(wrong('[pause][pause_at]', `A pause begins while the phases last: from ${starts} and before ${ends}.`));
  const resumed = given.resume ? resumeOf(given.resume, paused, asked) : (known?.resume ?? null);
  return [{ key: given.key ?? asked.fresh(key_id), pause: paused, resume: resumed }];
}

const without_pause: Refusal = {
  code: 'parameter_missing',
  param: 'pause_schedules[0][pause]',
  message: 'Missing required param: pause_schedules[0][pause]. It says when the subscription pauses.',
};

function pauseOf({ pause_at, settings }: NonNullable<Sent['pause']>, known: Entry | null, asked: Asked): Entry['pause'] {
  if (known && known.pause.status.type !== 'scheduled')
    return asked.refuse(wrong('[pause]', 'This pause has begun already. Leave pause out, or send an entry with another key.'));
  const moment = pause_at.type === 'now' ? asked.now : pause_at.timestamp;
  const param = '[pause][pause_at][timestamp]';
  if (moment === undefined) return asked.refuse(wrong(param, 'With type=timestamp send the time of the pause.'));
  if (moment < asked.now) asked.refuse(wrong(param, 'The time of the pause has passed. Send a later one, or type=now.'));
  return { pause_at: moment, settings: settings ? pauseSettings(settings) : null, status: { error: null, type: 'scheduled' } };
}

/** The settings of a pause, with the defaults of what is not said. */
const pauseSettings = ({ bill_for, invoicing_behavior }: NonNullable<NonNullable<Sent['pause']>['settings']>) => ({
  bill_for: {
    outstanding_usage_through: { type: bill_for?.outstanding_usage_through?.type ?? ('pause_at' as const) },
    unused_time_from: { type: bill_for?.unused_time_from?.type ?? ('pause_at' as const) },
  },
  invoicing_behavior: invoicing_behavior ?? ('pending_invoice_item' as const),
  type: 'subscription' as const,
});

function resumeOf(
  { resume_at, settings = {} }: NonNullable<Sent['resume']>,
  { pause_at, status }: Entry['pause'],
  asked: Asked,
): Entry['resume'] {
  const { duration, timestamp, type } = resume_at;
  const at_end = '[resume][resume_at]';
  if (type === 'now' && status.type !== 'succeeded')
    return asked.refuse(wrong(`${at_end}[type]`, 'The subscription is not paused yet. Send the time of the resumption, or a duration.'));
  const lasting = duration && boundary(pause_at, { interval: duration.interval, interval_count: duration.interval_count ?? 1 }, 1);
  const moment = type === 'now' ? asked.now : type === 'duration' ? lasting : timestamp;
  if (moment === undefined) return asked.refuse(wrong(`${at_end}[${type}]`, `With type=${type} send ${type}.`));
  if (moment < asked.now || (type !== 'now' && moment <= pause_at))
    return asked.refuse(wrong(`${at_end}[${type}]`, 'The resumption must lie in the future and after the pause. Send a later time.'));
  return {
    resume_at: moment,
    settings: {
      billing_cycle_anchor: settings.billing_cycle_anchor ?? 'resume_at',
      payment_behavior: 'resume_on_payment_attempt',
      proration_behavior: settings.proration_behavior ?? 'create_prorations',
    },
    status: { error: null, type: 'scheduled' },
  };
}

/** The timers of planned pauses that a request has changed. */
export function pausesTimed(it: Schedule, before: readonly Entry[]): Effects {
  const [entry] = it.pause_schedules;
  if (!entry) return null;
  const { pause: paused, resume: resumed } = entry;
  const [was] = before;
  return [
    paused.pause_at !== was?.pause.pause_at && at(paused.pause_at, it, 'pause', String(paused.pause_at)),
    resumed && resumed.resume_at !== was?.resume?.resume_at && at(resumed.resume_at, it, 'resume', String(resumed.resume_at)),
  ];
}

const succeeded = { error: null, type: 'succeeded' } as const;

/** The settings of a planned pause, as those of a pause now. */
function pausedBy({ settings }: Entry['pause']) {
  if (!settings) return {};
  const { bill_for, invoicing_behavior } = settings;
  const { outstanding_usage_through: usage, unused_time_from: unused } = bill_for;
  return {
    bill_for: {
      outstanding_usage_through: { type: usage.type === 'none' ? ('none' as const) : ('now' as const) },
      unused_time_from: { type: unused.type === 'pause_at' ? ('now' as const) : unused.type },
    },
    invoicing_behavior,
  };
}

/** Pauses the subscription at its time. */
export const pauseAsPlanned = timer(subscriptionSchedule, 'pause', {
  from: ['active'],
  reads: { subscription },
  decide: ({ it, about, subscription: of }): Effects => {
    const [entry] = it.pause_schedules;
    if (!of || entry?.pause.status.type !== 'scheduled' || about !== String(entry.pause.pause_at)) return null;
    const done = set(it, { pause_schedules: [{ ...entry, pause: { ...entry.pause, status: succeeded } }] });
    return [done, run(pause, of, { ...pausedBy(entry.pause), agreed: 'schedule' }, instead(notPaused, it))];
  },
});

/** Resumes the subscription at its time. */
export const resumeAsPlanned = timer(subscriptionSchedule, 'resume', {
  from: ['active'],
  reads: { subscription },
  decide: ({ it, about, subscription: of }): Effects => {
    const [entry] = it.pause_schedules;
    if (!of || !entry?.resume || entry.resume.status.type !== 'scheduled' || about !== String(entry.resume.resume_at)) return null;
    const { billing_cycle_anchor: anchor, proration_behavior } = entry.resume.settings;
    const billing_cycle_anchor = anchor === 'unchanged' ? anchor : ('now' as const);
    const done = set(it, { pause_schedules: [{ ...entry, resume: { ...entry.resume, status: succeeded } }] });
    return [done, run(resume, of, { billing_cycle_anchor, proration_behavior }, instead(notResumed, it))];
  },
});

/** A pause that cannot be made leaves the reason. */
const notPaused = otherwise(subscriptionSchedule, 'fail to pause the subscription of', {
  decide: ({ it, input: { refusal } }): Effects => {
    const [entry] = it.pause_schedules;
    return entry ? set(it, { pause_schedules: [{ ...entry, pause: { ...entry.pause, status: failedBy(refusal) } }] }) : null;
  },
});

/** A resumption that cannot be made leaves the reason. */
const notResumed = otherwise(subscriptionSchedule, 'fail to resume the subscription of', {
  decide: ({ it, input: { refusal } }): Effects => {
    const [entry] = it.pause_schedules;
    if (!entry?.resume) return null;
    return set(it, { pause_schedules: [{ ...entry, resume: { ...entry.resume, status: failedBy(refusal) } }] });
  },
});

const failedBy = ({ code, message = '' }: Refusal) => ({ type: 'error' as const, error: { code, message } });
