import type { Texts } from '../kit/form-texts.js';
import type { Refused } from '../kit/pages.js';
import { fieldsIn, groupsOf, type Named, typeable } from './fields.js';
import type { OnboardingForm } from './page.js';
import type { Speaking } from './speaking.js';

/** What is wrong, by the names of fields; under '' what is wrong with no single one. */
export type Faults = Readonly<Record<string, string>>;

type Nested = { [name: string]: string | boolean | Nested };

function put(into: Nested, [first = '', ...rest]: readonly string[], value: string | boolean): void {
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const below = into[first];
  const next: Nested = typeof below === 'object' ? below : {};
  into[first] = next;
  put(next, rest, value);
}

const mcc = 'business_profile.mcc';

/** All fields that the page shows, except those that have a form of their own. */
function fieldsOf({ asked }: OnboardingForm): Named[] {
  const names = typeable(asked);
  return groupsOf(names).flatMap((group) => fieldsIn(group, names));
}

/** The names of all fields that the page shows. */
const namesIn = (form: OnboardingForm): string[] => [...(form.asked.includes(mcc) ? [mcc] : []), ...fieldsOf(form).map(({ name }) => name)];

/** The typed input as API parameters. The caller's address is part of accepting the terms. */
export function toldOf(form: OnboardingForm, typed: Texts, from: { readonly ip: string; readonly user_agent: string }): object {
  if (form.business_type === null) return typed.business_type ? { business_type: typed.business_type } : {};
  const told: Nested = {};
  for (const name of namesIn(form)) if (typed[name]) put(told, name.split('.'), typed[name]);
  for (const person of Object.values(told)) {
    if (typeof person === 'object' && typeof person.address === 'object') person.address.country = form.country;
  }
  const { owners, external_account, ...rest } = told;
  const people = Object.entries(rest).filter(([name]) => name.startsWith('person_'));
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('person_')));
  if (typed['owners.none'] === 'true') put(others, ['company', 'owners_provided'], true);
  const bank = { country: form.country, currency: form.currency };
  return {
    ...others,
    ...(owners && typed['owners.none'] !== 'true' && { owner: owners }),
    ...(typeof external_account === 'object' && external_account.account_number && { external_account: { ...external_account, ...bank } }),
    ...(people.length > 0 && { persons: people.map(([id, said]) => ({ id, ...(said as Nested) })) }),
    ...(typed.tos_acceptance === 'true' && { tos_acceptance: from }),
  };
}

/** What is left blank of what is asked now. */
export function blanksIn(form: OnboardingForm, { said, fields }: Speaking): Faults {
  const blanks = namesIn(form).map((name) => [name, fields.required] as const);
  const of_terms = form.asked.includes('tos_acceptance.date') ? [['tos_acceptance', said.accept_needed] as const] : [];
  return Object.fromEntries([...blanks, ...of_terms]);
}

/** What a refusal of the API says of a field, in the language of the page; the API's own message where it is about none. */
export function faultsOf(form: OnboardingForm, { code, message = '', param }: Refused, speaking: Speaking): Faults {
  const { said, fields } = speaking;
  const name = fieldOf(form, param);
  if (!name) return { '': message };
  if (code === 'parameter_missing') return { [name]: fields.required, '': said.not_saved };
  if (code === 'email_invalid') return { [name]: fields.invalid_email, '': said.not_saved };
  const fault = fieldsOf(form).find((each) => each.name === name)?.field.fault;
  // A year that is a number is refused for the age alone.
  const is_age = fault === 'year' && code === 'parameter_invalid';
  return { [name]: fault ? said.faults[is_age ? 'age' : fault] : said.invalid, '': said.not_saved };
}

/** The field that a refused parameter belongs to: `dob[day]` of a person is the field that ends so. */
function fieldOf(form: OnboardingForm, param: string | undefined): string {
  const path = (param ?? '')
    .replace(/^owner\[/, 'owners[')
    .replace(/^persons\[\d+\]/, '')
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .replace(/^\./, '');
  const names = namesIn(form);
  return names.find((name) => name === path) ?? (path ? names.find((name) => name.endsWith(`.${path}`)) : undefined) ?? '';
}
