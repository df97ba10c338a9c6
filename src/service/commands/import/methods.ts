import { readFileSync } from 'node:fs';
import { linesIn, parsed } from './source.js';

/** A card of an export of vaulted methods. It is sent to the service, and never printed. */
export type Vaulted = { readonly id: string; readonly customer: string; readonly params: object };

type Card = Readonly<Record<string, string | number | null | undefined>>;
type Exported = { readonly customers?: readonly { readonly id: string; readonly cards?: readonly Card[] }[] };

/** The cards in a file: a processor's export, `{"customers": [{"id", "cards": [...]}]}`, or a card with its `customer` on each line. */
export function vaultedIn(path: string): readonly Vaulted[] {
  if (path.endsWith('.jsonl')) return linesIn(path).map((card) => vaultedOf(card as unknown as Card, String(card.customer)));
  const { customers = [] } = parsed(readFileSync(path, 'utf8'), path) as Exported;
  return customers.flatMap(({ id, cards = [] }) => cards.map((card) => vaultedOf(card, id)));
}

function vaultedOf(card: Card, customer: string): Vaulted {
  const address = {
    line1: card.address_line1,
    line2: card.address_line2,
    city: card.address_city,
    state: card.address_state,
    postal_code: card.address_zip,
    country: card.address_country,
  };
  const known = Object.fromEntries(Object.entries(address).filter(([, value]) => value));
  const billing_details = { ...(card.name && { name: card.name }), ...(Object.keys(known).length > 0 && { address: known }) };
  const { number, exp_month, exp_year } = card;
  const params = {
    type: 'card',
    card: { number: String(number).replace(/\D/g, ''), exp_month, exp_year },
    billing_details,
    metadata: { stripe_id: card.id },
  };
  return { id: String(card.id), customer, params };
}
