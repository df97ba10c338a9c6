import { change, type Decided, make } from '../../base/decision.js';
import { type Around, type Effects, legacyEffect } from '../../base/effects.js';
import type { Surroundings } from '../../base/legacy.js';
import type { DisputeNotice } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import { type charge, leftOf } from '../charges/charge.js';
import { dispute } from './dispute.js';
import { type Disputed, escalated, type Opening, opened } from './open.js';

type Dispute = It<typeof dispute>;
type Charge = It<typeof charge>;

/** A stored charge as its bank sees it, which takes what it takes whatever the merchant has given back meanwhile. */
const takenOf = (of: Charge): Disputed => ({ ...of, amount: of.amount_captured });

/** A stored charge, as a dispute sees it. */
export const disputedOf = (of: Charge): Disputed => ({ ...of, amount: leftOf(of) });

/** Whether a bank still waits for the merchant's word on money that it has not taken. */
export const isInquiry = ({ status }: Dispute): boolean => status === 'warning_needs_response' || status === 'warning_under_review';

/** Whether a charge cannot be disputed once more. An inquiry that has ended may be followed by a chargeback. */
export const isDisputed = ({ disputed }: Charge, known: Dispute | null): boolean => disputed && known?.status !== 'warning_closed';

/** What a processor's notice makes of the charge it has just taken money for. */
export function newDispute(of: Disputed, notice: DisputeNotice, around: Surroundings): Pick<Opening, 'charge' | 'make' | 'post'> {
  const id = around.fresh(dispute);
  const { dispute: made, charge, make: transactions, post } = opened(id, of, notice, around);
  return { charge, make: [...transactions, make(dispute, { id, ...made })], post };
}

/** What becomes of a charge when its processor reports a dispute of it. What is known already changes nothing. */
export function reported(of: Charge, known: Dispute | null, notice: DisputeNotice, around: Surroundings): Decided<typeof charge> {
  if (of.status !== 'succeeded' || !of.captured) return {};
  if (known && isInquiry(known)) return notice.inquiry ? {} : worsened(of, known, notice, around);
  if (isDisputed(of, known)) return {};
  const { charge: set, make, post } = newDispute(takenOf(of), notice, around);
  return { set, make, post };
}

function worsened(of: Charge, known: Dispute, notice: DisputeNotice, around: Surroundings): Decided<typeof charge> {
  const { dispute: worse, charge: set, make, post } = escalated(known, takenOf(of), notice, around);
  return { set, make, post, also: [change(dispute, known, worse)] };
}

/** A dispute that comes with the very approval of a charge: what happens, and what it changes of the charge that is about to be. */
export function disputeOnApproval(
  of: Disputed,
  notice: DisputeNotice,
  around: Around,
): { readonly effects: Effects; readonly charge: Opening['charge'] } {
  const { charge, make, post } = newDispute(of, notice, around as never);
  return { effects: legacyEffect({ make, post }, { id: of.id, object: 'charge' }), charge };
}

/** What becomes of a charge when its processor reports a dispute of it. What is known already changes nothing. */
export const disputeReported = (of: Charge, known: Dispute | null, notice: DisputeNotice, around: Around): Effects =>
  legacyEffect(reported(of, known, notice, around as never), of);
