import { about, alwaysThere, initially, internal, nullable, required } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { share } from '../../connect/transfers/sharing.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { percent, transfer_data } from '../../parts.js';
import { automatic_tax_of_link, taxed_as } from '../checkout/automatic-tax.js';
import { payment_intent_data } from '../checkout/intent-data.js';
import { invoice_creation } from '../checkout/invoice-creation.js';
import { line_items } from '../checkout/line-item.js';
import { of_optional } from '../checkout/optional.js';
import { after_completion, customer_creation, of_page, payment_method_options, shipping_options, types_input } from '../checkout/parts.js';
import { subscription_data } from '../checkout/subscription-data.js';

/** How many purchases may be made by a link, and how many have been. */
const restrictions = nullable(
  object({
    completed_sessions: about(
      'The number and the limit of completed purchases.',
      object({
        count: about('How many purchases have been completed by the link.', integer({ minimum: 0 })),
        limit: about('The number of purchases after which the link is deactivated.', required(integer({ minimum: 1 }))),
      }),
    ),
  }),
);

/** A reusable address for buying the same items. */
export const paymentLink = resource({
  object: 'payment_link',
  title: 'Payment Link',
  prefix: 'plink',
  fields: {
    active: about('Whether the link can be opened; false shows a message in place of the page.', initially(true, flag)),
    after_completion: about('What follows a completed purchase: a confirmation page or a redirect.', after_completion),
    allow_promotion_codes: about('Whether payers can enter promotion codes; false by default.', flag),
    application: about(
      'The platform for whose connected account the link was created; null for your own links.',
      nullable(expandsTo('application', text)),
    ),
    application_fee_amount: about(
      "The platform's fee of each payment in minor units; for payments of a connected account.",
      nullable(share),
    ),
    application_fee_percent: about(
      "The platform's fee as a share of each invoice of a subscription, in percent with at most two decimal places.",
      nullable(percent),
    ),
    automatic_tax: automatic_tax_of_link,
    taxed_as: internal(taxed_as),
    ...of_page,
    ...of_optional,
    billing_address_collection: about(
      'Whether the payer must enter a billing address (`required`), or only where the payment method needs it (`auto`, the default).',
      initially('auto', nullable(oneOf('auto', 'required'))),
    ),
    currency: about('The currency of the purchase.', currency),
    customer_creation: about(
      'Whether payers become customers: always for subscriptions, else by default only if a later payment needs it.',
      customer_creation,
    ),
    inactive_message: about(
      'What the page of an inactive link says, in at most 500 characters; null for a default text.',
      nullable(textOf(500)),
    ),
    invoice_creation,
    line_items: about('What the link sells.', alwaysThere(line_items)),
    metadata,
    on_behalf_of: about('The connected account in whose name payments are taken.', nullable(ref('account'))),
    payment_intent_data: about(
      'What payment intents of its sessions are created with; only for one-time purchases.',
      nullable(payment_intent_data),
    ),
    payment_method_options: about('Settings for single types of payment method; null for none.', payment_method_options),
    payment_method_types: about(
      'The types of payment method that its sessions offer; null for the suitable ones of the account.',
      nullable(types_input),
    ),
    /** What its creator calls a page of its own, for the sessions that it opens. */
    hosted_as: internal(oneOf('hosted', 'hosted_page')),
    /** Purchases under way. */
    reserved: internal(integer({ minimum: 0 })),
    restrictions: about('How often the link can be used for a purchase; null for no limit.', restrictions),
    shipping_options: about('The shipping rates that payers can choose from, at most 5.', shipping_options),
    subscription_data: about('What subscriptions of its sessions are created with; only for recurring items.', nullable(subscription_data)),
    transfer_data: about('The connected account that each payment is transferred to once it succeeds.', nullable(transfer_data)),
    url: about('The address to share with payers; a visitor who continues starts a Checkout Session.', text),
  },
  publishable: { id: true, object: true, livemode: true },
  payer_page: { active: true, inactive_message: true },
  for_sdks: forSdks,
  start: 'payment_link.created',
  events: { updated: 'payment_link.updated' },
  columns: ['active'],
});

/** A payment link as rules see it. */
export type PaymentLink = It<typeof paymentLink>;
