import { about, type Field, nullable, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

/** When a trial ends: at a moment, or now. */
export const trial_moment: Field<number | 'now', number | 'now', 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { anyOf: [timestamp.schema, { const: 'now' }] },
  initial: 0,
  read: (value, at, reading) => (value === 'now' ? value : timestamp.read(value, at, reading)),
};

const anchor_word = oneOf('now', 'unchanged');
const anchor_object = object({ type: about('The change, in the same form.', required(anchor_word)) });

/** Whether boundaries move to the moment of a change: a word, or since 2026 an object with one. */
export const anchor_change: Field<'now' | 'unchanged', 'now' | 'unchanged', 'optional'> = {
  ...anchor_word,
  schema: { anyOf: [anchor_word.schema, anchor_object.schema] },
  read: (value, at, reading) =>
    typeof value === 'object' ? anchor_object.read(value, at, reading)?.type : anchor_word.read(value, at, reading),
};

/** The same in previews, where a subscription that there is not yet may have its boundaries at a moment. */
export const anchor_moment: Field<number | 'now' | 'unchanged', number | 'now' | 'unchanged', 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { anyOf: [timestamp.schema, anchor_change.schema] },
  initial: 0,
  read: (value, at, reading) =>
    typeof value === 'object' || value === 'now' || value === 'unchanged'
      ? anchor_change.read(value, at, reading)
      : timestamp.read(value, at, reading),
};

const period_end = oneOf('min_period_end', 'max_period_end');
/** When it is to end: at a moment, or when the first or the last of its items' periods does. */
export const moment_or_end: Field<number | 'min_period_end' | 'max_period_end', number | 'min_period_end' | 'max_period_end', 'optional'> =
  {
    presence: 'optional',
    about: null,
    schema: { anyOf: [timestamp.schema, period_end.schema] },
    initial: 0,
    read: (value, at, reading) =>
      typeof value === 'string' && value.endsWith('_end') ? period_end.read(value, at, reading) : timestamp.read(value, at, reading),
  };

/** When it ends: at a moment, or when the first or the last of its items' periods does. */
export const cancel_moment = about(
  "When the subscription ends: a time in Unix seconds, or the end of the first or last of its items' periods. An empty value removes the end.",
  nullable(moment_or_end),
);

/** A period of a number of days, weeks, months or years. */
export const interval = {
  interval: about('The unit of the interval.', oneOf('day', 'week', 'month', 'year')),
  interval_count: about('The number of units in an interval.', integer({ minimum: 1 })),
} as const;
