import { isMetered, usedPeriod } from '../../../../arithmetic/billing/subscription/items.js';
import { type Found, many, one, own, usage } from '../../../../kernel/base/reads.js';
import { account } from '../../../accounts/accounts/account.js';
import { type Meter, meter } from '../../../catalogue/meters/meter.js';
import { customer } from '../../../customers/customers/customer.js';
import { pendingBy } from '../../invoice-items/pending.js';
import { usageAsked } from '../../usage-records/usage.js';
import { type Subscription, subscription } from '../subscription.js';
import { type Item, subscriptionItem } from '../subscription-item.js';

type Metered = { readonly of: Subscription; readonly current: readonly Item[]; readonly meters: Found<Meter | null> };

/** The subscription of a preview with its items, payer, pending items and usage. */
export const previewed_reads = {
  of: one(subscription, 'previewed'),
  current: many(subscriptionItem, { by: 'subscription', of: 'previewed' }),
  account: own(account),
  payer: one(customer, 'of.customer'),
  pending: pendingBy('of.customer'),
  meters: one(meter, 'current.price.recurring.meter'),
  used: usage(({ of, current, meters }: Metered) =>
    current.filter(isMetered).map((item) => usageAsked(item, meters, of.customer, usedPeriod(item))),
  ),
} as const;
