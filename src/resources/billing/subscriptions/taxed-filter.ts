import { field, object, required } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';

const sent = object({ enabled: required(flag) });

/** The kind of those that a list asks for by how they are taxed: all are taxed by the rates that they name, and none by itself. */
export const taxed_filter = field<string>(sent.schema, '', (value, at, reading) => {
  const read = sent.read(value, at, reading);
  return read && (read.enabled ? 'subscription taxed by itself' : 'subscription');
});
