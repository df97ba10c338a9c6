import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
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
  address_line1_check: about('Whether the street that the cardholder gave to the merchant matches the billing address.', check),
  address_postal_code_check: about('Whether the postal code that the cardholder gave to the merchant matches the billing address.', check),
  authentication_exemption: about(
    'Why the purchase was exempt from strong authentication; null if no exemption was claimed.',
    nullable(
      object({
        claimed_by: about("Whether the merchant's bank or the issuer claimed the exemption.", oneOf('acquirer', 'issuer')),
        type: about(
          'The ground of the exemption: a low value or a risk analysis.',
          oneOf('low_value_transaction', 'transaction_risk_analysis', 'unknown'),
        ),
      }),
    ),
  ),
  cvc_check: about('Whether the verification code was correct; a mismatch declines the request.', check),
  expiry_check: about('Whether the expiry date was correct; a mismatch declines the request.', check),
  postal_code: about('The postal code that the cardholder gave to the merchant.', nullable(textOf(100))),
  three_d_secure: about(
    'The result of 3D Secure; null if it was not used.',
    nullable(
      object({
        result: about(
          'How the 3D Secure authentication ended; `failed` declines the request.',
          oneOf('attempt_acknowledged', 'authenticated', 'failed', 'required'),
        ),
      }),
    ),
  ),
} as const;

const requested = {
  amount: about("The requested amount, in minor units of the card's currency.", integer()),
  amount_details: about('What the amount consists of besides the price; null if it was not reported.', nullable(amount_details)),
  currency: about('The currency of the card, in which `amount` is given.', currency),
  merchant_amount: about('The amount that the merchant requested, in minor units of `merchant_currency`.', integer()),
  merchant_currency: about('The currency in which the merchant requested the amount.', currency),
  network_risk_score: about("The card network's risk score; null because the simulated network sends none.", nullable(integer())),
} as const;

const pending_request = object({
  ...requested,
  is_amount_controllable: about('Whether less than the requested amount can be approved.', flag),
});

const past_request = object({
  ...requested,
  approved: about('Whether the request was approved, fully or in part.', flag),
  authorization_code: about('The approval code that the merchant received; null if the request was declined.', nullable(text)),
  created: about('When the request was decided, in Unix seconds.', timestamp),
  reason: about('Why the request was approved or declined, such as by your endpoint or by a spending control.', oneOf(...reasons)),
  reason_message: about("What was wrong with your endpoint's answer, for the reason `webhook_error`; otherwise null.", nullable(text)),
  requested_at: about('When the merchant made the request, in Unix seconds.', nullable(timestamp)),
});

/** A past request and its outcome. */
export type PastRequest = typeof past_request.initial;

const challenge = object({
  channel: about('How the cardholder is asked; always by text message.', oneOf('sms')),
  status: about(
    'Whether the cardholder has answered: `verified` for their own purchase, `rejected` for a fraudulent one.',
    oneOf('pending', 'rejected', 'undeliverable', 'verified'),
  ),
  undeliverable_reason: about(
    'Why the message could not be sent; null if it could.',
    nullable(oneOf('no_phone_number', 'unsupported_phone_number')),
  ),
});

/** A merchant asks, by way of a card network, whether an issued card may pay. What is approved is held until it is captured or let go. */
export const issuingAuthorization = resource({
  object: 'issuing.authorization',
  title: 'authorization',
  prefix: 'iauth',
  fields: {
    amount: about(
      'The approved amount, or the requested one if it was declined, in minor units; 0 while the first request is pending.',
      integer(),
    ),
    amount_details: about('What the amount consists of besides the price; null if it was not reported.', nullable(amount_details)),
    /** What is held for it at this moment, in minor units. */
    amount_held: internal(integer()),
    approved: about('Whether the first request was approved; later declined requests do not change it.', flag),
    authorization_method: about(
      'How the card was read or its number entered; `online` by default.',
      oneOf('online', 'chip', 'contactless', 'keyed_in', 'swipe'),
    ),
    balance_transactions: about(
      'The holds on the balance of issued cards and their releases, oldest first.',
      listOf(snapshotOf(balanceTransaction)),
    ),
    card: about('The card as it was when it was used.', snapshotOf(issuedCard)),
    card_presence: about(
      'Whether the card itself was present; `online` and `keyed_in` authorizations are without it.',
      nullable(oneOf('not_present', 'present')),
    ),
    cardholder: about('The cardholder whose card was used.', nullable(ref('issuing.cardholder'))),
    /** What of it counts as spent, and the moment that each part counts at; the latest part last. */
    counted: internal(
      listOf(
        object({
          amount: about('The part that counts as spent, in minor units.', integer()),
          at: about('When the part counts as spent, in Unix seconds.', timestamp),
        }),
      ),
    ),
    currency: about('The currency of the card, in which `amount` is given.', currency),
    fleet: about('Details that fleet cards collect at the pump; null for other purchases.', nullable(fleet)),
    fraud_challenges: about(
      'The question to the cardholder about a purchase that was declined as suspected fraud; null if there was none.',
      nullable(listOf(challenge)),
    ),
    fuel: about('Details of fuel that is bought; null for other purchases.', nullable(fuel)),
    merchant_amount: about('The approved amount in minor units of `merchant_currency`, as the merchant requested it.', integer()),
    merchant_currency: about('The currency in which the merchant requested the amount.', currency),
    merchant_data: about('The merchant who requested the authorization, as the card network reports it.', merchant_data),
    metadata,
    network_data: about(
      'How the card network identifies the authorization.',
      nullable(
        object({
          acquiring_institution_id: about("The id of the merchant's bank at the card network.", nullable(textOf(50))),
          system_trace_audit_number: about(
            "The trace number of the network's messages; null because the simulated network sends none.",
            nullable(textOf(50)),
          ),
          transaction_id: about("The card network's id of the authorization.", nullable(textOf(50))),
        }),
      ),
    ),
    pending_request: about('The request that waits for your decision; null if none does.', nullable(pending_request)),
    request_history: about('The decided requests, oldest first: the first amount and later increments.', listOf(past_request)),
    token: about('The token of the card in a wallet that paid; null if no token was named.', nullable(ref('issuing.token'))),
    transactions: about('The captures and refunds of this authorization, oldest first.', listOf(snapshotOf(issuingTransaction))),
    /** The card's id. */
    used_card: internal(ref('issuing.card')),
    verification_data: about('What was checked of the data that the cardholder gave to the merchant.', object(verification_members)),
    verified_by_fraud_challenge: about("Always null; see `fraud_challenges` for the cardholder's answer.", nullable(flag)),
    wallet: about('The wallet with which the card was used; null if it was used directly.', nullable(oneOf(...wallets))),
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
