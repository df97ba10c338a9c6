import { about, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { amount, email, expandsTo, flag, idElsewhere, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object, schemaOf } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import { type Document, type It, type Recorded, resource } from '../../../kernel/base/resource.js';
import { advice_codes } from '../../../processors/contract.js';
import type { captureCharge, voidCharge } from '../../../processors/questions.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { countOf } from '../../core/radar/evaluate.js';
import { radar_options, screening } from '../../core/radar/rule-fields.js';
import { routing } from '../../core/routing/rule-fields.js';
import { billing_details, shipment, statement_descriptor, transfer_data } from '../../parts.js';
import { counted_in, declinedIn } from '../intents/declines.js';
import { method_ref } from '../payment-methods/payment-method.js';
import { presentment_details } from '../presentment.js';
import { older_card_members } from '../sources/older-card.js';
import { details_for_payer, payment_method_details } from './details.js';
import { settlement } from './settles.js';

const plain_rule = nullable(expandsTo('radar.rule', text));

/** The id of a rule, which `expand` replaces. */
const deciding_rule: typeof plain_rule = {
  ...plain_rule,
  schema: {
    anyOf: [
      ...[text.schema, { type: 'null' }],
      schemaOf({
        action: about('What the rule does with a payment, such as `block`.', text),
        id: about('The id of the rule.', text),
        predicate: about('The conditions of the rule in words.', text),
      }),
    ],
  },
};

/** Money that was taken from a payer, or tried to be. */
export const charge = resource({
  object: 'charge',
  prefix: 'ch',
  fields: {
    amount: about('The amount to pay in minor units.', amount),
    counted_in,
    /** The keys that rules count it by. */
    counted_by: internal(listOf(text)),
    amount_captured: about('The captured amount in minor units.', integer()),
    /** What banks have taken back for payers: withdrawn by disputes and not reinstated. */
    amount_disputed: about("The amount in minor units that the payer's bank withdrew by disputes and has not reinstated.", integer()),
    /** What of it they keep, because a dispute was lost. */
    amount_lost: about('The part of `amount_disputed` in minor units that was lost for good.', integer()),
    amount_refunded: about('The refunded amount in minor units; it includes what a partial capture released.', integer()),
    /** What of it has been passed on to connected accounts. */
    amount_transferred: about('The amount in minor units that was transferred to connected accounts.', integer()),
    application: about(
      "The id of the platform's application, for a charge that a platform takes for a connected account; otherwise null.",
      nullable(expandsTo('application', text)),
    ),
    /** In the books of the platform. */
    application_fee: about(
      "The application fee that the platform took from the charge; an object of the platform's account.",
      nullable(idElsewhere('application_fee')),
    ),
    application_fee_amount: about('The fee in minor units that the platform keeps from the charge.', nullable(integer())),
    authorization_code: about("The issuer's code for the authorization; absent where the processor does not report it.", sometimes(text)),
    balance_transaction: about(
      'The change of your balance by the captured amount; null before the capture.',
      nullable(ref('balance_transaction')),
    ),
    billing_details,
    calculated_statement_descriptor: about("The text on the payer's bank statement.", nullable(text)),
    captured: about('Whether the money was captured; false for an authorization.', flag),
    currency: about('The currency of the charge, a three-letter ISO 4217 code.', currency),
    customer: about('The customer who pays. A saved payment method can only pay for its own customer.', nullable(ref('customer'))),
    description: about('Your description of the charge.', nullable(text)),
    destination: about('The connected account that the money was transferred to.', nullable(ref('account'))),
    dispute: about('The latest dispute of the charge.', nullable(ref('dispute'))),
    disputed: about("Whether the payer's bank has disputed the charge.", flag),
    failure_balance_transaction: about('Always null: Florin does not use it.', nullable(ref('balance_transaction'))),
    failure_code: about('The error code of a failed charge, such as `card_declined`.', nullable(text)),
    failure_message: about('The reason of a failed charge in words.', nullable(text)),
    /** The warning of its card's issuer. */
    fraud_warning: internal(ref('radar.early_fraud_warning')),
    fraud_details: about(
      'The judgments of the charge as fraudulent or safe.',
      object({
        stripe_report: about('Always null: Florin does not use it.', nullable(text)),
        user_report: about('Your own judgment: `fraudulent` or `safe`.', nullable(oneOf('fraudulent', 'safe'))),
      }),
    ),
    invoice: about('The invoice that the charge pays; null for other charges.', nullable(ref('invoice'))),
    metadata,
    on_behalf_of: about('The connected account in whose name the charge is taken.', nullable(ref('account'))),
    outcome: about(
      "The decision about the charge: by the payer's bank, or by the check for risk.",
      nullable(
        object({
          advice_code: about(
            'What to do after a decline: `confirm_card_data`, `do_not_try_again` or `try_again_later`; null without advice.',
            nullable(oneOf(...advice_codes)),
          ),
          network_advice_code: about("The network's own code for advice on another try; null without one.", nullable(text)),
          network_decline_code: about(
            'The code with which the network declined, for cards as in ISO 8583; null without one.',
            nullable(text),
          ),
          network_status: about(
            'Whether the bank approved (`approved_by_network`) or declined (`declined_by_network`); `not_sent_to_network` if it was not asked.',
            text,
          ),
          reason: about(
            'Why the charge was declined, blocked or put under review: `rule` if one of your rules decided; null without a reason.',
            nullable(text),
          ),
          risk_level: about('The risk: `normal`, `elevated`, `highest` or `not_assessed`.', nullable(text)),
          risk_score: about('The risk as a number from 0 to 100; null if it was not assessed.', nullable(integer())),
          rule: about(
            'The id of the rule that allowed, blocked or flagged the charge, or with `expand` the rule; null if none did.',
            deciding_rule,
          ),
          seller_message: about('The outcome in words for you.', nullable(text)),
          type: about(
            'The outcome: `authorized`, `manual_review` if a review was opened, `issuer_declined`, or `blocked` because of high risk or by a rule.',
            text,
          ),
        }),
      ),
    ),
    presentment_details,
    paid: about('Whether the charge succeeded, or was authorized.', flag),
    payment_intent: about('The payment that the charge belongs to; null for a charge without one.', nullable(ref('payment_intent'))),
    payment_method: about('The payment method that pays.', nullable(method_ref)),
    payment_method_details: about('The payment method as it was when it paid.', nullable(payment_method_details)),
    /** Who moved the money, and what they call it: where captures, refunds and evidence go. */
    processor: about(
      'The processor that holds the charge.',
      nullable(
        object({ name: about('The name of the processor.', text), reference: about("The processor's own id of the charge.", text) }),
      ),
    ),
    receipt_email: about('The address to which a receipt is sent; null sends none.', nullable(email)),
    receipt_number: about('Always null: Florin does not use it.', nullable(text)),
    receipt_url: about('The page with the receipt.', nullable(text)),
    refunded: about('Whether the charge was refunded in full, or its authorization was released.', flag),
    radar_options: sometimes(radar_options),
    review: about('The review of the charge, if a rule opened one.', nullable(ref('review'))),
    routing,
    /** What rules have decided before its processor was asked. */
    screening,
    /** What it settles in, where that is another currency. */
    settles: internal(settlement),
    shipping: nullable(shipment),
    source: about(
      'The card as older clients know it, if the charge was created with `source`.',
      nullable(object({ id: about('The id of the card.', text), object: about('Always `card`.', text), ...older_card_members })),
    ),
    /** The transfer that it stands for, in the books of the platform. */
    source_transfer: about('The transfer that this charge stands for, in the account of the platform.', nullable(idElsewhere('transfer'))),
    statement_descriptor: nullable(statement_descriptor),
    statement_descriptor_suffix: about(
      'The end of the text on a card statement: up to 22 characters, with a letter and without the marks < >  \' " and *.',
      nullable(statement_descriptor),
    ),
    /** What has passed it on, where it was taken for a connected account. */
    transfer: about('The transfer to the connected account.', nullable(ref('transfer'))),
    transfer_data: nullable(transfer_data),
    /** What its transfer is called, if that differs. */
    transfer_description: internal(text),
    transfer_group: about('Your name for a group of related charges and transfers.', nullable(text)),
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
  for_sdks: forSdks,
  start: { pending: null, succeeded: 'charge.succeeded', failed: 'charge.failed' },
  states: { pending: { succeeded: 'charge.succeeded', failed: 'charge.failed' }, succeeded: {}, failed: {} },
  events: { updated: 'charge.updated', told: ['charge.captured', 'charge.expired', 'charge.pending', 'charge.refunded'] },
  timers: ['release', 'inquire'],
  columns: ['customer', 'payment_intent', 'transfer_group'],
  usage: (it, { before }) => [
    ...(it.status === 'failed' ? declinedIn(it.counted_in, it.created) : []),
    ...(it.status !== before?.status ? countedIn(it) : []),
  ],
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

/** The usage that rules count: each charge, and its amount once it has succeeded. A charge that a rule has blocked does not count. */
function countedIn({ amount, counted_by, created, currency, outcome, status }: Document): Recorded[] {
  const blocked = typeof outcome === 'object' && outcome !== null && 'type' in outcome && outcome.type === 'blocked';
  const counts = status === 'pending' || blocked || !Array.isArray(counted_by) ? [] : counted_by.map(String);
  const record = { customer: '', at: created, replaces: false };
  return counts.flatMap((of) => [
    { ...record, metered: countOf(of), value: '1' },
    ...(status === 'succeeded' ? [{ ...record, metered: countOf(of, String(currency)), value: String(amount) }] : []),
  ]);
}

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
