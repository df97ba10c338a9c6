import { foreign, html, type Markup } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import type { CheckoutSession, LineItem } from './session.js';
import { moneyIn, oftenIn, type Speaking } from './speaking.js';

type Offer = CheckoutSession['page']['optional_items'][number];

/** What the payer can add to the order, each with a button; nothing where all of it has been added. */
export function offersOf({ page, currency }: CheckoutSession, speaking: Speaking): Markup | null {
  const rows = page.optional_items.map((offer, place) => ({ offer, place })).filter(({ offer }) => !offer.is_added);
  if (rows.length === 0 || currency === null) return null;
  return html`<section class="offers" aria-labelledby="offers" data-testid="offers"><h2 id="offers">${speaking.said.offers}</h2>
<ul>${rows.map(({ offer, place }) => offerRow(offer, place, currency, speaking))}</ul></section>`;
}

function offerRow(offer: Offer, place: number, currency: string, speaking: Speaking): Markup {
  const name = offer.description ?? '';
  const label = filled(speaking.said.add_item, { name });
  return html`<li><span class="offered"><span>${foreign(name, 200)}</span><small>${foreign(priceOf(offer, currency, speaking))}</small></span>
<button class="button small" type="submit" name="do" value="add-${place}" aria-label="${label}" data-testid="add-${place}">${speaking.said.add}</button></li>`;
}

const priceOf = ({ amount, price, quantity }: Offer, currency: string, speaking: Speaking): string => {
  const total = oftenIn(speaking, moneyIn(speaking, amount, currency), price.recurring);
  return quantity !== null && quantity > 1 ? `${quantity} × · ${total}` : total;
};

/** The button that takes back what the payer has added; null for an item of the merchant. */
export function takeBack({ id, description }: LineItem, { page }: CheckoutSession, { said }: Speaking): Markup | null {
  const place = page.optional_items.findIndex((offer) => offer.is_added && offer.id === id);
  if (place < 0) return null;
  const label = filled(said.remove_item, { name: description ?? '' });
  return html`<button class="button small" type="submit" name="do" value="drop-${place}" aria-label="${label}" data-testid="drop-${place}">${said.remove}</button>`;
}

/** What a pressed button adds or takes back, as the API takes it. */
export function offerChange({ page }: CheckoutSession, pressed: string | undefined): { readonly id: string; readonly quantity?: 0 } | null {
  const [, verb, place] = /^(add|drop)-(\d{1,2})$/.exec(pressed ?? '') ?? [];
  const offer = page.optional_items[Number(place)];
  if (!verb || !offer || offer.is_added === (verb === 'add')) return null;
  return verb === 'add' ? { id: offer.id } : { id: offer.id, quantity: 0 };
}
