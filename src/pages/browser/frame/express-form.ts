import { express_ways, expressWayOf } from '../express.js';
import { type Json, membersOf, type Purpose } from '../shapes.js';
import { waysFor } from '../ways.js';
import { element } from './dom.js';
import type { Form } from './form.js';
import { markOf } from './marks.js';
import { ownWallet } from './own-wallet.js';
import type { Around } from './requested.js';

/** The heights that a merchant may set, in pixels. */
const [height_min, height_default, height_max] = [40, 44, 55];
const columns_max = 6;

/** The Express Checkout Element: a button for each wallet of the browser, and for each way to pay that needs no form. */
export function expressForm(options: Json, around: Around, purpose: Purpose): Form {
  const root = element('div', { class: 'Express' });
  let pressed = '';
  let types: readonly string[] = [];
  const draw = (given: Json): void => {
    types = typesFor(given, purpose);
    const { maxColumns, maxRows, overflow } = membersOf(given.layout);
    const columns = Math.min(countOf(maxColumns) ?? columns_max, Math.max(types.length, 1));
    const shown = overflow === 'never' ? types.length : columns * (countOf(maxRows) ?? types.length);
    root.style.setProperty('--columns', String(columns));
    root.style.setProperty('--height', `${heightOf(given.buttonHeight)}px`);
    root.replaceChildren(...types.map((type, place) => buttonOf(type, place >= shown)));
    if (types.length > shown) root.append(moreOf(root, around));
  };
  const buttonOf = (type: string, hidden: boolean): HTMLElement => {
    const { name } = expressWayOf(type);
    const button = element('button', { class: 'ExpressButton', type: 'button', 'data-testid': type, hidden }, markOf(type), name);
    button.addEventListener('click', () => {
      pressed = type;
      around.page.tell('pressed', type);
    });
    return button;
  };
  draw(options);
  return {
    root,
    fields: () => [],
    more: () => ({ availablePaymentMethods: types.length > 0 ? availableOf(types) : undefined }),
    content: () => ({ type: pressed, data: { [pressed]: {} } }),
    update: draw,
  };
}

/** The Payment Request Button Element: the button of the browser's wallet alone, at the height that its style says. */
export function requestButton(options: Json, around: Around, purpose: Purpose): Form {
  const { height } = membersOf(membersOf(options.style).paymentRequestButton);
  const buttonHeight = typeof height === 'string' ? Number.parseInt(height, 10) : undefined;
  return expressForm({ buttonHeight, wallets: options.wallets }, around, purpose);
}

const countOf = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null);

const heightOf = (value: unknown): number =>
  typeof value === 'number' ? Math.min(Math.max(value, height_min), height_max) : height_default;

/** The rest of the buttons, behind one more. */
function moreOf(root: HTMLElement, { words }: Around): HTMLElement {
  const more = element('button', { class: 'More', type: 'button' }, words.more);
  more.addEventListener('click', () => {
    const hidden = [...root.querySelectorAll<HTMLElement>('[hidden]')];
    for (const each of hidden) each.hidden = false;
    more.remove();
    hidden[0]?.focus();
  });
  return more;
}

/** The ways that may be offered. Wallets are a sandbox's: in live mode a processor would need a contract with each of them. */
function typesFor(options: Json, { types, currency, kept, livemode, express }: Purpose): string[] {
  const wishes = { ...membersOf(options.wallets), ...membersOf(options.paymentMethods) };
  const usable = types ?? waysFor(currency, kept);
  const own = ownWallet();
  const offered = Object.entries(express_ways).filter(([type, { option, is_wallet }]) => {
    const wish = wishes[option];
    if (wish === 'never' || (express && !express.includes(type))) return false;
    return is_wallet ? !livemode && usable.includes('card') && (type === own || wish === 'always') : usable.includes(type);
  });
  const wanted = Array.isArray(options.paymentMethodOrder) ? options.paymentMethodOrder : [];
  const placeOf = (type: string, option: string): number => {
    const place = wanted.findIndex((each) => each === type || each === option);
    return place < 0 ? wanted.length : place;
  };
  return offered.sort(([one, { option: a }], [other, { option: b }]) => placeOf(one, a) - placeOf(other, b)).map(([type]) => type);
}

const availableOf = (types: readonly string[]): Json =>
  Object.fromEntries(Object.entries(express_ways).map(([type, { option }]) => [option, types.includes(type)]));
