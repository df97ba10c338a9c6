import { about, initially, nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { plan_shown } from '../../catalogue/prices/plan.js';
import { custom_fields, percent, replaced } from '../../parts.js';
import { payment_method_types } from '../../payments/payment-methods/payment-method.js';
import { snapshotOf } from '../../snapshot.js';
import { issuer } from '../invoices/parts.js';
import { billed_options } from '../invoices/payment-options.js';
import { interval } from './moments.js';
import { subscriptionItem } from './subscription-item.js';

/** How many items a subscription may have (Stripe). */
export const items_max = 20;

/** Where boundaries lie, as people say it. */
export const anchor_config = about(
  'The day and time at which periods begin, in UTC; only for prices by the month and the year.',
  replaced(
    object({
      day_of_month: about(
        'The day of the month, from 1 to 31; the last day in shorter months.',
        required(integer({ minimum: 1, maximum: 31 })),
      ),
      hour: about('The hour of the day, from 0 to 23; null for the hour of creation.', nullable(integer({ minimum: 0, maximum: 23 }))),
      minute: about(
        'The minute of the hour, from 0 to 59; null for the minute of creation.',
        nullable(integer({ minimum: 0, maximum: 59 })),
      ),
      month: about(
        'The month of the year, from 1 to 12, for periods of several months or of years; null for the next one.',
        nullable(integer({ minimum: 1, maximum: 12 })),
      ),
      second: about(
        'The second of the minute, from 0 to 59; null for the second of creation.',
        nullable(integer({ minimum: 0, maximum: 59 })),
      ),
    }),
  ),
);

/** The cancellation feedback values. */
export const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

/** The cancellation details, by the customer or the merchant. */
export const said_of_cancellation = {
  comment: about('What the customer says about the cancellation, in their own words; null when not stated.', nullable(text)),
  feedback: about("The customer's reason for canceling; null when not stated.", nullable(oneOf(...feedbacks))),
} as const;

const collecting = oneOf('charge_automatically', 'send_invoice');

/** What is paid with, and what its invoices offer. */
export const payment_settings = about(
  'How the invoices of the subscription are paid.',
  object({
    payment_method_options: about('Options by type of payment method for the payments of invoices.', nullable(billed_options)),
    payment_method_types: about(
      'The types of payment method that the pages of invoices offer; null for cards.',
      nullable(listOf(oneOf(...payment_method_types), 50)),
    ),
    save_default_payment_method: about(
      'Whether the payment method of a successful payment becomes the default of the subscription (`on_subscription`); `off` by default.',
      initially('off', oneOf('off', 'on_subscription')),
    ),
  }),
);

/** The behavior at the end of a trial without a payment method. */
export const trial_settings = about(
  'What happens at the end of a trial.',
  object({
    end_behavior: about(
      'What happens when a trial ends and no payment method is stored.',
      object({
        billing_cycle_anchor: about(
          'Stored as sent and not used: the anchor follows from how the subscription began.',
          nullable(oneOf('now', 'unchanged')),
        ),
        missing_payment_method: about(
          '`create_invoice` (the default) bills nevertheless, `pause` pauses the subscription, `cancel` ends it.',
          initially('create_invoice', oneOf('cancel', 'create_invoice', 'pause')),
        ),
      }),
    ),
  }),
);

/** The connected account that its invoices are passed on to, and its share; all of it by default. */
export const percent_passed_on = about(
  'The connected account that receives the payments of invoices, with its share; null when you keep them.',
  nullable(
    object({
      amount_percent: about('The share of the connected account in percent of the amount due; null for all of it.', nullable(percent)),
      destination: about('The connected account that receives the share.', required(ref('account'))),
    }),
  ),
);

/** What callers set, and what is shown as they set it. */
export const settings = {
  application_fee_percent: about(
    "Your platform's fee in percent of the amount due of each invoice, with at most two decimal places; null for none.",
    nullable(percent),
  ),
  automatic_tax: about(
    'The automatic calculation of taxes on invoices, by the settings and registrations of the account.',
    object({
      enabled: about('Whether taxes are calculated automatically.', flag),
      disabled_reason: about('Always null: Florin does not turn automatic taxes off.', nullable(text)),
      liability: about(
        'The account that is liable for the taxes; null without automatic taxes.',
        nullable(object({ type: about('Always `self`.', oneOf('self')) })),
      ),
    }),
  ),
  billing_thresholds: about(
    'The limit of unbilled usage at which to bill it before the period ends, which is checked every hour; null for none.',
    nullable(
      replaced(
        object({
          amount_gte: about(
            'The amount of unbilled usage in minor units at which to bill it; null for no such limit.',
            nullable(integer({ minimum: 1 })),
          ),
          reset_billing_cycle_anchor: about('Whether a period begins when the limit is reached; null means no.', nullable(flag)),
        }),
      ),
    ),
  ),
  collection_method: about(
    '`charge_automatically` (the default) charges the stored payment method; `send_invoice` mails invoices with a due date.',
    collecting,
  ),
  days_until_due: about(
    'The days until a sent invoice is due; required with `send_invoice`, and null otherwise.',
    nullable(integer({ minimum: 0, maximum: 3650 })),
  ),
  description: about('What the subscription is for, up to 500 characters; for your own use.', nullable(textOf(500))),
  invoice_settings: about(
    'What the invoices of the subscription show.',
    object({
      account_tax_ids: about('Stored as sent; invoices show the default tax ids of the account.', nullable(listOf(ref('tax_id'), 25))),
      custom_fields,
      description: about('The memo of invoices; null for none.', nullable(text)),
      footer: about('The footer of invoices; null for that of the customer.', nullable(text)),
      issuer,
    }),
  ),
  metadata,
  on_behalf_of: about('The connected account that invoices are presented as; null for your own.', nullable(ref('account'))),
  payment_settings,
  transfer_data: percent_passed_on,
  pending_invoice_item_interval: about(
    'How often the pending invoice items of the subscription are billed, counted from its anchor; null bills them with the next period.',
    nullable(replaced(object({ ...interval, interval: required(interval.interval) }))),
  ),
  trial_settings,
} as const;

/** Whether what its invoices come to is collected, and how it is not. */
export const pause_collection = about(
  'Whether invoices are still created and not collected; null while they are collected.',
  nullable(
    replaced(
      object({
        behavior: about(
          'What happens to new invoices: they stay drafts (`keep_as_draft`), or are finalized and then voided or marked as uncollectible.',
          required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')),
        ),
        resumes_at: about('When collection begins again, in Unix seconds; null until you remove the pause.', nullable(timestamp)),
      }),
    ),
  ),
);

const proration_discounts = about(
  'Whether prorations contain their discounts (`included`, the default) or show them separately (`itemized`).',
  oneOf('included', 'itemized'),
);

/** How credits are counted, and what moves boundaries. */
export const billing_mode = about(
  'How changes are prorated: `flexible` credits what was actually charged, `classic` recomputes it from the present prices.',
  replaced(
    object({
      flexible: about('Settings of flexible mode; null in classic mode.', nullable(object({ proration_discounts }))),
      type: about('`flexible`, or `classic` for subscriptions that older API versions created.', oneOf('flexible', 'classic')),
      updated_at: about(
        'When the subscription was migrated to flexible mode, in Unix seconds; absent unless it was.',
        sometimes(timestamp),
      ),
    }),
  ),
);

/** The items, as the subscription shows them. */
export const items_shown = about(
  'The items of the subscription, each a price and a quantity.',
  replaced(
    object({
      object: about('Always `list`.', oneOf('list')),
      data: about('All items, up to 20.', listOf(snapshotOf(subscriptionItem), items_max)),
      has_more: about('Always false: all items are included.', flag),
      total_count: about('The number of items.', integer()),
      url: about('The path that lists the items.', text),
    }),
  ),
);

/** A change that waits for its invoice to be paid. */
export const pending_update = about(
  'A change that is made once its invoice is paid; null when no change waits.',
  nullable(
    replaced(
      object({
        billing_cycle_anchor: about('The new anchor of the periods in Unix seconds; null when it does not change.', nullable(timestamp)),
        expires_at: about(
          'When the change is dropped unless its invoice is paid, in Unix seconds: at most 23 hours after the request.',
          timestamp,
        ),
        metadata: about('Always null: metadata does not wait for a payment.', nullable(metadata)),
        subscription_items: about('The items after the change.', nullable(listOf(snapshotOf(subscriptionItem), items_max))),
        trial_end: about('The new end of the trial in Unix seconds; null when it does not change.', nullable(timestamp)),
        trial_from_plan: about('Always null: trials of prices do not wait for a payment.', nullable(flag)),
      }),
    ),
  ),
);

/** The plan of the only item, as it was shown before there were many. */
export const only_plan = about('The plan of the only item, in the older form; null with several items.', nullable(plan_shown));

/** The behavior of a change whose invoice is not paid immediately. */
export const payment_behavior = about(
  'What happens when the invoice is not paid at once: the subscription or change waits, stays unpaid, or the request fails.',
  oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'),
);

/** The behavior of prorations. */
export const proration_behavior = about(
  '`create_prorations` (the default) adds credits and charges for a part of the period to the next invoice, `always_invoice` bills them at once, `none` omits them.',
  oneOf('create_prorations', 'always_invoice', 'none'),
);

/** Whether a preview shows the next invoice, or what is charged again and again. */
export const preview_mode = about(
  '`next` (the default) shows the next invoice, `recurring` only what is charged in each period.',
  oneOf('next', 'recurring'),
);
