import { plainIban } from '../iban.js';
import { type Json, membersOf, textOf } from '../shapes.js';
import { element } from './dom.js';
import { type Field, fieldOf } from './field.js';
import { type Form, valuesOf } from './form.js';
import { type Around, countryField, emailField, ibanField, textField } from './requested.js';

/** The IBAN Element. */
export function ibanForm(options: Json, around: Around): Form {
  const asking = ibanField(around);
  const iban = fieldOf({ ...asking, bare: true, placeholder: textOf(options.placeholder) ?? asking.placeholder });
  const country = (): string => plainIban(iban.value()).slice(0, 2);
  return {
    root: iban.root,
    fields: () => [iban],
    more: () => ({ country: country(), bankName: '' }),
    content: () => ({ type: 'sepa_debit', data: { sepa_debit: { iban: plainIban(iban.value()) } } }),
    update: () => undefined,
  };
}

/** The Australian bank account Element. */
export function auBankAccountForm(_: Json, around: Around): Form {
  const fields = [fieldOf(textField(around, 'bsb_number')), fieldOf(textField(around, 'account_number'))];
  return {
    root: element('div', { class: 'Panel' }, ...fields.map(({ root }) => root)),
    fields: () => fields,
    more: () => ({ branchName: '', bankName: '' }),
    content: () => ({ type: 'au_becs_debit', data: { au_becs_debit: valuesOf(fields) } }),
    update: () => undefined,
  };
}

/** The Link Authentication Element: an e-mail address. */
export function emailForm(options: Json, around: Around): Form {
  const email = fieldOf(emailField(around, textOf(membersOf(options.defaultValues).email)));
  return {
    root: email.root,
    fields: () => [email],
    more: () => ({ value: { email: email.value() } }),
    content: () => ({ type: 'email', data: { billing_details: valuesOf([email]) } }),
    update: () => undefined,
  };
}

const lines = ['line1', 'line2', 'city', 'state', 'postal_code'] as const;

/** What letters reach an address without. */
const without: ReadonlySet<string> = new Set(['line2', 'state']);

/** The Address Element, for the payer or for where goods go. */
export function addressForm(options: Json, around: Around): Form {
  const known = membersOf(options.defaultValues);
  const place = membersOf(known.address);
  const only = Array.isArray(options.allowedCountries) ? options.allowedCountries : null;
  const name = fieldOf(textField(around, 'name', { value: textOf(known.name) }));
  const country = fieldOf(countryField(around, textOf(place.country) ?? only?.[0], only));
  const address = lines.map((line) => fieldOf(textField(around, line, { value: textOf(place[line]), optional: without.has(line) })));
  const with_phone = membersOf(options.fields).phone === 'always';
  const phone = with_phone ? [fieldOf(textField(around, 'phone', { value: textOf(known.phone), optional: true }))] : [];
  const fields: readonly Field[] = [name, country, ...address, ...phone];
  const value = (): Json => ({
    name: name.value(),
    address: { ...Object.fromEntries(address.map((field) => [field.name, field.value()])), country: country.value() },
    ...(with_phone && { phone: phone[0]?.value() ?? '' }),
  });
  const is_for_goods = options.mode === 'shipping';
  return {
    root: element('div', { class: 'Panel Panel--address' }, ...fields.map(({ root }) => root)),
    fields: () => fields,
    more: () => ({ elementMode: is_for_goods ? 'shipping' : 'billing', isNewAddress: true, value: value() }),
    content: () => ({ type: 'address', data: { [is_for_goods ? 'shipping' : 'billing_details']: value() } }),
    update: () => undefined,
  };
}
