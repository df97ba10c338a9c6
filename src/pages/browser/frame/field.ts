import type { Fault } from '../shapes.js';
import { element } from './dom.js';

/** What can be wrong with a field: nothing, or a code and how it is said. */
export type Wrong = { readonly code: string; readonly message: string } | null;

/** How one field is asked for. */
export type Asking = {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly keyboard?: 'numeric' | 'email' | 'tel' | undefined;
  readonly placeholder?: string | undefined;
  readonly value?: string | undefined;
  /** How what is typed in is written, again after every key. */
  readonly format?: ((text: string) => string) | undefined;
  /** What is wrong with it as it stands. */
  readonly wrong: (text: string) => Wrong;
  /** Values and their names, where one is chosen from a list. */
  readonly choices?: readonly (readonly [value: string, label: string])[] | undefined;
  /** Something drawn beside what is typed in. */
  readonly aside?: HTMLElement | undefined;
  /** The label is for screen readers alone. */
  readonly bare?: boolean | undefined;
};

type Input = HTMLInputElement | HTMLSelectElement;

/** One field: its value, its error, and whether the error is shown. */
export type Field = {
  readonly name: string;
  readonly root: HTMLElement;
  readonly input: Input;
  readonly value: () => string;
  /** What is wrong, told or not. */
  readonly wrong: () => Wrong;
  /** The error, once it is shown. */
  readonly told: () => Fault | undefined;
  /** Tells what is wrong, now and until it is mended. */
  readonly tell: () => void;
  readonly set: (value: string) => void;
  /** Looks again, because something else has changed that it depends on. */
  readonly refresh: () => void;
};

const letters_max = '200';

/** A field with its label, and a line for what is wrong with it. */
export function fieldOf(asking: Asking): Field {
  const { name, format } = asking;
  const id = `Field-${name}`;
  const input = asking.choices ? selectOf(asking, id) : inputOf(asking, id);
  const fault = element('p', { class: 'Error', id: `${id}-error`, role: 'alert', hidden: true });
  const label = element('label', { class: asking.bare ? 'Label Label--bare' : 'Label', for: id }, asking.label);
  const box = asking.aside ? element('div', { class: 'Box' }, input, asking.aside) : input;
  const root = element('div', { class: `Field Field--${name}`, 'data-field': name }, label, box, fault);
  let is_told = false;
  const value = (): string => input.value.trim();
  const wrong = (): Wrong => asking.wrong(value());
  const refresh = (): void => {
    const found = wrong();
    if (!found) is_told = false;
    mark({ input, label, fault }, found, is_told);
  };
  const tell = (): void => {
    is_told = true;
    refresh();
  };
  input.addEventListener('input', () => {
    if (format && input instanceof HTMLInputElement) reformat(input, format);
    // What can still become right while it is typed is not told before the payer goes on.
    is_told = wrong()?.code.startsWith('invalid_') === true && !isUnderWay(name, value());
    refresh();
  });
  input.addEventListener('blur', () => value() !== '' && tell());
  const set = (text: string): void => {
    input.value = format ? format(text) : text;
    is_told = false;
    refresh();
  };
  const told = (): Fault | undefined => {
    const found = is_told ? wrong() : null;
    return found ? { type: 'validation_error', ...found } : undefined;
  };
  refresh();
  return { name, root, input, value, wrong, told, tell, set, refresh };
}

/** An address is incomplete until its field is left; an error is not shown after its first letter. */
const isUnderWay = (name: string, text: string): boolean => name === 'email' && text !== '';

function inputOf({ name, autocomplete, keyboard, placeholder, value, format }: Asking, id: string): HTMLInputElement {
  const type = keyboard === 'tel' || keyboard === 'numeric' ? 'tel' : keyboard === 'email' ? 'email' : 'text';
  const attributes = {
    type,
    autocomplete,
    placeholder,
    inputmode: keyboard,
    maxlength: letters_max,
    spellcheck: 'false',
    autocapitalize: 'off',
  };
  const input = element('input', {
    class: 'Input',
    id,
    name,
    ...attributes,
    'aria-describedby': `${id}-error`,
    dir: directionOf(keyboard),
  });
  input.value = value ? (format?.(value) ?? value) : '';
  return input;
}

/** Numbers are written from left to right in every language. */
const directionOf = (keyboard: Asking['keyboard']): string => (keyboard ? 'ltr' : 'auto');

function selectOf({ name, autocomplete, value, choices = [] }: Asking, id: string): HTMLSelectElement {
  const options = choices.map(([code, label]) => element('option', { value: code, selected: code === value }, label));
  return element('select', { class: 'Input Input--select', id, name, autocomplete, 'aria-describedby': `${id}-error` }, ...options);
}

type Parts = { readonly input: Input; readonly label: HTMLElement; readonly fault: HTMLElement };

function mark({ input, label, fault }: Parts, wrong: Wrong, is_told: boolean): void {
  const shows = is_told && wrong !== null;
  input.setAttribute('aria-invalid', String(shows));
  for (const part of [input, label]) {
    part.classList.toggle(`${part === input ? 'Input' : 'Label'}--invalid`, shows);
    part.classList.toggle(`${part === input ? 'Input' : 'Label'}--empty`, input.value === '');
    part.classList.toggle(`${part === input ? 'Input' : 'Label'}--complete`, wrong === null && input.value !== '');
  }
  fault.hidden = !shows;
  const text = shows ? wrong.message : '';
  // Said once, and not again with every key.
  if (fault.textContent !== text) fault.textContent = text;
}

/** Reformats the typed value, and keeps the caret behind its character. */
function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const before = input.value;
  const caret = input.selectionStart ?? before.length;
  const formatted = format(before);
  if (formatted === before) return;
  input.value = formatted;
  if (caret >= before.length) return;
  const typed = countOf(before.slice(0, caret));
  const place = [...formatted].findIndex((_, at) => countOf(formatted.slice(0, at + 1)) === typed);
  input.setSelectionRange(typed === 0 ? 0 : place + 1, typed === 0 ? 0 : place + 1);
}

const countOf = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length;
