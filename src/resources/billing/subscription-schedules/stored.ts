import type { Given } from '../../../kernel/base/fields.js';
import type { Price } from '../../catalogue/prices/price.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { ItemInput } from '../subscriptions/items-input.js';
import type { settings } from '../subscriptions/parts.js';
import { passedOnTo } from '../subscriptions/settings.js';
import type { Item } from '../subscriptions/subscription-item.js';
import type { AskedPhase } from './phases-input.js';
import { discountsOf, keptAs, type Redeeming } from './redeeming.js';
import type { PhaseAdded, Schedule } from './schedule.js';

type At = {
  readonly items: readonly ReturnType<typeof itemOf>[];
  readonly rates: readonly TaxRate[];
  readonly added: readonly PhaseAdded[];
  readonly currency: string;
  readonly start: number;
  readonly end: number;
};

/** A phase as it is stored. */
export const phaseOf = (sent: Omit<AskedPhase, 'add_invoice_items' | 'items'>, { added, currency, end, items, rates, start }: At) => ({
  add_invoice_items: added.map(addedAs),
  application_fee_percent: sent.application_fee_percent ?? null,
  automatic_tax: sent.automatic_tax ? automaticKept(sent.automatic_tax.enabled) : null,
  billing_cycle_anchor: sent.billing_cycle_anchor ?? null,
  billing_thresholds: thresholdsOf(sent.billing_thresholds),
  collection_method: sent.collection_method ?? null,
  coupon: sent.coupon ?? null,
  currency,
  default_payment_method: sent.default_payment_method ?? null,
  default_tax_rates: [...rates],
  description: sent.description ?? null,
  discounts: discountsOf(sent.discounts ?? (sent.coupon === undefined ? [] : [{ coupon: sent.coupon }])),
  end_date: end,
  invoice_settings: sent.invoice_settings ? settingsOf(sent.invoice_settings) : null,
  items: [...items],
  metadata: sent.metadata || {},
  on_behalf_of: sent.on_behalf_of ?? null,
  proration_behavior: sent.proration_behavior ?? 'create_prorations',
  start_date: start,
  transfer_data: sent.transfer_data ? passedOnTo(sent.transfer_data) : null,
  trial_end: sent.trial ? end : typeof sent.trial_end === 'number' ? sent.trial_end : null,
});

/** Automatic taxes as phases and default settings store them. */
export const automaticKept = (enabled: boolean) => ({
  disabled_reason: null,
  enabled,
  liability: enabled ? { type: 'self' as const } : null,
});

function thresholdsOf(given: Given<typeof settings>['billing_thresholds']) {
  return given ? { amount_gte: given.amount_gte ?? null, reset_billing_cycle_anchor: given.reset_billing_cycle_anchor ?? null } : null;
}

const settingsOf = (given: NonNullable<AskedPhase['invoice_settings']>) => ({
  account_tax_ids: given.account_tax_ids ?? null,
  custom_fields: given.custom_fields ? [...given.custom_fields] : null,
  days_until_due: given.days_until_due ?? null,
  description: given.description ?? null,
  footer: given.footer ?? null,
  issuer: given.issuer ?? { type: 'self' as const },
});

/** What an item of a phase says besides its price. */
type OfItem = Pick<ItemInput, 'metadata'> & {
  readonly quantity?: number | undefined;
  readonly billing_thresholds?: { readonly usage_gte: number | null } | null;
  readonly discounts?: readonly Redeeming[];
  readonly tax_rates?: readonly TaxRate[];
};

/** An item of a phase. */
export function itemOf(of: Price | undefined, { billing_thresholds = null, discounts = [], metadata, quantity, tax_rates = [] }: OfItem) {
  if (!of) throw new Error('An item of a phase has no price');
  const counted = of.recurring?.usage_type === 'metered' ? quantity : (quantity ?? 1);
  return {
    billing_thresholds,
    discounts: [...discounts],
    metadata: metadata || {},
    plan: of.id,
    price: of.id,
    ...(counted !== undefined && { quantity: counted }),
    tax_rates: [...tax_rates],
  };
}

/** An item that a subscription has, as one of a phase. */
export const asPhaseItem = ({ discounts, price, ...item }: Item) =>
  itemOf(price, { ...item, discounts: keptAs(discounts.map((id) => ({ id }))) });

/** A phase that stays: what is not there is left out. */
export const asStored = ({ add_invoice_items, items, ...phase }: Schedule['phases'][number]) => ({
  ...phase,
  add_invoice_items: add_invoice_items.map(addedAs),
  items: items.map(({ quantity, ...item }) => ({ ...item, ...(quantity !== undefined && { quantity }) })),
});

const addedAs = ({ period: { start, end }, ...added }: PhaseAdded) => ({
  ...added,
  period: { end: momentAs(end), start: momentAs(start) },
});

const momentAs = <T extends string>({ type, timestamp }: { readonly type: T; readonly timestamp?: number | undefined }) => ({
  type,
  ...(timestamp !== undefined && { timestamp }),
});
