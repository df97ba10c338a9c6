import { addressForm } from './frame/address-form.js';
import { cardForm, codeForm, expiryForm, numberForm } from './frame/card-form.js';
import { countryOf } from './frame/countries.js';
import { element } from './frame/dom.js';
import { expressForm, requestButton } from './frame/express-form.js';
import { expressSheet } from './frame/express-sheet.js';
import { contentOf, type Form, stateOf } from './frame/form.js';
import { auBankAccountForm, emailForm, ibanForm } from './frame/other-forms.js';
import { paymentForm } from './frame/payment-form.js';
import type { Around } from './frame/requested.js';
import { appearanceSheet, commonSheet, stateSheet } from './frame/style.js';
import { directionOf, languageOf } from './locale.js';
import { type Json, membersOf, type Opening, type Purpose } from './shapes.js';
import { readSetting, sibling } from './siblings.js';
import { lineTo } from './wire.js';
import { wordsOf } from './words.js';

/** Elements that a merchant's page puts into a box of its own and gives a `style`. */
const plain: ReadonlySet<string> = new Set(['card', 'cardNumber', 'cardExpiry', 'cardCvc', 'iban']);

const { origin, controller } = readSetting(location.hash);
let form: Form | null = null;
let told = '';

const page = lineTo({ window: () => parent, origin }, { open, update, focus, blur: leave, clear, submit });
lineTo({ window: () => sibling(controller), origin: location.origin }, { collect: () => form && contentOf(form) });
page.tell('loaded', null);

/** Shows what the merchant's page asks for. */
function open(opening: Opening): void {
  const language = languageOf(opening.locale, navigator.languages);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  const now = new Date();
  const around: Around = {
    words: wordsOf(language),
    language,
    today: { month: now.getMonth() + 1, year: now.getFullYear() },
    country: countryOf(navigator.languages),
    page,
  };
  dress(opening.appearance, opening.options);
  form = formFor(opening, around);
  const root = element('div', { class: plain.has(opening.type) ? 'Root Root--plain' : 'Root' }, form.root);
  document.body.replaceChildren(root);
  told = '';
  new ResizeObserver(() => page.tell('height', Math.ceil(root.getBoundingClientRect().height))).observe(root);
  page.tell('ready', stateOf(form));
}

function formFor({ type, options, purpose }: Opening, around: Around): Form {
  const form = forms[type] ?? paymentForm;
  return form(options, around, purpose ?? { types: ['card'], currency: null, amount: null, livemode: false, express: null, kept: false });
}

const forms: Readonly<Record<string, (options: Json, around: Around, purpose: Purpose) => Form>> = {
  expressCheckout: expressForm,
  expressSheet,
  paymentRequestButton: requestButton,
  card: cardForm,
  cardNumber: numberForm,
  cardExpiry: expiryForm,
  cardCvc: codeForm,
  iban: ibanForm,
  auBankAccount: auBankAccountForm,
  linkAuthentication: emailForm,
  address: addressForm,
};

function dress(appearance: Json, options: Json): void {
  document.adoptedStyleSheets = [commonSheet(), appearanceSheet(appearance), stateSheet(membersOf(options.style))];
}

function update({ options, appearance }: { options: Json; appearance: Json }): void {
  dress(appearance, options);
  form?.update(options);
  const { readOnly, disabled } = options;
  for (const { input } of form?.fields() ?? []) input.disabled = readOnly === true || disabled === true;
  tellChange();
}

function focus(): void {
  form?.fields()[0]?.input.focus();
}

function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function clear(): void {
  for (const field of form?.fields() ?? []) if (field.input instanceof HTMLInputElement) field.set('');
  tellChange();
}

/** Says what is wrong, to the payer and to the page; what is right stays here. */
function submit(): Json {
  if (!form) return {};
  const { type, error } = contentOf(form);
  tellChange();
  return error ? { error } : { type };
}

function tellChange(): void {
  if (!form) return;
  const state = stateOf(form);
  const text = JSON.stringify(state);
  if (text === told) return;
  told = text;
  page.tell('change', state);
}

addEventListener('input', tellChange);
addEventListener('change', tellChange);
addEventListener('focusin', () => page.tell('focus', null));
addEventListener('focusout', ({ relatedTarget }) => {
  tellChange();
  if (relatedTarget === null) page.tell('blur', null);
});
addEventListener('keydown', ({ key }) => key === 'Escape' && page.tell('escape', null));
