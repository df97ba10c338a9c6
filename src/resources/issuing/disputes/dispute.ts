import { about, sometimes } from '../../../kernel/base/fields.js';
import { metadata, oneOf, ref } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { balanceTransaction } from '../../money/balance/balance-transaction.js';
import { snapshotOf } from '../../snapshot.js';
import { minor_units } from '../minor-units.js';
import { evidence } from './evidence.js';

/** The merchant whose card was used takes a purchase into question. */
export const issuingDispute = resource({
  object: 'issuing.dispute',
  title: 'dispute',
  prefix: 'idp',
  fields: {
    amount: about("The disputed amount, in minor units of the transaction's currency; by default all that was not refunded.", minor_units),
    balance_transactions: about(
      'The balance transactions that return the amount to the balance of issued cards; empty unless the dispute was won.',
      listOf(snapshotOf(balanceTransaction)),
    ),
    currency: about('The currency of the disputed transaction.', currency),
    evidence: about('The reason of the dispute and its evidence; it can change until the dispute is submitted.', evidence),
    loss_reason: about(
      'Why the dispute was lost: the merchant has refunded the purchase, or the evidence did not convince. Present once lost.',
      sometimes(oneOf('other', 'refund_issued')),
    ),
    metadata,
    transaction: about('The captured transaction that is disputed.', ref('issuing.transaction')),
  },
  start: { unsubmitted: 'issuing_dispute.created' },
  states: {
    unsubmitted: { submitted: 'issuing_dispute.submitted', expired: 'issuing_dispute.closed' },
    submitted: { won: 'issuing_dispute.closed', lost: 'issuing_dispute.closed' },
    won: {},
    lost: {},
    expired: {},
  },
  events: { updated: 'issuing_dispute.updated', told: ['issuing_dispute.funds_reinstated'] },
  timers: ['expire', 'judge'],
  columns: ['status', 'transaction'],
  unexpected: 'dispute_unexpected_state',
});

/** A dispute as rules see it. */
export type IssuingDispute = It<typeof issuingDispute>;
