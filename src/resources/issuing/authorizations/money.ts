import { type Around, at, type Effects, set } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import { one } from '../../../kernel/base/reads.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { type Booked, booked } from '../../money/balance/balance-transaction.js';
import { type Cardholder, cardholder } from '../cardholders/cardholder.js';
import { type IssuedCard, issuedCard } from '../cards/card.js';
import { paidOnce } from '../cards/paid-once.js';
import type { MerchantCategory } from '../merchant-categories.js';
import { type Spent, spentWith } from '../spent.js';
import type { Authorization, issuingAuthorization, Pending } from './authorization.js';

/** Whose spending is summed up: with a card that has been replaced, also that of the next one. */
export type Spenders = { readonly card: IssuedCard; readonly cardholder: Cardholder | null; readonly next?: IssuedCard | null };

/** The same, of an authorization that is there already. */
export const spenders = {
  card: one(issuedCard, 'used_card'),
  cardholder: one(cardholder, 'cardholder'),
  next: one(issuedCard, 'card.replaced_by'),
} as const;

/** How long merchants have to capture what is held, in days; longer where guests stay (Stripe). */
const days_held = 7;
const longer: ReadonlyMap<MerchantCategory, number> = new Map([
  ['car_rental_agencies', 31],
  ['hotels_motels_and_resorts', 31],
]);

const expiryOf = ({ created, merchant_data: { category } }: Pending): number => created + (longer.get(category) ?? days_held) * day;

/** What of an authorization has been captured, in minor units. */
export const capturedOf = ({ transactions }: Authorization): number =>
  transactions.reduce((sum, { amount, type }) => (type === 'capture' ? sum - amount : sum), 0);

/** What an authorization counts for afterwards, and what that changes for those who have spent it. */
type Counted = { readonly counted: NonNullable<Authorization['counted']>; readonly spent: Effects };

/** Counts that so much is spent besides, at a moment. What is not spent after all is no longer counted when it was: the latest part first. */
export function counting(it: Authorization, amount: number, at: number, { card, cardholder, next }: Spenders): Counted {
  const { currency, merchant_data, counted = countedBefore(it) } = it;
  if (amount === 0) return { counted, spent: null };
  const { left, changes } = amount < 0 ? without(counted, -amount) : { left: [...counted, { amount, at }], changes: [{ amount, at }] };
  const summed = (known: IssuedCard['spent']): Spent =>
    changes.reduce<Spent>((sums, change) => spentWith(sums, { currency, category: merchant_data.category, ...change }), known ?? {});
  const spent = [
    set(card, { spent: summed(card.spent) }, null),
    cardholder && set(cardholder, { spent: summed(cardholder.spent) }, null),
    // A card that takes over spending also takes over its later changes.
    next?.spent && set(next, { spent: summed(next.spent) }, null),
  ];
  return { counted: left, spent };
}

/** What one counts for that was stored before its parts were: all of it, when it was made. */
function countedBefore(it: Authorization): Counted['counted'] {
  const amount = (it.amount_held ?? 0) + it.transactions.reduce((sum, each) => sum - each.amount, 0);
  return amount > 0 ? [{ amount, at: it.created }] : [];
}

function without(counted: Counted['counted'], amount: number) {
  const [left, changes]: [Counted['counted'], Counted['counted']] = [[], []];
  let rest = amount;
  for (const part of counted.toReversed()) {
    const back = Math.min(part.amount, rest);
    rest -= back;
    if (back > 0) changes.push({ ...part, amount: -back });
    if (back < part.amount) left.unshift({ ...part, amount: part.amount - back });
  }
  return { left, changes };
}

type Holding = { readonly change: Settable<typeof issuingAuthorization>; readonly told: 'issuing_authorization.created' | undefined };

/** Holds so much of what issued cards can spend, never more than there is. */
export function held(it: Pending, amount: number, { change, told }: Holding, spenders: Spenders, around: Around): Effects {
  const { id: source, currency, balance_transactions } = it;
  const money =
    amount > 0 ? booked({ type: 'issuing_authorization_hold', movement: 'issuing_held', amount: -amount, currency, source }, around) : null;
  const amount_held = (it.amount_held ?? 0) + amount;
  const transactions = money ? { balance_transactions: [...balance_transactions, money.transaction] } : {};
  const { counted, spent } = counting(it, amount, around.now, spenders);
  const holding = set(it, { ...change, amount_held, counted, ...transactions }, told);
  const paid = told && amount > 0 ? paidOnce(spenders.card) : null;
  return [money?.effects, holding, told && at(expiryOf(it), holding, 'expire'), spent, paid];
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

/** Voids so much of what is held: it is released, and was not spent. */
export function voided(it: Pending, amount: number, seen: Spenders, around: Around) {
  const { effects, ...left } = released(it, amount, around);
  const { counted, spent } = counting(it, -amount, it.created, seen);
  return { left: { ...left, counted }, effects: [effects, spent] };
}
