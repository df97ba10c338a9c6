import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
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
export const billing_cycle_anchor = about(
  '`phase_start` begins a new period when the phase begins; `automatic` (the default) only when the prices require it.',
  oneOf('automatic', 'phase_start'),
);
/** How invoices are collected. */
export const collection_method = about(
  '`charge_automatically` charges the stored payment method; `send_invoice` mails invoices with a due date.',
  oneOf('charge_automatically', 'send_invoice'),
);
/** What its invoices say. */
export const invoice_settings = about(
  'What the invoices of the phase show and when they are due.',
  object({
    account_tax_ids: about('Stored as sent; invoices show the default tax ids of the account.', nullable(listOf(ref('tax_id'), 25))),
    custom_fields: about('Stored as sent; invoices show the lines of the customer or subscription.', custom_fields),
    days_until_due: about(
      'The days until a sent invoice is due; null with `charge_automatically`.',
      nullable(integer({ minimum: 0, maximum: 3650 })),
    ),
    description: about('The memo of invoices; null for none.', nullable(text)),
    footer: about('The footer of invoices; null for that of the customer.', nullable(text)),
    issuer,
  }),
);

/** Whether taxes are calculated automatically. */
export const automatic_tax = about(
  'The automatic calculation of taxes on invoices, by the settings and registrations of the account; null in phases that do not state it.',
  object({
    disabled_reason: about('Always null: Florin does not turn automatic taxes off.', nullable(text)),
    enabled: about('Whether taxes are calculated automatically.', flag),
    liability: about(
      'The account that is liable for the taxes; null without automatic taxes.',
      nullable(object({ type: about('Always `self`.', oneOf('self')) })),
    ),
  }),
);

const discounts = about(
  'The discounts to redeem when the phase begins, each as one of the three members.',
  listOf(
    object({
      coupon: about('The coupon to redeem; null for the other members.', nullable(ref('coupon'))),
      discount: about('The id of an existing discount that goes on; null for the other members.', nullable(ref('discount'))),
      promotion_code: about('The promotion code to redeem; null for the other members.', nullable(ref('promotion_code'))),
    }),
    20,
  ),
);

const tax_rates = listOf(snapshotOf(taxRate), 5);

const item = object({
  billing_thresholds: about(
    'A limit of usage at which to bill before the period ends. Florin stores it and does not act on it; null for none.',
    nullable(object({ usage_gte: about('The number of units at which to bill.', nullable(integer({ minimum: 1 }))) })),
  ),
  discounts: about('The discounts of this item, which are redeemed when the phase begins.', discounts),
  metadata,
  plan: about('The price of the item, in the older form.', expandsTo('plan', ref('price'))),
  price: about('The recurring price of the item.', ref('price')),
  quantity: about('The number of units; absent for a metered price.', sometimes(integer({ minimum: 0, maximum: 999_999_999 }))),
  tax_rates: about('The tax rates of this item; when empty, those of the phase apply.', tax_rates),
});

/** From when what is charged once with a phase is for: its own start, that of its items' periods, or a moment. */
export const added_start = about(
  "The start of the time: that of the items' periods, of the phase, or a time in `timestamp`.",
  oneOf('max_item_period_start', 'phase_start', 'timestamp'),
);
/** Until when it is. */
export const added_end = about(
  "The end of the time: that of the items' periods, of the phase, or a time in `timestamp`.",
  oneOf('min_item_period_end', 'phase_end', 'timestamp'),
);

const added = object({
  discountable: about('Whether discounts reduce the item.', flag),
  discounts: about('The discounts of this item, which are redeemed when the phase begins.', discounts),
  metadata,
  period: about(
    'The time that the item is for.',
    object({
      end: about(
        'The end of the time.',
        object({ timestamp: about('The end in Unix seconds; absent for other types.', sometimes(timestamp)), type: added_end }),
      ),
      start: about(
        'The start of the time.',
        object({ timestamp: about('The start in Unix seconds; absent for other types.', sometimes(timestamp)), type: added_start }),
      ),
    }),
  ),
  price: about('The one-time price to charge.', ref('price')),
  quantity: about('The number of units; null for one.', nullable(integer({ minimum: 0, maximum: 999_999_999 }))),
  tax_rates: about('The tax rates of this item; when empty, those of the phase apply.', tax_rates),
});

/** What a subscription is for a time. */
export const phase = object({
  add_invoice_items: about('One-time amounts that are billed when the phase begins.', listOf(added, items_max)),
  application_fee_percent: settings.application_fee_percent,
  automatic_tax: nullable(automatic_tax),
  billing_cycle_anchor: about(
    'Whether the phase begins a new period (`phase_start`); null for the default settings.',
    nullable(billing_cycle_anchor),
  ),
  billing_thresholds: settings.billing_thresholds,
  collection_method: about('How invoices of the phase are collected; null for the default settings.', nullable(collection_method)),
  coupon: about('The only discount, in the older form; null without one.', nullable(ref('coupon'))),
  currency: about('The currency of the phase, the same in all phases.', currency),
  default_payment_method: about('The payment method that pays invoices of the phase; null for the default settings.', nullable(method_ref)),
  default_tax_rates: about('The tax rates for items without their own.', tax_rates),
  description: about('What the subscription is for during the phase; null for the default settings.', nullable(textOf(500))),
  discounts: about('The discounts on all items, which are redeemed when the phase begins.', discounts),
  end_date: about('When the phase ends, in Unix seconds; the next one begins then.', timestamp),
  invoice_settings: about('What invoices of the phase show; null for the default settings.', nullable(invoice_settings)),
  items: about('The items of the subscription during the phase.', listOf(item, items_max)),
  metadata,
  on_behalf_of: settings.on_behalf_of,
  proration_behavior: about('How the changes at the start of the phase are prorated.', proration_behavior),
  start_date: about('When the phase begins, in Unix seconds.', timestamp),
  transfer_data: settings.transfer_data,
  trial_end: about('When the trial of the phase ends, in Unix seconds; null without one.', nullable(timestamp)),
});
