import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, initially, internal, nullable, required } from '../../../kernel/base/fields.js';
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
    active: about(
      'Whether you still offer the product; `false` archives it, and existing subscriptions continue. Defaults to true.',
      initially(true, flag),
    ),
    default_price: about(
      'The price to show for the product by default, an active one of its own; null without one.',
      nullable(ref('price')),
    ),
    description: about('A description for customers, up to 40,000 characters.', nullable(textOf(40_000))),
    /** The features that a subscription grants. */
    features: internal(listOf(given_feature, features_max)),
    images: about('The URLs of up to eight pictures of the product.', listOf(url, 8)),
    marketing_features: about(
      'Up to 15 selling points of the product for your own pages; entitlements are granted by product features instead.',
      listOf(object({ name: about('The text of the selling point, up to 80 characters.', required(textOf(80))) }), 15),
    ),
    metadata,
    name: about('The name of the product on pages, invoices and receipts, up to 250 characters.', textOf(250)),
    package_dimensions: about(
      'The size and weight of the packed goods; all four members are sent together. Null for services.',
      nullable(
        object({
          height: about('The height of the package in inches, with at most two decimal places.', dimension),
          length: about('The length of the package in inches, with at most two decimal places.', dimension),
          weight: about('The weight of the package in ounces, with at most two decimal places.', dimension),
          width: about('The width of the package in inches, with at most two decimal places.', dimension),
        }),
      ),
    ),
    place,
    shippable: about('Whether the product is delivered physically; null when not stated.', nullable(flag)),
    statement_descriptor: about(
      "The text for the payer's bank statement, up to 22 characters; stored for your own use.",
      nullable(statement_descriptor),
    ),
    tax_code: about(
      'The tax category of the product as the id of a tax code; stored and not interpreted.',
      nullable(expandsTo('tax_code', textOf(100))),
    ),
    tax_details: about(
      'The tax data of the product for an external tax engine; stored and not interpreted.',
      nullable(
        object({
          performance_location: about('The place where the service is performed, as an id of your tax engine.', nullable(text)),
          tax_code: about('The tax category of the product as the id of a tax code.', nullable(expandsTo('tax_code', textOf(100)))),
        }),
      ),
    ),
    type: about(
      'Whether the product is goods (`good`) or a service (`service`, the default). It is set at creation.',
      initially('service', oneOf('good', 'service')),
    ),
    unit_label: about('What one unit is called, such as `seat`; up to 12 characters.', nullable(textOf(12))),
    updated: about('When the product last changed, in Unix seconds.', timestamp),
    url: about('The address of a public page about the product.', nullable(url)),
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
