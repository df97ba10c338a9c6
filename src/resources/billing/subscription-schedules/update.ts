import { type Asked, at, type Decision, run, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { type Found, many } from '../../../kernel/base/reads.js';
import { rule } from '../../../kernel/base/rules.js';
import type { Price } from '../../catalogue/prices/price.js';
import { proration_behavior } from '../subscriptions/parts.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { type Item, subscriptionItem } from '../subscriptions/subscription-item.js';
import { update as updateSubscription } from '../subscriptions/update.js';
import { begin, noticed } from './begin.js';
import { enterPhase } from './enter.js';
import { pause_schedules_input } from './pause-schedules.js';
import { type AskedPhase, endsTooEarly, momentOf, type Named, phases_input, phases_reads, phasesFrom } from './phases-input.js';
import { pausesAsked, pausesTimed } from './planned-pauses.js';
import { default_settings_input, type Phase, type Schedule, subscriptionSchedule } from './schedule.js';
import { defaultsSaid, requireShares, shared_reads } from './shares.js';
import { asStored } from './stored.js';
import { changeFor } from './terms.js';

const takes = {
  ...pick(subscriptionSchedule.fields, 'end_behavior', 'metadata'),
  default_settings: default_settings_input,
  pause_schedules: pause_schedules_input,
  phases: about('The current phase and all later ones, which replace the stored phases; those that are over stay.', phases_input),
  proration_behavior: about('How a change of the current phase is prorated; `create_prorations` by default.', proration_behavior),
} as const;

/** Changes a schedule: all of its phases that are not over are sent, or none. What its current phase changes is changed at once. */
export const update = rule(subscriptionSchedule, 'update', {
  from: ['not_started', 'active'],
  takes,
  reads: { subscription, items: many(subscriptionItem, { by: 'subscription', of: 'subscription' }), ...phases_reads, ...shared_reads },
  decide: ({ it, input, subscription: of, items, taker, of_phases, of_default, ...named }, asked): Decision => {
    const { now } = asked;
    const { pause_schedules: pauses, phases: sent, proration_behavior: behavior, ...said } = input;
    const begins = beginningOf(it, sent, now);
    const phased = sent && rephased(it, sent, named, asked);
    const { made, ...phases } = phased ?? {};
    const span = spanOf(phased?.phases ?? it.phases, now);
    const pause_schedules = pausesAsked(pauses, it.pause_schedules, span, asked);
    const changed = set(it, { ...said, ...defaultsSaid(input), ...phases, pause_schedules });
    const timed = pausesTimed(changed, it.pause_schedules);
    if (sent || said.default_settings)
      requireShares(changed, ahead(changed, sent, now), { taker, of_phases, of_default }, asked.account, asked);
    if (it.status !== 'active' || !of) {
      const is_late = begins <= now;
      return [
        made,
        changed,
        timed,
        begins !== it.phases[0]?.start_date && (is_late ? run(begin, changed, {}) : at(begins, changed, 'begin')),
      ];
    }
    const before = it.phases.find(({ start_date }) => start_date === begins);
    return [made, changed, timed, ruled(changed, { before, of, items, prices: named.prices }, now, behavior), noticed(changed, now)];
  },
});

/** From the start of the first phase until the end of the last one. */
const spanOf = (phases: readonly Pick<Phase, 'end_date' | 'start_date'>[], now: number) => ({
  starts: phases[0]?.start_date ?? now,
  ends: phases.at(-1)?.end_date ?? now,
});

type Said = readonly AskedPhase[];

/** The phases that were sent, or else those that are not over. */
const ahead = ({ phases }: Schedule, sent: Said | undefined, now: number) =>
  sent ? phases.slice(-sent.length) : phases.filter(({ end_date }) => end_date > now);

/** When the phase begins that is sent first: the one that a schedule is in, or else the first of all. */
const beginningOf = (it: Schedule, sent: Said | undefined, now: number): number =>
  it.current_phase?.start_date ?? momentOf(sent?.[0]?.start_date ?? it.phases[0]?.start_date ?? 'now', now);

/** What a schedule is with other phases, after those of its own that are over, and what makes the prices of them; or why it cannot have them. */
export function rephased(it: Schedule, sent: Said, named: Named, asked: Asked, root = 'phases') {
  const { now } = asked;
  const begins = beginningOf(it, sent, now);
  const phased = phasesFrom(begins, sent, named, asked, root);
  const { made, phases } = phased;
  requireFirst(momentOf(sent[0]?.start_date ?? begins, now), begins, phases, now, root, asked);
  const [first] = phases;
  const over = it.phases.filter(({ end_date }) => it.status === 'active' && end_date <= begins).map(asStored);
  const current = first && it.status === 'active' && { current_phase: { start_date: first.start_date, end_date: first.end_date } };
  return { made, phases: [...over, ...phases], ...current };
}

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
  if (current.end_date <= now) {
    const over = set(of, { phase_ends: current.end_date }, null);
    return [over, run(enterPhase, over, {})];
  }
  const is_moved = of.phase_ends !== current.end_date;
  const moved = set(of, { phase_ends: current.end_date }, null);
  const { proration_behavior, ...change } = changeFor(it, current, { of, ...seen, is_entered: false }, now, behavior);
  const changes = Object.keys(change).length > 0;
  return [
    moved,
    is_moved && at(current.end_date, moved, 'phase'),
    changes && run(updateSubscription, moved, { ...change, agreed: 'schedule', ...(proration_behavior && { proration_behavior }) }),
  ];
}

/** The phase that a schedule is in stays the first; it may end now where another follows. */
function requireFirst(
  start: number,
  begins: number,
  phases: readonly Pick<Phase, 'end_date'>[],
  now: number,
  root: string,
  asked: Asked,
): void {
  if (start !== begins) {
    const message = `The first phase starts at ${begins}, as it did before. Phases that are over are left out.`;
    asked.refuse({ code: 'parameter_invalid', param: `${root}[0][start_date]`, message });
  }
  const end = phases[0]?.end_date ?? now;
  if (!(end > now || (end === now && phases.length > 1))) asked.refuse(endsTooEarly(root));
}
