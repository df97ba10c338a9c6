import { expressWayOf } from '../express.js';
import { ownWallet } from '../frame/own-wallet.js';
import { type Json, membersOf } from '../shapes.js';
import type { FindWrong } from './checks.js';
import { type Opening, wallet_event } from './opening.js';
import { change } from './order.js';
import type { Fill } from './sending.js';

/** What the buttons need of the form: `send` sends it filled in by a wallet. */
type Around = { readonly wrong: FindWrong; readonly send: (fill: Fill) => void; readonly lost: () => void };

/** A script of the page carries its nonce, or the policy of the page forbids it. */
const { nonce } = document.currentScript ?? {};

/** Shows the express buttons of the page, which the style sheet hides until a wallet is named. */
export function offerExpress(form: HTMLFormElement, around: Around): void {
  form.dataset.wallet = ownWallet();
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-express-way]') : null;
    if (!button) return;
    if (expressWayOf(button.value).is_wallet) payByWallet(form, button.value, around).catch(around.lost);
    else payBy(form, button.value);
  });
}

/** Any other way is one of the form: it is chosen there, and the form is sent. */
function payBy(form: HTMLFormElement, type: string): void {
  const way = form.querySelector<HTMLInputElement>(`[name="method"][value="${CSS.escape(type)}"]`);
  if (!way) return;
  way.checked = true;
  way.closest('details')?.setAttribute('open', '');
  form.requestSubmit(form.querySelector<HTMLButtonElement>('[data-sending]'));
}

/** What a wallet does not know of its payer. */
const is_left_to_form = (name: string): boolean => /^(custom_.*|business_name|terms_of_service)$/.test(name);

async function payByWallet(form: HTMLFormElement, type: string, { wrong, send, lost }: Around): Promise<void> {
  const missing = wrong(is_left_to_form);
  missing?.focus();
  if (missing) return;
  await loaded(form);
  const { purpose, ...options } = optionsIn(form);
  const detail: Opening = {
    options: { ...options, ...typedIn(form, options), type },
    purpose: membersOf(purpose),
    changeRate: (id) => changeRate(form, id, lost),
    authorized: (data) => send((values) => fill(values, data, type)),
  };
  form.dispatchEvent(new CustomEvent(wallet_event, { detail }));
}

let loading: Promise<void> | null = null;

/** Loads the script of wallets, once. */
function loaded(form: HTMLFormElement): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.nonce = nonce ?? '';
    script.src = form.querySelector<HTMLElement>('[data-express]')?.dataset.source ?? '';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // The next press tries again.
      loading = null;
      reject(new Error('The script of wallets could not be loaded'));
    });
    document.head.append(script);
  });
  return loading;
}

const optionsIn = (form: HTMLFormElement): Json =>
  membersOf(JSON.parse(form.querySelector<HTMLElement>('[data-express]')?.dataset.express ?? '{}'));

/** An e-mail address and a phone number that were typed in already are not asked for again. */
function typedIn(form: HTMLFormElement, { emailRequired, phoneNumberRequired }: Json): Json {
  const is_filled = (name: string): boolean => {
    const field = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    return field !== null && field.value.trim() !== '' && field.getAttribute('aria-invalid') !== 'true';
  };
  return {
    emailRequired: emailRequired === true && !is_filled('email'),
    phoneNumberRequired: phoneNumberRequired === true && !is_filled('phone'),
  };
}

async function changeRate(form: HTMLFormElement, id: string, lost: () => void): Promise<Json> {
  const rate = form.querySelector<HTMLInputElement>(`[name="shipping_rate"][value="${CSS.escape(id)}"]`);
  const button = form.querySelector<HTMLButtonElement>('button[value="ship"]');
  if (!rate || !button) return {};
  rate.checked = true;
  await change(form, button, lost);
  const { lineItems, purpose } = optionsIn(form);
  return { lineItems, amount: membersOf(purpose).amount };
}

/** What the form sends is replaced by what the wallet has handed over. */
function fill(values: URLSearchParams, { card, billing_details, shipping }: Json, type: string): void {
  const { number, exp_month, exp_year } = membersOf(card);
  const replaced = shipping ? /^(cvc|same_address|billing_.*|shipping_(?!rate$).*)$/ : /^(cvc|same_address|billing_.*)$/;
  for (const name of [...values.keys()]) if (replaced.test(name)) values.delete(name);
  const { address, ...person } = membersOf(billing_details);
  const { name: recipient, address: place } = membersOf(shipping);
  const told = {
    ...{ method: 'card', number, exp: `${exp_month}/${exp_year}`, wallet: type },
    ...person,
    ...(!values.get('person_name') && values.has('person_name') && { person_name: person.name }),
    ...prefixed('billing_', membersOf(address)),
    ...prefixed('shipping_', { ...(recipient !== undefined && { name: recipient }), ...membersOf(place) }),
  };
  for (const [name, value] of Object.entries(told)) if (typeof value === 'string' && value !== '') values.set(name, value);
}

const prefixed = (prefix: string, members: Json): Json =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}${name}`, value]));
