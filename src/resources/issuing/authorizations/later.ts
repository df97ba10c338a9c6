import { at, type Effects, refuse, set } from '../../../base/effects.js';
import { required } from '../../../base/fields.js';
import { flag, integer } from '../../../base/kinds.js';
import { billed_max } from '../../../base/money.js';
import { one } from '../../../base/reads.js';
import type { Refusal } from '../../../base/refusal.js';
import type { Settable } from '../../../base/resource.js';
import { rule, timer } from '../../../base/rules.js';
import { cardholder } from '../cardholders/cardholder.js';
import { issuedCard } from '../cards/card.js';
import { fleet, fuel } from '../purchase-details.js';
import { shareOf } from './amounts.js';
import { issuingAuthorization, type Pending } from './authorization.js';
import { deniedFor } from './denied.js';
import { held, released, type Spenders, spending } from './money.js';
import { deciding_reads, endpoints, requested } from './requested.js';

const minor_units = integer({ minimum: 1, maximum: billed_max });

const spenders = { card: one(issuedCard, 'used_card'), cardholder: one(cardholder, 'cardholder') } as const;

/** Why the network can do nothing with an authorization; null where it can. */
export function unheld(it: Pending): Refusal | null {
  if (it.approved && !it.pending_request) return null;
  const message = 'A request of this authorization still waits for a decision. Approve or decline it first.';
  return { code: 'issuing_authorization_unexpected_state', message };
}

const tooMuch = (param: string, most: number): Refusal => ({
  code: 'amount_too_large',
  param,
  message: `At most ${most} is held by this authorization.`,
});

/** Lets a merchant ask for more (test mode). It is decided as the first amount was. */
export const increment = rule(issuingAuthorization, 'increment', {
  from: ['pending'],
  takes: { increment_amount: required(minor_units), is_amount_controllable: flag },
  reads: { ...deciding_reads, endpoints },
  decide: ({ it, input: { increment_amount: amount, is_amount_controllable = false }, ...seen }, around) =>
    refuseOr(unheld(it), () => requested(it, { amount, merchant_amount: shareOf(amount, it), is_amount_controllable }, seen, around)),
});

const refuseOr = (refusal: Refusal | null, otherwise: () => Effects) => (refusal ? refuse(refusal) : otherwise());

/** Lets a merchant give up what is held, or a part of it (test mode). */
export const reverse = rule(issuingAuthorization, 'reverse', {
  from: ['pending'],
  takes: { reverse_amount: minor_units },
  reads: spenders,
  decide: ({ it, input, ...seen }, around) => {
    const { amount_held = 0 } = it;
    const { reverse_amount: amount = amount_held } = input;
    const refusal = unheld(it) ?? (amount > amount_held ? tooMuch('reverse_amount', amount_held) : null);
    if (refusal) return refuse(refusal);
    const { effects, ...left } = released(it, amount, around);
    const change = { ...left, amount: it.amount - amount, merchant_amount: it.merchant_amount - shareOf(amount, it) };
    return [effects, reversed(it, change, amount === amount_held), spending(it, -amount, it.created, seen)];
  },
});

/** What nothing is held of any more is over; what was captured of it before has closed it. */
function reversed(it: Pending, change: Settable<typeof issuingAuthorization>, isOver: boolean): Effects {
  if (!isOver) return set(it, change);
  return it.transactions.length
    ? set(it, { status: 'closed', ...change }, 'issuing_authorization.updated')
    : set(it, { status: 'reversed', ...change });
}

/** Says how much a purchase comes to whose amount was estimated (test mode). */
export const finalizeAmount = rule(issuingAuthorization, 'finalize the amount of', {
  from: ['pending'],
  takes: { final_amount: required(minor_units), fleet, fuel },
  reads: deciding_reads,
  decide: ({ it, input: { final_amount, ...noted }, ...seen }, around) => {
    const more = final_amount - it.amount;
    const denied = more > 0 && deniedFor(it, more, seen, around);
    const refusal = unheld(it) ?? (denied ? { code: 'amount_too_large' as const, param: 'final_amount', message: noMore(denied) } : null);
    if (refusal) return refuse(refusal);
    const change = { amount: final_amount, merchant_amount: shareOf(final_amount, it), ...noted };
    if (more > 0) return held(it, more, { change, told: undefined }, seen, around);
    const { effects, ...left } = released(it, Math.min(-more, it.amount_held ?? 0), around);
    return [effects, set(it, { ...change, ...left }), spending(it, more, it.created, seen)];
  },
});

const noMore = (reason: string): string => `No more can be held than is: ${reason}.`;

/** Ends what was not captured in time. */
function expired(it: Pending, seen: Spenders, around: Parameters<typeof released>[2]): Effects {
  const { amount_held = 0 } = it;
  const { effects, ...left } = released(it, amount_held, around);
  const spent = spending(it, -amount_held, it.created, seen);
  // What has been captured before was not let down.
  const ended = it.transactions.length
    ? set(it, { status: 'closed', ...left }, 'issuing_authorization.updated')
    : set(it, { status: 'expired', ...left });
  return [effects, ended, spent];
}

/** Lets the time of what is held be over (test mode). */
export const expire = rule(issuingAuthorization, 'expire', {
  from: ['pending'],
  reads: spenders,
  decide: ({ it, ...seen }, around) => refuseOr(unheld(it), () => expired(it, seen, around)),
});

/** How long a request that waits is given to be decided, in seconds, before it is looked again whether its authorization is over. */
const decided_within = 60;

/** What nobody captures is let go when its time is over. A request that waits is decided first. */
export const runOut = timer(issuingAuthorization, 'expire', {
  from: ['pending'],
  reads: spenders,
  decide: ({ it, ...seen }, around) => (unheld(it) ? at(around.now + decided_within, it, 'expire') : expired(it, seen, around)),
});

/** Says for the cardholder whether a purchase was theirs that was declined because it looked like fraud (test mode). */
export const respond = rule(issuingAuthorization, 'respond to a challenge of', {
  from: ['closed'],
  takes: { confirmed: required(flag) },
  decide: ({ it, input: { confirmed } }) => {
    const [challenge] = it.fraud_challenges ?? [];
    if (challenge?.status !== 'pending') return refuse(no_challenge);
    return set(it, { fraud_challenges: [{ ...challenge, status: confirmed ? 'verified' : 'rejected' }] });
  },
});

const no_challenge: Refusal = {
  code: 'issuing_authorization_unexpected_state',
  message: 'No fraud challenge of this authorization waits for an answer. Create one with risk_assessment[fraud_risk][level]=highest.',
};
