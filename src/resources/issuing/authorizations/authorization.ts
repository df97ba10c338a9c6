import { internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { balanceTransaction } from '../../money/balance/balance-transaction.js';
import { snapshotOf } from '../../snapshot.js';
import { amount_details } from '../amount-details.js';
import { issuedCard } from '../cards/card.js';
import { merchant_data } from '../merchant-data.js';
import { fleet, fuel } from '../purchase-details.js';
import { issuingTransaction, wallets } from '../transactions/transaction.js';

/** Why a request was approved or declined (Stripe). */
export const reasons = [
  'card_active',
  'card_canceled',
  'card_expired',
  'card_inactive',
  'cardholder_blocked',
  'cardholder_inactive',
  'cardholder_verification_required',
  'insufficient_funds',
  'spending_controls',
  'suspected_fraud',
  'verification_failed',
  'webhook_approved',
  'webhook_declined',
  'webhook_error',
  'webhook_timeout',
] as const;

/** One of them. */
export type Reason = (typeof reasons)[number];

const check = oneOf('not_provided', 'match', 'mismatch');

/** What was found of what the cardholder has told the merchant. */
export const verification_members = {
  address_line1_check: check,
  address_postal_code_check: check,
  authentication_exemption: nullable(
    object({
      claimed_by: oneOf('acquirer', 'issuer'),
      type: oneOf('low_value_transaction', 'transaction_risk_analysis', 'unknown'),
    }),
  ),
  cvc_check: check,
  expiry_check: check,
  postal_code: nullable(textOf(100)),
  three_d_secure: nullable(object({ result: oneOf('attempt_acknowledged', 'authenticated', 'failed', 'required') })),
} as const;

const requested = {
  amount: integer(),
  amount_details: nullable(amount_details),
  currency,
  merchant_amount: integer(),
  merchant_currency: currency,
  network_risk_score: nullable(integer()),
} as const;

const pending_request = object({ ...requested, is_amount_controllable: flag });

const past_request = object({
  ...requested,
  approved: flag,
  authorization_code: nullable(text),
  created: timestamp,
  reason: oneOf(...reasons),
  reason_message: nullable(text),
  requested_at: nullable(timestamp),
});

/** A past request and its outcome. */
export type PastRequest = typeof past_request.initial;

const challenge = object({
  channel: oneOf('sms'),
  status: oneOf('pending', 'rejected', 'undeliverable', 'verified'),
  undeliverable_reason: nullable(oneOf('no_phone_number', 'unsupported_phone_number')),
});

/** A merchant asks, by way of a card network, whether an issued card may pay. What is approved is held until it is captured or let go. */
export const issuingAuthorization = resource({
  object: 'issuing.authorization',
  title: 'authorization',
  prefix: 'iauth',
  fields: {
    amount: integer(),
    amount_details: nullable(amount_details),
    /** What is held for it at this moment, in minor units. */
    amount_held: internal(integer()),
    approved: flag,
    authorization_method: oneOf('online', 'chip', 'contactless', 'keyed_in', 'swipe'),
    balance_transactions: listOf(snapshotOf(balanceTransaction)),
    /** The card as it was when it was used. */
    card: snapshotOf(issuedCard),
    card_presence: nullable(oneOf('not_present', 'present')),
    cardholder: nullable(ref('issuing.cardholder')),
    /** What of it counts as spent, and the moment that each part counts at; the latest part last. */
    counted: internal(listOf(object({ amount: integer(), at: timestamp }))),
    currency,
    fleet: nullable(fleet),
    fraud_challenges: nullable(listOf(challenge)),
    fuel: nullable(fuel),
    merchant_amount: integer(),
    merchant_currency: currency,
    merchant_data,
    metadata,
    network_data: nullable(
      object({
        acquiring_institution_id: nullable(textOf(50)),
        system_trace_audit_number: nullable(textOf(50)),
        transaction_id: nullable(textOf(50)),
      }),
    ),
    pending_request: nullable(pending_request),
    request_history: listOf(past_request),
    token: nullable(expandsTo('issuing.token', text)),
    transactions: listOf(snapshotOf(issuingTransaction)),
    /** The card's id. */
    used_card: internal(ref('issuing.card')),
    verification_data: object(verification_members),
    verified_by_fraud_challenge: nullable(flag),
    wallet: nullable(oneOf(...wallets)),
  },
  start: { pending: null },
  states: {
    // The closing change names its event: a declined authorization sends `created`.
    pending: { closed: null, expired: 'issuing_authorization.updated', reversed: 'issuing_authorization.updated' },
    closed: {},
    expired: {},
    reversed: {},
  },
  events: { updated: 'issuing_authorization.updated', told: ['issuing_authorization.created', 'issuing_authorization.request'] },
  timers: ['expire'],
  columns: ['cardholder', 'status', 'used_card'],
  unexpected: 'issuing_authorization_unexpected_state',
});

/** An authorization as rules see it. */
export type Authorization = It<typeof issuingAuthorization>;
/** A pending authorization: undecided, or with an uncaptured amount. */
export type Pending = It<typeof issuingAuthorization, 'pending'>;
