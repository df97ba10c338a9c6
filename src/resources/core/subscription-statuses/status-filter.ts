import { field } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';

const statuses = ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'trialing', 'unpaid'] as const;

const together: Readonly<Record<'all' | 'ended', readonly string[]>> = { all: statuses, ended: ['canceled', 'incomplete_expired'] };

const word = oneOf('all', 'ended', ...statuses);

/** The statuses that a list asks for: one, or several by a word of their own. */
export const status_filter = field<readonly string[]>(word.schema, [], (value, at, reading) => {
  const read = word.read(value, at, reading);
  return read === undefined ? undefined : read === 'all' || read === 'ended' ? together[read] : [read];
});

/** The default status filter of a list (Stripe). */
export const not_canceled: readonly string[] = statuses.filter((status) => status !== 'canceled');
