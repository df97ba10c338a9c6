import type { Asked } from '../../../kernel/base/effects.js';
import { billed_max } from '../../../kernel/base/money.js';
import type { Price } from '../../catalogue/prices/price.js';
import type { Session } from './session.js';

type Custom = NonNullable<Price['custom_unit_amount']>;

/** Between what amounts a payer may choose: it is nothing only where the merchant says so. */
export const boundsOf = ({ maximum, minimum }: Custom): readonly [least: number, most: number] => [minimum ?? 1, maximum ?? billed_max];

/** Whether so many at an amount that a payer chooses are no more than one thing may cost. */
export const isBillable = (amount: number, quantity: number | null): boolean => amount * (quantity ?? 1) <= billed_max;

/** Why what the payer is to choose an amount for cannot be bought yet: they have chosen none. */
export function requireChosen({ line_items }: Session, asked: Asked): void {
  const items = line_items?.data ?? [];
  const place = items.findIndex(({ chosen_amount, price: { custom_unit_amount: custom }, quantity }) => {
    if (!custom || quantity === 0) return false;
    return (chosen_amount ?? custom.preset ?? 0) < boundsOf(custom)[0];
  });
  if (place >= 0)
    asked.refuse({
      code: 'parameter_missing',
      param: `line_items[${place}][amount]`,
      message: 'Choose what to pay for this line item first.',
    });
}
