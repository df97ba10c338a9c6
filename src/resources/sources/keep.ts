import type { Around, Effects } from '../../base/effects.js';
import type { Refusal } from '../../base/errors.js';
import type { It } from '../../base/resource.js';
import { attached } from '../payment-methods/attach.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { kept } from '../payment-methods/payment-method-data.js';
import type { Token } from '../tokens/token.js';
import { type Card, card, methodOfCard } from './card.js';
import { asOlderCard } from './older-card.js';
import { methodFromSource, type SourceGiven } from './source-input.js';

type Method = It<typeof paymentMethod>;

/** How many cards a customer can keep. */
const cards_max = 200;

const too_many: Refusal = {
  code: 'parameter_invalid',
  param: 'source',
  message: `A customer keeps at most ${cards_max} cards. Delete one first.`,
};

const kept_already: Refusal = {
  code: 'parameter_invalid',
  param: 'source',
  message: 'This card is kept for a customer already. Send a token, or the members of a card.',
};

/** What a kept card shows of its payment method. */
export const shown = (method: Method): object => ({
  ...(method.card && asOlderCard({ ...method, card: method.card })),
  customer: method.customer,
  payment_method: method.id,
});

/** Whose card is to be kept, and what they keep. */
type Keeper = { readonly id: string; readonly cards: readonly Card[] };

/** What keeping a card comes to: what it shows, and what makes the payment method. */
type Kept = { readonly shows: object; readonly made: Effects };

/** Keeps a card for a customer: a payment method that is theirs, which the card named `id` is going to show. */
export function keep(
  given: SourceGiven,
  token: Token | null,
  { id: customer, cards }: Keeper,
  id: string,
  around: Around,
): Kept | { readonly refuse: Refusal } {
  if (given.payment_method) return { refuse: kept_already };
  if (cards.length >= cards_max) return { refuse: too_many };
  const read = methodFromSource(given, token, around);
  if ('refuse' in read) return read;
  const method = around.make(paymentMethod, { ...read.set, kept_as: id }, methodOfCard(id));
  return { shows: shown({ ...method, customer }), made: [method, kept(method, read), attached(method, customer)] };
}

/** The same with a card that is made along with it. */
export function keepAnother(
  given: SourceGiven,
  token: Token | null,
  keeper: Keeper,
  around: Around,
): (Kept & { readonly id: string }) | { readonly refuse: Refusal } {
  const id = token?.card?.id ?? around.fresh(card);
  const read = keep(given, token, keeper, id, around);
  return 'refuse' in read ? read : { ...read, id, made: [read.made, around.make(card, read.shows, id)] };
}
