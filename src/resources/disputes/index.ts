import { change, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { pick, required } from '../../base/fields.js';
import { flag, oneOf, ref } from '../../base/kinds.js';
import { action, answer, due } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { list, retrieve } from '../../base/rules.js';
import { charge, leftOf } from '../charges/charge.js';
import { ask, attemptOf, evidence, isUnderReview, lost, settled, submitted, unexpected, worsened } from './contest.js';
import { dispute } from './dispute.js';
import { opened } from './open.js';
import { reason_names } from './reasons.js';
import { disputedOf, isDisputed, isInquiry } from './report.js';

type Dispute = It<typeof dispute>;
type Charge = It<typeof charge>;
type Draft = Decided<typeof dispute>;

const { fields } = dispute;

const needs = { charge } as const;
const of_charge = 'charge.dispute';

/** Lets the bank of a payer dispute a charge (test mode). */
export const create = action(
  dispute,
  'POST /v1/test_helpers/disputes',
  { amount: fields.amount, charge: required(ref('charge')), inquiry: flag, reason: oneOf(...reason_names) },
  ({ it, params: { amount, inquiry = false, reason = 'fraudulent' }, refs: { charge: of, [of_charge]: known }, ...around }): Draft => {
    if (of?.status !== 'succeeded' || !of.captured) return { refuse: nothing_taken };
    if (isDisputed(of, known)) return { refuse: { code: 'charge_disputed', message: 'The charge is disputed already.' } };
    const left = leftOf(of);
    if (left < 1) return { refuse: { code: 'charge_already_refunded' } };
    if (amount !== undefined && amount > left)
      return { refuse: { code: 'amount_too_large', param: 'amount', message: `At most ${left} of this charge can be disputed.` } };
    const notice = { inquiry, reason, ...(amount !== undefined && { amount }) };
    const { dispute: own, charge: set, make, post } = opened(it.id, disputedOf(of), notice, around);
    return { ...own, make, post, also: [change(charge, of, { set })] };
  },
  { needs: { charge, [of_charge]: dispute } },
);

const nothing_taken: Refusal = { code: 'dispute_unexpected_state', message: 'Only a charge that took money can be disputed.' };

/** Changes evidence and metadata. Evidence is handed in at once, unless `submit` is false. */
export const update = action(
  dispute,
  'POST /v1/disputes/:id',
  { evidence, submit: flag, ...pick(fields, 'metadata') },
  ({ it, params: { evidence: given, submit, ...set }, refs: { charge: of }, now }): Draft => {
    if (given === undefined && submit !== true) return { set };
    const decided = submitted(it, of, { given: given ?? {}, submit: submit ?? true }, now);
    return decided.refuse ? decided : { ...decided, set: { ...decided.set, ...set } };
  },
  { needs },
);

/** Gives up, for good: a chargeback keeps the money, an inquiry has taken none. Nothing once somebody else decides. */
function givenUp(it: Dispute, of: Charge | null): Draft | null {
  if (it.status === 'needs_response') return lost(it, of);
  return it.status === 'warning_needs_response' ? { to: 'warning_closed' } : null;
}

/** Gives a dispute up: the payer keeps the money. */
export const close = action(
  dispute,
  'POST /v1/disputes/:id/close',
  {},
  ({ it, refs: { charge: of } }): Draft => givenUp(it, of) ?? { refuse: unexpected('close', it) },
  { needs },
);

/** Turns an inquiry into a chargeback (test mode). */
export const escalate = action(
  dispute,
  'POST /v1/test_helpers/disputes/:id/escalate',
  {},
  ({ it, refs: { charge: of }, ...around }): Draft => {
    if (!of || !isInquiry(it)) return { refuse: unexpected('escalate', it) };
    return leftOf(of) < 1 ? { refuse: { code: 'charge_already_refunded' } } : worsened(it, of, around);
  },
  { needs },
);

/** The bank's answer. */
export const settle = answer(
  dispute,
  ({ it, answer, asked, refs: { charge: of }, ...around }) => (of ? settled(it, of, answer, asked.attempt, around) : {}),
  { needs, afresh: true },
);

/** Asks a bank again that said when to, about the evidence that it was reading then: there may be other by now. */
export const inquire = due(
  dispute,
  'inquire',
  ({ it, about, refs: { charge: of }, now }): Draft =>
    of && isUnderReview(it) && about === attemptOf(it) ? { ask: ask(it, of, now) } : {},
  { needs },
);

/** Ends a dispute that nobody has answered in time. */
export const overdue = due(
  dispute,
  'overdue',
  ({ it, about, refs: { charge: of } }): Draft => {
    const over = about === String(it.evidence_details.due_by) && givenUp(it, of);
    return over ? { ...over, set: { evidence_details: { past_due: true } } } : {};
  },
  { needs },
);

/** The disputes group. */
export const disputes = [
  create,
  update,
  close,
  escalate,
  settle,
  inquire,
  overdue,
  retrieve(dispute, 'GET /v1/disputes/:id'),
  list(dispute, ['GET /v1/disputes', 'GET /v1/disputes/list'], { charge: ref('charge'), payment_intent: ref('payment_intent') }),
] as const;
