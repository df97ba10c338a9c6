import type { Asked } from '../../../kernel/base/effects.js';
import type { Found } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Price } from '../../catalogue/prices/price.js';
import type { PortalConfiguration } from './configuration.js';
import type { Features, Offered } from './features.js';

type Prices = Found<Price | null>;

const refusal = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param: `features${param}`, message });

const missing = (param: string): Refusal => ({
  code: 'parameter_missing',
  param: `features${param}`,
  message: `Missing required param: features${param}. An enabled feature needs it.`,
});

/** Refuses features that cannot work as configured. */
export function requireFeatures({ features, is_default }: PortalConfiguration, asked: Asked): void {
  const { customer_update, subscription_cancel, subscription_pause, subscription_update } = features;
  if (customer_update.enabled && customer_update.allowed_updates.length === 0) asked.refuse(missing('[customer_update][allowed_updates]'));
  requireCancel(subscription_cancel, asked);
  requirePause(subscription_pause, asked);
  requireUpdate(subscription_update, is_default, asked);
}

function requirePause({ duration, enabled }: Features['subscription_pause'], asked: Asked): void {
  if (enabled && duration.type === 'interval_options' && duration.interval_options.length === 0)
    asked.refuse(missing('[subscription_pause][duration][interval_options]'));
}

function requireCancel({ cancellation_reason, mode, proration_behavior }: Features['subscription_cancel'], asked: Asked): void {
  if (cancellation_reason.enabled && cancellation_reason.options.length === 0)
    asked.refuse(missing('[subscription_cancel][cancellation_reason][options]'));
  if (proration_behavior === 'none') return;
  const at = '[subscription_cancel][proration_behavior]';
  if (proration_behavior === 'always_invoice')
    asked.refuse(refusal(at, 'Send none or create_prorations: always_invoice is not possible here.'));
  if (mode === 'at_period_end') asked.refuse(refusal(at, 'Nothing is prorated at the end of a period. Send none, or mode=immediately.'));
}

function requireUpdate(update: Features['subscription_update'], is_default: boolean, asked: Asked): void {
  const { default_allowed_updates, enabled, products, schedule_at_period_end } = update;
  if (schedule_at_period_end.conditions.length > 0)
    asked.refuse(refusal('[subscription_update][schedule_at_period_end][conditions]', at_once));
  if (!enabled) return;
  if (default_allowed_updates.length === 0) asked.refuse(missing('[subscription_update][default_allowed_updates]'));
  if (!(products?.length || (is_default && products === null))) asked.refuse(missing('[subscription_update][products]'));
}

const at_once = 'Customers change their subscriptions at once here. Leave the conditions out.';

/** Why products cannot be offered so: each is offered once, at prices of its own that recur. */
export function requireProducts(products: readonly Offered[], prices: Prices, asked: Asked): void {
  for (const [place, { product, prices: named, adjustable_quantity: quantity }] of products.entries()) {
    const at = `[subscription_update][products][${place}]`;
    if (products.findIndex((each) => each.product === product) < place)
      asked.refuse(refusal(`${at}[product]`, 'This product is there already.'));
    if (named.length === 0) asked.refuse(missing(`${at}[prices]`));
    const other = named.findIndex((id) => !isOf(prices.get(id), product));
    if (other >= 0) asked.refuse(refusal(`${at}[prices][${other}]`, `Send active prices of ${product} that recur and are not metered.`));
    if (quantity.maximum !== null && quantity.maximum < quantity.minimum)
      asked.refuse(refusal(`${at}[adjustable_quantity][maximum]`, 'It cannot be below the minimum.'));
  }
}

const isOf = (price: Price | null, product: string): boolean =>
  price?.product === product && price.active && price.recurring?.usage_type === 'licensed';

/** Why a configuration cannot be: what sessions are made with by default has to be there. */
export const requireDefault = ({ is_default }: PortalConfiguration, active: boolean | undefined, asked: Asked): void => {
  if (is_default && active === false) {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'active',
      message: 'The default configuration cannot be deactivated. Change its features instead.',
    });
  }
};
