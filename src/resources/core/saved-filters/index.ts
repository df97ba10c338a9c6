import { remove, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';

const name = about('The name that people choose it by, of at most 100 characters.', textOf(100));
const query = about(
  'The filters as the query of an address: `status=succeeded&created=2026-01-01..2026-01-31`, of at most 2,000 characters.',
  textOf(2000),
);
const type = about('The list of the dashboard that it filters, such as `payments`.', textOf(100));

/** Filters of a list of the dashboard under a name, which everybody with access to the account can choose. */
export const savedFilter = resource({
  object: 'saved_filter',
  title: 'saved filter',
  prefix: 'flt',
  fields: { name: required(name), query: required(query), type: required(type) },
  start: null,
  columns: ['type'],
  removable: true,
});

/** Saves filters. */
export const create = creation(savedFilter, {
  takes: { name: required(name), query: required(query), type: required(type) },
  decide: ({ it, input }) => set(it, input),
});

/** Changes the name or the filters. */
export const update = rule(savedFilter, 'update', { takes: { name, query }, decide: ({ it, input }) => set(it, input) });

/** Deletes saved filters. */
export const erase = rule(savedFilter, 'delete', { decide: ({ it }) => remove(it) });

/** The saved filters group. */
export const savedFilters = [
  action('POST /v1/saved_filters', create, {
    about: 'Saves filters of a list of the dashboard under a name, for everybody with access to the account.',
  }),
  action('POST /v1/saved_filters/:id', update, { about: 'Changes the name or the filters of a saved filter.' }),
  action('DELETE /v1/saved_filters/:id', erase, { about: 'Deletes a saved filter.' }),
  retrieve(savedFilter, 'GET /v1/saved_filters/:id', { about: 'Retrieves a saved filter.' }),
  list(savedFilter, 'GET /v1/saved_filters', { type }, { about: 'Lists the saved filters of the account, newest first.' }),
] as const;
