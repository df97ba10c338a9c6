import { field } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { event_types } from './types.js';

/** The types that names come to: a type is one, and what ends with a star all that begin like it. */
export const typesOf = (names: readonly string[]): string[] =>
  event_types.filter((type) => names.some((each) => each === type || (each.endsWith('*') && type.startsWith(each.slice(0, -1)))));

/** The types that a list asks for: one, or all that begin alike, as `invoice.*`. */
export const type_filter = field<readonly string[]>(text.schema, [], (value, at, reading) => {
  const read = text.read(value, at, reading);
  return read?.endsWith('*') ? typesOf([read]) : read === undefined ? undefined : [read];
});
