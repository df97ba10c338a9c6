import { listOf, nullable, object, sometimes } from '../../base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { custom_fields } from '../parts.js';
import { method_ref } from '../payment-methods/payment-method.js';
import { snapshotOf } from '../snapshot.js';
import { items_max, proration_behavior } from '../subscriptions/parts.js';
import { taxRate } from '../tax-rates/tax-rate.js';

/** How many phases a schedule may have that are not over (Stripe). */
export const phases_max = 10;

/** Whether boundaries of periods move to where a phase begins. */
export const billing_cycle_anchor = oneOf('automatic', 'phase_start');
/** How invoices are collected. */
export const collection_method = oneOf('charge_automatically', 'send_invoice');
/** What its invoices say. */
export const invoice_settings = object({
  account_tax_ids: nullable(listOf(text, 25)),
  custom_fields,
  days_until_due: nullable(integer({ minimum: 0, maximum: 3650 })),
  description: nullable(text),
  footer: nullable(text),
  issuer: object({ type: oneOf('self') }),
});

const none = listOf(object({}), 0);

const item = object({
  billing_thresholds: nullable(object({ usage_gte: nullable(integer({ minimum: 1 })) })),
  discounts: none,
  metadata,
  plan: ref('price'),
  price: ref('price'),
  /** Not there for what is metered. */
  quantity: sometimes(integer({ minimum: 0, maximum: 999_999_999 })),
  tax_rates: none,
});

/** What a subscription is for a time. */
export const phase = object({
  add_invoice_items: none,
  application_fee_percent: nullable(integer()),
  automatic_tax: object({ disabled_reason: nullable(text), enabled: flag, liability: nullable(object({ type: oneOf('self') })) }),
  billing_cycle_anchor: nullable(billing_cycle_anchor),
  billing_thresholds: nullable(object({ amount_gte: nullable(integer({ minimum: 1 })), reset_billing_cycle_anchor: nullable(flag) })),
  collection_method: nullable(collection_method),
  coupon: nullable(ref('coupon')),
  currency,
  default_payment_method: nullable(method_ref),
  default_tax_rates: listOf(snapshotOf(taxRate), 5),
  description: nullable(textOf(500)),
  discounts: listOf(
    object({ coupon: nullable(ref('coupon')), discount: nullable(text), promotion_code: nullable(ref('promotion_code')) }),
    20,
  ),
  end_date: timestamp,
  invoice_settings: nullable(invoice_settings),
  items: listOf(item, items_max),
  metadata,
  on_behalf_of: nullable(ref('account')),
  proration_behavior,
  start_date: timestamp,
  transfer_data: nullable(object({})),
  trial_end: nullable(timestamp),
});
