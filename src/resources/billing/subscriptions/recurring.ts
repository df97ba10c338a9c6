import { periodFrom } from '../../../arithmetic/billing/periods.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import { discountsOfCustomer, type Billing as InvoiceBilling } from '../invoices/bill.js';
import { advanceLines, type Of } from './lines.js';
import { intervalOf, isMetered } from './shown.js';
import type { Item } from './subscription-item.js';

const goesOn = ({ coupon }: DiscountValue): boolean => coupon.duration !== 'once';

/**
 * An invoice of what is charged again and again: each item for the whole period after the one that it is in. Nothing that is charged or taken
 * off once is on it.
 */
export function recurring(
  billing: InvoiceBilling,
  items: readonly Item[],
  { anchor, ...of }: Of & { readonly anchor: number },
  now: number,
) {
  const charged = items.filter((item) => !isMetered(item));
  const lines = charged.flatMap((item) => advanceLines(item, periodFrom(item.current_period_end, anchor, intervalOf(item)), of));
  return {
    ...billing,
    discounts: (billing.discounts ?? discountsOfCustomer(billing.customer, { now })).filter(goesOn),
    lines: lines.map((line) => ({ ...line, discounts: line.discounts?.filter(goesOn) ?? [] })),
    pending: [],
  };
}
