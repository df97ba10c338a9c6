import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Beneficiary = {
  readonly id: string;
  readonly created: number;
  readonly destination_data: {
    readonly destination_type: string;
    readonly bank_account?: {
      readonly account_holder_name: string;
      readonly account_number?: string;
      readonly last4?: string;
      readonly country: string;
      readonly currency: string | null;
    } | null;
  };
  readonly metadata: Readonly<Record<string, string>>;
  readonly nickname: string | null;
};

const bankOf = (it: Beneficiary) => it.destination_data.bank_account;

const nameOf = (it: Beneficiary): string => it.nickname ?? bankOf(it)?.account_holder_name ?? it.id;

const create: Action<null> = {
  label: 'Create beneficiary',
  is_primary: true,
  fields: () => [
    { name: 'destination_data[bank_account][account_holder_name]', label: 'Account holder', kind: 'text', is_required: true },
    { name: 'destination_data[bank_account][account_number]', label: 'Account number or IBAN', kind: 'text', is_required: true },
    {
      ...{ name: 'destination_data[bank_account][routing_number]', label: 'Routing number', kind: 'text' },
      hint: 'In countries without IBAN. 110000000 is a test bank of the United States.',
    },
    { name: 'destination_data[bank_account][country]', label: 'Country (two letters)', kind: 'text', initial: 'US', is_required: true },
    { name: 'destination_data[bank_account][currency]', label: 'Currency', kind: 'text', initial: 'usd' },
    { name: 'nickname', label: 'Name within your team', kind: 'text' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) => post('beneficiaries', { 'destination_data[destination_type]': 'bank_account', ...parameters }),
  next: (answer) => `/beneficiaries/${(answer as Beneficiary).id}`,
};

/** Beneficiaries of payouts. */
export const beneficiaries: Description<Beneficiary> = {
  name: 'beneficiaries',
  path: 'beneficiaries',
  label: 'Beneficiaries',
  one: 'beneficiary',
  title: nameOf,
  columns: [
    member.text('Name', nameOf),
    member.constant('Destination', (it) => it.destination_data.destination_type),
    member.text('Country', (it) => bankOf(it)?.country),
    member.text('Currency', (it) => bankOf(it)?.currency?.toUpperCase()),
    member.created,
    member.id,
  ],
  filters: [dates()],
  empty: {
    text: 'Recipients of payouts appear here. This command creates one:',
    command:
      "beneficiaries -d 'destination_data[destination_type]=bank_account' -d 'destination_data[bank_account][account_holder_name]=Jo' -d 'destination_data[bank_account][account_number]=000123456789' -d 'destination_data[bank_account][routing_number]=110000000' -d 'destination_data[bank_account][country]=US'",
  },
  create,
  facts: [
    member.created,
    member.constant('Destination', (it) => it.destination_data.destination_type),
    member.text('Account holder', (it) => bankOf(it)?.account_holder_name),
    member.text('Account number', (it) => bankOf(it)?.account_number ?? bankOf(it)?.last4),
    member.text('Country', (it) => bankOf(it)?.country),
    member.text('Currency', (it) => bankOf(it)?.currency?.toUpperCase()),
    member.metadata,
  ],
  related: [{ of: 'payouts', parameters: ({ id }) => ({ beneficiary: id }) }],
  actions: [
    {
      label: 'Pay out',
      is_primary: true,
      fields: (it) => [
        { name: 'currency', label: 'Currency', kind: 'text', initial: bankOf(it)?.currency ?? 'usd', is_required: true },
        { name: 'amount', label: 'Amount', kind: 'amount', is_required: true, currency: ({ currency }) => String(currency) },
        { name: 'description', label: 'Description', kind: 'text' },
      ],
      request: ({ id }, parameters) => post('payouts', { beneficiary: id, ...parameters }),
      next: (answer) => `/payouts/${(answer as Beneficiary).id}`,
    },
    {
      label: 'Delete',
      is_destructive: true,
      question: (it) => say('{name} can no longer be paid. Earlier payouts remain.', { name: nameOf(it) }),
      request: ({ id }) => ({ method: 'DELETE', path: `beneficiaries/${id}` }),
      next: () => '/beneficiaries',
    },
  ],
};
