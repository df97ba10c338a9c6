import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { constants, type Field, textOf } from '../kit/fields.js';
import { dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say, words } from '../say.js';

type Rule = {
  readonly id: string;
  readonly created: number;
  readonly action: string;
  readonly enabled: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string | null;
  readonly predicate: string;
};

const statusOf = ({ enabled }: Rule): string => (enabled ? 'enabled' : 'disabled');

const attributes = [
  ...['amount', 'billing_country', 'billing_postal_code', 'card_bin', 'card_brand', 'card_country', 'card_fingerprint', 'card_funding'],
  ...['charge_amount', 'charge_count', 'currency', 'customer', 'email', 'email_domain', 'ip_address', 'metadata', 'payment_method_type'],
  ...['address_line1_check', 'address_postal_code_check', 'cvc_check', 'risk_level', 'risk_score'],
];

const operators = ['is', 'is_not', 'at_least', 'at_most', 'in_list', 'not_in_list', 'is_missing'];

const isOf =
  (name: string, ...values: readonly string[]): NonNullable<Field['when']> =>
  (row) =>
    values.includes(textOf(row, name));

const condition: readonly Field[] = [
  { name: 'attribute', label: 'Attribute', kind: 'choice', choices: constants(attributes) },
  { name: 'metadata_key', label: 'Key', kind: 'text', when: isOf('attribute', 'metadata') },
  {
    ...{ name: 'per', label: 'Charges with the same', kind: 'choice', when: isOf('attribute', 'charge_amount', 'charge_count') },
    choices: constants(['card', 'customer', 'email', 'ip_address']),
  },
  {
    ...{ name: 'within', label: 'Within the last', kind: 'choice', when: isOf('attribute', 'charge_amount', 'charge_count') },
    choices: constants(['hour', 'day', 'week']),
  },
  { name: 'operator', label: 'Comparison', kind: 'choice', choices: constants(operators) },
  { name: 'values', label: 'Values', kind: 'tags', when: isOf('operator', 'is', 'is_not') },
  {
    ...{ name: 'number', label: 'Number', kind: 'number', when: isOf('operator', 'at_least', 'at_most') },
    hint: 'Amounts are in the smallest unit of the currency, such as cents.',
  },
  { name: 'value_list', label: 'Value list', kind: 'object', of: 'value-lists', when: isOf('operator', 'in_list', 'not_in_list') },
];

const create: Action<null> = {
  label: 'Create rule',
  is_primary: true,
  fields: () => [
    { name: 'name', label: 'Name', kind: 'text' },
    {
      ...{ name: 'action', label: 'Action', kind: 'choice' },
      choices: constants(['block', 'review', 'allow', 'request_three_d_secure']),
    },
    { name: 'conditions', label: 'Conditions, all of which must hold', kind: 'rows', fields: condition, add: 'Add a condition' },
  ],
  request: (_, parameters) => post('radar/rules', parameters),
  next: (answer) => `/rules/${(answer as Rule).id}`,
};

/** Rules about payments. */
export const rules: Description<Rule> = {
  name: 'rules',
  path: 'radar/rules',
  label: 'Rules',
  one: 'rule',
  title: ({ action, name }) => name ?? words(action),
  status: statusOf,
  columns: [
    member.constant('Action', (it) => it.action),
    member.text('Condition', (it) => it.predicate),
    member.status(statusOf),
    member.text('Name', (it) => it.name),
    member.created,
    member.id,
  ],
  filters: [dates()],
  empty: {
    text: 'Rules that allow, block or review payments appear here. This command creates one:',
    command:
      "radar/rules -d action=block -d 'conditions[0][attribute]=card_country' -d 'conditions[0][operator]=is' -d 'conditions[0][values][]=CA'",
  },
  create,
  facts: [
    member.created,
    member.constant('Action', (it) => it.action),
    member.text('Condition', (it) => it.predicate),
    member.text('Name', (it) => it.name),
    member.metadata,
  ],
  actions: [
    { label: 'Disable', when: ({ enabled }) => enabled, request: ({ id }) => post(`radar/rules/${id}`, { enabled: false }) },
    { label: 'Enable', when: ({ enabled }) => !enabled, request: ({ id }) => post(`radar/rules/${id}`, { enabled: true }) },
    {
      label: 'Delete',
      is_destructive: true,
      question: () => say('The rule no longer applies to payments. Earlier payments keep their outcome.'),
      request: ({ id }) => ({ method: 'DELETE', path: `radar/rules/${id}` }),
      next: () => '/rules',
    },
  ],
};
