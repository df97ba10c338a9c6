import { plainIban } from '../iban.js';
import { type Json, membersOf, textOf } from '../shapes.js';
import { element } from './dom.js';
import { fieldOf } from './field.js';
import { type Form, valuesOf } from './form.js';
import { type Around, emailField, ibanField, textField } from './requested.js';

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
