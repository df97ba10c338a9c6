import type { Description } from '../kit/description.js';
import * as member from '../kit/members.js';

type Item = { readonly id: string; readonly created: number; readonly value: string; readonly value_list: string };

/** The values of a list. */
export const valueListItems: Description<Item> = {
  name: 'value-list-items',
  path: 'radar/value_list_items',
  label: 'Values',
  one: 'value',
  title: ({ value }) => value,
  columns: [member.text('Value', (it) => it.value), member.created, member.id],
  empty: { text: 'The values of a list appear here.', command: 'radar/value_list_items -d value_list=rsl_… -d value=jo@example.com' },
  facts: [member.created, member.text('Value', (it) => it.value), member.reference('Value list', (it) => it.value_list)],
  actions: [
    {
      label: 'Remove',
      is_destructive: true,
      request: ({ id }) => ({ method: 'DELETE', path: `radar/value_list_items/${id}` }),
      next: () => '/value-lists',
    },
  ],
};
