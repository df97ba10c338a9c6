import { expressWayOf } from '../express.js';
import { countryOf } from '../frame/countries.js';
import { element } from '../frame/dom.js';
import { expressSheet } from '../frame/express-sheet.js';
import { ownWallet } from '../frame/own-wallet.js';
import { appearanceSheet, commonSheet } from '../frame/style.js';
import { languageOf } from '../locale.js';
import { modalOf } from '../page/dialog.js';
import { pageWordsOf } from '../page/words.js';
import { type Json, membersOf, textOf } from '../shapes.js';
import { wordsOf } from '../words.js';
import type { FindWrong } from './checks.js';
import { change } from './order.js';
import type { Fill } from './sending.js';

/** What the buttons need of the form: `send` sends it filled in by a wallet. */
type Around = { readonly wrong: FindWrong; readonly send: (fill: Fill) => void; readonly lost: () => void };

/** Shows the express buttons of the page, which the style sheet hides until a wallet is named. */
export function offerExpress(form: HTMLFormElement, around: Around): void {
  form.dataset.wallet = ownWallet();
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-express-way]') : null;
    if (!button) return;
    if (expressWayOf(button.value).is_wallet) openWallet(form, button.value, around);
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

/** The colours of the page, which a shadow tree inherits. */
const appearance = {
  variables: {
    ...{ colorPrimary: 'var(--accent-ink)', colorBackground: 'var(--card)', colorText: 'var(--ink)', colorTextSecondary: 'var(--muted)' },
    ...{ colorTextPlaceholder: 'var(--muted)', colorBorder: 'var(--edge)', colorDanger: 'var(--danger)' },
  },
};

/** Opens the sheet of a wallet. It stands in the page itself, which is of this origin and is sent the card by its form anyway. */
function openWallet(form: HTMLFormElement, type: string, { wrong, send, lost }: Around): void {
  const missing = wrong(is_left_to_form);
  missing?.focus();
  if (missing) return;
  const { purpose, ...options } = optionsIn(form);
  const language = languageOf(document.documentElement.lang, []);
  const words = pageWordsOf(language);
  const box = element('div', {});
  const { dialog, leave } = modalOf({ words, locale: language }, box, words.wallet);
  const close = (): void => {
    dialog.close();
    dialog.remove();
  };
  const now = new Date();
  const sheet = expressSheet(
    { ...options, ...typedIn(form, options), type },
    {
      words: wordsOf(language),
      language,
      today: { month: now.getMonth() + 1, year: now.getFullYear() },
      country: countryOf(navigator.languages),
      page: {
        call: (name, value) => (name === 'rate' ? changeRate(form, textOf(membersOf(value).id) ?? '', lost) : Promise.resolve({})),
        tell: (name) => {
          if (name !== 'authorized') return;
          const { data } = sheet.content();
          close();
          send((values) => fill(values, data, type));
        },
      },
    },
    { types: null, currency: null, amount: null, livemode: false, kept: false, ...membersOf(purpose) },
  );
  const shadow = box.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [commonSheet(), appearanceSheet(appearance)];
  shadow.append(element('div', { class: 'Root' }, sheet.root));
  show(dialog, leave, close);
}

function show(dialog: HTMLDialogElement, leave: HTMLButtonElement, close: () => void): void {
  dialog.dataset.testid = 'florin-wallet';
  Object.assign(dialog.style, { background: 'var(--card)', color: 'var(--ink)' });
  leave.addEventListener('click', close);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  document.body.append(dialog);
  dialog.showModal();
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

/** Chooses a shipping rate in the form, and answers with the order after it. */
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
