import { type PriceParts, priceText } from '../billing/price-text.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates, equal, metadata } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';
import { priceFields } from './price-fields.js';

type Price = PriceParts & {
  readonly created: number;
  readonly active: boolean;
  readonly lookup_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly nickname: string | null;
  readonly product: { readonly id: string; readonly name: string } | string;
  readonly tax_behavior: string;
  readonly type: string;
};

const nameOf = (price: Price): string =>
  typeof price.product === 'object' ? `${price.product.name}, ${priceText(price)}` : priceText(price);

const create: Action<null> = {
  label: 'Create price',
  is_primary: true,
  fields: () => [
    { name: 'product', label: 'Product', kind: 'object', of: 'products', is_required: true, parameters: { active: true } },
    ...priceFields,
    { name: 'lookup_key', label: 'Lookup key', kind: 'text' },
    { name: 'nickname', label: 'Name within your team', kind: 'text' },
  ],
  request: (_, parameters) => post('prices', parameters),
  next: (answer) => `/prices/${(answer as Price).id}`,
};

/** Prices. */
export const prices: Description<Price> = {
  name: 'prices',
  path: 'prices',
  label: 'Prices',
  one: 'price',
  expand: ['product'],
  title: nameOf,
  status: ({ active }) => (active ? 'active' : 'archived'),
  columns: [
    member.text('Price', priceText),
    member.status(({ active }) => (active ? 'active' : 'archived')),
    member.reference('Product', (it) => it.product),
    member.text('Lookup key', (it) => it.lookup_key),
    member.created,
    member.extra(member.text('Nickname', (it) => it.nickname)),
    member.extra(member.metadata),
    member.id,
  ],
  filters: [
    { ...choice('active', ['true', 'false'], 'Active'), clause: (value) => `active:"${value}"` },
    { ...choice('type', ['recurring', 'one_time'], 'Type'), clause: (value) => `type:"${value}"` },
    { ...equal('product', 'Product', 'prod_…'), clause: (value) => `product:"${value}"` },
    { ...equal('currency', 'Currency', 'usd'), clause: (value) => `currency:"${value}"` },
    dates(),
    metadata,
  ],
  search: { hint: 'Lookup key', clause: (typed) => `lookup_key:"${typed.replaceAll('"', '')}"` },
  empty: {
    text: 'Prices appear here. This command creates one:',
    command: "prices -d currency=usd -d unit_amount=1500 -d 'product_data[name]=Gold'",
  },
  create,
  facts: [
    member.created,
    member.reference('Product', (it) => it.product),
    member.constant('Type', (it) => it.type),
    member.constant('Tax', (it) => it.tax_behavior),
    member.copied('Lookup key', (it) => it.lookup_key),
    member.text('Nickname', (it) => it.nickname),
    member.metadata,
  ],
  related: [{ of: 'subscriptions', parameters: ({ id }) => ({ price: id, status: 'all' }), when: ({ type }) => type === 'recurring' }],
  actions: [
    {
      label: 'Edit',
      fields: ({ lookup_key, nickname, metadata: pairs }) => [
        { name: 'lookup_key', label: 'Lookup key', kind: 'text', initial: lookup_key },
        { name: 'nickname', label: 'Name within your team', kind: 'text', initial: nickname },
        { name: 'metadata', label: 'Metadata', kind: 'pairs', initial: pairs },
      ],
      request: ({ id }, parameters) => post(`prices/${id}`, parameters),
    },
    {
      label: 'Create payment link',
      when: ({ active }) => active,
      request: ({ id }) => post('payment_links', { line_items: [{ price: id, quantity: 1 }] }),
      next: (answer) => `/payment-links/${(answer as Price).id}`,
    },
    {
      label: 'Archive',
      when: ({ active }) => active,
      question: () => say('An archived price is not offered for new purchases. Existing subscriptions continue.'),
      request: ({ id }) => post(`prices/${id}`, { active: false }),
    },
    { label: 'Unarchive', when: ({ active }) => !active, request: ({ id }) => post(`prices/${id}`, { active: true }) },
  ],
};
