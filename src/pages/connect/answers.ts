import type { Texts } from '../kit/form-texts.js';
import { fieldsIn, groupsOf, typeable } from './fields.js';
import type { OnboardingForm } from './page.js';

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

/** The names of all fields that the page shows, and what was typed into each. */
function filledIn({ asked }: OnboardingForm, typed: Texts): [name: string, value: string][] {
  const names = typeable(asked);
  const shown = groupsOf(names).flatMap((group) => fieldsIn(group, names).map(({ name }) => name));
  const all = names.includes('business_profile.mcc') ? ['business_profile.mcc', ...shown] : shown;
  return all.map((name) => [name, typed[name] ?? '']);
}

/** The typed input as API parameters. The caller's address is part of accepting the terms. */
export function toldOf(form: OnboardingForm, typed: Texts, from: { readonly ip: string; readonly user_agent: string }): object {
  if (form.business_type === null) return typed.business_type ? { business_type: typed.business_type } : {};
  const told: Nested = {};
  for (const [name, value] of filledIn(form, typed)) if (value) put(told, name.split('.'), value);
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

/** What is left blank of what is asked now, as faults by the names of fields. */
export function blanksIn(form: OnboardingForm): Record<string, string> {
  const names = filledIn(form, {}).map(([name]) => name);
  const of_terms = form.asked.includes('tos_acceptance.date') ? ['tos_acceptance'] : [];
  return Object.fromEntries(
    [...names, ...of_terms].map((name) => [name, name === 'tos_acceptance' ? 'Please accept.' : 'Please fill this in.']),
  );
}

/** The field that a refused parameter belongs to: `dob[day]` of a person is the field that ends so. */
export function fieldOf(form: OnboardingForm, param: string | undefined): string {
  const path = (param ?? '')
    .replace(/^owner\[/, 'owners[')
    .replace(/^persons\[\d+\]/, '')
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .replace(/^\./, '');
  const names = filledIn(form, {}).map(([name]) => name);
  return names.find((name) => name === path) ?? (path ? names.find((name) => name.endsWith(`.${path}`)) : undefined) ?? '';
}
