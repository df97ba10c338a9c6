import { type Effects, remove, run, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, on } from '../../../kernel/base/rules.js';
import type { account } from '../../accounts/accounts/account.js';
import { product } from '../../catalogue/products/product.js';
import { customer } from '../../customers/customers/customer.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { type ActiveEntitlement, activeEntitlement, entitlements_max } from './active-entitlement.js';
import { entitlementSummary, summed } from './summary.js';

/** What entitles: a trial does, what is past due until it is given up, and what stands still (Stripe). */
const entitling: ReadonlySet<string> = new Set<Subscription['status']>(['active', 'past_due', 'paused', 'trialing']);

/** What a subscription gives as it is. */
const givenBy = ({ features = [], status }: Subscription) => (entitling.has(status) ? features : []);

/** Whether its customer has by a subscription what it gives. */
function isGiven(it: Subscription): boolean {
  const { entitled_to = [] } = it;
  const given = givenBy(it);
  return given.length === entitled_to.length && given.every(({ feature }) => entitled_to.includes(feature));
}

/** An entitlement after a change, with its effects; null for one that is removed. */
type Change = { readonly after: ActiveEntitlement | null; readonly effect: Effects };

/** One entitlement after a subscription gives this. */
function after(it: ActiveEntitlement, by: string, given: ReadonlySet<string>): Change {
  const { given_by = [] } = it;
  if (given_by.includes(by) === given.has(it.feature)) return { after: it, effect: null };
  if (given.has(it.feature)) return changed(it, [...given_by, by]);
  const others = given_by.filter((id) => id !== by);
  return others.length > 0 ? changed(it, others) : { after: null, effect: remove(it) };
}

function changed(it: ActiveEntitlement, given_by: readonly string[]): Change {
  const set_to = set(it, { given_by: [...given_by] });
  return { after: set_to, effect: set_to };
}

/** Grants a customer the entitlements of a subscription, and removes those that no subscription grants. */
export const entitle = consequence(customer, 'entitle', {
  takes: { subscription: required(ref('subscription')) },
  reads: {
    subscription,
    entitlements: many(activeEntitlement, { by: 'customer', at_most: entitlements_max, cut: true }),
    summaries: many(entitlementSummary, { by: 'customer', at_most: 1 }),
  },
  decide: ({ it, subscription: by, entitlements, summaries: [summary] }, { make }) => {
    if (isGiven(by)) return null;
    const given = givenBy(by);
    const changes = entitlements.map((each) => after(each, by.id, new Set(given.map(({ feature }) => feature))));
    const fresh = given
      .filter(({ feature }) => !entitlements.some((each) => each.feature === feature))
      .slice(0, Math.max(0, entitlements_max - entitlements.length))
      .map((each) => make(activeEntitlement, { ...each, customer: it.id, given_by: [by.id] }));
    const all = [...changes.flatMap((each) => each.after ?? []), ...fresh];
    const is_other = fresh.length > 0 || all.length < entitlements.length;
    const told = { entitlements: summed(it.id, all) };
    return [
      changes.map(({ effect }) => effect),
      fresh,
      set(by, { entitled_to: given.map(({ feature }) => feature) }, null),
      is_other && (summary ? set(summary, told) : make(entitlementSummary, { customer: it.id, ...told })),
    ];
  },
});

/** Entitles the customer of a subscription, where they do not have by it what it gives. */
const entitled = (it: Subscription): Effects => (isGiven(it) ? null : run(entitle, it.customer, { subscription: it.id }));

/** Asks the products of a subscription what they give. */
export const askProducts = consequence(subscription, 'ask the products of', {
  reads: { products: one(product, 'items.data.price.product') },
  decide: ({ it, products }) => {
    const all = new Map(products.all.flatMap(({ features = [] }) => features.map((each) => [each.feature, each])));
    const sent = set(it, { features: [...all.values()] }, null);
    return [sent, entitled(sent)];
  },
});

/** Reads the entitlements of a subscription again after its items changed or a period began. Nothing is read where no product has features. */
export const featuresAsked = (it: Subscription, owner: It<typeof account> | null): Effects =>
  owner?.sells_features ? run(askProducts, it, {}) : null;

/** What begins or stops to entitle is followed in the same write. */
export const followed = on(subscription, 'customer.subscription.updated', customer, {
  via: 'customer',
  decide: ({ by }) => entitled(by),
});

/** An ended subscription grants no entitlements. */
export const ended = on(subscription, 'customer.subscription.deleted', customer, {
  via: 'customer',
  decide: ({ by }) => entitled(by),
});

/** Who is gone may use nothing. */
export const goneWithCustomer = on(customer, 'customer.deleted', entitlementSummary, {
  each: 'customer',
  reads: { entitlements: many(activeEntitlement, { by: 'customer', of: 'customer', at_most: entitlements_max, cut: true }) },
  decide: ({ it, entitlements }) => {
    const emptied = set(it, { entitlements: summed(it.customer, []) });
    return [entitlements.map((each) => remove(each)), emptied, remove(emptied)];
  },
});
