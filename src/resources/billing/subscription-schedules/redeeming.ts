import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { discounts_input } from '../../catalogue/discounts/input.js';
import type { Phase } from './schedule.js';

/** What a phase, an item of it or what is charged with it is to have taken off, as it is stored until it is redeemed. */
export type Redeeming = Phase['discounts'][number];

type Sent = Given<{ discounts: typeof discounts_input }>['discounts'];

/** Discounts as they are stored. */
export const discountsOf = (sent: Sent): Redeeming[] =>
  (sent ?? []).map(({ coupon = null, discount = null, promotion_code = null }) => ({ coupon, discount, promotion_code }));

/** A discount as it is asked for when its phase begins. */
export const named = ({ coupon, discount, promotion_code }: Redeeming) => ({
  ...(coupon !== null && { coupon }),
  ...(discount !== null && { discount }),
  ...(promotion_code !== null && { promotion_code }),
});

/** Whether both have the same discounts. */
export const isAlike = (one: readonly Redeeming[], other: readonly Redeeming[] = []): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

type Kept = { readonly id: string; readonly coupon: { readonly id: string }; readonly promotion_code: string | null };

/** Whether something is taken off that was not to be; what is used up by itself, as a discount for one invoice, was. */
export const isReduced = (kept: readonly Kept[], wanted: readonly Redeeming[]): boolean =>
  kept.some(
    ({ id, coupon, promotion_code }) =>
      !wanted.some(
        (each) => each.discount === id || each.coupon === coupon.id || (promotion_code !== null && each.promotion_code === promotion_code),
      ),
  );

/** Discounts that something has already. */
export const keptAs = (kept: readonly Pick<Kept, 'id'>[]): Redeeming[] =>
  kept.map(({ id }) => ({ coupon: null, discount: id, promotion_code: null }));

/** Why discounts cannot be asked for: each is said in one way. `at` names what they are for. */
export function requireDiscounts(sent: Sent, at: string, asked: Asked): void {
  for (const [place, given] of (sent ?? []).entries()) {
    const param = `${at}[discounts][${place}]`;
    const [name, other] = (['coupon', 'promotion_code', 'discount'] as const).filter((each) => given[each] !== undefined);
    if (!name) {
      asked.refuse({
        code: 'parameter_missing',
        param: `${param}[coupon]`,
        message: `Missing required param: ${param}[coupon], or a promotion_code.`,
      });
      return;
    }
    if (other) {
      asked.refuse({
        code: 'parameters_exclusive',
        param: `${param}[${other}]`,
        message: 'Send only one of coupon, promotion_code and discount.',
      });
      return;
    }
  }
}
