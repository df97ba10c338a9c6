import { type Around, at, type Effects, set } from '../../../base/effects.js';
import { day } from '../../../base/moments.js';
import type { Settable } from '../../../base/resource.js';
import { type Booked, booked } from '../../balance/balance-transaction.js';
import type { Cardholder } from '../cardholders/cardholder.js';
import type { IssuedCard } from '../cards/card.js';
import type { MerchantCategory } from '../merchant-categories.js';
import { spentWith } from '../spent.js';
import type { Authorization, issuingAuthorization, Pending } from './authorization.js';

/** Whose spending is summed up. */
export type Spenders = { readonly card: IssuedCard; readonly cardholder: Cardholder | null };

/** How long merchants have to capture what is held, in days; longer where guests stay (Stripe). */
const days_held = 7;
const longer: ReadonlyMap<MerchantCategory, number> = new Map([
  ['car_rental_agencies', 31],
  ['hotels_motels_and_resorts', 31],
]);

const expiryOf = ({ created, merchant_data: { category } }: Pending): number => created + (longer.get(category) ?? days_held) * day;

/** What a card and its cardholder have spent besides; below zero, what they have not spent after all. */
export function spending(it: Authorization, amount: number, at: number, { card, cardholder }: Spenders): Effects {
  if (amount === 0) return null;
  const { currency } = it;
  const more = { currency, category: it.merchant_data.category, amount, at };
  return [
    set(card, { spent: spentWith(card.spent, more) }, null),
    cardholder && set(cardholder, { spent: spentWith(cardholder.spent, more) }, null),
  ];
}

type Holding = { readonly change: Settable<typeof issuingAuthorization>; readonly told: 'issuing_authorization.created' | undefined };

/** Holds so much of what issued cards can spend, never more than there is. */
export function held(it: Pending, amount: number, { change, told }: Holding, spenders: Spenders, around: Around): Effects {
  const { id: source, currency, balance_transactions } = it;
  const money =
    amount > 0 ? booked({ type: 'issuing_authorization_hold', movement: 'issuing_held', amount: -amount, currency, source }, around) : null;
  const amount_held = (it.amount_held ?? 0) + amount;
  const transactions = money ? { balance_transactions: [...balance_transactions, money.transaction] } : {};
  const holding = set(it, { ...change, amount_held, ...transactions }, told);
  return [money?.effects, holding, told && at(expiryOf(it), holding, 'expire'), spending(it, amount, around.now, spenders)];
}

/** Lets go of so much of what is held; nothing, where that is nothing. */
export function released(
  it: Pending,
  amount: number,
  around: Around,
): Pick<Booked, 'effects'> & Pick<Pending, 'balance_transactions'> & { readonly amount_held: number } {
  const { id: source, currency, balance_transactions } = it;
  const amount_held = (it.amount_held ?? 0) - amount;
  if (amount === 0) return { effects: null, balance_transactions, amount_held };
  const money = booked({ type: 'issuing_authorization_release', movement: 'issuing_released', amount, currency, source }, around);
  return { effects: money.effects, balance_transactions: [...balance_transactions, money.transaction], amount_held };
}
