import { about, nullable } from '../../../kernel/base/fields.js';
import { integer, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';

/** A sandbox as it was at one time, with its connected accounts (docs/decisions/0084). It is in a table that a reset keeps. */
export const snapshot = resource({
  object: 'test_helpers.snapshot',
  title: 'snapshot',
  prefix: 'snap',
  fields: {
    events: about('The number of events that it contains.', integer()),
    frozen_time: about('The time on the clock of the sandbox when it was saved.', timestamp),
    name: about('The name under which it was saved. A snapshot that is saved under the same name replaces it.', nullable(textOf(300))),
    objects: about('The number of objects that it contains.', integer()),
  },
  start: null,
  table: 'snapshots',
  columns: ['name'],
});
