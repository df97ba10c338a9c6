import { at, type Decision, refuse, run, set } from '../../base/effects.js';
import { pick } from '../../base/fields.js';
import { type Found, many } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { rule } from '../../base/rules.js';
import type { Price } from '../prices/price.js';
import { proration_behavior } from '../subscriptions/parts.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { type Item, subscriptionItem } from '../subscriptions/subscription-item.js';
import { updateRuled } from '../subscriptions/update.js';
import { noticed } from './begin.js';
import { phases_input, phases_reads, phasesFrom } from './phases-input.js';
import { type Phase, type Schedule, subscriptionSchedule } from './schedule.js';
import { changeFor } from './terms.js';

const takes = {
  ...pick(subscriptionSchedule.fields, 'default_settings', 'end_behavior', 'metadata'),
  phases: phases_input,
  proration_behavior,
} as const;

/** Changes a schedule: all of its phases that are not over are sent, or none. What its current phase changes is changed at once. */
export const update = rule(subscriptionSchedule, 'update', {
  from: ['not_started', 'active'],
  takes,
  reads: { subscription, items: many(subscriptionItem, { by: 'subscription', of: 'subscription' }), ...phases_reads },
  decide: ({ it, input, subscription: of, items, ...named }, { now }): Decision => {
    const { phases: asked, proration_behavior: behavior, ...said } = input;
    const begins = it.current_phase?.start_date ?? it.phases[0]?.start_date ?? now;
    const phases = asked && phasesFrom(begins, asked, named);
    if (phases && 'code' in phases) return refuse(phases);
    const [first] = phases ?? [];
    const refusal = first && wrongFirst(asked?.[0]?.start_date, begins, first.end_date, now);
    if (refusal) return refuse(refusal);
    const over = it.phases.filter(({ end_date }) => it.status === 'active' && end_date <= begins).map(asStored);
    const changed = set(it, {
      ...said,
      ...(phases && { phases: [...over, ...phases] }),
      ...(first && it.status === 'active' && { current_phase: { start_date: first.start_date, end_date: first.end_date } }),
    });
    if (it.status !== 'active' || !of) return changed;
    const before = it.phases.find(({ start_date }) => start_date === begins);
    return [changed, ruled(changed, { before, of, items, prices: named.prices }, now, behavior), noticed(changed, now)];
  },
});

/** A phase that stays: what is not there is left out. */
export const asStored = ({ items, ...phase }: Schedule['phases'][number]) => ({
  ...phase,
  items: items.map(({ quantity, ...item }) => ({ ...item, ...(quantity !== undefined && { quantity }) })),
});

type Ruled = {
  readonly before: Schedule['phases'][number] | undefined;
  readonly of: Subscription;
  readonly items: readonly Item[];
  readonly prices: Found<Price>;
};

/** The subscription as the phase that it is in says from now on. */
function ruled(it: Schedule, { of, ...seen }: Ruled, now: number, behavior: Phase['proration_behavior'] = 'create_prorations'): Decision {
  const current = it.phases.find(({ start_date }) => start_date === it.current_phase?.start_date);
  if (!current) return null;
  const is_moved = of.phase_ends !== current.end_date;
  const moved = set(of, { phase_ends: current.end_date }, null);
  const { proration_behavior, ...change } = changeFor(it, current, { of, ...seen }, now, behavior);
  const changes = Object.keys(change).length > 0;
  return [
    moved,
    is_moved && at(current.end_date, moved, 'phase'),
    changes && run(updateRuled, moved, { ...change, ...(proration_behavior && { proration_behavior }) }),
  ];
}

/** The phase that a schedule is in stays the first. */
function wrongFirst(start: number | undefined, begins: number, end: number, now: number): Refusal | null {
  if (start !== undefined && start !== begins) {
    const message = `The first phase starts at ${begins}, as it did before. Phases that are over are left out.`;
    return { code: 'parameter_invalid', param: 'phases[0][start_date]', message };
  }
  return end > now ? null : { code: 'parameter_invalid', param: 'phases[0][end_date]', message: 'The first phase must end in the future.' };
}
