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
  message: `Missing required param: features${param}. It says what is offered where the feature is enabled.`,
});

/** Why nobody could use what is enabled, or not in the way it is said. */
export function wrongFeatures({ features, is_default }: PortalConfiguration): Refusal | null {
  const { customer_update, subscription_cancel, subscription_pause, subscription_update } = features;
  if (customer_update.enabled && customer_update.allowed_updates.length === 0) return missing('[customer_update][allowed_updates]');
  return (
    wrongCancel(subscription_cancel) ??
    (subscription_pause.enabled ? refusal('[subscription_pause][enabled]', no_pause) : null) ??
    wrongUpdate(subscription_update, is_default)
  );
}

const no_pause = 'Customers cannot pause their subscriptions themselves here. Pause them with POST /v1/subscriptions/:id/pause.';

function wrongCancel({ cancellation_reason, mode, proration_behavior }: Features['subscription_cancel']): Refusal | null {
  if (cancellation_reason.enabled && cancellation_reason.options.length === 0)
    return missing('[subscription_cancel][cancellation_reason][options]');
  if (proration_behavior === 'none') return null;
  const at = '[subscription_cancel][proration_behavior]';
  if (proration_behavior === 'always_invoice') return refusal(at, 'Send none or create_prorations: always_invoice is not possible here.');
  if (mode === 'at_period_end') return refusal(at, 'Nothing is prorated at the end of a period. Send none, or mode=immediately.');
  return null;
}

function wrongUpdate(update: Features['subscription_update'], is_default: boolean): Refusal | null {
  const { default_allowed_updates, enabled, products, schedule_at_period_end } = update;
  if (schedule_at_period_end.conditions.length > 0) return refusal('[subscription_update][schedule_at_period_end][conditions]', at_once);
  if (!enabled) return null;
  if (default_allowed_updates.length === 0) return missing('[subscription_update][default_allowed_updates]');
  return products?.length || (is_default && products === null) ? null : missing('[subscription_update][products]');
}

const at_once = 'Customers change their subscriptions at once here. Leave the conditions out.';

/** Why products cannot be offered so: each is offered once, at prices of its own that recur. */
export function wrongProducts(products: readonly Offered[], prices: Prices): Refusal | null {
  const wrong = products.flatMap(({ product, prices: named, adjustable_quantity: { maximum, minimum } }, place) => {
    const at = `[subscription_update][products][${place}]`;
    const other = named.findIndex((id) => !isOf(prices.get(id), product));
    return [
      products.findIndex((each) => each.product === product) < place && refusal(`${at}[product]`, 'This product is there already.'),
      named.length === 0 && missing(`${at}[prices]`),
      other >= 0 && refusal(`${at}[prices][${other}]`, `Send active prices of ${product} that recur, and are not for what is used.`),
      maximum !== null && maximum < minimum && refusal(`${at}[adjustable_quantity][maximum]`, 'It cannot be below the minimum.'),
    ];
  });
  return wrong.find((each) => each !== false) ?? null;
}

const isOf = (price: Price | null, product: string): boolean =>
  price?.product === product && price.active && price.recurring?.usage_type === 'licensed';

/** Why a configuration cannot be: what sessions are made with by default has to be there. */
export const wrongDefault = ({ is_default }: PortalConfiguration, active: boolean | undefined): Refusal | null =>
  is_default && active === false
    ? {
        code: 'parameter_invalid',
        param: 'active',
        message: 'The default configuration cannot be deactivated. Change its features instead.',
      }
    : null;
