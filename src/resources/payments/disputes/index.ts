import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, result, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { contestDispute } from '../../../processors/questions.js';
import { charge, leftOf } from '../charges/charge.js';
import { attended } from '../reviews/close.js';
import { askBank, attemptOf, conceded, evidence, settled, submitted, worsened } from './contest.js';
import { dispute } from './dispute.js';
import { qualified, qualify, requireEligible } from './eligibility.js';
import { disputedOf, endsByItself, isDisputed, opening } from './open.js';
import { reason_names } from './reasons.js';

const { fields } = dispute;

/** Lets the bank of a payer dispute a charge (test mode). */
export const create = creation(dispute, {
  takes: {
    amount: about('The amount to dispute in minor units; by default everything that is not refunded.', fields.amount),
    charge: about('The charge to dispute.', required(ref('charge'))),
    inquiry: about('Whether the bank only asks for information at first, which moves no money.', flag),
    reason: about('Why the payer disputes the charge; `fraudulent` by default.', oneOf(...reason_names)),
  },
  reads: { charge, known: one(dispute, 'charge.dispute') },
  decide: ({ it, charge: of, known, input: { amount = leftOf(of), inquiry = false, reason = 'fraudulent' } }, asked) => {
    requireDisputable(of, known, amount, asked);
    const { begun, told, money, charge } = opening(it.id, disputedOf(of), { inquiry, reason, amount }, asked);
    const opened = set(it, begun, told);
    return [money, opened, endsByItself(opened), set(of, charge), attended(of, 'disputed'), qualified(opened, of)];
  },
});

/** Why this amount of a charge cannot be disputed; null if it can. */
function requireDisputable(of: It<typeof charge>, known: It<typeof dispute> | null, amount: number, asked: Asked): void {
  if (of.status !== 'succeeded' || !of.captured) asked.refuse(nothing_taken);
  if (isDisputed(of, known)) asked.refuse({ code: 'charge_disputed', message: 'The charge is disputed already.' });
  const left = leftOf(of);
  if (left < 1) asked.refuse({ code: 'charge_already_refunded' });
  if (amount > left)
    asked.refuse({ code: 'amount_too_large', param: 'amount', message: `At most ${left} of this charge can be disputed.` });
}

const nothing_taken: Refusal = { code: 'dispute_unexpected_state', message: 'Only a charge that took money can be disputed.' };

/** Changes evidence and metadata. Evidence is handed in at once, unless `submit` is false. */
export const update = rule(dispute, 'update', {
  takes: {
    evidence,
    submit: about('Whether the evidence is submitted to the bank, which is the default; false only saves it.', flag),
    ...pick(fields, 'metadata'),
  },
  reads: {
    charge,
    priors: one(charge, 'evidence.enhanced_evidence.visa_compelling_evidence_3.prior_undisputed_transactions.charge'),
  },
  decide: ({ it, input: { evidence: given, submit, ...noted }, charge: of, priors }, asked) => {
    if (given === undefined && submit !== true) return set(it, noted);
    const visa = given?.enhanced_evidence?.visa_compelling_evidence_3;
    if (visa) requireEligible(it, visa.prior_undisputed_transactions ?? [], of, priors, asked);
    if (it.status !== 'needs_response' && it.status !== 'warning_needs_response') return asked.refuse(unanswerable(it));
    return submitted(it, of, { given: given ?? {}, submit: submit ?? true, noted }, asked);
  },
});

/** What is noted of a dispute can be changed in every state, so that only evidence is refused. */
const unanswerable = ({ status }: It<typeof dispute>): Refusal => ({
  code: 'dispute_unexpected_state',
  message: `You could not change the evidence of this dispute because it has a status of ${status}.`,
});

/** Gives a dispute up: the payer keeps the money. */
export const close = rule(dispute, 'close', {
  from: ['needs_response', 'warning_needs_response'],
  reads: { charge },
  decide: ({ it, charge: of }) => conceded(it, of),
});

/** Turns an inquiry into a chargeback (test mode). */
export const escalate = rule(dispute, 'escalate', {
  from: ['warning_needs_response', 'warning_under_review'],
  reads: { charge },
  decide: ({ it, charge: of }, asked) => (leftOf(of) < 1 ? asked.refuse({ code: 'charge_already_refunded' }) : worsened(it, of, asked)),
});

/** The bank's answer. To evidence that was handed in earlier it changes nothing. */
export const reviewed = result(dispute, contestDispute, {
  from: ['under_review', 'warning_under_review'],
  reads: { charge },
  afresh: true,
  decide: ({ it, charge: of, answer, asked: sent }, around) => sent.attempt === attemptOf(it) && settled(it, of, answer, around),
});

/** Asks a bank again that said when to, about the evidence that it was reading then: there may be other by now. */
export const inquire = timer(dispute, 'inquire', {
  from: ['under_review', 'warning_under_review'],
  reads: { charge },
  decide: ({ it, charge: of, about }) => about === attemptOf(it) && askBank(it, of),
});

/** Ends a dispute without a response in time. */
export const overdue = timer(dispute, 'overdue', {
  from: ['needs_response', 'warning_needs_response'],
  reads: { charge },
  decide: ({ it, charge: of, about }) =>
    about === String(it.evidence_details.due_by) && conceded(it, of, { evidence_details: { past_due: true } }),
});

/** The disputes group. */
export const disputes = [
  action('POST /v1/test_helpers/disputes', create, { about: 'Disputes a charge, as the bank of a payer would.' }),
  action('POST /v1/disputes/:id', update, {
    about:
      "Submits evidence against a dispute to the payer's bank, or saves it for later, and updates metadata. Evidence can be submitted once per phase.",
  }),
  action('POST /v1/disputes/:id/close', close, { about: 'Accepts a dispute: it is lost, and the payer keeps the money.' }),
  action('POST /v1/test_helpers/disputes/:id/escalate', escalate, {
    about: 'Turns an inquiry into a chargeback, which withdraws the amount.',
  }),
  reviewed,
  qualify,
  inquire,
  overdue,
  retrieve(dispute, 'GET /v1/disputes/:id', { about: 'Retrieves a dispute.' }),
  list(
    dispute,
    ['GET /v1/disputes', 'GET /v1/disputes/list'],
    {
      charge: about('Only disputes of this charge.', ref('charge')),
      payment_intent: about('Only disputes of this payment.', ref('payment_intent')),
    },
    { about: 'Lists disputes, newest first.' },
  ),
] as const;
