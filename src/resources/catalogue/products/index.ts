import { type Asked, remove, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { metadata, ref } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { chosenId } from '../../../kernel/base/place.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule, search } from '../../../kernel/base/rules.js';
import { meter } from '../meters/meter.js';
import { type Price, price } from '../prices/price.js';
import { priced, priced_input } from '../prices/priced.js';
import { productFeature } from '../product-features/product-feature.js';
import { features_max, type Product, product } from './product.js';

const { fields } = product;

const writable = pick(
  fields,
  'active',
  'description',
  'images',
  'marketing_features',
  'metadata',
  'package_dimensions',
  'shippable',
  'statement_descriptor',
  'tax_code',
  'tax_details',
  'unit_label',
  'url',
);

const { currency, currency_options, custom_unit_amount, recurring, tax_behavior, unit_amount, unit_amount_decimal } = priced_input;

/** The price that a product is made with. */
const default_price_data = object({
  ...{ currency, currency_options, custom_unit_amount, metadata, recurring, tax_behavior, unit_amount, unit_amount_decimal },
});

/** Offers something, at a price where one is given with it. */
export const create = creation(product, {
  takes: { ...writable, default_price_data, id: chosenId, name: required(fields.name), type: fields.type },
  reads: { meter: one(meter, 'default_price_data.recurring.meter') },
  decide: ({ it, input: { default_price_data: data, id: _, ...given }, meter }, asked) => {
    const offered = { ...given, updated: asked.now };
    if (!data) return set(it, offered);
    const sent = priced(data, meter, asked, 'default_price_data');
    const made = asked.make(price, { active: true, ...data, ...sent, product: it.id });
    return [set(it, { ...offered, default_price: made.id }), made];
  },
});

/** Changes what is given and leaves the rest; the default price must be one of the product's own. */
export const update = rule(product, 'update', {
  takes: { ...writable, default_price: fields.default_price, name: fields.name },
  reads: { default_price: price },
  decide: ({ it, input, default_price }, asked) => {
    if (input.default_price) requireOwnDefault(it, default_price, asked);
    return set(it, { ...input, updated: asked.now });
  },
});

function requireOwnDefault({ id }: Product, named: Price | null, asked: Asked): void {
  if (named?.product === id && named.active) return;
  const message = named?.product === id ? 'An inactive price cannot be the default.' : 'The default price must be one of this product.';
  asked.refuse({ code: 'parameter_invalid', param: 'default_price', message });
}

const has_prices: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'This product cannot be deleted because it has one or more prices. Archive it with active=false instead.',
};

/** Takes away a product that was never priced. */
export const del = rule(product, 'delete', {
  reads: {
    prices: many(price, { by: 'product', at_most: 1, cut: true }),
    features: many(productFeature, { by: 'product', at_most: features_max, cut: true }),
  },
  decide: ({ it, prices, features }, asked) =>
    prices.length ? asked.refuse(has_prices) : [features.map((each) => remove(each)), remove(it)],
});

/** The products group. */
export const products = [
  action('POST /v1/products', create),
  action('POST /v1/products/:id', update),
  action('DELETE /v1/products/:id', del),
  retrieve(product, 'GET /v1/products/:id'),
  search(product, 'GET /v1/products/search', 'active:"true" AND name~"plan"'),
  list(
    product,
    ['GET /v1/products', 'GET /v1/products/list'],
    { ...pick(fields, 'active', 'shippable', 'type', 'url'), ids: listOf(ref('product'), 100) },
    { columns: { id: { of: 'ids' } } },
  ),
] as const;
