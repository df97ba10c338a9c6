import { plainIban } from '../iban.js';
import { type Json, membersOf, textOf } from '../shapes.js';
import { type Asked, wayOf } from '../ways.js';
import { cardFields, cardOf } from './card-form.js';
import { element } from './dom.js';
import { type Field, fieldOf } from './field.js';
import { valuesOf } from './form.js';
import { type Around, countryField, emailField, ibanField, textField } from './requested.js';

/** What one way to pay asks for. */
export type Panel = {
  readonly root: HTMLElement;
  readonly fields: () => readonly Field[];
  /** What its member of a payment method's data holds. */
  readonly member: () => Json;
  readonly billing: () => Json;
};

/** What the merchant has said of the fields. */
export type Wishes = {
  /** Details that the merchant's page sends by itself, by the names of fields. */
  readonly left_out: ReadonlySet<string>;
  /** What is known already, by the names of fields. */
  readonly known: Readonly<Record<string, string | undefined>>;
  /** The payment method is kept for later. */
  readonly kept: boolean;
};

/** What a merchant's options say of fields and of what stands in them. */
export function wishesOf(options: Json, kept: boolean): Wishes {
  const details = membersOf(options.fields).billingDetails;
  const { address, ...asked } = membersOf(details);
  const parts = address === 'never' ? { country: 'never', postalCode: 'never' } : membersOf(address);
  const named = Object.entries({ ...asked, ...parts }).filter(([, wish]) => wish === 'never');
  const all = details === 'never' ? ['name', 'email', 'country', 'postal_code'] : [];
  const left_out = new Set([...all, ...named.map(([name]) => (name === 'postalCode' ? 'postal_code' : name))]);
  const given = membersOf(membersOf(options.defaultValues).billingDetails);
  const place = membersOf(given.address);
  const known = {
    name: textOf(given.name),
    email: textOf(given.email),
    country: textOf(place.country),
    postal_code: textOf(place.postal_code),
  };
  return { left_out, known, kept };
}

/** Where a card's bank may compare the postal code. */
const with_postal_code: ReadonlySet<string> = new Set(['US', 'GB', 'CA']);

/** What a card asks for. */
export function cardPanel(wishes: Wishes, around: Around): Panel {
  const card = cardFields(around);
  const { number, expiry, code } = card;
  const country = wishes.left_out.has('country') ? null : fieldOf(countryField(around, wishes.known.country));
  const postal =
    country && !wishes.left_out.has('postal_code') ? fieldOf(textField(around, 'postal_code', { value: wishes.known.postal_code })) : null;
  const asksPostal = (): boolean => postal !== null && with_postal_code.has(country?.value() ?? '');
  const place = (): Field[] => [...(country ? [country] : []), ...(postal && asksPostal() ? [postal] : [])];
  const arrange = (): void => {
    if (!postal) return;
    postal.root.hidden = !asksPostal();
    const label = postal.root.querySelector('label');
    if (label) label.textContent = country?.value() === 'US' ? around.words.zip : around.words.postal_code;
  };
  country?.input.addEventListener('change', arrange);
  arrange();
  if (postal) postal.input.name = 'postalCode';
  const shown = [number, expiry, code, country, postal].flatMap((field) => (field ? [field.root] : []));
  const note = wishes.kept ? [element('p', { class: 'TermsText' }, around.words.keep)] : [];
  return {
    root: element('div', { class: 'Panel Panel--card' }, ...shown, ...note),
    fields: () => [number, expiry, code, ...place()],
    member: () => cardOf(card),
    billing: () => addressed(valuesOf(place())),
  };
}

const addressed = ({ country, postal_code, ...rest }: Readonly<Record<string, string>>): Json => {
  const address = { ...(country && { country }), ...(postal_code && { postal_code }) };
  return { ...rest, ...(Object.keys(address).length && { address }) };
};

const of_holder: ReadonlySet<string> = new Set(['name', 'email', 'country']);

/** What any other way to pay asks for, and where it leads. */
export function otherPanel(type: string, wishes: Wishes, around: Around): Panel {
  const { name, asks = [] } = wayOf(type);
  const fields = asks.filter((asked) => !wishes.left_out.has(asked)).map((asked) => fieldOf(askingOf(asked, wishes, around)));
  const own = fields.filter((field) => !of_holder.has(field.name));
  const is_debit = own.some((field) => field.name === 'iban' || field.name === 'account_number');
  const note = is_debit ? around.words.debit : around.words.redirect.replace('{name}', name);
  return {
    root: element(
      'div',
      { class: 'Panel' },
      ...fields.map(({ root }) => root),
      element('p', { class: is_debit ? 'TermsText' : 'RedirectText' }, note),
    ),
    fields: () => fields,
    member: () => memberOf(valuesOf(own)),
    billing: () => addressed(valuesOf(fields.filter((field) => of_holder.has(field.name)))),
  };
}

/** The names that the API has for what is typed in. */
function memberOf({ iban, country_of_bank, ...rest }: Readonly<Record<string, string>>): Json {
  return { ...rest, ...(iban && { iban: plainIban(iban) }), ...(country_of_bank && { country: country_of_bank }) };
}

function askingOf(asked: Asked, { known }: Wishes, around: Around): Parameters<typeof fieldOf>[0] {
  switch (asked) {
    case 'iban':
      return ibanField(around);
    case 'email':
      return emailField(around, known.email);
    case 'country':
      return countryField(around, known.country);
    case 'country_of_bank':
      return {
        ...countryField(around, known.country, ['AT', 'BE', 'DE', 'ES', 'IT', 'NL']),
        name: asked,
        label: around.words.country_of_bank,
      };
    default:
      return textField(around, asked, { value: asked === 'name' ? known.name : undefined });
  }
}
