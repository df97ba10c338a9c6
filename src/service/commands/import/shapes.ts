import { isOurs } from '../../../kernel/base/ids.js';
import type { Listed } from '../pages.js';

/** The id here of an object at the source; undefined for one that was not imported. */
export type Mapped = (resource: string, from: unknown) => string | undefined;

/** The parameters that create an object like one of the source; a text is the reason why there is none. */
export type Shape = (it: Listed, mapped: Mapped, now: number) => object | string;

const marked = ({ id, metadata }: Listed): object => ({ metadata: { ...(metadata as object | undefined), stripe_id: id } });

/** The members of these names that have a value. */
const taken = (it: Readonly<Record<string, unknown>> | null | undefined, ...names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (it?.[name] === null || it?.[name] === undefined ? [] : [[name, it[name]]])));

type Members = Readonly<Record<string, unknown>>;
const inside = (it: Listed, name: string): Members | null => (it[name] ?? null) as Members | null;

/** An expanded member is its object. */
const idIn = (value: unknown): unknown => (typeof value === 'object' && value !== null ? (value as Members).id : value);

/** An id of Stripe can be chosen here; one that another Florin generated cannot. */
const keptId = ({ id }: Listed): object => (isOurs(id) ? {} : { id });

const product: Shape = (it) => ({
  ...keptId(it),
  ...taken(it, 'name', 'active', 'description', 'images', 'shippable', 'statement_descriptor', 'tax_code', 'unit_label', 'url'),
  ...marked(it),
});

const price: Shape = (it, mapped) => {
  const recurring = inside(it, 'recurring');
  if (recurring?.usage_type === 'metered') return 'is metered; create its meter and price yourself';
  const of = mapped('products', idIn(it.product));
  if (of === undefined) return `names the product ${idIn(it.product)}, which was not imported`;
  const whole = it.unit_amount === null || it.unit_amount === undefined ? 'unit_amount_decimal' : 'unit_amount';
  const amounts = it.billing_scheme === 'tiered' ? { tiers: tiersOf(it), ...taken(it, 'billing_scheme', 'tiers_mode') } : taken(it, whole);
  return {
    product: of,
    ...taken(it, 'currency', 'active', 'nickname', 'lookup_key', 'tax_behavior', 'transform_quantity'),
    ...amounts,
    ...(recurring && { recurring: taken(recurring, 'interval', 'interval_count') }),
    ...marked(it),
  };
};

const tiersOf = (it: Listed): object[] =>
  ((it.tiers ?? []) as readonly Members[]).map((tier) => ({
    ...taken(
      tier,
      tier.unit_amount === null ? 'unit_amount_decimal' : 'unit_amount',
      tier.flat_amount === null ? 'flat_amount_decimal' : 'flat_amount',
    ),
    up_to: tier.up_to ?? 'inf',
  }));

const coupon: Shape = (it, _, now) => {
  if (it.valid === false) return 'is no longer valid';
  if (typeof it.redeem_by === 'number' && it.redeem_by <= now) return 'can no longer be redeemed';
  const amount = it.percent_off === null || it.percent_off === undefined ? taken(it, 'amount_off', 'currency') : taken(it, 'percent_off');
  return {
    ...keptId(it),
    ...taken(it, 'duration', 'duration_in_months', 'max_redemptions', 'name', 'redeem_by'),
    ...amount,
    ...marked(it),
  };
};

const customer: Shape = (it) => {
  if (it.deleted === true) return 'is deleted';
  const { footer, custom_fields } = inside(it, 'invoice_settings') ?? {};
  const settings = taken({ footer, custom_fields }, 'footer', 'custom_fields');
  return {
    ...taken(it, 'name', 'email', 'phone', 'description', 'preferred_locales', 'tax_exempt', 'balance', 'next_invoice_sequence'),
    ...addressesOf(it),
    ...(Object.keys(settings).length > 0 && { invoice_settings: settings }),
    ...marked(it),
  };
};

function addressesOf(it: Listed): object {
  const [address, shipping] = [inside(it, 'address'), inside(it, 'shipping')];
  const lines = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'];
  return {
    ...(address && { address: taken(address, ...lines) }),
    ...(shipping && { shipping: { ...taken(shipping, 'name', 'phone'), address: taken(shipping.address as Members, ...lines) } }),
  };
}

const living = ['active', 'trialing', 'past_due'];

/** It keeps its next renewal, and nothing is charged before. */
const subscription: Shape = (it, mapped, now) => {
  if (!living.includes(String(it.status))) return `has ended or never began (${it.status})`;
  const of = mapped('customers', idIn(it.customer));
  if (of === undefined) return `names the customer ${idIn(it.customer)}, who was not imported`;
  const items = ((inside(it, 'items')?.data ?? []) as readonly Members[]).map((item) => ({
    price: mapped('prices', idIn(item.price ?? item.plan)),
    ...taken(item, 'quantity'),
  }));
  if (items.some((item) => item.price === undefined)) return 'names a price that was not imported';
  const method = mapped('payment_methods', idIn(it.default_payment_method));
  return {
    customer: of,
    items,
    ...renewalOf(it, now),
    ...taken(it, 'cancel_at_period_end', 'collection_method', 'days_until_due', 'description'),
    ...(method && { default_payment_method: method }),
    ...discountsOf(it, mapped),
    ...marked(it),
  };
};

/** A renewal after the end of a period that began now cannot be its anchor: until then the subscription is on a trial, which charges nothing either. */
function renewalOf(it: Listed, now: number): object {
  if (it.status === 'trialing' && Number(it.trial_end) > now) return { trial_end: it.trial_end };
  const next = renewalAt(it);
  if (next <= now) return {};
  return next <= periodFrom(now, it) ? { billing_cycle_anchor: next, proration_behavior: 'none' } : { trial_end: next };
}

/** The end of a period that begins now, by the price of the first item. */
function periodFrom(now: number, it: Listed): number {
  const [item] = (inside(it, 'items')?.data ?? []) as readonly Members[];
  const price = (item?.price ?? item?.plan) as Members | undefined;
  const { interval, interval_count: count = 1 } = (price?.recurring ?? price ?? {}) as {
    readonly interval?: string;
    readonly interval_count?: number;
  };
  const days = interval === 'day' ? count : interval === 'week' ? 7 * count : 0;
  if (days > 0) return now + days * 86_400;
  const end = new Date(now * 1000);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 * count : count));
  // February has no 31st: the period then ends with the month.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return Math.floor(end.getTime() / 1000);
}

/** Since 2025 the period stands on the items. */
const renewalAt = (it: Listed): number =>
  Number(it.current_period_end ?? ((inside(it, 'items')?.data ?? []) as readonly Members[])[0]?.current_period_end ?? 0);

function discountsOf(it: Listed, mapped: Mapped): object {
  const given = [it.discount, ...((it.discounts ?? []) as readonly unknown[])] as readonly (Members | string | null | undefined)[];
  const coupons = given.flatMap((each) => {
    const found =
      typeof each === 'object' ? mapped('coupons', idIn(each?.coupon ?? (each?.source as Members | undefined)?.coupon)) : undefined;
    return found === undefined ? [] : [{ coupon: found }];
  });
  return coupons.length > 0 ? { discounts: coupons } : {};
}

/** The imported resources, each after those that it names. */
export const shapes: Readonly<Record<string, Shape>> = {
  products: product,
  prices: price,
  coupons: coupon,
  customers: customer,
  subscriptions: subscription,
};

/** The members of an imported object that must equal those of its source. */
export const compared: Readonly<Record<string, readonly string[]>> = {
  products: ['name', 'active'],
  prices: ['currency', 'unit_amount', 'active', 'lookup_key'],
  coupons: ['percent_off', 'amount_off', 'duration'],
  customers: ['name', 'email', 'phone', 'balance'],
  subscriptions: ['cancel_at_period_end', 'collection_method'],
};
