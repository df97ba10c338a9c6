import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';

type Cardholder = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly billing: { readonly address: Readonly<Record<string, string | null>> };
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string;
  readonly phone_number: string | null;
  readonly requirements: { readonly past_due: readonly string[] | null; readonly disabled_reason: string | null };
  readonly type: string;
};

const create: Action<null> = {
  label: 'Create cardholder',
  is_primary: true,
  fields: () => [
    {
      ...{ name: 'type', label: 'Type', kind: 'choice' },
      choices: [
        { value: 'individual', label: 'Person' },
        { value: 'company', label: 'Company' },
      ],
    },
    { name: 'name', label: 'Name', kind: 'text', is_required: true },
    { name: 'email', label: 'E-mail', kind: 'text' },
    { name: 'phone_number', label: 'Phone', kind: 'text' },
    { name: 'individual[first_name]', label: 'First name', kind: 'text', is_required: true, when: ({ type }) => type === 'individual' },
    { name: 'individual[last_name]', label: 'Last name', kind: 'text', is_required: true, when: ({ type }) => type === 'individual' },
    { name: 'billing[address][line1]', label: 'Address', kind: 'text', is_required: true },
    { name: 'billing[address][postal_code]', label: 'Postal code', kind: 'text', is_required: true },
    { name: 'billing[address][city]', label: 'City', kind: 'text', is_required: true },
    { name: 'billing[address][state]', label: 'State', kind: 'text' },
    { name: 'billing[address][country]', label: 'Country (two letters)', kind: 'text', initial: 'US', is_required: true },
  ],
  request: (_, parameters) => post('issuing/cardholders', parameters),
  next: (answer) => `/cardholders/${(answer as Cardholder).id}`,
};

/** Cardholders of issued cards. */
export const cardholders: Description<Cardholder> = {
  name: 'cardholders',
  path: 'issuing/cardholders',
  label: 'Cardholders',
  one: 'cardholder',
  title: ({ name }) => name,
  status: ({ status }) => status,
  columns: [
    member.text('Name', (it) => it.name),
    member.status((it) => it.status),
    member.constant('Type', (it) => it.type),
    member.text('E-mail', (it) => it.email),
    member.created,
    member.id,
  ],
  filters: [
    choice('status', ['active', 'inactive', 'blocked'], 'Status'),
    choice('type', ['individual', 'company'], 'Type'),
    equal('email', 'E-mail'),
    dates(),
  ],
  empty: {
    text: 'People and companies with issued cards appear here. This command creates one:',
    command:
      "issuing/cardholders -d type=individual -d name='Jo Doe' -d 'billing[address][line1]=1 Main St' -d 'billing[address][city]=Oakland' -d 'billing[address][postal_code]=94607' -d 'billing[address][country]=US'",
  },
  create,
  facts: [
    member.created,
    member.constant('Type', (it) => it.type),
    member.text('E-mail', (it) => it.email),
    member.text('Phone', (it) => it.phone_number),
    member.text('Address', ({ billing }) => Object.values(billing.address).filter(Boolean).join(', ')),
    member.text('Missing', ({ requirements }) => requirements.past_due?.join(', ')),
    member.metadata,
  ],
  related: [
    { of: 'cards', parameters: ({ id }) => ({ cardholder: id }) },
    { of: 'authorizations', parameters: ({ id }) => ({ cardholder: id }) },
  ],
  actions: [
    {
      label: 'Issue card',
      is_primary: true,
      when: ({ status }) => status === 'active',
      fields: () => [
        { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
        {
          ...{ name: 'status', label: 'Status', kind: 'choice' },
          choices: [
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ],
        },
        {
          ...{ name: 'spending_controls[spending_limits][0][amount]', label: 'Spending limit', kind: 'amount' },
          currency: ({ currency }) => String(currency),
          hint: 'Without one, the network limit applies.',
        },
        {
          ...{ name: 'spending_controls[spending_limits][0][interval]', label: 'Limit of', kind: 'choice' },
          choices: constants(['monthly', 'daily', 'weekly', 'yearly', 'all_time', 'per_authorization']),
          when: (values) => values['spending_controls[spending_limits][0][amount]'] !== '',
        },
      ],
      request: ({ id }, parameters) => post('issuing/cards', { cardholder: id, type: 'virtual', ...parameters }),
      next: (answer) => `/cards/${(answer as Cardholder).id}`,
    },
    {
      label: 'Edit',
      fields: ({ email, phone_number, metadata }) => [
        { name: 'email', label: 'E-mail', kind: 'text', initial: email },
        { name: 'phone_number', label: 'Phone', kind: 'text', initial: phone_number },
        { name: 'individual[first_name]', label: 'First name', kind: 'text' },
        { name: 'individual[last_name]', label: 'Last name', kind: 'text' },
        { name: 'metadata', label: 'Metadata', kind: 'pairs', initial: metadata },
      ],
      request: ({ id }, parameters) => post(`issuing/cardholders/${id}`, parameters),
    },
    {
      label: 'Deactivate',
      when: ({ status }) => status === 'active',
      request: ({ id }) => post(`issuing/cardholders/${id}`, { status: 'inactive' }),
    },
    {
      label: 'Activate',
      when: ({ status }) => status === 'inactive',
      request: ({ id }) => post(`issuing/cardholders/${id}`, { status: 'active' }),
    },
  ],
};
