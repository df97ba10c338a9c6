import { express_ways } from '../browser/express.js';
import { lazyMark } from '../kit/marks.js';
import { ownPath } from '../kit/own-path.js';
import { html, type Markup, type Shown } from '../kit/ui.js';
import type { CheckoutSession } from './session.js';
import { presentedIn, type Speaking } from './speaking.js';

/** The types with an express button. A wallet hands over a card, and only a sandbox takes cards of wallets. */
function expressTypes({ livemode, page }: CheckoutSession): string[] {
  const types: readonly string[] = page.is_due ? page.types : [];
  return Object.entries(express_ways)
    .filter(([type, { is_wallet }]) => (is_wallet ? !livemode && types.includes('card') : types.includes(type)))
    .map(([type]) => type);
}

/**
 * The express buttons above the form. A script shows them, and the wallet of the browser alone: without a script every type is in the list of
 * ways to pay, and the wallets are missing. `script` is the path of the one that shows a wallet.
 */
export function expressButtons(session: CheckoutSession, script: string, speaking: Speaking): Shown {
  const types = expressTypes(session);
  if (types.length === 0) return null;
  const { express } = speaking.said;
  return html`<fieldset class="express" data-express="${JSON.stringify(sheetOptions(session, speaking))}" data-source="${ownPath(script)}" data-testid="express"><legend class="unseen">${express.title}</legend><div class="express-buttons">${types.map((type) => buttonOf(type, isWide(type, types)))}</div><p class="divider">${dividerOf(session, types, speaking)}</p></fieldset>`;
}

/** With two buttons in a row, the wallet has a row of its own where it would leave a gap, and so has the last button without a wallet. */
function isWide(type: string, types: readonly string[]): boolean {
  const others = types.filter((each) => !express_ways[each]?.is_wallet);
  if (others.length < types.length) return others.length % 2 === 0 && !others.includes(type);
  return others.length % 2 === 1 && type === others.at(-1);
}

const buttonOf = (type: string, is_wide: boolean): Markup =>
  html`<button class="express-button${is_wide && ' wide'}" type="button" value="${type}" data-express-way="${type}" data-testid="express-${type}">${lazyMark(type)}<span>${express_ways[type]?.name}</span></button>`;

function dividerOf({ mode, page: { methods, types } }: CheckoutSession, express: readonly string[], { said }: Speaking): string {
  const others = types.filter((type) => !express.includes(type));
  if (mode === 'setup') return said.express.or_save;
  return methods.length === 0 && others.join() === 'card' ? said.express.or_card : said.express.or_other;
}

/** What the sheet of a wallet shows and asks for, as options of the Express Checkout Element. */
function sheetOptions(session: CheckoutSession, speaking: Speaking): object {
  const { amount_total, currency, customer_email, mode, phone_number_collection, shipping_address_collection, page } = session;
  const shown = (amount: number) => presentedIn(speaking, amount, currency ?? '');
  // The first rate is the chosen one.
  const rates = page.shipping_options.toSorted(
    (one, other) => Number(other.id === page.shipping_rate) - Number(one.id === page.shipping_rate),
  );
  return {
    business: { name: speaking.business },
    emailRequired: customer_email === null,
    phoneNumberRequired: phone_number_collection?.enabled === true,
    shippingAddressRequired: shipping_address_collection !== null,
    allowedShippingCountries: shipping_address_collection?.allowed_countries,
    lineItems: linesOf(session, (amount) => shown(amount).amount),
    shippingRates: rates.map(({ id, amount, display_name }) => ({ id, amount: shown(amount).amount, displayName: display_name ?? '' })),
    purpose: {
      ...(currency === null || amount_total === null ? { currency, amount: amount_total } : shown(amount_total)),
      ...(amount_total === 0 && { amount: null }),
      kept: mode !== 'payment',
    },
  };
}

/** The items, where more than one of them makes up the total. */
function linesOf({ line_items, amount_total }: CheckoutSession, shown: (amount: number) => number | string): readonly object[] {
  const items = line_items?.data ?? [];
  return items.length < 2 || !amount_total
    ? []
    : items.map(({ description, amount_total: amount }) => ({ name: description, amount: shown(amount) }));
}
