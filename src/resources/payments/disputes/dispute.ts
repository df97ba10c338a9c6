import { field, internal, nullable, problem } from '../../../kernel/base/fields.js';
import { amount, email, expandsTo, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { balanceTransaction } from '../../money/balance/balance-transaction.js';
import { payment_method_type } from '../payment-methods/payment-method.js';
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
  access_activity_log: long,
  billing_address: short,
  cancellation_policy: file,
  cancellation_policy_disclosure: long,
  cancellation_rebuttal: long,
  customer_communication: file,
  customer_email_address: nullable(email),
  customer_name: short,
  customer_purchase_ip: short,
  customer_signature: file,
  duplicate_charge_documentation: file,
  duplicate_charge_explanation: long,
  duplicate_charge_id: short,
  product_description: long,
  receipt: file,
  refund_policy: file,
  refund_policy_disclosure: long,
  refund_refusal_explanation: long,
  service_date: short,
  service_documentation: file,
  shipping_address: short,
  shipping_carrier: short,
  shipping_date: short,
  shipping_documentation: file,
  shipping_tracking_number: short,
  uncategorized_file: nullable(expandsTo('file', several_files)),
  uncategorized_text: long,
} as const;

const { earned_on: _, ...fields_of_transaction } = balanceTransaction.fields;

const whole_transaction = sparse({
  id: text,
  object: text,
  ...fields_of_transaction,
  created: timestamp,
  livemode: flag,
  status: text,
});

/** A payer's bank takes a payment into question: as an inquiry, which moves no money, or as a chargeback, which does. */
export const dispute = resource({
  object: 'dispute',
  prefix: 'dp',
  fields: {
    amount,
    balance_transactions: listOf(whole_transaction),
    charge: ref('charge'),
    currency,
    evidence: object({ ...evidence_members, created: timestamp, livemode: flag }),
    evidence_details: object({ due_by: nullable(timestamp), has_evidence: flag, past_due: flag, submission_count: integer() }),
    is_charge_refundable: flag,
    metadata,
    network_reason_code: nullable(text),
    payment_intent: nullable(ref('payment_intent')),
    payment_method_details: sparse({
      type: payment_method_type,
      card: object({ brand: nullable(text), case_type: oneOf('chargeback', 'inquiry'), network_reason_code: nullable(text) }),
    }),
    reason: oneOf(...reason_names),
    reason_code: nullable(text),
    reason_description: text,
    reason_type: text,
    /** What it has taken of a charge that settles in another currency, in minor units of that. */
    settled_amount: internal(integer()),
  },
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
