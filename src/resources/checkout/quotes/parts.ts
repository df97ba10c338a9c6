import { about, alwaysThere, initially, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { issuer, money } from '../../billing/invoices/parts.js';
import { billing_mode } from '../../billing/subscriptions/parts.js';
import { share } from '../../connect/transfers/sharing.js';
import { custom_fields, percent } from '../../parts.js';
import { discounted, item_members, taxes } from '../checkout/line-item.js';
import { items_max } from '../checkout/parts.js';

/** How the invoices of an accepted quote are collected. */
export const collection_method = about(
  '`charge_automatically` (the default) charges the stored payment method; `send_invoice` mails invoices with a due date.',
  oneOf('charge_automatically', 'send_invoice'),
);

/** The texts of the PDF of a quote. */
export const on_paper = {
  description: about('The memo that the PDF of the quote shows, up to 500 characters; null for none.', nullable(textOf(500))),
  footer: about('The text at the end of the PDF, up to 500 characters; null for none.', nullable(textOf(500))),
  header: about('The text above the content of the PDF, up to 50 characters; null for none.', nullable(textOf(50))),
} as const;

/** What the invoices of an accepted quote show. */
export const invoice_settings = about(
  'The memo, footer and due date of the invoices that acceptance creates.',
  object({
    custom_fields,
    days_until_due: about(
      'The days until a sent invoice is due; null with `charge_automatically`.',
      nullable(integer({ minimum: 0, maximum: 3650 })),
    ),
    description: about('The memo of invoices; null for none.', nullable(text)),
    footer: about('The footer of invoices; null for that of the customer.', nullable(text)),
    issuer,
  }),
);

/** The trial of the subscription, in days. */
export const trial_period_days = about(
  'The days of trial of the subscription, from 1 to 730; null for none.',
  nullable(integer({ minimum: 1, maximum: 730 })),
);

/** The settings of the subscription that an accepted quote creates. */
export const subscription_data = about(
  'The settings of the subscription that acceptance creates.',
  object({
    billing_mode,
    description: about('What the subscription is for, up to 500 characters; null when not stated.', nullable(textOf(500))),
    effective_date: about(
      'When the subscription begins, in Unix seconds: after acceptance by a schedule. Null, and a time in the past, begin it at acceptance.',
      nullable(timestamp),
    ),
    metadata: about('The metadata of the subscription, or of the phases of its schedule; null for none.', nullable(metadata)),
    trial_period_days,
  }),
);

/** The connected account that receives the payments, with its share. */
export const transfer_data = about(
  'The connected account that receives the payments, with its share; null when you keep them.',
  nullable(
    object({
      amount: about('The share in minor units, for one-time line items; null for all of it or a percentage.', nullable(share)),
      amount_percent: about('The share in percent of each invoice, for recurring line items; null for all of it.', nullable(percent)),
      destination: about('The connected account that receives the share.', required(ref('account'))),
    }),
  ),
);

/** The automatic taxes of a quote. */
export const automatic_tax = about(
  'The automatic calculation of taxes, by the settings and registrations of the account.',
  object({
    enabled: about('Whether taxes are calculated automatically, in the quote and in what acceptance creates.', flag),
    liability: about('The account that is liable for the taxes; null without automatic taxes.', nullable(issuer)),
    provider: about('Always `stripe`, the name of the calculation for SDKs; null without automatic taxes.', nullable(text)),
    status: about(
      '`complete`, or `requires_location_inputs` as long as the address of the customer is not sufficient; null without automatic taxes.',
      nullable(oneOf('complete', 'failed', 'requires_location_inputs')),
    ),
  }),
);

/** A line item of a quote. */
export const quote_item = object(item_members);

/** The line items of a quote. */
export const quote_items = object({
  object: about('The kind of the object, which is always `list`.', oneOf('list')),
  data: about('The line items, in the order in which they were sent.', listOf(quote_item, items_max)),
  has_more: about('Always false: a quote shows all of its line items.', flag),
  url: about('The path at which the line items are listed by page.', text),
});

/** The discounts and taxes in a sum. */
export const total_details = about(
  'The discounts, shipping and taxes in the total.',
  object({
    amount_discount: about('The sum of all discounts, in minor units.', money),
    amount_shipping: about('The cost of shipping in minor units; always 0.', nullable(money)),
    amount_tax: about('The sum of all taxes, in minor units.', money),
    breakdown: about(
      'The discounts and taxes one by one.',
      alwaysThere(
        object({
          discounts: about('The discounts with their amounts over all line items.', discounted),
          taxes: about('The taxes by rate over all line items.', taxes),
        }),
      ),
    ),
  }),
);

const sums = {
  amount_subtotal: about('The sum before discounts and exclusive taxes, in minor units.', money),
  amount_total: about('The sum after discounts and with exclusive taxes, in minor units.', money),
  total_details,
} as const;

/** The amounts of the first invoice and of each later period. */
export const computed = about(
  'The amounts of the first invoice and of each later period.',
  object({
    recurring: about(
      'The amounts of each billing period, after discounts that last forever; null without recurring line items.',
      nullable(
        object({
          ...sums,
          interval: about('The unit of the billing period.', oneOf('day', 'month', 'week', 'year')),
          interval_count: about('How many of these units a billing period has.', integer({ minimum: 1 })),
        }),
      ),
    ),
    upfront: about(
      'The amounts of the first invoice: one-time line items and the first period, which is free during a trial.',
      object({
        ...sums,
        line_items: about(
          'The line items with their amounts on the first invoice.',
          alwaysThere(initially({ object: 'list' as const, data: [], has_more: false, url: '' }, quote_items)),
        ),
      }),
    ),
  }),
);
