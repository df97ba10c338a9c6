import { brandOf, codeFault, type Expiry, expiryFault, formatExpiry, formatNumber, numberFault } from '../card.js';
import { formatIban, ibanFault } from '../iban.js';

type Field = HTMLInputElement | HTMLSelectElement;

/** What is wrong with a field, by the code under which the page says it; null if nothing is. */
type Check = (text: string, context: { readonly brand: string; readonly today: Expiry; readonly pattern: string }) => string | null;

const checks: Readonly<Record<string, Check>> = {
  filled: () => null,
  agreed: () => null,
  email: (text) => (/^\S+@\S+\.\S+$/.test(text) ? null : 'invalid_email'),
  number: (text) => numberFault(text),
  exp: (text, { today }) => expiryFault(text, today),
  cvc: (text, { brand }) => codeFault(text, brand),
  iban: (text) => ibanFault(text),
  postal: (text, { pattern }) => (new RegExp(pattern, 'iu').test(text) ? null : 'invalid_postal'),
};

/** How something is written while it is typed. */
const written: Readonly<Record<string, (text: string) => string>> = { number: formatNumber, exp: formatExpiry, iban: formatIban };

/** Finds the first wrong field; `counts` leaves out those that something else answers. */
export type FindWrong = (counts?: (name: string) => boolean) => Field | null;

/** Watches the fields of a form, and answers with what finds the first that is wrong. */
export function checkFields(form: HTMLFormElement, today: Expiry): FindWrong {
  const fields = (): Field[] => [...form.querySelectorAll<Field>('[data-checks]')];
  form.addEventListener('input', (event) => {
    const { target } = event;
    if (!isField(target)) return;
    // What is deleted must not come back at once, or nothing before it could ever be deleted.
    const is_deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (!is_deleting) write(target);
    if (target.dataset.checks === 'number') showBrand(form, target.value === '' ? null : brandOf(target.value));
    // What is being mended is judged at once, and what is typed for the first time is left in peace.
    if (target.hasAttribute('aria-invalid')) judge(form, target, today);
  });
  whenLeft(form, (field) => {
    if (field.dataset.checks && typedIn(field) !== '') judge(form, field, today);
  });
  return (counts = () => true) => fields().filter((field) => counts(field.name) && isShown(field) && !judge(form, field, today))[0] ?? null;
}

/**
 * Reports each field on blur, but not during a press: a message moves the content below it, and
 * the pointer would leave the pressed button.
 */
function whenLeft(form: HTMLFormElement, tell: (field: Field) => void): void {
  let pressing = false;
  let left: Field | null = null;
  document.addEventListener('pointerdown', () => {
    pressing = true;
  });
  for (const ending of ['pointerup', 'pointercancel'])
    document.addEventListener(ending, () => {
      pressing = false;
      const field = left;
      left = null;
      // After the click that follows.
      if (field) setTimeout(() => tell(field));
    });
  form.addEventListener('focusout', ({ target }) => {
    if (!isField(target)) return;
    if (pressing) left = target;
    else tell(target);
  });
}

const isField = (target: EventTarget | null): target is Field => target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

const isShown = (field: Field): boolean => field.offsetParent !== null;

const typedIn = (field: Field): string =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? (field.checked ? 'true' : '') : field.value.trim();

/** Writes what was typed as it is written, and keeps the caret behind the same character. */
function write(field: Field): void {
  const format = written[field.dataset.checks ?? ''];
  if (!format || !(field instanceof HTMLInputElement)) return;
  const text = format(field.value);
  if (text === field.value) return;
  const caret = field.selectionStart ?? field.value.length;
  const before = formatless(field.value.slice(0, caret)).length;
  const place = caret === field.value.length ? text.length : placeAfter(text, before);
  field.value = text;
  field.setSelectionRange(place, place);
}

const formatless = (text: string): string => text.replace(/[\s/]/g, '');

function placeAfter(text: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === count) return place;
    if (formatless(text.charAt(place)) !== '') seen += 1;
  }
  return text.length;
}

/** Shows the brand of a number; without one, the brands that are common. */
function showBrand(form: HTMLFormElement, brand: string | null): void {
  for (const mark of form.querySelectorAll<HTMLElement>('[data-brand]'))
    mark.hidden = brand === null ? mark.dataset.common === undefined : mark.dataset.brand !== brand;
}

/** Shows or clears the error beside a field. */
function judge(form: HTMLFormElement, field: Field, today: Expiry): boolean {
  const text = typedIn(field);
  const number = form.querySelector<HTMLInputElement>('[data-checks="number"]')?.value ?? '';
  const check = checks[field.dataset.checks ?? ''];
  const { pattern = '' } = field.dataset;
  const wrong = text === '' ? (field.hasAttribute('data-fault-required') ? 'required' : null) : null;
  const code = text === '' ? wrong : (check?.(text, { brand: brandOf(number), today, pattern }) ?? null);
  say(
    field,
    code === null ? null : (field.getAttribute(`data-fault-${code.replaceAll('_', '-')}`) ?? field.getAttribute('data-fault-required')),
  );
  return code === null;
}

/** Says beside a field what is wrong with it; null takes that away. */
export function say(field: Field, fault: string | null): void {
  const id = `${field.id}-fault`;
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== '' && each !== id);
  const shown = document.getElementById(id);
  if (fault === null) {
    shown?.remove();
    field.removeAttribute('aria-invalid');
  } else {
    const beside = shown ?? field.closest('.field')?.appendChild(faultOf(field, id));
    if (beside && beside.textContent !== fault) beside.textContent = fault;
    field.setAttribute('aria-invalid', 'true');
    described.unshift(id);
  }
  if (described.length > 0) field.setAttribute('aria-describedby', described.join(' '));
  else field.removeAttribute('aria-describedby');
}

function faultOf(field: Field, id: string): HTMLElement {
  const fault = document.createElement('small');
  fault.className = 'fault';
  fault.id = id;
  fault.dataset.testid = `fault-${field.name}`;
  return fault;
}
