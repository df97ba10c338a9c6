import { type Around, type Asked, at, type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { rule, timer } from '../../../kernel/base/rules.js';
import { enabled_endpoints } from '../../core/webhook-endpoints/webhook-endpoint.js';
import { minor_units } from '../minor-units.js';
import { fleet, fuel } from '../purchase-details.js';
import { shareOf } from './amounts.js';
import { issuingAuthorization, type Pending } from './authorization.js';
import { deniedFor } from './denied.js';
import { capturedOf, held, type Spenders, spenders, voided } from './money.js';
import { deciding_reads, requested } from './requested.js';

const isDecided = (it: Pending): boolean => it.approved && !it.pending_request;

/** Refuses what the network does with an authorization while one of its requests waits for a decision. */
export function requireDecided(it: Pending, asked: Asked): void {
  const message = 'A request of this authorization still waits for a decision. Approve or decline it first.';
  if (!isDecided(it)) asked.refuse({ code: 'issuing_authorization_unexpected_state', message });
}

const tooMuch = (param: string, most: number): Refusal => ({
  code: 'amount_too_large',
  param,
  message: `At most ${most} is held by this authorization.`,
});

/** Lets a merchant ask for more (test mode). It is decided as the first amount was. */
export const increment = rule(issuingAuthorization, 'increment', {
  from: ['pending'],
  takes: {
    increment_amount: about("How much more the merchant requests, in minor units of the card's currency.", required(minor_units)),
    is_amount_controllable: about('Whether your endpoint may approve a part of the amount; false by default.', flag),
  },
  reads: { ...deciding_reads, endpoints: enabled_endpoints },
  decide: ({ it, input: { increment_amount: amount, is_amount_controllable = false }, ...seen }, asked) => {
    requireDecided(it, asked);
    return requested(it, { amount, merchant_amount: shareOf(amount, it), is_amount_controllable }, seen, asked);
  },
});

/** Lets a merchant give up what is held, or a part of it (test mode). */
export const reverse = rule(issuingAuthorization, 'reverse', {
  from: ['pending'],
  takes: {
    reverse_amount: about(
      'How much of the hold is released, in minor units; by default all of it, which ends the authorization.',
      minor_units,
    ),
  },
  reads: spenders,
  decide: ({ it, input, ...seen }, asked) => {
    const { amount_held = 0 } = it;
    const { reverse_amount: amount = amount_held } = input;
    requireDecided(it, asked);
    if (amount > amount_held) return asked.refuse(tooMuch('reverse_amount', amount_held));
    const { effects, left } = voided(it, amount, seen, asked);
    const change = { ...left, amount: it.amount - amount, merchant_amount: it.merchant_amount - shareOf(amount, it) };
    return [effects, amount === amount_held ? over(it, 'reversed', change) : set(it, change)];
  },
});

/** An authorization without a held amount ends; earlier captures have closed it. */
const over = (it: Pending, status: 'expired' | 'reversed', change: Settable<typeof issuingAuthorization>): Effects =>
  it.transactions.length ? set(it, { status: 'closed', ...change }, 'issuing_authorization.updated') : set(it, { status, ...change });

/** Says how much a purchase comes to whose amount was estimated (test mode), with what of it has been captured already. */
export const finalizeAmount = rule(issuingAuthorization, 'finalize the amount of', {
  from: ['pending'],
  takes: {
    final_amount: about('What the purchase comes to, in minor units, including what has been captured already.', required(minor_units)),
    fleet: about('Details that fleet cards collect at the pump.', fleet),
    fuel: about('Details of the fuel that was bought.', fuel),
  },
  reads: deciding_reads,
  decide: ({ it, input: { final_amount, ...noted }, ...seen }, asked) => {
    const captured = capturedOf(it);
    const more = final_amount - captured - (it.amount_held ?? 0);
    requireDecided(it, asked);
    if (final_amount < captured) asked.refuse(tooLittle(captured));
    else requireOpen(more > 0 && deniedFor(it, more, seen, asked), asked);
    const change = { amount: final_amount, merchant_amount: shareOf(final_amount, it), ...noted };
    if (more > 0) return held(it, more, { change, told: undefined }, seen, asked);
    const { effects, left } = voided(it, -more, seen, asked);
    return [effects, set(it, { ...change, ...left })];
  },
});

const requireOpen = (reason: string | null | false, asked: Asked): void => {
  if (reason)
    asked.refuse({ code: 'amount_too_large', param: 'final_amount', message: `The authorized amount cannot be increased: ${reason}.` });
};

const tooLittle = (captured: number): Refusal => ({
  code: 'amount_too_small',
  param: 'final_amount',
  message: `${captured} of this authorization has been captured already. Send at least as much.`,
});

/** Ends what was not captured in time. */
function expired(it: Pending, seen: Spenders, around: Around): Effects {
  const { effects, left } = voided(it, it.amount_held ?? 0, seen, around);
  return [effects, over(it, 'expired', left)];
}

/** Lets the time of what is held be over (test mode). */
export const expire = rule(issuingAuthorization, 'expire', {
  from: ['pending'],
  reads: spenders,
  decide: ({ it, ...seen }, asked) => {
    requireDecided(it, asked);
    return expired(it, seen, asked);
  },
});

/** How long a request that waits is given to be decided, in seconds, before it is looked again whether its authorization is over. */
const decided_within = 60;

/** An uncaptured amount is released at expiry. A pending request is decided first. */
export const runOut = timer(issuingAuthorization, 'expire', {
  from: ['pending'],
  reads: spenders,
  decide: ({ it, ...seen }, around) => (isDecided(it) ? expired(it, seen, around) : at(around.now + decided_within, it, 'expire')),
});

/** Says for the cardholder whether a purchase was theirs that was declined because it looked like fraud (test mode). */
export const respond = rule(issuingAuthorization, 'respond to a challenge of', {
  from: ['closed'],
  takes: { confirmed: about('Whether the cardholder confirms the purchase as their own.', required(flag)) },
  decide: ({ it, input: { confirmed } }, asked) => {
    const [challenge] = it.fraud_challenges ?? [];
    if (challenge?.status !== 'pending') return asked.refuse(no_challenge);
    return set(it, { fraud_challenges: [{ ...challenge, status: confirmed ? 'verified' : 'rejected' }] });
  },
});

const no_challenge: Refusal = {
  code: 'issuing_authorization_unexpected_state',
  message: 'No fraud challenge of this authorization waits for an answer. Create one with risk_assessment[fraud_risk][level]=highest.',
};
