import { type Around, type Asked, ask, at, type Effects, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about, merged } from '../../../kernel/base/fields.js';
import { object } from '../../../kernel/base/members.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { Settled } from '../../../processors/contract.js';
import { contestDispute } from '../../../processors/questions.js';
import { booked } from '../../money/balance/balance-transaction.js';
import { type charge, leftOf, processedBy } from '../charges/charge.js';
import { returnedTo } from '../charges/settles.js';
import { dispute, evidence_members } from './dispute.js';
import { eligibilityOf, withEligibility } from './eligibility.js';
import { disputedOf, escalated, type Inquiry } from './open.js';

type Dispute = It<typeof dispute>;
type Charge = It<typeof charge>;
/** A dispute that waits for the merchant. */
export type Answerable = It<typeof dispute, 'needs_response' | 'warning_needs_response'>;
/** A dispute whose evidence a bank is reading. */
type UnderReview = It<typeof dispute, 'under_review' | 'warning_under_review'>;

/** What a merchant may say to the bank. */
export const evidence = about(
  "What you respond to the payer's bank. Members that you leave out stay as they were saved.",
  object(evidence_members),
);

/** The evidence of a request, whether it is handed in or kept for later, and what is noted of the dispute besides. */
type Submission = {
  readonly given: Given<typeof evidence_members>;
  readonly submit: boolean;
  readonly noted: Pick<Settable<typeof dispute>, 'metadata'>;
};

const nothing_to_submit: Refusal = {
  code: 'parameter_missing',
  param: 'evidence',
  message: 'There is no evidence to submit yet. Send some as evidence, or close the dispute.',
};

/** Stores evidence, and submits it unless `submit` is false. */
export function submitted(it: Answerable, of: Charge, { given, submit, noted }: Submission, asked: Asked): Effects {
  const whole = merged(dispute.fields.evidence, it.evidence, given);
  const has_evidence = Object.keys(said(whole)).length > 0;
  const { visa_compelling_evidence_3: visa } = whole.enhanced_evidence;
  const programs = visa && withEligibility(visa);
  if (!submit) return set(it, { evidence: given, evidence_details: { has_evidence, ...programs }, ...noted });
  if (!has_evidence) asked.refuse(nothing_to_submit);
  const submission_count = it.evidence_details.submission_count + 1;
  const handed = handedIn(it, { evidence: given, evidence_details: { has_evidence, submission_count, ...programs }, ...noted });
  return [handed, askBank(handed, of)];
}

/** Where evidence is handed in, and what is then waited for. */
const handedIn = (it: Answerable, change: Settable<typeof dispute>) =>
  it.status === 'needs_response' ? set(it, { status: 'under_review', ...change }) : set(it, { status: 'warning_under_review', ...change });

/** The evidence that there is. */
function said({ created: _, livemode: __, enhanced_evidence, ...members }: Dispute['evidence']): Record<string, unknown> {
  const { visa_compelling_evidence_3: visa } = enhanced_evidence;
  // Earlier purchases that Florin has found count as evidence only once the merchant has completed them.
  const counts = visa && eligibilityOf(visa).status === 'qualified';
  return Object.fromEntries(Object.entries({ ...members, ...(counts && { enhanced_evidence }) }).filter(([, value]) => value !== null));
}

/** The same evidence has the same name, however often it is sent. */
export const attemptOf = ({ id, evidence_details: { submission_count } }: Dispute): string => `${id} ${submission_count}`;

/** Submits the evidence to the payer's bank through the processor of the charge. */
export const askBank = (it: UnderReview, of: Charge): Effects => ask(contestDispute, it, question(it, of));

const question = (it: Dispute, of: Charge): RequestOf<typeof contestDispute> => {
  const { amount, currency } = it;
  return { attempt: attemptOf(it), ...processedBy(of), amount, currency, evidence: said(it.evidence) };
};

/** What the bank's answer makes of a dispute. */
export function settled(it: UnderReview, of: Charge, answer: Settled, around: Around): Effects {
  switch (answer.result) {
    case 'approved':
      return it.status === 'under_review' ? won(it, of, around) : set(it, { status: 'warning_closed' });
    case 'declined':
      return it.status === 'under_review' ? lost(it, of) : unsatisfied(it, of, around);
    case 'pending':
      return at(answer.ask_again_at, it, 'inquire', attemptOf(it));
    case 'needs_action':
      return null;
  }
}

/** The bank keeps the money. What it has not taken can be refunded from now on. */
const lost = (it: It<typeof dispute, 'needs_response' | 'under_review'>, of: Charge, noted: Settable<typeof dispute> = {}): Effects => [
  set(it, { status: 'lost', ...noted }),
  set(of, { amount_lost: it.amount }, null),
];

/** Gives up, for good: a chargeback keeps the money, an inquiry has taken none. */
export const conceded = (it: Answerable, of: Charge, noted: Settable<typeof dispute> = {}): Effects =>
  it.status === 'needs_response' ? lost(it, of, noted) : set(it, { status: 'warning_closed', ...noted });

/** The money comes back; the fee does not. */
function won(it: It<typeof dispute, 'under_review'>, of: Charge, around: Around): Effects {
  const { id: source, amount, currency } = it;
  const description = `Chargeback reversal of ${of.id}`;
  const reporting_category = 'dispute_reversal';
  const { converted, change } = returnedTo(of, amount, it.settled_amount ?? 0);
  const back = { type: 'adjustment', movement: 'dispute_won', amount, currency, source, reporting_category, description } as const;
  const money = booked({ ...back, converted }, around);
  const balance_transactions = [...it.balance_transactions, money.transaction];
  return [
    money.effects,
    set(it, { status: 'won', balance_transactions }, 'charge.dispute.funds_reinstated'),
    set(of, { amount_disputed: 0, ...change }),
  ];
}

/** A bank that rejects the answer to its inquiry takes the money, unless the payer has been refunded. */
const unsatisfied = (it: It<typeof dispute, 'warning_under_review'>, of: Charge, around: Around): Effects =>
  leftOf(of) > 0 ? worsened(it, of, around) : set(it, { status: 'warning_closed' });

/** An inquiry becomes a chargeback. */
export function worsened(it: Inquiry, of: Charge, around: Around): Effects {
  const { money, dispute, charge } = escalated(it, disputedOf(of), {}, around);
  return [money, dispute, set(of, charge)];
}
