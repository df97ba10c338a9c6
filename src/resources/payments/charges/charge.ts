import { internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import {
  amount,
  email,
  expandsTo,
  flag,
  idElsewhere,
  integer,
  metadata,
  oneOf,
  ref,
  text,
  textOf,
  timestamp,
} from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import type { captureCharge, voidCharge } from '../../../processors/questions.js';
import { billing_details, shipment, statement_descriptor, transfer_data } from '../../parts.js';
import { counted_in, declinedIn } from '../intents/declines.js';
import { debit_types, isDebit, shownOf, shownToPayer } from '../payment-methods/debits.js';
import {
  card_checks_for_payer,
  card_members,
  method_ref,
  payment_method_type,
  payment_method_types,
  sepa_debit_for_payer,
} from '../payment-methods/payment-method.js';
import { older_card_members } from '../sources/older-card.js';
import { settlement } from './settles.js';

const { brand, country, exp_month, exp_year, fingerprint, funding, last4, checks } = card_members;

/** A card as it was used: what was checked, and how the payer was authenticated. */
const card_used = object({
  amount_authorized: nullable(integer()),
  brand,
  capture_before: nullable(timestamp),
  checks,
  country,
  exp_month,
  exp_year,
  fingerprint,
  funding,
  /** Whether more can be held of it, where that was asked for. */
  incremental_authorization: sometimes(object({ status: oneOf('available', 'unavailable') })),
  last4,
  network: nullable(text),
  three_d_secure: nullable(object({ authentication_flow: nullable(text), result: nullable(text), version: nullable(text) })),
  wallet: nullable(object({ type: text })),
});

const others = payment_method_types.filter((type) => type !== 'card' && !isDebit(type));
const debits = debit_types.filter((type) => type !== 'sepa_debit');

/** What was paid with: `type` names the one member that is there. */
export const payment_method_details = sparse({
  ...Object.fromEntries(others.map((type) => [type, object({})])),
  ...Object.fromEntries(debits.map((type) => [type, sparse({ ...shownOf(type), mandate: nullable(ref('mandate')) })])),
  type: payment_method_type,
  card: card_used,
  sepa_debit: object({
    bank_code: nullable(text),
    country: nullable(text),
    fingerprint: nullable(text),
    last4: textOf(4),
    mandate: nullable(ref('mandate')),
  }),
});

const details_for_payer = {
  ...Object.fromEntries(others.map((type) => [type, {}])),
  ...Object.fromEntries(debits.map((type) => [type, { ...shownToPayer(type), mandate: true }])),
  type: true,
  card: {
    amount_authorized: true,
    brand: true,
    capture_before: true,
    checks: card_checks_for_payer,
    country: true,
    exp_month: true,
    exp_year: true,
    fingerprint: true,
    funding: true,
    last4: true,
    network: true,
    three_d_secure: { authentication_flow: true, result: true, version: true },
    wallet: { type: true },
  },
  sepa_debit: { ...sepa_debit_for_payer, mandate: true },
} as const;

/** Money that was taken from a payer, or tried to be. */
export const charge = resource({
  object: 'charge',
  prefix: 'ch',
  fields: {
    amount,
    counted_in,
    amount_captured: integer(),
    /** What banks have taken back for payers: withdrawn by disputes and not reinstated. */
    amount_disputed: integer(),
    /** What of it they keep, because a dispute was lost. */
    amount_lost: integer(),
    amount_refunded: integer(),
    /** What of it has been passed on to connected accounts. */
    amount_transferred: integer(),
    application: nullable(expandsTo('application', text)),
    /** In the books of the platform. */
    application_fee: nullable(idElsewhere('application_fee')),
    application_fee_amount: nullable(integer()),
    balance_transaction: nullable(ref('balance_transaction')),
    billing_details,
    calculated_statement_descriptor: nullable(text),
    captured: flag,
    currency,
    customer: nullable(ref('customer')),
    description: nullable(text),
    destination: nullable(ref('account')),
    dispute: nullable(ref('dispute')),
    disputed: flag,
    failure_balance_transaction: nullable(ref('balance_transaction')),
    failure_code: nullable(text),
    failure_message: nullable(text),
    fraud_details: object({ stripe_report: nullable(text), user_report: nullable(oneOf('fraudulent', 'safe')) }),
    invoice: nullable(ref('invoice')),
    metadata,
    on_behalf_of: nullable(ref('account')),
    outcome: nullable(
      object({
        network_status: text,
        reason: nullable(text),
        risk_level: nullable(text),
        risk_score: nullable(integer()),
        seller_message: nullable(text),
        type: text,
      }),
    ),
    paid: flag,
    payment_intent: nullable(ref('payment_intent')),
    payment_method: nullable(method_ref),
    payment_method_details: nullable(payment_method_details),
    /** Who moved the money, and what they call it: where captures, refunds and evidence go. */
    processor: nullable(object({ name: text, reference: text })),
    receipt_email: nullable(email),
    receipt_number: nullable(text),
    receipt_url: nullable(text),
    refunded: flag,
    review: nullable(expandsTo('review', text)),
    /** What it settles in, where that is another currency. */
    settles: internal(settlement),
    shipping: nullable(shipment),
    source: nullable(object({ id: text, object: text, ...older_card_members })),
    /** The transfer that it stands for, in the books of the platform. */
    source_transfer: nullable(idElsewhere('transfer')),
    statement_descriptor: nullable(statement_descriptor),
    statement_descriptor_suffix: nullable(statement_descriptor),
    /** What has passed it on, where it was taken for a connected account. */
    transfer: nullable(ref('transfer')),
    transfer_data: nullable(transfer_data),
    transfer_group: nullable(text),
  },
  publishable: { id: true, object: true, amount: true, created: true, currency: true, livemode: true, status: true },
  payer_page: {
    amount_captured: true,
    amount_refunded: true,
    billing_details: { tax_id: true },
    calculated_statement_descriptor: true,
    captured: true,
    description: true,
    failure_message: true,
    invoice: true,
    paid: true,
    payment_method_details: details_for_payer,
    receipt_number: true,
    refunded: true,
  },
  start: { pending: null, succeeded: 'charge.succeeded', failed: 'charge.failed' },
  states: { pending: { succeeded: 'charge.succeeded', failed: 'charge.failed' }, succeeded: {}, failed: {} },
  events: { updated: 'charge.updated', told: ['charge.captured', 'charge.expired', 'charge.pending', 'charge.refunded'] },
  timers: ['release', 'inquire'],
  columns: ['customer', 'payment_intent'],
  usage: ({ counted_in, created, status }) => (status === 'failed' ? declinedIn(counted_in, created) : []),
  lists: { refunds: { object: 'refund', by: 'charge', url: (id) => `/v1/charges/${id}/refunds` } },
  searchable: [
    'amount',
    'currency',
    'customer',
    'disputed',
    'payment_intent',
    'payment_method_details.card.brand',
    'payment_method_details.card.last4',
    'payment_method_details.type',
    'refunded',
    'status',
  ],
  indexed: ['amount', 'customer', 'payment_intent', 'payment_method_details.card.last4'],
});

type Charge = It<typeof charge>;

/** What was taken and not given back, in minor units. What a partial capture let go counts as given back. */
export const leftOf = ({ amount, amount_refunded }: Pick<Charge, 'amount' | 'amount_refunded'>): number => amount - amount_refunded;

/** What the merchant still has of a charge: neither given back nor taken by a bank. */
export const keptOf = (of: Pick<Charge, 'amount' | 'amount_disputed' | 'amount_refunded'>): number =>
  Math.max(0, leftOf(of) - of.amount_disputed);

/** Whether the void of an authorization awaits its answer: nothing of the charge remains, and it is not refunded yet. */
export const isBeingVoided = (of: Pick<Charge, 'amount' | 'amount_refunded' | 'captured' | 'refunded'>): boolean =>
  !of.captured && !of.refunded && leftOf(of) === 0;

/** Whether this processor holds the charge: notices of any other processor are ignored. */
export const isWith = ({ processor }: Pick<Charge, 'processor'>, name: string): boolean => processor?.name === name;

/** The processor of a charge, and its reference there. */
export const processedBy = ({ processor }: Pick<Charge, 'processor'>): { readonly processor: string; readonly reference: string } => ({
  processor: processor?.name ?? '',
  reference: processor?.reference ?? '',
});

/** A question about held money, under the name of its processor for it. `amount` in minor units. */
export const questionOfHold = (
  of: Charge,
  about: { readonly attempt: string; readonly amount: number },
): RequestOf<typeof captureCharge | typeof voidCharge> => ({ ...processedBy(of), currency: of.currency, ...about });
