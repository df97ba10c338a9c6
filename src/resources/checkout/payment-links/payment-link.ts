import { alwaysThere, initially, internal, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { share } from '../../connect/transfers/sharing.js';
import { percent, transfer_data } from '../../parts.js';
import { line_items } from '../checkout/line-item.js';
import { after_completion, customer_creation, of_page, payment_method_options, shipping_options, types_input } from '../checkout/parts.js';
import { payment_intent_data } from '../checkout/session.js';
import { subscription_data } from '../checkout/subscription-data.js';

/** How many purchases may be made by a link, and how many have been. */
const restrictions = nullable(
  object({ completed_sessions: object({ count: integer({ minimum: 0 }), limit: required(integer({ minimum: 1 })) }) }),
);

/** A reusable address for buying the same items. */
export const paymentLink = resource({
  object: 'payment_link',
  title: 'Payment Link',
  prefix: 'plink',
  fields: {
    active: initially(true, flag),
    after_completion,
    allow_promotion_codes: flag,
    application_fee_amount: nullable(share),
    application_fee_percent: nullable(percent),
    automatic_tax: object({ enabled: flag, liability: nullable(object({ type: oneOf('self') })) }),
    ...of_page,
    currency,
    customer_creation,
    inactive_message: nullable(textOf(500)),
    line_items: alwaysThere(line_items),
    metadata,
    on_behalf_of: nullable(ref('account')),
    payment_intent_data: nullable(payment_intent_data),
    payment_method_options,
    payment_method_types: nullable(types_input),
    /** Purchases under way. */
    reserved: internal(integer({ minimum: 0 })),
    restrictions,
    shipping_options,
    subscription_data: nullable(subscription_data),
    transfer_data: nullable(transfer_data),
    url: text,
  },
  publishable: { id: true, object: true, livemode: true },
  payer_page: { active: true, inactive_message: true },
  start: 'payment_link.created',
  events: { updated: 'payment_link.updated' },
  columns: ['active'],
});

/** A payment link as rules see it. */
export type PaymentLink = It<typeof paymentLink>;
