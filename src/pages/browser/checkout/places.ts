import { request, valuesOf } from './answers.js';
import { takeParts } from './parts.js';
import { secret } from './typed.js';

type Field = HTMLInputElement | HTMLSelectElement;

const fieldsIn = (root: ParentNode): Field[] => [...root.querySelectorAll<Field>('input[name], select[name]')];

/** Asks for the fields of another country when one is chosen. What was typed stays in the fields that both have. */
export function followCountries(form: HTMLFormElement): void {
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLElement && decides(form, target)) void arrange(form, valuesOf(form, null));
  });
}

const isTaxed = (form: HTMLFormElement): boolean => form.querySelector('[name="taxed_by"]') !== null;

/** Whether a field decides how an address is written, or the taxes of a place. */
function decides(form: HTMLFormElement, target: HTMLElement): boolean {
  const name = target.getAttribute('name') ?? '';
  return target.dataset.changes === 'address' || (isTaxed(form) && /_(postal_code|state)$|^tax_id/.test(name));
}

let latest = 0;

/** Lays the addresses of a form out as their countries write them. Without an answer they stay, and the service judges them by the country. */
export async function arrange(form: HTMLFormElement, values: URLSearchParams): Promise<void> {
  latest += 1;
  const asked = latest;
  for (const name of [...values.keys()]) if (secret.test(name)) values.delete(name);
  values.set('do', 'place');
  const answer = await request(form.action, values);
  if (answer.of !== 'page' || asked !== latest) return;
  for (const part of form.querySelectorAll<HTMLElement>('[data-place]')) {
    const fresh = answer.page.querySelector(`#checkout [data-place="${part.dataset.place}"]`);
    if (fresh) exchange(part, document.importNode(fresh, true));
  }
  if (isTaxed(form)) takeParts(form, answer.page);
}

function exchange(part: HTMLElement, fresh: Element): void {
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : undefined;
  const typed = new Map(fieldsIn(part).map((field) => [field.name, field.value]));
  for (const field of fieldsIn(fresh)) {
    const value = typed.get(field.name) ?? '';
    const fits = field instanceof HTMLInputElement || [...field.options].some((option) => option.value === value);
    if (value !== '' && fits) field.value = value;
  }
  part.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus();
}
