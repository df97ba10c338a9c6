import { methodName } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import type { Field } from '../kit/fields.js';
import { alsoSearched, dates, equal, metadata } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { PaymentMethod } from '../objects.js';
import { say, type Text } from '../say.js';

type Address = Readonly<Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>>;

/** A customer, with the default payment method expanded. */
type Customer = {
  readonly id: string;
  readonly created: number;
  readonly address: Address | null;
  readonly balance: number;
  readonly currency: string | null;
  readonly delinquent: boolean;
  readonly description: string | null;
  readonly email: string | null;
  readonly invoice_settings: { readonly default_payment_method: PaymentMethod | string | null };
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string | null;
  readonly phone: string | null;
  readonly preferred_locales: readonly string[] | null;
  readonly tax_exempt: string;
  readonly test_clock: string | null;
};

const fieldsOf = (customer: Customer | null): readonly Field[] => [
  { name: 'name', label: 'Name', kind: 'text', initial: customer?.name ?? '' },
  { name: 'email', label: 'E-mail', kind: 'text', initial: customer?.email ?? '' },
  { name: 'phone', label: 'Phone', kind: 'text', initial: customer?.phone ?? '' },
  { name: 'description', label: 'Description', kind: 'text', initial: customer?.description ?? '' },
  ...(['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const).map(
    (part): Field => ({ name: `address[${part}]`, label: labels[part], kind: 'text', initial: customer?.address?.[part] ?? '' }),
  ),
  { name: 'metadata', label: 'Metadata', kind: 'pairs', initial: customer?.metadata ?? {} },
];

const labels: Readonly<Record<keyof Address, Text>> = {
  line1: 'Address',
  line2: 'Address, second line',
  postal_code: 'Postal code',
  city: 'City',
  state: 'State',
  country: 'Country (two letters)',
};

const create: Action<null> = {
  label: 'Create customer',
  is_primary: true,
  fields: () => [...fieldsOf(null), { name: 'test_clock', label: 'Test clock', kind: 'object', of: 'test-clocks' }],
  request: (_, parameters) => post('customers', parameters),
  next: (answer) => `/customers/${(answer as Customer).id}`,
};

const actions: readonly Action<Customer>[] = [
  {
    label: 'Edit',
    fields: fieldsOf,
    request: ({ id }, parameters) => post(`customers/${id}`, parameters),
  },
  {
    label: 'Add test card',
    fields: () => [
      {
        name: 'payment_method',
        label: 'Card',
        kind: 'choice',
        choices: [
          { value: 'pm_card_visa', label: 'Visa' },
          { value: 'pm_card_mastercard', label: 'Mastercard' },
          { value: 'pm_card_amex', label: 'American Express' },
          { value: 'pm_card_chargeCustomerFail', label: 'Attaches, then declines charges' },
        ],
      },
    ],
    request: ({ id }, { payment_method }) => post(`payment_methods/${payment_method}/attach`, { customer: id }),
  },
  {
    label: 'Adjust balance',
    fields: ({ currency }) => [
      { name: 'currency', label: 'Currency', kind: 'text', initial: currency ?? 'usd', is_required: true },
      {
        name: 'amount',
        label: 'Amount',
        kind: 'number',
        is_required: true,
        hint: 'In the smallest unit. A negative amount is a credit for the next invoice.',
      },
      { name: 'description', label: 'Description', kind: 'text' },
    ],
    request: ({ id }, parameters) => post(`customers/${id}/balance_transactions`, parameters),
  },
  {
    label: 'Open the portal',
    request: ({ id }) => post('billing_portal/sessions', { customer: id, return_url: location.href }),
    done: (answer) => member.address('Portal', () => (answer as { url: string }).url).show(answer),
  },
  {
    label: 'Delete',
    is_destructive: true,
    question: ({ email, name, id }) =>
      say('{customer} is deleted, and all subscriptions are canceled. This cannot be undone.', { customer: name ?? email ?? id }),
    request: ({ id }) => ({ method: 'DELETE', path: `customers/${id}` }),
    next: () => '/customers',
  },
];

const of = ({ id }: Customer) => ({ customer: id });

/** Customers. */
export const customers: Description<Customer> = {
  name: 'customers',
  path: 'customers',
  label: 'Customers',
  one: 'customer',
  expand: ['invoice_settings.default_payment_method'],
  title: ({ name, email, id }) => name ?? email ?? id,
  columns: [
    member.text('Name', ({ name, email, id }) => name ?? email ?? id),
    member.text('E-mail', (it) => it.email),
    member.text('Phone', (it) => it.phone),
    member.text('Default payment method', ({ invoice_settings }) => methodName(invoice_settings.default_payment_method)),
    member.created,
    member.extra(
      member.amount(
        'Balance',
        (it) => it.balance,
        (it) => it.currency,
      ),
    ),
    member.extra(member.flag('Delinquent', (it) => it.delinquent)),
    member.extra(member.metadata),
    member.id,
  ],
  filters: [alsoSearched(equal('email', 'E-mail')), dates(), metadata],
  search: {
    hint: 'Name, e-mail or phone',
    clause: (typed) => `${typed.includes('@') ? 'email' : /^\+?[\d ]+$/.test(typed) ? 'phone' : 'name'}~"${typed.replaceAll('"', '')}"`,
  },
  empty: { text: 'Customers appear here. This command creates one:', command: 'customers -d email=jo@example.com -d name=Jo' },
  create,
  facts: [
    member.created,
    member.text('E-mail', (it) => it.email),
    member.text('Phone', (it) => it.phone),
    member.text('Description', (it) => it.description),
    member.text('Address', ({ address }) =>
      Object.values(address ?? {})
        .filter(Boolean)
        .join(', '),
    ),
    member.amount(
      'Balance',
      (it) => it.balance,
      (it) => it.currency ?? 'usd',
    ),
    member.flag('Delinquent', (it) => it.delinquent),
    member.constant('Tax exempt', (it) => it.tax_exempt),
    member.text('Languages', (it) => it.preferred_locales?.join(', ')),
    member.reference('Test clock', (it) => it.test_clock),
    member.metadata,
  ],
  related: [
    { of: 'payments', parameters: of },
    { of: 'subscriptions', parameters: ({ id }) => ({ customer: id, status: 'all' }) },
    { of: 'invoices', parameters: of },
    { of: 'payment-methods', path: ({ id }) => `customers/${id}/payment_methods`, parameters: () => ({}) },
    { of: 'customer-balance', path: ({ id }) => `customers/${id}/balance_transactions`, parameters: () => ({}) },
    { of: 'credit-grants', parameters: of },
    { of: 'credit-notes', parameters: of },
    { of: 'checkout-sessions', parameters: of },
  ],
  actions,
};
