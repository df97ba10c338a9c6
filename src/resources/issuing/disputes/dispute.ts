import { sometimes } from '../../../kernel/base/fields.js';
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
    amount: minor_units,
    balance_transactions: listOf(snapshotOf(balanceTransaction)),
    currency,
    evidence,
    loss_reason: sometimes(oneOf('other', 'refund_issued')),
    metadata,
    transaction: ref('issuing.transaction'),
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
