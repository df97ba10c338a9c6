import type { Texts } from '../kit/form-texts.js';

/** What has been filled into a page, and what is wrong with it, both by the names of fields. */
export type Filled = {
  readonly typed: Texts;
  readonly faults: Texts;
};

/** A field of a name, with what was typed into it and what is wrong with it. The first invalid field gets the focus. */
export const filledOf = ({ typed, faults }: Filled, name: string, known = ''): Field => ({
  name,
  value: typed[name] ?? known,
  fault: faults[name],
  focused: Object.keys(faults)[0] === name,
});

type Field = { readonly name: string; readonly value: string; readonly fault: string | undefined; readonly focused: boolean };

/** Whether something was sent, so that what was left empty is so on purpose. */
export const isSent = ({ typed }: Filled): boolean => Object.keys(typed).length > 0;
