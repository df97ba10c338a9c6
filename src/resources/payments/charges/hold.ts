import { type Around, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Approved } from '../../../processors/contract.js';
import { attended } from '../reviews/close.js';
import type { charge } from './charge.js';
import { type Shares, shared } from './share.js';
import { taken } from './take.js';

type Charge = It<typeof charge>;

/** How long a hold lasts, in seconds (published: seven days). */
export const hold_lasts = 7 * day;

/** A charge whose money is held: neither captured nor let go. */
export type Held = It<typeof charge, 'succeeded'>;

/** Whether the money of a charge is held. */
export const isHeld = (of: Charge | null): of is Held => of?.status === 'succeeded' && !of.captured && !of.refunded;

/** Held money that is captured, all of it or less and the rest is let go: the charge, and the money that moves. */
export function captured(
  held: Held,
  amount: number,
  answer: Approved,
  around: Around,
  shares: Shares = held,
): { readonly charge: Effects; readonly money: Effects } {
  const { application, application_fee_amount, transfer_data } = shares;
  const { change, effects } = taken(
    { ...held, application, application_fee_amount, passes_on: transfer_data !== null },
    amount,
    answer,
    around,
  );
  const now = { ...change, application, application_fee_amount, transfer_data, amount_refunded: held.amount - amount };
  const charge = set(held, now, 'charge.captured');
  return { charge: [charge, shared(charge), change.disputed && attended(held, 'disputed')], money: effects };
}

/** Held money that is more from now on. */
export function grown(of: Held, amount: number): Effect {
  const { payment_method_details: details } = of;
  return set(of, {
    amount,
    ...(details?.card && { payment_method_details: { ...details, card: { ...details.card, amount_authorized: amount } } }),
  });
}

/** Whether more can be held of the card. */
export const canGrow = ({ payment_method_details }: Charge): boolean =>
  payment_method_details?.card?.incremental_authorization?.status === 'available';

/** A voided authorization: by request or because it expired. */
export const voidedHold = (of: Held, why: 'charge.expired' | 'charge.refunded'): Effect =>
  set(of, { amount_refunded: of.amount, refunded: true }, why);

/** When money is let go that is still held after all: a day later, if its time is over by now. Null, where that is still to come. */
export const nextRelease = (of: Charge, now: number): number | null => (now >= endOf(of) ? now + day : null);

const endOf = ({ created, payment_method_details }: Charge): number => payment_method_details?.card?.capture_before ?? created + hold_lasts;
