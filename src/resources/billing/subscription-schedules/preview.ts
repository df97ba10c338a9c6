import { type Period, periodFrom } from '../../../arithmetic/billing/periods.js';
import { type Asked, type Decision, run, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { initialOf, pick } from '../../../kernel/base/members.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation } from '../../../kernel/base/rules.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { besides_input } from '../invoices/additional-items.js';
import { invoice } from '../invoices/invoice.js';
import { billing_mode_input } from '../subscriptions/billing-mode.js';
import { discounts_taken } from '../subscriptions/discounts.js';
import { preview_mode, proration_behavior } from '../subscriptions/parts.js';
import { previewNew } from '../subscriptions/preview/beginning.js';
import { previewChange } from '../subscriptions/preview/change.js';
import { previewNext } from '../subscriptions/preview/next.js';
import { taxedPreview } from '../subscriptions/preview/payer.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { type Item, subscriptionItem } from '../subscriptions/subscription-item.js';
import { modeFor } from '../subscriptions/terms.js';
import { endsTooEarly, momentOf, type Named, phases_input, phases_reads, phasesFrom } from './phases-input.js';
import { type Phase, type Schedule, subscriptionSchedule } from './schedule.js';
import { addedWith, type Beginning, besideOf, billedChange, billedCreation, sharedChange, taxChange } from './terms.js';
import { rephased } from './update.js';

/** What a schedule is meant to be, as previews take it. */
export const schedule_details = {
  ...pick(subscriptionSchedule.fields, 'end_behavior'),
  billing_mode: billing_mode_input,
  phases: about('The current phase and all later ones, as they would be.', phases_input),
  proration_behavior: about('How a change of the current phase is prorated; `create_prorations` by default.', proration_behavior),
} as const;

const besides = { ...discounts_taken, invoice_items: besides_input, preview_mode } as const;

const takes = { ...besides, ...schedule_details, customer: required(ref('customer')), schedule: ref('subscription_schedule') } as const;

type Input = Given<typeof takes>;

/** Additional invoice items of the preview. */
const besidesIn = ({
  billing_mode: _mode,
  end_behavior: _end,
  phases: _phases,
  proration_behavior: _part,
  schedule: _of,
  ...rest
}: Input) => rest;

/** Shows the next invoice of a schedule, as it is or as it would be after a change; of one that there is not yet, the first. */
export const previewScheduled = creation(invoice, {
  takes,
  reads: {
    schedule: subscriptionSchedule,
    of: one(subscription, 'schedule.subscription'),
    items: many(subscriptionItem, { by: 'subscription', of: 'schedule.subscription' }),
    stored_prices: one(price, 'schedule.phases.items.price'),
    ...phases_reads,
  },
  decide: ({ it, input, schedule, of, items, stored_prices, ...named }, asked): Decision => {
    if (!schedule) return begun(it.id, input, named, asked);
    if (schedule.status !== 'not_started' && schedule.status !== 'active') return asked.refuse(nothing);
    const phased = input.phases && rephased(schedule, input.phases, named, asked, root);
    const { made, ...phases } = phased ?? {};
    const { end_behavior = schedule.end_behavior } = input;
    const meant = set(schedule, { ...phases, end_behavior }, null);
    if (schedule.status === 'not_started' || !of)
      return [made, meant, firstOf(it.id, meant, input, (phased ? named.prices : stored_prices).all, asked.now)];
    if (!input.phases && input.end_behavior === undefined)
      return [meant, run(previewNext, it.id, { ...besidesIn(input), previewed: of.id })];
    return [made, meant, changed(it.id, { before: schedule, meant, of, items, named }, input, asked.now)];
  },
});

/** Where callers say phases. */
const root = 'schedule_details[phases]';

const nothing: Refusal = { code: 'invoice_upcoming_none' };

/** The first invoice of a schedule that there is not yet. */
function begun(id: string, input: Input, named: Named, asked: Asked): Decision {
  const start = momentOf(input.phases?.[0]?.start_date ?? 'now', asked.now);
  const phased = phasesFrom(start, input.phases ?? [], named, asked, root);
  const { made, phases } = phased;
  if (phases.some(({ end_date }) => end_date <= asked.now)) return asked.refuse(endsTooEarly(root));
  const { default_settings, end_behavior } = initialOf(subscriptionSchedule.fields);
  const billing_mode = { type: input.billing_mode?.type ?? modeFor(asked.version) };
  const meant = { billing_mode, customer: input.customer, default_settings, end_behavior: input.end_behavior ?? end_behavior, phases };
  return [made, firstOf(id, meant, input, named.prices.all, asked.now)];
}

/** The first invoice of a schedule that has not begun. */
function firstOf(id: string, it: Beginning, input: Input, prices: readonly Price[], now: number): Decision {
  const [first] = it.phases;
  if (!first) throw new Error('A schedule has no phase');
  const sent = besidesIn(input);
  const begins = Math.max(now, first.start_date);
  const invoice_items = [...besideOf(first, first.add_invoice_items, periodOf(first, prices)), ...(sent.invoice_items ?? [])];
  const taxed = taxChange(it, first, { before: undefined, of: null });
  const previewed = run(previewNew, id, {
    ...billedCreation(it, first, begins),
    ...sharedChange(it, first, { before: undefined, of: null }),
    ...sent,
    agreed: true,
    starts_at: begins,
    ...(invoice_items.length > 0 && { invoice_items }),
  });
  return [previewed, taxed && run(taxedPreview, id, { automatic_tax: taxed })];
}

/** The period that the items of a phase begin with. */
function periodOf({ end_date, items, start_date }: Phase, prices: readonly Price[]): Period {
  const [interval] = prices.flatMap(({ id, recurring }) => (items.some(({ price }) => price === id) ? (recurring ?? []) : []));
  return interval ? periodFrom(start_date, start_date, interval) : { start: start_date, end: end_date };
}

type Changing = {
  readonly before: Schedule;
  readonly meant: Schedule;
  readonly of: Subscription;
  readonly items: readonly Item[];
  readonly named: Named;
};

/** What the change of a schedule that has begun bills, or the next invoice after it. */
function changed(id: string, { before, meant, of, items, named }: Changing, input: Input, now: number): Decision {
  const current = meant.phases.find(({ start_date }) => start_date === meant.current_phase?.start_date);
  const next = current && current.end_date <= now ? meant.phases.find(({ start_date }) => start_date === current.end_date) : undefined;
  const phase = next ?? current;
  const sent = { ...besidesIn(input), previewed: of.id };
  if (!phase) return run(previewNext, id, sent);
  const was = next ? current : before.phases.find(({ start_date }) => start_date === phase.start_date);
  const ruled = { before: was, of, items, prices: named.prices, is_entered: next !== undefined };
  const behavior = next ? next.proration_behavior : (input.proration_behavior ?? 'create_prorations');
  const { proration_behavior, ...billed } = billedChange(meant, phase, ruled, now, behavior);
  const change = { ...billed, ...sharedChange(meant, phase, { before: was, of }) };
  const added = besideOf(phase, addedWith(phase, ruled), { start: of.current_period_start, end: of.current_period_end });
  const automatic_tax = taxChange(meant, phase, { before: was, of });
  const taxed = automatic_tax && run(taxedPreview, id, { automatic_tax });
  if (Object.keys(change).length === 0 && added.length === 0) return [run(previewNext, id, sent), taxed];
  const invoice_items = [...added, ...(sent.invoice_items ?? [])];
  const previewed = run(previewChange, id, {
    ...change,
    ...sent,
    agreed: true,
    proration_behavior,
    ...(invoice_items.length > 0 && { invoice_items }),
  });
  return [previewed, taxed];
}
