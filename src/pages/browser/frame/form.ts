import type { Content, Json, State } from '../shapes.js';
import type { Field } from './field.js';

/** What an element shows, and what it holds. */
export type Form = {
  readonly root: HTMLElement;
  /** The fields that are shown now. */
  readonly fields: () => readonly Field[];
  /** What its change event tells besides. */
  readonly more: () => Json;
  /** What it holds, complete or not. */
  readonly content: () => Pick<Content, 'type' | 'data'>;
  /** The merchant's page has changed its options. */
  readonly update: (options: Json) => void;
};

/** How far a form is. */
export function stateOf(form: Form): State {
  const fields = form.fields();
  const typed = fields.filter(({ input }) => !(input instanceof HTMLSelectElement));
  const error = fields.map((field) => field.told()).find((fault) => fault !== undefined);
  return {
    empty: typed.every((field) => field.value() === ''),
    complete: fields.every((field) => field.wrong() === null),
    ...(error && { error }),
    more: form.more(),
  };
}

/** The values of a form; an invalid field shows its error and gets the focus. */
export function contentOf(form: Form): Content {
  for (const field of form.fields()) field.tell();
  const { error } = stateOf(form);
  if (error)
    form
      .fields()
      .find((field) => field.told())
      ?.input.focus();
  return { ...form.content(), ...(error && { error }) };
}

/** What is typed into these fields, by name; what is empty is left out. */
export const valuesOf = (fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.name, field.value()]).filter(([, value]) => value !== ''));
