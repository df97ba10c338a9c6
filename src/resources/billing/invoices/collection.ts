import { about, internal, nullable, revealed } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, refToAny, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { percent, transfer_data } from '../../parts.js';
import { method_ref, payment_method_types } from '../../payments/payment-methods/payment-method.js';
import { billed_options } from './payment-options.js';

const payment_settings = about(
  'How the payment of the invoice is made.',
  object({
    default_mandate: about('Stored as sent: Florin uses the mandate of the payment method.', nullable(text)),
    payment_method_options: about(
      'Options by type of payment method, as for a payment intent that is captured at once.',
      nullable(billed_options),
    ),
    payment_method_types: about(
      'The types of payment method that the page of the invoice offers; null for cards. A stored payment method is always accepted.',
      nullable(listOf(oneOf(...payment_method_types), 50)),
    ),
  }),
);

/** How an invoice is collected, and how far it has been paid. */
export const collection = {
  application_fee_amount: about("The platform's fee from the payment in minor units; null when there is none.", nullable(integer())),
  attempt_count: about('How often a payment has been attempted, automatically or on request.', integer()),
  attempted: about('Whether a payment has been attempted.', flag),
  auto_advance: about(
    'Whether the invoice is finalized after an hour as a draft, and collected and retried automatically; false by default.',
    flag,
  ),
  automatically_finalizes_at: about(
    'When the draft is finalized automatically, in Unix seconds; an hour after creation by default, null without `auto_advance`.',
    nullable(timestamp),
  ),
  charge: about('The latest charge for this invoice; null before the first attempt.', nullable(ref('charge'))),
  collection_method: about(
    '`charge_automatically` charges the stored payment method; `send_invoice` mails the invoice with a due date.',
    oneOf('charge_automatically', 'send_invoice'),
  ),
  confirmation_secret: revealed('payment_intent'),
  default_payment_method: about(
    'The payment method that pays this invoice, in place of those of the subscription and of the customer.',
    nullable(method_ref),
  ),
  default_source: about('The card source that pays this invoice when no `default_payment_method` is set.', nullable(refToAny('card'))),
  due_date: about('When a sent invoice must be paid, in Unix seconds; null for one that is charged automatically.', nullable(timestamp)),
  /** When it was declined first, from which retries are counted. */
  first_declined_at: internal(nullable(timestamp)),
  hosted_invoice_url: about('The address of the page where the customer reads and pays the invoice; null for a draft.', nullable(text)),
  invoice_pdf: about('The address of the invoice as a PDF; null for a draft.', nullable(text)),
  next_payment_attempt: about('When the payment is attempted next, in Unix seconds; null when no attempt is planned.', nullable(timestamp)),
  paid: about('Whether the invoice is paid.', flag),
  paid_out_of_band: about('Whether the invoice was marked as paid outside Florin.', flag),
  payment_intent: about(
    'The payment intent for the amount due; null for a draft and when nothing is due.',
    nullable(ref('payment_intent')),
  ),
  payment_settings,
  /** The percentages of the amount due that the subscription passes on, where the invoice sets no amounts. */
  percentages: internal(nullable(object({ fee: nullable(percent), passed: nullable(percent) }))),
  /** The payment that is to pay it; null while nothing is due. */
  payment: internal(nullable(ref('invoice_payment'))),
  /** The payment method that was declined for good: nothing is charged until there is another one. */
  refused_method: internal(nullable(text)),
  /** How often it was tried again by itself since it was declined first. */
  retries: internal(integer()),
  /** The payer is asked to authenticate what was declined while they were away. */
  steps_up: internal(flag),
  transfer_data: about(
    'The connected account that the payment is passed on to, with its share; null without one.',
    nullable(transfer_data),
  ),
} as const;
