import { type Json, membersOf } from '../shapes.js';

/** Replaces the fields of the form with the details that the wallet provides. */
export function fillIn(values: URLSearchParams, { card, billing_details, shipping }: Json, type: string): void {
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
