import { change, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { type Given, object } from '../../base/fields.js';
import type { Surroundings } from '../../base/legacy.js';
import type { Answer, Ask } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import { explained } from '../balance/balance-transaction.js';
import { charge, leftOf, processedBy } from '../charges/charge.js';
import { inquiries } from '../intents/trying.js';
import { type dispute, evidence_members } from './dispute.js';
import { escalated, wholeOf } from './open.js';
import { disputedOf } from './report.js';

type Dispute = It<typeof dispute>;
type Charge = It<typeof charge>;
type Draft = Decided<typeof dispute>;

/** The refusal for a dispute in another state than the verb wants. */
export const unexpected = (verb: string, { status }: Dispute): Refusal => ({
  code: 'dispute_unexpected_state',
  message: `You could not ${verb} this dispute because it has a status of ${status}.`,
});

/** What a merchant may say to the bank. */
export const evidence = object(evidence_members);

/** The evidence of a request, and whether it is handed in or kept for later. */
export type Submission = { readonly given: Given<typeof evidence_members>; readonly submit: boolean };

/** Where evidence is handed in, and what is then waited for. */
const reviews = { needs_response: 'under_review', warning_needs_response: 'warning_under_review' } as const;

const nothing_to_submit: Refusal = {
  code: 'parameter_missing',
  param: 'evidence',
  message: 'There is no evidence to submit yet. Send some as evidence, or close the dispute.',
};

/** Takes evidence, and hands all of it in unless it is to be kept for later. */
export function submitted(it: Dispute, of: Charge | null, { given, submit }: Submission, now: number): Draft {
  if (!of || (it.status !== 'needs_response' && it.status !== 'warning_needs_response'))
    return { refuse: unexpected('change the evidence of', it) };
  const after = { ...it, evidence: { ...it.evidence, ...given } };
  const has_evidence = Object.keys(said(after)).length > 0;
  if (!submit) return { set: { evidence: given, evidence_details: { has_evidence } } };
  if (!has_evidence) return { refuse: nothing_to_submit };
  const submission_count = it.evidence_details.submission_count + 1;
  const counted = { ...after, evidence_details: { ...it.evidence_details, submission_count } };
  return {
    to: reviews[it.status],
    set: { evidence: given, evidence_details: { has_evidence, submission_count } },
    ask: ask(counted, of, now),
  };
}

/** The evidence that there is. */
const said = ({ evidence: { created: _, livemode: __, ...members } }: Dispute): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** The same evidence has the same name, however often it is sent. */
export const attemptOf = ({ id, evidence_details: { submission_count } }: Dispute): string => `${id} ${submission_count}`;

/** The question to the payer's bank, by way of whoever took the money. */
export function ask(it: Dispute, of: Charge, now: number): Ask {
  const { id, amount, currency } = it;
  const subject = { object: 'dispute', id };
  return { verb: 'contest', subject, attempt: attemptOf(it), ...processedBy(of), amount, currency, evidence: said(it), now };
}

/** Whether a bank is reading evidence. */
export const isUnderReview = ({ status }: Dispute): boolean => status === 'under_review' || status === 'warning_under_review';

/** What the bank's answer makes of a dispute. Answers that come late, doubled or to other evidence change nothing. */
export function settled(it: Dispute, of: Charge, answer: Answer, attempt: string, around: Surroundings): Draft {
  if (!isUnderReview(it) || attempt !== attemptOf(it)) return {};
  const inquiry = it.status === 'warning_under_review';
  switch (answer.result) {
    case 'approved':
      return inquiry ? { to: 'warning_closed' } : won(it, of, around);
    case 'declined':
      return inquiry ? unsatisfied(it, of, around) : lost(it, of);
    case 'pending':
      return { later: inquiries(answer, attempt) };
    default:
      return {};
  }
}

/** The bank keeps the money. What it has not taken can be refunded from now on. */
export const lost = ({ amount }: Dispute, of: Charge | null): Draft => ({
  to: 'lost',
  ...(of && { also: [change(charge, of, { set: { amount_lost: amount }, tell: [] })] }),
});

/** The money comes back; the fee does not. */
function won(it: Dispute, of: Charge, around: Surroundings): Draft {
  const { id, amount, currency, balance_transactions } = it;
  const back = { type: 'adjustment', movement: 'dispute_won', amount, currency, source: id } as const;
  const { make, post } = explained(
    { ...back, reporting_category: 'dispute_reversal', description: `Chargeback reversal of ${of.id}` },
    around,
  );
  return {
    to: 'won',
    set: { balance_transactions: [...balance_transactions, ...wholeOf(make, around)] },
    tell: 'charge.dispute.funds_reinstated',
    also: [change(charge, of, { set: { amount_disputed: 0 } })],
    make,
    post,
  };
}

/** A bank that is not content with the answer to its inquiry takes the money, if the payer has not got it back meanwhile. */
const unsatisfied = (it: Dispute, of: Charge, around: Surroundings): Draft =>
  leftOf(of) > 0 ? worsened(it, of, around) : { to: 'warning_closed' };

/** An inquiry becomes a chargeback. */
export function worsened(it: Dispute, of: Charge, around: Surroundings): Draft {
  const { dispute: worse, charge: set, make, post } = escalated(it, disputedOf(of), {}, around);
  return { ...worse, make, post, also: [change(charge, of, { set })] };
}
