import type { Asked } from '../../../../kernel/base/effects.js';
import { day } from '../../../../kernel/base/moments.js';
import type { Found } from '../../../../kernel/base/reads.js';
import type { Price } from '../../../catalogue/prices/price.js';
import type { Item } from '../subscription-item.js';

type Sent = {
  readonly items?: readonly { readonly deleted?: boolean; readonly id?: string; readonly plan?: string; readonly price?: string }[];
  readonly trial_end?: number | 'now';
  readonly trial_from_plan?: boolean;
};

type Seen = { readonly current: readonly Item[]; readonly prices: Found<Price> | null; readonly plans: Found<Price> | null };

/** A change whose trial is as long as the longest one of its prices, where that is asked for; prices without a trial leave it as it is. */
export function withTrialOfPrices<I extends Sent>({ trial_from_plan, ...given }: I, { current, prices, plans }: Seen, asked: Asked) {
  if (!trial_from_plan) return given;
  if (given.trial_end !== undefined)
    asked.refuse({
      code: 'parameters_exclusive',
      param: 'trial_from_plan',
      message: 'Send only one of trial_from_plan and trial_end.',
    });
  const changed = new Set((given.items ?? []).flatMap(({ deleted, id, plan, price }) => (id && (deleted || plan || price) ? [id] : [])));
  const kept = current.filter(({ id }) => !changed.has(id)).map(({ price }) => price);
  const days = [...kept, ...(prices?.all ?? []), ...(plans?.all ?? [])].map(({ recurring }) => recurring?.trial_period_days ?? 0);
  const longest = Math.max(0, ...days);
  return longest > 0 ? { ...given, trial_end: asked.now + longest * day } : given;
}
