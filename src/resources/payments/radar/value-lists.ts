import { Concealed } from '../../../kernel/base/concealed.js';
import { type Asked, remove, set } from '../../../kernel/base/effects.js';
import { about, invalid, required } from '../../../kernel/base/fields.js';
import { ref, textOf } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { many, own } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { type ItemTypeName, item_types } from '../../core/radar/item-types.js';
import { type ValueList, valueList, valueListItem } from './value-list.js';

const { fields } = valueList;

const alias: typeof fields.alias = {
  ...fields.alias,
  schema: { ...fields.alias.schema, pattern: '^[A-Za-z0-9_-]{1,100}$', examples: ['blocked_emails'] },
  read: (value, at, reading) => {
    const read = fields.alias.read(value, at, reading);
    if (read === undefined || /^[\w-]+$/.test(read)) return read;
    return invalid(reading, at, 'Invalid alias: use letters, digits, underscores and hyphens only.');
  },
};

/** Creates a list without values. */
export const createList = creation(valueList, {
  takes: {
    alias: required(alias),
    item_type: about('The type of the values, which cannot change later; `string` by default.', fields.item_type),
    metadata: fields.metadata,
    name: required(fields.name),
  },
  decide: ({ it, input }, { account }) => set(it, { ...input, created_by: account, lookup_key: input.alias }),
});

/** Renames a list, or changes its alias. */
export const updateList = rule(valueList, 'update', {
  takes: { alias, ...pick(fields, 'metadata', 'name') },
  decide: ({ it, input }) => set(it, { ...input, ...(input.alias !== undefined && { lookup_key: input.alias }) }),
});

/** How many values a list that is deleted may have: they are deleted with it in one write. */
const deleted_max = 1000;

/** Deletes a list with its values, unless a rule compares with it. */
export const deleteList = rule(valueList, 'delete', {
  reads: { owner: own(account), items: many(valueListItem, { by: 'held_by', at_most: deleted_max, cut: true }) },
  decide: ({ it, owner, items }, asked) => {
    const user = owner?.radar_rules?.find(({ conditions }) => conditions.some(({ value_list }) => value_list === it.id));
    if (user) return asked.refuse(inUse(it, user.id));
    if (items.length > deleted_max) return asked.refuse(tooMany(it));
    return [items.map((each) => remove(each)), remove(it)];
  },
});

const inUse = ({ id }: ValueList, rule: string) =>
  ({
    code: 'parameter_invalid',
    param: 'id',
    message: `The rule ${rule} uses the value list ${id}. Delete the rule, or change its conditions, before you delete the list.`,
  }) as const;

const tooMany = ({ id }: ValueList) =>
  ({
    code: 'parameter_invalid',
    param: 'id',
    message: `The value list ${id} has more than ${deleted_max} items. Delete items until ${deleted_max} remain, and then the list.`,
  }) as const;

/** A value as its type compares it. Refuses one that is not of the type. */
function requireValue(value: string, type: ItemTypeName, asked: Asked): string {
  const { form, words, same } = item_types[type];
  if (!form.test(value))
    return asked.refuse({
      code: 'parameter_invalid',
      param: 'value',
      message: `Invalid value: this list has items of type ${type}. Send ${words}.`,
    });
  // A payment knows the address of its payer only by this hash.
  return type === 'ip_address' ? asked.fingerprint(new Concealed(same(value))) : same(value);
}

/** Adds a value to a list. */
export const addItem = creation(valueListItem, {
  takes: {
    value: about('The value to add, of the type of the list.', required(textOf(800, { examples: ['jo@example.com'] }))),
    value_list: about('The list to add the value to.', required(ref('radar.value_list'))),
  },
  reads: { value_list: valueList },
  decide: ({ it, input, value_list: of }, asked) => {
    const same = requireValue(input.value, of?.item_type ?? 'string', asked);
    return set(it, { ...input, created_by: asked.account, held_by: input.value_list, lookup_key: input.value, same });
  },
});

/** Removes a value from its list. */
export const removeItem = rule(valueListItem, 'delete', { decide: ({ it }) => remove(it) });

/** The value lists of the account, and their items. */
export const valueLists = [
  action('POST /v1/radar/value_lists', createList, {
    about:
      'Creates a list of values, such as email addresses, that rules compare payments with. Add values with `POST /v1/radar/value_list_items`.',
  }),
  action('POST /v1/radar/value_lists/:id', updateList, { about: 'Changes the name, the alias or the metadata of a value list.' }),
  action('DELETE /v1/radar/value_lists/:id', deleteList, {
    about: 'Deletes a value list with its items, at most 1,000 of them. A list that a rule uses cannot be deleted.',
  }),
  retrieve(valueList, 'GET /v1/radar/value_lists/:id', { about: 'Retrieves a value list with its newest items.' }),
  list(
    valueList,
    'GET /v1/radar/value_lists',
    { alias: about('Only the list with this alias.', textOf(100)) },
    { columns: { lookup_key: { of: 'alias' } }, about: 'Lists value lists, newest first.' },
  ),
  action('POST /v1/radar/value_list_items', addItem, {
    about: 'Adds a value to a value list. A list has each value once.',
  }),
  action('DELETE /v1/radar/value_list_items/:id', removeItem, { about: 'Removes an item from its value list.' }),
  retrieve(valueListItem, 'GET /v1/radar/value_list_items/:id', { about: 'Retrieves an item of a value list.' }),
  list(
    valueListItem,
    'GET /v1/radar/value_list_items',
    {
      value: about('Only the item with this value.', textOf(800)),
      value_list: about('The value list whose items are listed.', required(ref('radar.value_list'))),
    },
    { columns: { held_by: { of: 'value_list' }, lookup_key: { of: 'value' } }, about: 'Lists the items of a value list, newest first.' },
  ),
] as const;
