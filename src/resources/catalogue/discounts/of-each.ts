import type { Asked, Effects } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { DiscountValue } from './discount.js';
import type { discounts_input } from './input.js';
import { type Had, type Redeeming, redeemed } from './redeem.js';

/** One of the things that a request gives discounts to. */
export type Wanting = {
  /** What is said: nothing leaves it as it is, an empty list takes all away. */
  readonly asked: Given<{ discounts: typeof discounts_input }>['discounts'];
  /** The parameter that it stands under: `lines[0]`; empty where `discounts` is a parameter itself, null where nothing is called so. */
  readonly at: string | null;
  readonly of: Had;
  /** The discounts that it has. */
  readonly kept: readonly DiscountValue[];
};

/** The discounts of each thing from now on, in the order of the things. */
export type OfEach = { readonly discounts: readonly (readonly DiscountValue[])[]; readonly effects: Effects };

/** Redeems what is asked for several things at once, so that a coupon is counted as often as it is given. */
export function discountsOfEach(wanting: readonly Wanting[], redeeming: Redeeming, asked: Asked): OfEach {
  const asking = wanting.flatMap(({ asked: sent, at, of, kept }) =>
    (sent ?? []).map((given, place) => ({ given, param: paramOf(at, place), of, kept })),
  );
  const done = redeemed(asking, redeeming, asked);
  const left = [...done.discounts];
  return {
    discounts: wanting.map(({ asked: sent, kept }) => (sent === undefined ? kept : left.splice(0, sent?.length ?? 0))),
    effects: done.effects,
  };
}

function paramOf(at: string | null, place: number): string {
  if (at === null) return '';
  return `${at ? `${at}[discounts]` : 'discounts'}[${place}]`;
}
