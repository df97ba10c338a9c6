import { decimalNumber } from '../../../kernel/base/decimal.js';
import { initially, internal, nullable, required } from '../../../kernel/base/fields.js';
import { expandsTo, flag, metadata, oneOf, ref, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { place } from '../../../kernel/base/place.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { given_feature } from '../../billing/entitlements/feature.js';
import { statement_descriptor } from '../../parts.js';

/** How many features a product may have. */
export const features_max = 100;

const dimension = required(decimalNumber({ minimum: 0, places: 2 }));

/** Goods or a service that is sold at one or many prices. */
export const product = resource({
  object: 'product',
  prefix: 'prod',
  fields: {
    active: initially(true, flag),
    default_price: nullable(ref('price')),
    description: nullable(textOf(40_000)),
    /** The features that a subscription grants. */
    features: internal(listOf(given_feature, features_max)),
    images: listOf(url, 8),
    marketing_features: listOf(object({ name: required(textOf(80)) }), 15),
    metadata,
    name: textOf(250),
    /** Inches and ounces. */
    package_dimensions: nullable(object({ height: dimension, length: dimension, weight: dimension, width: dimension })),
    place,
    shippable: nullable(flag),
    statement_descriptor: nullable(statement_descriptor),
    tax_code: nullable(expandsTo('tax_code', textOf(100))),
    tax_details: nullable(object({ performance_location: nullable(text), tax_code: nullable(expandsTo('tax_code', textOf(100))) })),
    type: initially('service', oneOf('good', 'service')),
    unit_label: nullable(textOf(12)),
    updated: timestamp,
    url: nullable(url),
  },
  start: 'product.created',
  events: { updated: 'product.updated', removed: 'product.deleted' },
  columns: ['active', 'place', 'shippable', 'type', 'url'],
  searchable: ['active', 'description', 'name', 'shippable', 'url'],
  indexed: ['name', 'url'],
});

/** A product as rules see it. */
export type Product = It<typeof product>;

/** What callers say of a product that is made along with a price. */
export const product_data = pick(product.fields, 'active', 'metadata', 'statement_descriptor', 'tax_code', 'tax_details', 'unit_label');
