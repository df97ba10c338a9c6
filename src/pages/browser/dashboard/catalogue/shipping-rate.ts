import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';

type ShippingRate = {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly display_name: string | null;
  readonly fixed_amount: { readonly amount: number; readonly currency: string };
  readonly metadata: Readonly<Record<string, string>>;
  readonly tax_behavior: string | null;
};

const statusOf = ({ active }: ShippingRate): string => (active ? 'active' : 'archived');

const create: Action<null> = {
  label: 'Create shipping rate',
  is_primary: true,
  fields: () => [
    { name: 'display_name', label: 'Name', kind: 'text', is_required: true, hint: 'Payers choose by it.' },
    { name: 'fixed_amount[currency]', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
    {
      ...{ name: 'fixed_amount[amount]', label: 'Amount', kind: 'amount', is_required: true },
      currency: (values) => String(values['fixed_amount[currency]']),
    },
  ],
  request: (_, parameters) => post('shipping_rates', { type: 'fixed_amount', ...parameters }),
  next: (answer) => `/shipping-rates/${(answer as ShippingRate).id}`,
};

/** Shipping rates. */
export const shippingRates: Description<ShippingRate> = {
  name: 'shipping-rates',
  path: 'shipping_rates',
  label: 'Shipping rates',
  one: 'shipping rate',
  title: ({ display_name, id }) => display_name ?? id,
  status: statusOf,
  columns: [
    member.text('Name', (it) => it.display_name),
    member.status(statusOf),
    member.amount(
      'Amount',
      ({ fixed_amount }) => fixed_amount.amount,
      ({ fixed_amount }) => fixed_amount.currency,
    ),
    member.created,
    member.id,
  ],
  filters: [choice('active', ['true', 'false'], 'Active'), equal('currency', 'Currency', 'usd'), dates()],
  empty: {
    text: 'Ways to ship appear here. This command creates one:',
    command: "shipping_rates -d display_name=Standard -d type=fixed_amount -d 'fixed_amount[amount]=500' -d 'fixed_amount[currency]=usd'",
  },
  create,
  facts: [
    member.created,
    member.text('Amount', ({ fixed_amount: { amount, currency } }) => money(amount, currency)),
    member.constant('Tax', (it) => it.tax_behavior),
    member.metadata,
  ],
  actions: [
    { label: 'Archive', when: ({ active }) => active, request: ({ id }) => post(`shipping_rates/${id}`, { active: false }) },
    { label: 'Unarchive', when: ({ active }) => !active, request: ({ id }) => post(`shipping_rates/${id}`, { active: true }) },
  ],
};
