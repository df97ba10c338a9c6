import { digitsOf, parseExpiry } from '../card.js';
import { type Json, membersOf, textOf } from '../shapes.js';
import { element } from './dom.js';
import { type Asking, type Field, fieldOf } from './field.js';
import type { Form } from './form.js';
import { brandMarks } from './marks.js';
import { type Around, brandIn, codeField, expiryField, numberField, textField } from './requested.js';

/** The three fields of a card, of which the code waits for the brand. */
export type CardFields = { readonly number: Field; readonly expiry: Field; readonly code: Field; readonly brand: () => string };

/** Makes the fields of a card. */
export function cardFields(around: Around, more: Partial<Asking> = {}): CardFields {
  const marks = brandMarks();
  const number = fieldOf({ ...numberField(around), aside: marks.root, ...more });
  const brand = (): string => brandIn(number);
  const expiry = fieldOf({ ...expiryField(around), ...more });
  const code = fieldOf({ ...codeField(around, brand), ...more });
  number.input.addEventListener('input', () => {
    marks.show(number.value() === '' ? null : brand());
    code.refresh();
    if (number.wrong() === null && isAtEnd(number.input)) expiry.input.focus();
  });
  expiry.input.addEventListener('input', () => expiry.wrong() === null && isAtEnd(expiry.input) && code.input.focus());
  return { number, expiry, code, brand };
}

/** Correcting the middle of a number keeps the focus there. */
const isAtEnd = (input: HTMLInputElement | HTMLSelectElement): boolean =>
  input instanceof HTMLInputElement && input.selectionStart === input.value.length;

/** A card as the API takes it, of what is typed in so far. */
export function cardOf({ number, expiry, code }: { number?: Field; expiry?: Field; code?: Field }): Json {
  const until = expiry && parseExpiry(expiry.value());
  return {
    ...(number && { number: digitsOf(number.value()) }),
    ...(until && { exp_month: until.month, exp_year: until.year }),
    ...(code && { cvc: digitsOf(code.value()) }),
  };
}

/** The Card Element: everything in one line. */
export function cardForm(options: Json, around: Around): Form {
  const fields = cardFields(around, { bare: true });
  const given = membersOf(options.value);
  const postal =
    options.hidePostalCode === true
      ? null
      : fieldOf({
          ...textField(around, 'postal_code', { value: textOf(given.postalCode) }),
          bare: true,
          placeholder: around.words.postal_code,
        });
  const shown = [fields.number, fields.expiry, fields.code, ...(postal ? [postal] : [])];
  rename(fields);
  const root = element(
    'div',
    { class: 'Card', role: 'group', 'aria-label': around.words.card_information },
    ...shown.map(({ root }) => root),
  );
  return {
    root,
    fields: () => shown,
    more: () => ({ brand: fields.brand(), value: { postalCode: postal?.value() ?? '' } }),
    content: () => ({
      type: 'card',
      data: { card: cardOf(fields), ...(postal?.value() && { billing_details: { address: { postal_code: postal.value() } } }) },
    }),
    update: ({ value }) => {
      const code = textOf(membersOf(value).postalCode);
      if (code !== undefined) postal?.set(code);
    },
  };
}

/** The names that tests of merchants know these inputs by. */
function rename({ number, expiry, code }: CardFields): void {
  number.input.name = 'cardnumber';
  expiry.input.name = 'exp-date';
  code.input.name = 'cvc';
}

const bare = (asking: Asking, options: Json, name: string): Field => {
  const field = fieldOf({ ...asking, bare: true, placeholder: textOf(options.placeholder) ?? asking.placeholder });
  field.input.name = name;
  return field;
};

/** The Card Number Element. */
export function numberForm(options: Json, around: Around): Form {
  const marks = brandMarks();
  const asking = options.showIcon === true ? { ...numberField(around), aside: marks.root } : numberField(around);
  const number = bare(asking, options, 'cardnumber');
  number.input.addEventListener('input', () => marks.show(number.value() === '' ? null : brandIn(number)));
  return {
    root: number.root,
    fields: () => [number],
    more: () => ({ brand: brandIn(number) }),
    content: () => ({ type: 'card', data: { card: cardOf({ number }) } }),
    update: () => undefined,
  };
}

/** The Card Expiry Element. */
export function expiryForm(options: Json, around: Around): Form {
  const expiry = bare(expiryField(around), options, 'exp-date');
  return {
    root: expiry.root,
    fields: () => [expiry],
    more: () => ({}),
    content: () => ({ type: 'card', data: { card: cardOf({ expiry }) } }),
    update: () => undefined,
  };
}

/** The Card CVC Element; the page tells it the brand that the number has. */
export function codeForm(options: Json, around: Around): Form {
  let brand = 'unknown';
  const code = bare(
    codeField(around, () => brand),
    options,
    'cvc',
  );
  return {
    root: code.root,
    fields: () => [code],
    more: () => ({}),
    content: () => ({ type: 'card', data: { card: cardOf({ code }) } }),
    update: (changed) => {
      brand = textOf(changed.brand) ?? brand;
      code.refresh();
    },
  };
}
