import type { Later, Made, Posting } from '../../base/decision.js';
import { initialOf } from '../../base/fields.js';
import type { Surroundings } from '../../base/legacy.js';
import { day } from '../../base/moments.js';
import { exponentOf } from '../../base/money.js';
import type { DisputeNotice } from '../../base/processor.js';
import type { It, Settable } from '../../base/resource.js';
import { balanceTransaction, explained } from '../balance/balance-transaction.js';
import type { charge } from '../charges/charge.js';
import type { dispute } from './dispute.js';
import { codeOf, type Reason, reasonNamed, reasons } from './reasons.js';

type Dispute = It<typeof dispute>;
type Set = Settable<typeof dispute>;

/** The charge a dispute is about, as far as the dispute tells of it. */
export type Disputed = {
  readonly id: string;
  /** What can be taken back: what was taken and not given back, in minor units. */
  readonly amount: number;
  readonly created: number;
  readonly currency: string;
  readonly payment_intent: string | null;
  readonly payment_method_details: Settable<typeof charge>['payment_method_details'];
  readonly processor: { readonly reference: string } | null;
};

/** A dispute that begins, or gets worse, with all that follows. */
export type Opening = {
  readonly dispute: {
    readonly to: 'warning_needs_response' | 'needs_response';
    readonly set: Set;
    readonly tell?: string;
    readonly later: Later[];
  };
  readonly charge: Settable<typeof charge>;
  readonly make: readonly Made[];
  readonly post: readonly Posting[];
};

/** The merchant has until the end of the day, in seconds. */
const dueBy = (reason: Reason, now: number): number => (Math.floor(now / day) + reasons[reason].days + 1) * day - 1;

/** Lets a dispute end by itself at this moment; another one named since makes the timer void. */
const overdueAt = (due_by: number): Later[] => [{ name: 'overdue', at: due_by, about: String(due_by) }];

/** Opens a dispute of a charge: an inquiry, or a chargeback that takes the money at once. */
export function opened(id: string, of: Disputed, notice: DisputeNotice, around: Surroundings): Opening {
  const { now, livemode } = around;
  const amount = Math.min(notice.amount ?? of.amount, of.amount);
  const reason = reasonNamed(notice.reason);
  const due_by = dueBy(reason, now);
  const later = overdueAt(due_by);
  const set: Set = {
    amount,
    charge: of.id,
    currency: of.currency,
    evidence: { created: now, livemode },
    evidence_details: { due_by },
    is_charge_refundable: notice.inquiry,
    metadata: factsOf(of, amount, due_by),
    payment_intent: of.payment_intent,
    ...toldBy({ reason, inquiry: notice.inquiry }, notice.network_reason_code ?? null, of),
  };
  if (!notice.inquiry) return withdrawn(id, { set, later, fee: notice.fee }, { ...of, amount }, around);
  return { dispute: { to: 'warning_needs_response', set, later }, charge: { disputed: true, dispute: id }, make: [], post: [] };
}

/** An inquiry that was not answered well becomes a chargeback. */
export function escalated(it: Dispute, of: Disputed, notice: Partial<DisputeNotice>, around: Surroundings): Opening {
  const amount = Math.min(notice.amount ?? it.amount, of.amount);
  const reason = reasonNamed(notice.reason ?? it.reason);
  const due_by = dueBy(reason, around.now);
  // The network's code is that of the inquiry, unless the bank has another reason now.
  const code = notice.network_reason_code ?? (notice.reason === undefined ? it.network_reason_code : null);
  const told = toldBy({ reason, inquiry: false }, code, of);
  const set: Set = { amount, evidence_details: { due_by }, is_charge_refundable: false, ...told };
  return withdrawn(it.id, { set, later: overdueAt(due_by), fee: notice.fee, earlier: it.balance_transactions }, { ...of, amount }, around);
}

type Withdrawal = { readonly set: Set; readonly later: Later[]; readonly fee: number | undefined; readonly earlier?: Transactions };
type Transactions = NonNullable<Set['balance_transactions']>;

function withdrawn(id: string, { set, later, fee, earlier = [] }: Withdrawal, of: Disputed, around: Surroundings): Opening {
  const { amount, currency } = of;
  const taken = {
    type: 'adjustment',
    movement: 'dispute_opened',
    amount: -amount,
    currency,
    source: id,
    fee: { movement: 'dispute_fee_charged', amount: fee ?? usualFeeOf(currency), description: 'Dispute fee' },
    description: `Chargeback of ${of.id}`,
  } as const;
  const booked = explained(taken, around);
  const balance_transactions = [...earlier, ...wholeOf(booked.make, around)];
  return {
    dispute: {
      to: 'needs_response',
      set: { ...set, balance_transactions },
      tell: 'charge.dispute.funds_withdrawn',
      later,
    },
    charge: { amount_disputed: amount, disputed: true, dispute: id },
    make: booked.make,
    post: booked.post,
  };
}

/** What a chargeback costs where its processor does not say: fifteen whole units of the currency. */
const usualFeeOf = (currency: string): number => 15 * 10 ** exponentOf(currency);

/** Balance transactions about to be made, as a dispute shows them: whole. */
export const wholeOf = (made: readonly Made[], { now, livemode }: Surroundings): Transactions =>
  made.map(({ id, to: status = 'available', set }) => {
    const { object, fields } = balanceTransaction;
    return { id, object, created: now, livemode, status, ...initialOf(fields), ...(set as Settable<typeof balanceTransaction>) };
  });

type Case = { readonly reason: Reason; readonly inquiry: boolean };

/** What a dispute says of its reason. */
function toldBy({ reason, inquiry }: Case, code: string | null, { payment_method_details }: Disputed): Set {
  const { description, type } = reasons[reason];
  const { type: method = 'card', card } = payment_method_details ?? {};
  const brand = card?.brand ?? null;
  const network_reason_code = code ?? codeOf(reason, brand);
  const case_type = inquiry ? 'inquiry' : 'chargeback';
  return {
    network_reason_code,
    payment_method_details: { type: method, ...(card && { card: { brand, case_type, network_reason_code } }) },
    reason,
    reason_code: network_reason_code,
    reason_description: description,
    reason_type: type,
  };
}

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** What the bank knows of the payment (seed, metadata of a dispute). */
function factsOf(of: Disputed, amount: number, due_by: number): Record<string, string> {
  const { card } = of.payment_method_details ?? {};
  return {
    ...(card?.brand && { card_scheme: card.brand }),
    ...(card?.last4 && { card_number: `************${card.last4}` }),
    ...(of.processor && { arn: of.processor.reference }),
    orig_transaction_amount: String(of.amount),
    orig_transaction_currency: of.currency,
    orig_transaction_date: dateOf(of.created),
    partial_ind: amount < of.amount ? 'Y' : 'N',
    work_by_date: dateOf(due_by),
  };
}
