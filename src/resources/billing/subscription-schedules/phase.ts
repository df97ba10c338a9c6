import { nullable, sometimes } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { custom_fields } from '../../parts.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';
import { snapshotOf } from '../../snapshot.js';
import { issuer } from '../invoices/parts.js';
import { items_max, proration_behavior, settings } from '../subscriptions/parts.js';

/** How many phases a schedule may have that are not over (Stripe). */
export const phases_max = 10;

/** Whether boundaries of periods move to where a phase begins. */
export const billing_cycle_anchor = oneOf('automatic', 'phase_start');
/** How invoices are collected. */
export const collection_method = oneOf('charge_automatically', 'send_invoice');
/** What its invoices say. */
export const invoice_settings = object({
  account_tax_ids: nullable(listOf(ref('tax_id'), 25)),
  custom_fields,
  days_until_due: nullable(integer({ minimum: 0, maximum: 3650 })),
  description: nullable(text),
  footer: nullable(text),
  issuer,
});

/** That taxes are not worked out. */
export const automatic_tax = object({
  disabled_reason: nullable(text),
  enabled: flag,
  liability: nullable(object({ type: oneOf('self') })),
});

/** What is taken off, as it was asked for: it is redeemed when its phase begins. */
const discounts = listOf(
  object({ coupon: nullable(ref('coupon')), discount: nullable(ref('discount')), promotion_code: nullable(ref('promotion_code')) }),
  20,
);

const tax_rates = listOf(snapshotOf(taxRate), 5);

const item = object({
  billing_thresholds: nullable(object({ usage_gte: nullable(integer({ minimum: 1 })) })),
  discounts,
  metadata,
  plan: expandsTo('plan', ref('price')),
  price: ref('price'),
  /** Not there for what is metered. */
  quantity: sometimes(integer({ minimum: 0, maximum: 999_999_999 })),
  tax_rates,
});

/** From when what is charged once with a phase is for: its own start, that of its items' periods, or a moment. */
export const added_start = oneOf('max_item_period_start', 'phase_start', 'timestamp');
/** Until when it is. */
export const added_end = oneOf('min_item_period_end', 'phase_end', 'timestamp');

const added = object({
  discountable: flag,
  discounts,
  metadata,
  period: object({
    end: object({ timestamp: sometimes(timestamp), type: added_end }),
    start: object({ timestamp: sometimes(timestamp), type: added_start }),
  }),
  price: ref('price'),
  quantity: nullable(integer({ minimum: 0, maximum: 999_999_999 })),
  tax_rates,
});

/** What a subscription is for a time. */
export const phase = object({
  add_invoice_items: listOf(added, items_max),
  application_fee_percent: settings.application_fee_percent,
  automatic_tax,
  billing_cycle_anchor: nullable(billing_cycle_anchor),
  billing_thresholds: settings.billing_thresholds,
  collection_method: nullable(collection_method),
  coupon: nullable(ref('coupon')),
  currency,
  default_payment_method: nullable(method_ref),
  default_tax_rates: tax_rates,
  description: nullable(textOf(500)),
  discounts,
  end_date: timestamp,
  invoice_settings: nullable(invoice_settings),
  items: listOf(item, items_max),
  metadata,
  on_behalf_of: settings.on_behalf_of,
  proration_behavior,
  start_date: timestamp,
  transfer_data: settings.transfer_data,
  trial_end: nullable(timestamp),
});
