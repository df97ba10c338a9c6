import { change, type Decided, type Made, make, type Posting } from '../../base/decision.js';
import { initialOf } from '../../base/fields.js';
import type { Surroundings } from '../../base/legacy.js';
import type { DisputeNotice } from '../../base/processor.js';
import type { It, Settable } from '../../base/resource.js';
import { balanceTransaction, explained } from '../balance/balance-transaction.js';
import type { charge } from '../charges/charge.js';
import { dispute } from './dispute.js';
import { chargebackOf, type Disputed, isDisputed, isInquiry, takenOf, termsOf, worseTermsOf } from './open.js';

type Dispute = It<typeof dispute>;
type Charge = It<typeof charge>;
type Begun = { readonly charge: Settable<typeof charge>; readonly make: readonly Made[]; readonly post: readonly Posting[] };
type Terms = ReturnType<typeof termsOf>;

/** As `disputeOnApproval`, for charges that do not decide by effects yet. */
export function newDispute(of: Disputed, notice: DisputeNotice, around: Surroundings): Begun {
  const id = around.fresh(dispute);
  const terms = termsOf(of, notice, around);
  const later = overdueAt(terms);
  if (notice.inquiry)
    return {
      charge: { disputed: true, dispute: id },
      make: [make(dispute, { id, to: 'warning_needs_response', set: terms, later })],
      post: [],
    };
  const { set, tell, ...booked } = withdrawn(id, of, { terms, fee: notice.fee, earlier: [] }, around);
  return { ...booked, make: [...booked.make, make(dispute, { id, to: 'needs_response', set, tell, later })] };
}

/** As `disputeReported`, for charges that do not decide by effects yet. */
export function reported(of: Charge, known: Dispute | null, notice: DisputeNotice, around: Surroundings): Decided<typeof charge> {
  if (of.status !== 'succeeded' || !of.captured) return {};
  if (known && isInquiry(known)) return notice.inquiry ? {} : worsened(of, known, notice, around);
  if (isDisputed(of, known)) return {};
  const { charge: set, make, post } = newDispute(takenOf(of), notice, around);
  return { set, make, post };
}

function worsened(of: Charge, known: Dispute, notice: DisputeNotice, around: Surroundings): Decided<typeof charge> {
  const taken = takenOf(of);
  const terms = worseTermsOf(known, taken, notice, around);
  const {
    charge: disputed,
    make,
    post,
    ...worse
  } = withdrawn(known.id, taken, { terms, fee: notice.fee, earlier: known.balance_transactions }, around);
  return { set: disputed, make, post, also: [change(dispute, known, { to: 'needs_response', ...worse, later: overdueAt(terms) })] };
}

type Withdrawal = { readonly terms: Terms; readonly fee: number | undefined; readonly earlier: Dispute['balance_transactions'] };

function withdrawn(
  id: string,
  of: Disputed,
  { terms, fee, earlier }: Withdrawal,
  around: Surroundings,
): Begun & { readonly set: Settable<typeof dispute>; readonly tell: string } {
  const { make, post } = explained(chargebackOf(id, { ...of, amount: terms.amount }, fee), around);
  return {
    set: { ...terms, balance_transactions: [...earlier, ...wholeOf(make, around)] },
    tell: 'charge.dispute.funds_withdrawn',
    charge: { amount_disputed: terms.amount, disputed: true, dispute: id },
    make,
    post,
  };
}

const overdueAt = ({ evidence_details }: Terms): { name: string; at: number; about: string }[] => {
  const at = evidence_details?.due_by ?? 0;
  return [{ name: 'overdue', at, about: String(at) }];
};

const wholeOf = (made: readonly Made[], { now, livemode }: Surroundings): Dispute['balance_transactions'] =>
  made.map(({ id, to: status = 'available', set }) => {
    const { object, fields } = balanceTransaction;
    return { id, object, created: now, livemode, status, ...initialOf(fields), ...(set as Settable<typeof balanceTransaction>) };
  });
