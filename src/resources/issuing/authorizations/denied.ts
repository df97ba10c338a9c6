import type { Around } from '../../../kernel/base/effects.js';
import { type Under, violated } from '../spending.js';
import type { SpendingControls } from '../spending-controls.js';
import { type Spent, spentIn } from '../spent.js';
import type { Pending, Reason } from './authorization.js';
import { capturedOf, type Spenders } from './money.js';

/** What a decision depends on: who pays, and what issued cards can still spend. */
export type Deciding = Spenders & { readonly available: number };

/** Why a request is declined without asking the merchant; null where it can be approved. */
export function deniedFor(it: Pending, amount: number, seen: Deciding, around: Pick<Around, 'now'>): Reason | null {
  return (
    ofCard(seen, around) ??
    ofCardholder(seen) ??
    ofVerification(it) ??
    ofSpending(it, amount, seen, around) ??
    (seen.available < amount ? 'insufficient_funds' : null)
  );
}

function ofCard({ card }: Deciding, { now }: Pick<Around, 'now'>): Reason | null {
  if (card.status === 'canceled') return 'card_canceled';
  // A card is good until its last month is over.
  if (now >= Date.UTC(card.exp_year, card.exp_month) / 1000) return 'card_expired';
  return card.status === 'active' ? null : 'card_inactive';
}

function ofCardholder({ cardholder }: Deciding): Reason | null {
  if (!cardholder) return null;
  if (cardholder.status !== 'active') return cardholder.status === 'blocked' ? 'cardholder_blocked' : 'cardholder_inactive';
  return cardholder.requirements.disabled_reason === null ? null : 'cardholder_verification_required';
}

/** A wrong code or date is what a thief types; an address is often typed otherwise than it is kept. */
function ofVerification({ verification_data: { cvc_check, expiry_check, three_d_secure } }: Pending): Reason | null {
  const failed = cvc_check === 'mismatch' || expiry_check === 'mismatch' || three_d_secure?.result === 'failed';
  return failed ? 'verification_failed' : null;
}

/**
 * What the limits of one authorization ask about is all of it; what it was before is not counted as spent besides. Where it was spent in an
 * earlier period the two cancel each other out: what counts is what is asked for now.
 */
function ofSpending(it: Pending, amount: number, { card, cardholder }: Deciding, { now: at }: Pick<Around, 'now'>): Reason | null {
  const { category, country } = it.merchant_data;
  const before = capturedOf(it) + (it.amount_held ?? 0);
  const of = (controls: SpendingControls, spent: Spent | null | undefined): Under => {
    const isSameCurrency = (controls.spending_limits_currency ?? it.currency) === it.currency;
    const known = spentIn(spent, it.currency);
    return {
      controls: isSameCurrency ? controls : { ...controls, spending_limits: [] },
      spent: (window) => known(window) - before,
      amount: before + amount,
    };
  };
  const purchase = { category, country, presence: it.card_presence, at };
  const isViolated = [card, cardholder].some((each) => each && violated(purchase, of(each.spending_controls, each.spent)));
  return isViolated ? 'spending_controls' : null;
}
