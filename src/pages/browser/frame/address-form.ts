import { type Json, membersOf, textOf } from '../shapes.js';
import type { Words } from '../words.js';
import { element } from './dom.js';
import { type Asking, type Field, fieldOf } from './field.js';
import type { Form } from './form.js';
import { type Around, countryField, missing, textField } from './requested.js';

type Part = 'line1' | 'line2' | 'city' | 'state' | 'postal_code';

/** How a country writes its addresses, as the service says it. */
type Layout = {
  readonly lines: readonly (readonly Part[])[];
  readonly needed: readonly Part[];
  readonly labels: Readonly<Record<Part, keyof Words>>;
  readonly postal: { readonly pattern: string; readonly example: string } | null;
  readonly states: readonly (readonly [value: string, name: string])[];
};

/** Until the service has answered. */
const anywhere: Layout = {
  lines: [['line1'], ['line2'], ['postal_code', 'city'], ['state']],
  needed: ['line1', 'city'],
  labels: { line1: 'line1', line2: 'line2', city: 'city', state: 'state', postal_code: 'postal_code' },
  postal: null,
  states: [],
};

function partField(part: Part, layout: Layout, around: Around, value: string): Field {
  const { labels, needed, postal, states } = layout;
  const label = around.words[labels[part]];
  const asking: Asking = {
    ...textField(around, part, { value }),
    label,
    wrong: (text) => {
      if (text === '') return needed.includes(part) ? { code: `incomplete_${part}`, message: missing(around.words, label) } : null;
      if (part !== 'postal_code' || !postal || new RegExp(postal.pattern, 'iu').test(text)) return null;
      const message = around.words.like.replace('{field}', label).replace('{example}', postal.example);
      return { code: 'incomplete_postal_code', message };
    },
  };
  const is_listed = part === 'state' && states.length > 0 && (value === '' || states.some((state) => state.includes(value)));
  if (!is_listed) return fieldOf(asking);
  const chosen = states.find((state) => state.includes(value))?.[0] ?? '';
  return fieldOf({ ...asking, value: chosen, choices: [['', ''], ...states] });
}

/** The fields of an address besides its country. They are laid out again for each country, with what was typed so far. */
function placeOf(around: Around, country: Field, known: Json): { readonly root: HTMLElement; readonly fields: () => readonly Field[] } {
  const root = element('div', { class: 'Address' });
  let fields: readonly Field[] = [];
  const typed = new Map<string, string>(
    Object.entries(known).flatMap(([name, value]) => (textOf(value) ? [[name, textOf(value) ?? '']] : [])),
  );
  const lay = (layout: Layout): void => {
    const focused = fields.find(({ input }) => input.matches(':focus'))?.name;
    for (const field of fields) typed.set(field.name, field.value());
    const lines = layout.lines.map((line) => line.map((part) => partField(part, layout, around, typed.get(part) ?? '')));
    fields = lines.flat();
    root.replaceChildren(...lines.map((line) => element('div', { class: 'Line' }, ...line.map((field) => field.root))));
    fields.find(({ name }) => name === focused)?.input.focus();
    root.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const ask = async (): Promise<void> => {
    const asked = country.value();
    const answer = await fetch(`/js/addresses/${around.language}/${encodeURIComponent(asked)}`);
    // A later choice has its own answer.
    if (answer.ok && asked === country.value()) lay((await answer.json()) as Layout);
  };
  // Without an answer, the fields of any country stay.
  const follow = (): void => void ask().catch(() => undefined);
  lay(anywhere);
  country.input.addEventListener('change', follow);
  follow();
  return { root, fields: () => fields };
}

/** The Address Element, for the payer or for where goods go. */
export function addressForm(options: Json, around: Around): Form {
  const known = membersOf(options.defaultValues);
  const address = membersOf(known.address);
  const only = Array.isArray(options.allowedCountries) ? options.allowedCountries : null;
  const name = fieldOf(textField(around, 'name', { value: textOf(known.name) }));
  const country = fieldOf(countryField(around, textOf(address.country) ?? only?.[0], only));
  const place = placeOf(around, country, address);
  const with_phone = membersOf(options.fields).phone === 'always';
  const phone = with_phone ? [fieldOf(textField(around, 'phone', { value: textOf(known.phone), optional: true }))] : [];
  const nothing = { line1: '', line2: '', city: '', state: '', postal_code: '' };
  const value = (): Json => ({
    name: name.value(),
    address: { ...nothing, ...Object.fromEntries(place.fields().map((field) => [field.name, field.value()])), country: country.value() },
    ...(with_phone && { phone: phone[0]?.value() ?? '' }),
  });
  const is_for_goods = options.mode === 'shipping';
  return {
    root: element('div', { class: 'Panel Panel--address' }, name.root, country.root, place.root, ...phone.map(({ root }) => root)),
    fields: () => [name, country, ...place.fields(), ...phone],
    more: () => ({ elementMode: is_for_goods ? 'shipping' : 'billing', isNewAddress: true, value: value() }),
    content: () => ({ type: 'address', data: { [is_for_goods ? 'shipping' : 'billing_details']: value() } }),
    update: () => undefined,
  };
}
