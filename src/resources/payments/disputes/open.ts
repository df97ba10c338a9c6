import { type Around, at, type Effects, set } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import { exponentOf } from '../../../kernel/base/money.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { DisputeNotice } from '../../../processors/contract.js';
import { type Booked, booked } from '../../money/balance/balance-transaction.js';
import { type charge, leftOf } from '../charges/charge.js';
import { type Settles, takenBackOf, worth } from '../charges/settles.js';
import type { dispute } from './dispute.js';
import { codeOf, type Reason, reasonNamed, reasons } from './reasons.js';

type Dispute = It<typeof dispute>;
type Set = Settable<typeof dispute>;

/** The members of a charge that its dispute shows. */
export type Disputed = {
  readonly id: string;
  /** What can be taken back: what was taken and not given back, in minor units. */
  readonly amount: number;
  readonly amount_captured: number;
  readonly created: number;
  readonly currency: string;
  readonly customer?: string | null | undefined;
  readonly payment_intent: string | null;
  readonly payment_method_details: Settable<typeof charge>['payment_method_details'];
  readonly processor: { readonly reference: string } | null;
  readonly settles?: Settles | undefined;
};

/** A stored charge, as a dispute sees it. */
export const disputedOf = (of: It<typeof charge>): Disputed => ({ ...of, amount: leftOf(of) });

/** A stored charge as its bank sees it, which takes the captured amount regardless of refunds. */
export const takenOf = (of: It<typeof charge>): Disputed => ({ ...of, amount: of.amount_captured });

/** An inquiry: a bank waits for the merchant's word on money that it has not taken. */
export type Inquiry = It<typeof dispute, 'warning_needs_response' | 'warning_under_review'>;

/** Whether a dispute is an inquiry that has not ended. */
export const isInquiry = (it: Dispute): it is Inquiry => it.status === 'warning_needs_response' || it.status === 'warning_under_review';

/** Whether a charge cannot be disputed once more. An inquiry that has ended may be followed by a chargeback. */
export const isDisputed = ({ disputed }: Pick<It<typeof charge>, 'disputed'>, known: Dispute | null): boolean =>
  disputed && known?.status !== 'warning_closed';

/** A dispute about to begin: an inquiry, or a chargeback that takes the money at once. */
export type Opening = {
  readonly begun: Set & { readonly status: 'warning_needs_response' | 'needs_response' };
  /** Further facts of a reported dispute. */
  readonly told: readonly 'charge.dispute.funds_withdrawn'[];
  /** What is booked, before the dispute shows it. */
  readonly money: Effects;
  /** What it changes of its charge. */
  readonly charge: Settable<typeof charge>;
};

/** What a dispute of this id begins with. */
export function opening(id: string, of: Disputed, notice: DisputeNotice, around: Around): Opening {
  const terms = termsOf(of, notice, around);
  if (notice.inquiry)
    return { begun: { status: 'warning_needs_response', ...terms }, told: [], money: null, charge: { disputed: true, dispute: id } };
  const { transaction, effects: money, charge, settled } = withdrawn(id, { ...of, amount: terms.amount }, notice.fee, around);
  const begun: Opening['begun'] = { status: 'needs_response', ...terms, ...settled, balance_transactions: [transaction] };
  return { begun, told: ['charge.dispute.funds_withdrawn'], money, charge };
}

/** An inquiry that was not answered well becomes a chargeback. */
export function escalated(
  it: Inquiry,
  of: Disputed,
  notice: Partial<DisputeNotice>,
  around: Around,
): { readonly money: Effects; readonly dispute: Effects; readonly charge: Opening['charge'] } {
  const worse = worseTermsOf(it, of, notice, around);
  const { transaction, effects: money, charge, settled } = withdrawn(it.id, { ...of, amount: worse.amount }, notice.fee, around);
  const balance_transactions = [...it.balance_transactions, transaction];
  const escalated = set(it, { status: 'needs_response', ...worse, ...settled, balance_transactions }, 'charge.dispute.funds_withdrawn');
  return { money, dispute: [escalated, endsByItself(escalated)], charge };
}

/** Lets a dispute end by itself when its day is over; another day named since makes the timer void. */
export function endsByItself(it: Dispute): Effects {
  const { due_by } = it.evidence_details;
  return at(due_by, it, 'overdue', String(due_by));
}

/** The merchant has until the end of the day, in seconds. */
const dueBy = (reason: Reason, { now }: Pick<Around, 'now'>): number => (Math.floor(now / day) + reasons[reason].days + 1) * day - 1;

type Terms = Set & { readonly amount: number };

/** What a dispute says from its first moment, be it an inquiry or a chargeback. */
function termsOf(of: Disputed, notice: DisputeNotice, around: Pick<Around, 'now' | 'livemode'>): Terms {
  const amount = Math.min(notice.amount ?? of.amount, of.amount);
  const reason = reasonNamed(notice.reason);
  const due_by = notice.due_by ?? dueBy(reason, around);
  return {
    amount,
    charge: of.id,
    currency: of.currency,
    evidence: { created: around.now, livemode: around.livemode },
    evidence_details: { due_by },
    is_charge_refundable: notice.inquiry,
    metadata: factsOf(of, amount, due_by),
    payment_intent: of.payment_intent,
    ...toldBy({ reason, inquiry: notice.inquiry }, notice.network_reason_code ?? null, of),
  };
}

/** What an inquiry says once it is a chargeback. */
function worseTermsOf(it: Dispute, of: Disputed, notice: Partial<DisputeNotice>, around: Pick<Around, 'now'>): Terms {
  const amount = Math.min(notice.amount ?? it.amount, of.amount);
  const reason = reasonNamed(notice.reason ?? it.reason);
  // The network's code is that of the inquiry, unless the bank has another reason now.
  const code = notice.network_reason_code ?? (notice.reason === undefined ? it.network_reason_code : null);
  const evidence_details = { due_by: notice.due_by ?? dueBy(reason, around) };
  return { amount, evidence_details, is_charge_refundable: false, ...toldBy({ reason, inquiry: false }, code, of) };
}

type Withdrawn = Booked & Pick<Opening, 'charge'> & { readonly settled: { readonly settled_amount?: number } };

/** The money that a chargeback takes, with its fee in minor units, and what its charge says of it. */
function withdrawn(source: string, of: Disputed, fee = usualFeeOf(of.currency), around: Around): Withdrawn {
  const { id, amount, currency, settles } = of;
  const { converted, change } = takenBackOf(of, amount);
  const kept = settles ? worth(fee, currency, settles) : fee;
  const money = booked(
    {
      type: 'adjustment',
      movement: 'dispute_opened',
      amount: -amount,
      currency,
      source,
      fees: [{ movement: 'dispute_fee_charged', amount: kept, description: 'Dispute fee', type: 'stripe_fee' }],
      description: `Chargeback of ${id}`,
      converted,
    },
    around,
  );
  const settled = converted ? { settled_amount: converted.amount } : {};
  return { ...money, settled, charge: { amount_disputed: amount, disputed: true, dispute: source, ...change } };
}

/** What a chargeback costs where its processor does not say: fifteen whole units of the currency. */
const usualFeeOf = (currency: string): number => 15 * 10 ** exponentOf(currency);

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
