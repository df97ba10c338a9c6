import { type PriceParts, priceText } from '../billing/price-text.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import type { Field } from '../kit/fields.js';
import { choice, dates, metadata } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';
import { priceFields } from './price-fields.js';

type Product = {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly default_price: PriceParts | string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string;
  readonly statement_descriptor: string | null;
  readonly tax_code: string | null;
  readonly unit_label: string | null;
  readonly updated: number;
  readonly url: string | null;
};

const fieldsOf = (product: Product | null): readonly Field[] => [
  { name: 'name', label: 'Name', kind: 'text', initial: product?.name ?? '', is_required: true },
  { name: 'description', label: 'Description', kind: 'long', initial: product?.description ?? '' },
  { name: 'unit_label', label: 'Unit', kind: 'text', initial: product?.unit_label ?? '', hint: 'For example: seat' },
  { name: 'url', label: 'URL', kind: 'text', initial: product?.url ?? '' },
  { name: 'metadata', label: 'Metadata', kind: 'pairs', initial: product?.metadata ?? {} },
];

const create: Action<null> = {
  label: 'Create product',
  is_primary: true,
  fields: () => [
    ...fieldsOf(null),
    ...priceFields.map((field): Field => ({ ...field, name: `default_price_data${field.name.replace(/^[^[]*/, '[$&]')}` })),
  ],
  request: (_, parameters) => post('products', parameters),
  next: (answer) => `/products/${(answer as Product).id}`,
};

const priceOf = ({ default_price: price }: Product): string => (price && typeof price === 'object' ? priceText(price) : (price ?? ''));

/** Products. */
export const products: Description<Product> = {
  name: 'products',
  path: 'products',
  label: 'Products',
  one: 'product',
  expand: ['default_price'],
  title: ({ name }) => name,
  status: ({ active }) => (active ? 'active' : 'archived'),
  columns: [
    member.text('Name', (it) => it.name),
    member.status(({ active }) => (active ? 'active' : 'archived')),
    member.text('Default price', priceOf),
    member.created,
    member.extra(member.metadata),
    member.id,
  ],
  filters: [{ ...choice('active', ['true', 'false'], 'Active'), clause: (value) => `active:"${value}"` }, dates(), metadata],
  search: { hint: 'Name of a product', clause: (typed) => `name~"${typed.replaceAll('"', '')}"` },
  empty: {
    text: 'Products appear here. This command creates one with a monthly price:',
    command:
      "products -d name=Gold -d 'default_price_data[currency]=usd' -d 'default_price_data[unit_amount]=1500' -d 'default_price_data[recurring][interval]=month'",
  },
  create,
  facts: [
    member.created,
    member.time('Updated', (it) => it.updated),
    member.text('Default price', priceOf),
    member.text('Description', (it) => it.description),
    member.text('Unit', (it) => it.unit_label),
    member.text('Tax code', (it) => it.tax_code),
    member.text('Statement descriptor', (it) => it.statement_descriptor),
    member.text('URL', (it) => it.url),
    member.metadata,
  ],
  related: [{ of: 'prices', parameters: ({ id }) => ({ product: id }) }],
  actions: [
    { label: 'Edit', fields: fieldsOf, request: ({ id }, parameters) => post(`products/${id}`, parameters) },
    {
      label: 'Add price',
      fields: () => priceFields,
      request: ({ id }, parameters) => post('prices', { product: id, ...parameters }),
    },
    {
      label: 'Archive',
      when: ({ active }) => active,
      question: () => say('An archived product is not offered for new purchases. Existing subscriptions continue.'),
      request: ({ id }) => post(`products/${id}`, { active: false }),
    },
    { label: 'Unarchive', when: ({ active }) => !active, request: ({ id }) => post(`products/${id}`, { active: true }) },
    {
      label: 'Delete',
      is_destructive: true,
      question: () => say('Only a product without prices can be deleted.'),
      request: ({ id }) => ({ method: 'DELETE', path: `products/${id}` }),
      next: () => '/products',
    },
  ],
};
