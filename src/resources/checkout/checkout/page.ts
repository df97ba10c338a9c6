import { about, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { money } from '../../billing/invoices/parts.js';
import { delivery_estimate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { allowed_types } from '../../payments/payment-methods/payment-method.js';
import { branding_shown } from './branding.js';
import { after_completion } from './parts.js';

const saved_card = object({
  brand: about('The card network, such as `visa`.', text),
  exp_month: about('The month in which the card expires, 1 to 12.', integer()),
  exp_year: about('The year in which the card expires, in four digits.', integer()),
  last4: about('The last four digits of the card number.', text),
});

const unit_price = object({
  id: about('The id of the price.', text),
  recurring: about(
    'How often the price is charged; null for a one-time price.',
    nullable(
      object({
        interval: about('The unit of the billing period.', oneOf('day', 'week', 'month', 'year')),
        interval_count: about('How many of these units a billing period has.', integer()),
        usage_type: about('Whether the quantity is fixed (`licensed`) or recorded usage (`metered`).', oneOf('licensed', 'metered')),
      }),
    ),
  ),
  unit_amount: about('The price of a unit in minor units; null for a fraction of them, and for tiers.', nullable(integer())),
});

/** What the page of a session shows besides the session. */
export const page = object({
  after_completion: about('What follows a completed purchase by a payment link; null for other sessions.', nullable(after_completion)),
  branding: about('How the page looks; null for the branding of the account.', branding_shown),
  currency: about('The currency that the payer has chosen; null where they have not, and the session is in its own one.', nullable(text)),
  exchange_rate: about("How much one unit of the payer's currency is in that of the session; null without a conversion.", nullable(text)),
  failure: about(
    'Why the last attempt to pay failed; null if there was none or it did not fail.',
    nullable(
      object({
        code: about('The error code of the failure; null if there is none.', nullable(text)),
        decline_code: about('Why the bank declined; null for other failures.', nullable(text)),
        message: about('What the payer can be shown about the failure.', nullable(text)),
        param: about('The parameter that caused the failure; null if none did.', nullable(text)),
      }),
    ),
  ),
  is_due: about('Whether the session needs a payment, or a saved payment method for later payments.', flag),
  methods: about(
    'The payment methods that the customer has saved and can pay with; empty for visitors.',
    listOf(
      object({
        id: about('The id of the saved payment method.', text),
        card: about('The card, if it is one; otherwise null.', nullable(saved_card)),
        type: about('The type of the saved payment method.', text),
      }),
    ),
  ),
  optional_items: about(
    'What the payer can add to the order, or has added.',
    listOf(
      object({
        id: about('The id by which the item is added and removed.', text),
        amount: about('What so many units cost before discounts and exclusive taxes, in minor units.', money),
        description: about('The name of the product.', text),
        is_added: about('Whether the item is part of the order.', flag),
        price: about('The price of a unit, and how often it is charged.', unit_price),
        quantity: about('How many units are added, or would be.', nullable(integer({ minimum: 0 }))),
      }),
    ),
  ),
  payer: about(
    'What is known of a returning customer; null for visitors.',
    nullable(
      object({
        email: about('The e-mail address of the customer; null if it is not known.', nullable(text)),
        name: about('The name of the customer; null if it is not known.', nullable(text)),
        phone: about('The telephone number of the customer; null if it is not known.', nullable(text)),
      }),
    ),
  ),
  promotion_code: about('The promotion code that applies, as the payer enters it; null if there is none.', nullable(text)),
  renewals: about(
    'What a subscription will charge after its first invoice: one entry for each change of the amount.',
    listOf(
      object({
        amount: about('The amount of the charge in minor units.', money),
        moment: about('When the charge is due, in Unix seconds.', timestamp),
      }),
    ),
  ),
  shipping_options: about(
    'The shipping rates that the payer can choose from.',
    listOf(
      object({
        id: about('The id of the shipping rate.', text),
        amount: about('What the shipping costs, in minor units.', money),
        delivery_estimate: about('How long the delivery takes; null if that is not known.', delivery_estimate),
        display_name: about('The name of the shipping rate that the payer sees.', nullable(text)),
      }),
    ),
  ),
  shipping_rate: about('The chosen shipping rate, or the first one; null if nothing is shipped.', nullable(text)),
  step: about(
    'The step outside the page with which the payer continues; null if there is none.',
    nullable(
      object({
        type: about('The kind of step, such as a redirect to a bank.', text),
        url: about('The address at which the payer continues.', nullable(text)),
      }),
    ),
  ),
  trial_days: about('The length of the trial in days; null if it has none or ends at a fixed time.', nullable(integer())),
  trial_end: about('When the trial ends, in Unix seconds; null without a trial.', nullable(timestamp)),
  types: about('The types of payment method that can pay the present amount.', allowed_types),
});
