import { about, nullable } from '../../../kernel/base/fields.js';
import { ref, timestamp } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { customer_details, lines, money, ship_from_details, shipping_cost, total_breakdown } from './parts.js';

/** The taxes of a purchase, as they are calculated before it. */
export const taxCalculation = resource({
  object: 'tax.calculation',
  title: 'tax calculation',
  prefix: 'taxcalc',
  fields: {
    amount_total: about('The sum of lines, shipping and exclusive taxes, in minor units.', money),
    currency: about('The currency of the amounts.', currency),
    customer: about('The customer who buys; null where only their details were sent.', nullable(ref('customer'))),
    customer_details,
    expires_at: about('Until when a transaction can be created from the calculation, in Unix seconds.', nullable(timestamp)),
    line_items: lines,
    ship_from_details,
    shipping_cost,
    tax_amount_exclusive: about('The taxes that are added to the amounts, in minor units.', money),
    tax_amount_inclusive: about('The taxes that the amounts include, in minor units.', money),
    tax_breakdown: total_breakdown,
    tax_date: about('The time for which taxes were calculated, in Unix seconds.', timestamp),
  },
  for_sdks: forSdks,
  start: null,
});

/** A calculation as rules see it. */
export type TaxCalculation = It<typeof taxCalculation>;

/** One of its lines. */
export type CalculationLine = TaxCalculation['line_items']['data'][number];

/** Ids of lines are `tax_li_…`. */
export const calculation_line_id = { object: 'tax.calculation_line_item', prefix: 'tax_li' } as const;
