import { about, field, internal, nullable, problem } from '../../../kernel/base/fields.js';
import { amount, email, expandsTo, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { balanceTransaction } from '../../money/balance/balance-transaction.js';
import { payment_method_type } from '../payment-methods/payment-method.js';
import { enhanced_eligibility, enhanced_evidence } from './enhanced.js';
import { reason_names } from './reasons.js';

const long = nullable(textOf(20_000));
const short = nullable(textOf(255));
/** The id of a file that was uploaded before. */
const file = nullable(ref('file'));
const file_id = /^file_[0-9A-Za-z]{1,250}$/;

/** Ids of files: natively a JSON array of them as text (seed), from callers who know of one file only its id. */
const several_files = field({ type: 'string', maxLength: 2000 }, '', (value, at, reading) => {
  const read = textOf(2000).read(value, at, reading);
  if (read === undefined || idsIn(read).every((id) => typeof id === 'string' && file_id.test(id))) return read;
  return problem(reading, { code: 'parameter_invalid', param: at, message: 'Send the id of a file, or a JSON array of such ids as text.' });
});

function idsIn(given: string): readonly unknown[] {
  if (!given.startsWith('[')) return [given];
  try {
    return JSON.parse(given) as unknown[];
  } catch {
    return [null];
  }
}

/** What a merchant can say to a bank (seed, evidence members). */
export const evidence_members = {
  access_activity_log: about('Records that the payer used the goods or service, such as sign-ins with time and IP address.', long),
  billing_address: about('The billing address of the payer.', short),
  cancellation_policy: about('A file with your cancellation policy, as the payer saw it.', file),
  cancellation_policy_disclosure: about('How and when the payer was shown your cancellation policy.', long),
  cancellation_rebuttal: about('Why the subscription of the payer was not canceled.', long),
  customer_communication: about('A file with messages between you and the payer.', file),
  customer_email_address: about('The email address of the payer.', nullable(email)),
  customer_name: about('The name of the payer.', short),
  customer_purchase_ip: about('The IP address from which the payer bought.', short),
  customer_signature: about('A file with the signature of the payer, such as on a delivery note.', file),
  duplicate_charge_documentation: about('A file that shows that another charge was for something else.', file),
  duplicate_charge_explanation: about('Why the disputed charge is no duplicate.', long),
  duplicate_charge_id: about('The id of the charge that appears to be the same.', short),
  enhanced_evidence,
  product_description: about('What was bought.', long),
  receipt: about('A file with the receipt or the invoice.', file),
  refund_policy: about('A file with your refund policy, as the payer saw it.', file),
  refund_policy_disclosure: about('How and when the payer was shown your refund policy.', long),
  refund_refusal_explanation: about('Why the payer has no right to a refund.', long),
  service_date: about('When the service was provided, in words.', short),
  service_documentation: about('A file that shows that the service was provided.', file),
  shipping_address: about('The address that the goods were sent to.', short),
  shipping_carrier: about('The company that delivered the goods.', short),
  shipping_date: about('When the goods were shipped, in words.', short),
  shipping_documentation: about('A file that shows that the goods were delivered.', file),
  shipping_tracking_number: about('The number under which the carrier tracks the parcel.', short),
  uncategorized_file: about('Further files: the id of one, or a JSON array of ids as text.', nullable(expandsTo('file', several_files))),
  uncategorized_text: about('Anything else that supports your case.', long),
} as const;

const { earned_on: _, ...fields_of_transaction } = balanceTransaction.fields;

const whole_transaction = sparse({
  id: about('The id of the balance transaction.', text),
  object: about('Always `balance_transaction`.', text),
  ...fields_of_transaction,
  created: about('When it was created, in Unix seconds.', timestamp),
  livemode: about('Whether it belongs to live mode.', flag),
  status: about('Whether the amount is `available` or still `pending`.', text),
});

/** A payer's bank takes a payment into question: as an inquiry, which moves no money, or as a chargeback, which does. */
export const dispute = resource({
  object: 'dispute',
  prefix: 'dp',
  fields: {
    amount: about('The disputed amount in minor units.', amount),
    balance_transactions: about(
      'The changes of your balance by the dispute: the withdrawal, and a reinstatement if you win. An inquiry has none.',
      listOf(whole_transaction),
    ),
    charge: about('The disputed charge.', ref('charge')),
    currency: about('The currency of the amount, a three-letter ISO 4217 code.', currency),
    enhanced_eligibility_types: about(
      'The programs of card networks that accept further evidence: `visa_compelling_evidence_3`, or none.',
      listOf(oneOf('visa_compelling_evidence_3')),
    ),
    evidence: about(
      "What you have submitted to the payer's bank, or saved for that.",
      object({
        ...evidence_members,
        created: about('When the dispute was opened, in Unix seconds.', timestamp),
        livemode: about('Whether the dispute belongs to live mode.', flag),
      }),
    ),
    evidence_details: about(
      'The state of your response, and its deadline.',
      object({
        due_by: about(
          'Until when evidence can be submitted, in Unix seconds. Without a response a chargeback is lost and an inquiry closed.',
          nullable(timestamp),
        ),
        enhanced_eligibility,
        has_evidence: about('Whether evidence was saved.', flag),
        past_due: about('Whether the time has passed without a response.', flag),
        submission_count: about('How often evidence was submitted.', integer()),
      }),
    ),
    is_charge_refundable: about('Whether the charge can still be refunded: true for an inquiry, false once it is a chargeback.', flag),
    metadata,
    network_reason_code: about("The network's own code of the reason, such as `10.4`; null if it has none.", nullable(text)),
    payment_intent: about('The payment of the disputed charge.', nullable(ref('payment_intent'))),
    payment_method_details: about(
      'The payment method of the disputed charge.',
      sparse({
        type: about('The type of the payment method.', payment_method_type),
        card: about(
          'The dispute at the card network.',
          object({
            brand: about('The brand of the card.', nullable(text)),
            case_type: about(
              'Whether the bank withdraws the amount (`chargeback`) or only asks for information (`inquiry`).',
              oneOf('chargeback', 'inquiry'),
            ),
            network_reason_code: about("The network's own code of the reason.", nullable(text)),
          }),
        ),
      }),
    ),
    reason: about('Why the payer disputes the charge.', oneOf(...reason_names)),
    reason_code: about('The same as `network_reason_code`.', nullable(text)),
    reason_description: about('The reason in words.', text),
    reason_type: about('The group of the reason: `fraud`, `consumer_dispute`, `processing_error`, `compliance` or `inquiry`.', text),
    /** What it has taken of a charge that settles in another currency, in minor units of that. */
    settled_amount: internal(integer()),
  },
  for_sdks: forSdks,
  start: { warning_needs_response: 'charge.dispute.created', needs_response: 'charge.dispute.created' },
  states: {
    warning_needs_response: {
      warning_under_review: 'charge.dispute.updated',
      warning_closed: 'charge.dispute.closed',
      needs_response: 'charge.dispute.updated',
    },
    warning_under_review: { warning_closed: 'charge.dispute.closed', needs_response: 'charge.dispute.updated' },
    warning_closed: {},
    needs_response: { under_review: 'charge.dispute.updated', lost: 'charge.dispute.closed' },
    under_review: { won: 'charge.dispute.closed', lost: 'charge.dispute.closed' },
    won: {},
    lost: {},
  },
  events: {
    updated: 'charge.dispute.updated',
    told: ['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'],
  },
  timers: ['inquire', 'overdue'],
  unexpected: 'dispute_unexpected_state',
  columns: ['charge', 'payment_intent'],
});
