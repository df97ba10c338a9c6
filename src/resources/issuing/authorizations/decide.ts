import { tried } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { result, rule } from '../../../kernel/base/rules.js';
import { approveAuthorization } from '../../../processors/questions.js';
import { minor_units } from '../minor-units.js';
import { issuingAuthorization } from './authorization.js';
import { attemptOf, byDefault, decidedBy, deciding_reads, verdict } from './requested.js';

const noted = pick(issuingAuthorization.fields, 'metadata');

/** Approves a request while the merchant's endpoint is asked. */
export const approve = rule(issuingAuthorization, 'approve', {
  from: ['pending'],
  takes: {
    ...noted,
    amount: about('The amount to approve, in minor units, for a request with a controllable amount; by default all of it.', minor_units),
  },
  reads: deciding_reads,
  decide: ({ it, input, ...seen }, asked) => decidedBy(it, { approved: true, ...input }, seen, asked),
});

/** Declines a request while the merchant's endpoint is asked. */
export const decline = rule(issuingAuthorization, 'decline', {
  from: ['pending'],
  takes: noted,
  reads: deciding_reads,
  decide: ({ it, input, ...seen }, asked) => decidedBy(it, { approved: false, ...input }, seen, asked),
});

/**
 * The endpoint's answer. An earlier decision stays; silence and an invalid answer mean what the account has configured
 * for them. The card, its holder and the balance may have changed since, so all of it is read again.
 */
export const answered = result(issuingAuthorization, approveAuthorization, {
  from: ['pending'],
  reads: deciding_reads,
  afresh: true,
  decide: ({ it, answer, asked: sent, ...seen }, around) => {
    if (!it.pending_request || sent.attempt !== attemptOf(it)) return null;
    if (answer.result === 'silent') return byDefault(it, { reason: 'webhook_timeout' }, seen, around);
    if (answer.result === 'failed') return byDefault(it, { reason: 'webhook_error', reason_message: answer.message }, seen, around);
    const { value, refusal } = tried(around, (asked) => verdict(it, answer, seen, asked));
    return refusal ? byDefault(it, { reason: 'webhook_error', reason_message: refusal.message ?? '' }, seen, around) : value;
  },
});
