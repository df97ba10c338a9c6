import { methodName, moment, money, words } from '../format.js';
import type { Charge, Dispute, Payment, Refund } from '../objects.js';

/** Something that happened to a payment. The id of its object comes first in `id`. */
export type TimelineEntry = {
  readonly id: string;
  /** Seconds. */
  readonly at: number;
  readonly title: string;
  readonly detail: string | null;
  readonly color: string;
};

type Happened = {
  readonly payment: Payment;
  readonly charges: readonly Charge[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
};

/** The timeline of a payment, newest first. */
export const entriesOf = ({ payment, charges, refunds, disputes }: Happened): readonly TimelineEntry[] =>
  [
    { id: payment.id, at: payment.created, title: 'Payment created', detail: money(payment.amount, payment.currency), color: 'gray' },
    ...charges.map(chargeEntry),
    ...refunds.map(refundEntry),
    ...disputes.map(disputeEntry),
  ].sort((one, other) => other.at - one.at || (orderOf(one) < orderOf(other) ? 1 : -1));

/** Ids of all kinds begin with their time behind the prefix. */
const orderOf = ({ id }: TimelineEntry): string => id.slice(id.indexOf('_') + 1);

const chargeEntry = ({ id, created, amount, currency, status, failure_message, payment_method_details }: Charge): TimelineEntry => ({
  id,
  at: created,
  title: status === 'failed' ? 'Charge failed' : `Charge ${words(status).toLowerCase()}`,
  detail: failure_message ?? `${money(amount, currency)} by ${methodName(payment_method_details)}`,
  color: status === 'failed' ? 'red' : 'teal',
});

const refundEntry = ({ id, created, amount, currency, status, failure_reason }: Refund): TimelineEntry => ({
  id,
  at: created,
  title: `Refund ${words(status).toLowerCase()}`,
  detail: failure_reason ? words(failure_reason) : money(amount, currency),
  color: status === 'failed' ? 'red' : 'blue',
});

const disputeEntry = ({ id, created, amount, currency, status, reason, evidence_details }: Dispute): TimelineEntry => ({
  id,
  at: created,
  title: `Dispute: ${words(status).toLowerCase()}`,
  detail: `${money(amount, currency)}, ${words(reason).toLowerCase()}${evidence_details?.due_by ? `, evidence due ${moment(evidence_details.due_by)}` : ''}`,
  color: 'orange',
});
