import type { Words } from '../browser/words.js';
import { type AddressForm, type Part, partsOf } from './address-form.js';
import { html, type Input, input, type Markup, select } from './ui.js';

/** How a page asks for an address. */
type Asking = {
  readonly form: AddressForm;
  readonly words: Words;
  /** Whose address browsers fill in. */
  readonly kind: 'shipping' | 'billing';
  /** Whether what the country needs has to be filled in. */
  readonly is_required: boolean;
  /** The name of a field, what stands in it, and what is wrong with it. */
  readonly filling: (part: Part) => Pick<Input, 'name' | 'fault' | 'focused'> & { readonly value: string };
};

const autocompletes: Readonly<Record<Part, string>> = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
};

/** The fields of an address besides its country, in the lines in which that country writes it. */
export const addressFields = (asking: Asking): Markup =>
  html`<div class="address">${asking.form.lines.map((line) => html`<div class="line">${line.map((part) => partField(part, asking))}</div>`)}</div>`;

function partField(part: Part, { form, words, kind, is_required, filling }: Asking): Markup {
  const required = is_required && form.needed.includes(part);
  const is_checked = part === 'postal_code' && form.postal !== null;
  const field = {
    ...filling(part),
    label: words[form.labels[part]],
    autocomplete: `${kind} ${autocompletes[part]}`,
    required,
    data: {
      ...(is_checked ? { checks: 'postal', pattern: form.postal?.pattern ?? '', 'fault-invalid-postal': postalFault(form, words) } : {}),
      ...(required && !is_checked && { checks: 'filled' }),
      ...(required && { 'fault-required': words.required }),
    },
  };
  // A state that was saved under its name is the one that is meant.
  const chosen = form.states.find((state) => state.includes(field.value));
  const is_listed = part === 'state' && form.states.length > 0 && (field.value === '' || chosen);
  if (is_listed) return select({ ...field, value: chosen?.[0] ?? '', options: form.states });
  return input(part === 'postal_code' ? { ...field, characters_max: 20 } : field);
}

/** What is said of a postal code that its country cannot have; `{field}` stands for its name there. */
export const postalFault = ({ postal }: AddressForm, { like }: Words): string => like.replace('{example}', () => postal?.example ?? '');

/** The parts of an address that its country has, of all that was sent. */
export const addressOf = (form: AddressForm, typed: (part: Part) => string | undefined): Partial<Record<Part, string>> =>
  Object.fromEntries(partsOf(form).flatMap((part) => (typed(part) ? [[part, typed(part)]] : [])));
