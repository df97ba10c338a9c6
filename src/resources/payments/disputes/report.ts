import { type Around, type Effects, set, tell } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { DisputeNotice } from '../../../processors/contract.js';
import type { charge } from '../charges/charge.js';
import { attended } from '../reviews/close.js';
import { dispute } from './dispute.js';
import { qualified } from './eligibility.js';
import { type Disputed, endsByItself, escalated, isDisputed, isInquiry, type Opening, opening, takenOf } from './open.js';

type Dispute = It<typeof dispute>;
type Charge = It<typeof charge>;

/** A dispute that comes with the very approval of a charge: what happens, and what it changes of the charge that is about to be. */
export function disputeOnApproval(
  of: Disputed,
  notice: DisputeNotice,
  around: Around,
): { readonly effects: Effects; readonly charge: Opening['charge'] } {
  const id = around.fresh(dispute);
  const { begun, told, money, charge } = opening(id, of, notice, around);
  const it = around.make(dispute, begun, id);
  return { effects: [money, it, told.map((event) => tell(it, event)), endsByItself(it), qualified(it, of)], charge };
}

/** Applies a dispute that a processor reports to its charge. A repeated report changes nothing. */
export function disputeReported(of: Charge, known: Dispute | null, notice: DisputeNotice, around: Around): Effects {
  if (of.status !== 'succeeded' || !of.captured) return null;
  if (known && isInquiry(known)) {
    if (notice.inquiry) return null;
    const { money, dispute, charge } = escalated(known, takenOf(of), notice, around);
    return [money, set(of, charge), dispute];
  }
  if (isDisputed(of, known)) return null;
  const { effects, charge } = disputeOnApproval(takenOf(of), notice, around);
  return [effects, set(of, charge), attended(of, 'disputed')];
}
