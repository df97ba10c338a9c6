import { about, initially, internal, required } from '../../../kernel/base/fields.js';
import { metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { item_type_names, memberOf } from '../../core/radar/item-types.js';

/** Values under a name, which rules compare payments with. */
export const valueList = resource({
  object: 'radar.value_list',
  title: 'value list',
  prefix: 'rsl',
  fields: {
    alias: about(
      'The short name of the list for your own code, up to 100 letters, digits, underscores and hyphens; unique in the account.',
      textOf(100),
    ),
    created_by: about('The id of the account that created the list.', text),
    item_type: about('The type of the values in the list.', initially('string', oneOf(...item_type_names))),
    /** The alias, repeated because lists filter by the column of this name. */
    lookup_key: internal(textOf(100)),
    metadata,
    name: about('The name of the list for people, up to 100 characters.', textOf(100)),
  },
  start: null,
  columns: ['lookup_key'],
  unique: { alias: ({ alias }) => (typeof alias === 'string' ? alias : null) },
  lists: {
    list_items: {
      object: 'radar.value_list_item',
      by: 'held_by',
      url: (id) => `/v1/radar/value_list_items?value_list=${id}`,
      always: true,
    },
  },
  removable: true,
});

/** A value list as rules see it. */
export type ValueList = It<typeof valueList>;

/** A value of a list. It is counted under its list and value, so that a payment looks up one value, however many there are. */
export const valueListItem = resource({
  object: 'radar.value_list_item',
  title: 'value list item',
  prefix: 'rsli',
  fields: {
    created_by: about('The id of the account that added the item.', text),
    /** Its list and its value, repeated because lists filter by the columns of these names. */
    held_by: internal(ref('radar.value_list')),
    lookup_key: internal(textOf(800)),
    /** The value as its type compares it; an IP address as the keyed hash that payments store. */
    same: internal(text),
    value: about('The value, as it was added.', textOf(800)),
    value_list: about('The list that the value is in.', required(ref('radar.value_list'))),
  },
  start: null,
  columns: ['held_by', 'lookup_key'],
  unique: { value: ({ same, value_list }) => `${String(value_list)} ${String(same)}` },
  usage: ({ created, same, value_list }) => [
    { metered: memberOf(String(value_list), String(same)), customer: '', at: created, value: '1', replaces: false },
  ],
  usage_ends: true,
  removable: true,
});
