import type { Asked, Effects } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { asking } from '../payment-methods/attaching.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { kept } from '../payment-methods/payment-method-data.js';
import type { Token } from '../tokens/token.js';
import { card, methodOfCard } from './card.js';
import { asOlderCard } from './older-card.js';
import { methodFromSource, type SourceGiven } from './source-input.js';

type Method = It<typeof paymentMethod>;

const kept_already: Refusal = {
  code: 'parameter_invalid',
  param: 'source',
  message: 'This card is saved for a customer already. Send a token, or the members of a card.',
};

/** What a kept card shows of its payment method. */
export const shown = (method: Method): object => ({
  ...(method.card && asOlderCard({ ...method, card: method.card })),
  customer: method.customer,
  payment_method: method.id,
});

/** The customer and the id of a card, and its metadata. */
type Keeping = {
  readonly customer: string;
  readonly id: string;
  readonly replaces_default: boolean;
  readonly metadata?: NonNullable<Settable<typeof paymentMethod>['metadata']> | undefined;
};

/** What keeping a card comes to: the payment method, and what makes it; or why it cannot be kept. */
type Kept = { readonly method: Method; readonly made: Effects };

/** Keeps a card for a customer: a payment method that is theirs once its issuer allows it, and that the card named `id` shows then. */
export function keep(
  given: SourceGiven,
  token: Token | null,
  { customer, id, replaces_default, metadata = {} }: Keeping,
  asked: Asked,
): Kept {
  if (given.payment_method) return asked.refuse(kept_already);
  const read = methodFromSource(given, token, asked);
  const destined = { kept_as: id, kept_for: customer, replaces_default, metadata };
  const method = asked.make(paymentMethod, { ...read.set, ...destined }, methodOfCard(id));
  return { method, made: [method, kept(method, read), asking(method, method, customer, asked, read.cvc)] };
}

/** The same with a new card, which becomes the customer's default. */
export const keepAnother = (given: SourceGiven, token: Token | null, customer: string, asked: Asked): Kept =>
  keep(given, token, { customer, id: token?.card?.id ?? asked.fresh(card), replaces_default: true }, asked);
