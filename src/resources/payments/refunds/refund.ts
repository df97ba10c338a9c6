import { internal, nullable, object, sparse } from '../../../kernel/base/fields.js';
import { amount, email, flag, idElsewhere, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { payment_method_type } from '../payment-methods/payment-method.js';

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

/** Where the money went, by the processor's name for it: what a payer's bank can be asked about. */
const destination_details = sparse({
  type: payment_method_type,
  card: object({
    reference: nullable(text),
    reference_status: nullable(oneOf('available', 'pending', 'unavailable')),
    reference_type: nullable(text),
    type: oneOf('refund', 'reversal', 'pending'),
  }),
});

/** Money that is given back to a payer. */
export const refund = resource({
  object: 'refund',
  prefix: 're',
  fields: {
    amount,
    balance_transaction: nullable(ref('balance_transaction')),
    /** What is to come back with it of what was shared of the charge. */
    brings_back: internal(object({ fee: flag, transfer: flag })),
    charge: nullable(ref('charge')),
    currency,
    description: nullable(text),
    destination_details: nullable(destination_details),
    failure_balance_transaction: nullable(ref('balance_transaction')),
    failure_reason: nullable(oneOf(...failure_reasons)),
    instructions_email: nullable(email),
    metadata,
    next_action: nullable(object({ type: text })),
    payment_intent: nullable(ref('payment_intent')),
    /** Set once the processor has answered that it takes time; before that the outcome of the question is unknown. */
    pending_reason: nullable(oneOf('processing', 'insufficient_funds', 'charge_pending')),
    reason: nullable(oneOf(...reasons, 'expired_uncaptured_charge')),
    receipt_number: nullable(text),
    /** What it has taken of a charge that settles in another currency, in minor units of that. */
    settled_amount: internal(integer()),
    source_transfer_reversal: nullable(idElsewhere('transfer_reversal')),
    transfer_reversal: nullable(ref('transfer_reversal')),
  },
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
