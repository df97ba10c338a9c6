import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { amount, email, flag, idElsewhere, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object, plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { presentment_details } from '../presentment.js';
import { destination_details } from './destination.js';

/** Why a merchant may say that money is given back (published facts, section 11). */
export const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'resolved_dispute'] as const;

/** Why money came back: the published words, and Stripe's. */
export const failure_reasons = [
  'lost_or_stolen_card',
  'expired_or_canceled_card',
  'unknown',
  'charge_for_pending_refund_disputed',
  'declined',
  'insufficient_funds',
  'merchant_request',
] as const;

/** Money that is given back to a payer. */
export const refund = resource({
  object: 'refund',
  prefix: 're',
  fields: {
    amount: about('The refunded amount in minor units.', amount),
    balance_transaction: about('The balance transaction that takes the amount from your balance.', nullable(ref('balance_transaction'))),
    /** What is to come back with it of what was shared of the charge. */
    brings_back: internal(plainObject({ fee: flag, transfer: flag })),
    charge: about('The refunded charge.', nullable(ref('charge'))),
    currency: about('The currency of the charge, a three-letter ISO 4217 code.', currency),
    customer: about('The customer of the refunded charge; null for a charge without one.', nullable(ref('customer'))),
    description: about('Your description; shown in the dashboard.', nullable(text)),
    destination_details: about('Where the money went; null until the processor reports it.', nullable(destination_details)),
    failure_balance_transaction: about(
      'The balance transaction that returns the amount to your balance after a failed or canceled refund.',
      nullable(ref('balance_transaction')),
    ),
    failure_reason: about('Why the refund failed or was canceled.', nullable(oneOf(...failure_reasons))),
    instructions_email: about(
      'The address at which a customer without a refundable method is asked where to send the money.',
      nullable(email),
    ),
    metadata,
    next_action: about(
      'What has to happen before the refund can continue.',
      nullable(object({ type: about('The step that is required.', text) })),
    ),
    payment_intent: about('The payment intent of the refunded charge.', nullable(ref('payment_intent'))),
    payment_method: about('The payment method of the refunded charge, which receives the money.', nullable(ref('payment_method'))),
    pending_reason: about(
      'Why a pending refund waits: the processor works on it, your balance is too low, or the charge is pending. Null while the processor has not answered.',
      nullable(oneOf('processing', 'insufficient_funds', 'charge_pending')),
    ),
    presentment_details,
    reason: about('Why the refund was made.', nullable(oneOf(...reasons, 'expired_uncaptured_charge'))),
    receipt_number: about('The number on the receipt that was mailed for this refund.', nullable(text)),
    /** What it has taken of a charge that settles in another currency, in minor units of that. */
    settled_amount: internal(integer()),
    source_transfer_reversal: about('The transfer reversal that this refund was made for.', nullable(idElsewhere('transfer_reversal'))),
    transfer_reversal: about("The reversal of the charge's transfer that came with this refund.", nullable(ref('transfer_reversal'))),
  },
  for_sdks: forSdks,
  start: { pending: 'refund.created', succeeded: 'refund.created' },
  states: {
    pending: { requires_action: 'refund.updated', succeeded: 'refund.updated', failed: 'refund.failed', canceled: 'refund.updated' },
    requires_action: { pending: 'refund.updated', succeeded: 'refund.updated', failed: 'refund.failed', canceled: 'refund.updated' },
    // A bank may send back days later what it has taken.
    succeeded: { failed: 'refund.failed' },
    failed: {},
    // A processor may have given the money back before it could hear of the cancellation.
    canceled: { succeeded: 'refund.updated' },
  },
  events: { updated: 'refund.updated', told: ['charge.refund.updated'] },
  timers: ['inquire'],
  unexpected: 'refund_unexpected_state',
  columns: ['charge', 'payment_intent'],
});
