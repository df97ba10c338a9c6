import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type ValueList = {
  readonly id: string;
  readonly created: number;
  readonly alias: string;
  readonly item_type: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string;
};

const types = [
  ...['string', 'case_sensitive_string', 'email', 'card_bin', 'card_fingerprint', 'country', 'customer_id', 'ip_address'],
  ...['sepa_debit_fingerprint', 'us_bank_account_fingerprint'],
];

const create: Action<null> = {
  label: 'Create value list',
  is_primary: true,
  fields: () => [
    { name: 'name', label: 'Name', kind: 'text', is_required: true },
    { name: 'alias', label: 'Alias', kind: 'text', is_required: true, hint: 'A short name for your code, such as blocked_emails' },
    { name: 'item_type', label: 'Type of the values', kind: 'choice', choices: constants(types) },
  ],
  request: (_, parameters) => post('radar/value_lists', parameters),
  next: (answer) => `/value-lists/${(answer as ValueList).id}`,
};

/** Value lists. */
export const valueLists: Description<ValueList> = {
  name: 'value-lists',
  path: 'radar/value_lists',
  label: 'Value lists',
  one: 'value list',
  title: ({ name }) => name,
  columns: [
    member.text('Name', (it) => it.name),
    member.text('Alias', (it) => it.alias),
    member.constant('Type', (it) => it.item_type),
    member.created,
    member.id,
  ],
  filters: [equal('alias', 'Alias'), dates()],
  empty: {
    text: 'Lists of values that rules compare payments with appear here. This command creates one:',
    command: 'radar/value_lists -d alias=blocked_emails -d name="Blocked emails" -d item_type=email',
  },
  create,
  facts: [member.created, member.text('Alias', (it) => it.alias), member.constant('Type', (it) => it.item_type), member.metadata],
  related: [{ of: 'value-list-items', parameters: ({ id }) => ({ value_list: id }) }],
  actions: [
    {
      label: 'Add a value',
      is_primary: true,
      fields: () => [{ name: 'value', label: 'Value', kind: 'text', is_required: true }],
      request: ({ id }, parameters) => post('radar/value_list_items', { value_list: id, ...parameters }),
    },
    {
      label: 'Delete',
      is_destructive: true,
      question: () => say('The list is deleted with its values. A list that a rule uses cannot be deleted.'),
      request: ({ id }) => ({ method: 'DELETE', path: `radar/value_lists/${id}` }),
      next: () => '/value-lists',
    },
  ],
};
