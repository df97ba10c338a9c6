import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type TaxRate = {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly country: string | null;
  readonly description: string | null;
  readonly display_name: string;
  readonly inclusive: boolean;
  readonly jurisdiction: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly percentage: number;
  readonly state: string | null;
};

const nameOf = ({ display_name, percentage }: TaxRate): string => `${display_name} ${percentage}%`;

const statusOf = ({ active }: TaxRate): string => (active ? 'active' : 'archived');

const create: Action<null> = {
  label: 'Create tax rate',
  is_primary: true,
  fields: () => [
    { name: 'display_name', label: 'Name', kind: 'text', is_required: true, hint: 'Customers see it on invoices, for example: VAT' },
    { name: 'percentage', label: 'Percentage', kind: 'number', is_required: true },
    {
      ...{ name: 'inclusive', label: 'Prices', kind: 'choice' },
      choices: [
        { value: 'false', label: 'Exclude the tax' },
        { value: 'true', label: 'Include the tax' },
      ],
    },
    { name: 'country', label: 'Country (two letters)', kind: 'text' },
    { name: 'state', label: 'State', kind: 'text' },
    { name: 'jurisdiction', label: 'Jurisdiction', kind: 'text' },
  ],
  request: (_, parameters) => post('tax_rates', parameters),
  next: (answer) => `/tax-rates/${(answer as TaxRate).id}`,
};

/** Tax rates. */
export const taxRates: Description<TaxRate> = {
  name: 'tax-rates',
  path: 'tax_rates',
  label: 'Tax rates',
  one: 'tax rate',
  title: nameOf,
  status: statusOf,
  columns: [
    member.text('Name', nameOf),
    member.status(statusOf),
    member.flag('Included', (it) => it.inclusive),
    member.text('Country', ({ country, state }) => [country, state].filter(Boolean).join(', ')),
    member.created,
    member.id,
  ],
  filters: [choice('active', ['true', 'false'], 'Active'), choice('inclusive', ['true', 'false'], 'Included'), dates()],
  empty: {
    text: 'Tax rates appear here. This command creates one:',
    command: 'tax_rates -d display_name=VAT -d percentage=20 -d inclusive=false',
  },
  create,
  facts: [
    member.created,
    member.flag('Included in prices', (it) => it.inclusive),
    member.text('Country', (it) => it.country),
    member.text('State', (it) => it.state),
    member.text('Jurisdiction', (it) => it.jurisdiction),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  actions: [
    {
      label: 'Archive',
      when: ({ active }) => active,
      question: () => say('The rate is not offered for new invoices. Existing subscriptions keep it.'),
      request: ({ id }) => post(`tax_rates/${id}`, { active: false }),
    },
    { label: 'Unarchive', when: ({ active }) => !active, request: ({ id }) => post(`tax_rates/${id}`, { active: true }) },
  ],
};
