import { about, nullable } from '../../../kernel/base/fields.js';
import { email, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { sparse } from '../../../kernel/base/members.js';
import { share } from '../../connect/transfers/sharing.js';
import { shipment, statement_descriptor, transfer_data } from '../../parts.js';
import { capture_method } from '../../payments/payment-intents/options.js';

/** The members of a payment that are said beforehand. */
export const payment_members = {
  application_fee_amount: about("The platform's fee of the payment in minor units; for payments of a connected account.", nullable(share)),
  capture_method: about('Whether the payment is captured at once or only authorized for a later capture.', capture_method),
  description: about('Your description of the payment.', nullable(text)),
  merchant_order_id: about('Your own id of the order, of at most 255 characters; payments can be searched by it.', nullable(textOf(255))),
  merchant_user_id: about('Your own id of the payer, of at most 255 characters; payments can be searched by it.', nullable(textOf(255))),
  metadata,
  on_behalf_of: about('The connected account in whose name the payment is taken.', ref('account')),
  receipt_email: about('The address for the receipt; by default the one that the payer has entered.', email),
  setup_future_usage: about(
    'Whether the payment method is saved, for payments with the customer present or without; the payer then becomes a customer.',
    nullable(oneOf('off_session', 'on_session')),
  ),
  shipping: about('Where the goods of the payment are sent, and by which carrier.', nullable(shipment)),
  statement_descriptor: about("The text for the payer's bank statement.", nullable(statement_descriptor)),
  statement_descriptor_suffix: about("The end of the text for the payer's card statement.", nullable(statement_descriptor)),
  transfer_data: about('The connected account that the payment is transferred to once it succeeds.', transfer_data),
  transfer_group: about('Your name for a group of related charges and transfers.', nullable(text)),
} as const;

/** What of a payment is said beforehand. */
export const payment_intent_data = sparse(payment_members);

/** The same, of what is only set up. */
export const setup_intent_data = sparse({
  description: about('Your description of the setup intent.', nullable(text)),
  metadata,
  on_behalf_of: about('The connected account for which the payment method is saved.', ref('account')),
});
