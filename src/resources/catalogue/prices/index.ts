import { type Asked, type Decision, run, set } from '../../../kernel/base/effects.js';
import { nullable, required } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { chosenId } from '../../../kernel/base/place.js';
import { one, unique } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule, search } from '../../../kernel/base/rules.js';
import { meter } from '../meters/meter.js';
import * as products from '../products/index.js';
import { product, product_data } from '../products/product.js';
import { amountsOf, currency_options_input } from './amounts.js';
import { requireProduct } from './of-product.js';
import { type Price, price } from './price.js';
import { priced, priced_input } from './priced.js';

const described = pick(price.fields, 'active', 'lookup_key', 'metadata', 'nickname');

/** The price that has the lookup key which another is to get. */
const holder = unique(price, { by: 'lookup_key', of: 'lookup_key' });

/** Asks a price for a product, or for one that is made with it. */
export const create = creation(price, {
  takes: {
    ...described,
    ...priced_input,
    product: { ...ref('product'), schema: { ...ref('product').schema, examples: ['prod_123'] } },
    product_data: object({ ...product_data, id: chosenId, name: required(text) }),
    transfer_lookup_key: flag,
  },
  reads: { holder, meter: one(meter, 'recurring.meter') },
  decide: ({ it, input, holder, meter }, asked) => {
    const { product: named, product_data: data, transfer_lookup_key = false, ...given } = input;
    requireProduct(named, data, asked);
    requireFree(holder, it.id, transfer_lookup_key, asked);
    const sent = priced(given, meter, asked);
    const { id: of = named ?? asked.fresh(product), ...of_data } = data ?? {};
    const made = set(it, { active: true, ...given, ...sent, product: of });
    return [freed(holder, it.id), made, data && run(products.create, of, { ...of_data, name: data.name })];
  },
});

/** Why a lookup key cannot be had. */
function requireFree(holder: Price | null, id: string, is_transferred: boolean, asked: Asked): void {
  if (!holder || holder.id === id || is_transferred) return;
  const message = `${holder.id} uses the lookup key already. Send transfer_lookup_key=true to take it from there.`;
  asked.refuse({ code: 'resource_already_exists', param: 'lookup_key', message });
}

const freed = (holder: Price | null, id: string) => holder && holder.id !== id && set(holder, { lookup_key: null });

/** Changes the name and lookup key of a price; its amounts stay, except for added currencies. */
export const update = rule(price, 'update', {
  takes: {
    ...described,
    currency_options: nullable(currency_options_input),
    tax_behavior: oneOf('inclusive', 'exclusive', 'unspecified'),
    transfer_lookup_key: flag,
  },
  reads: { holder },
  decide: ({ it, input, holder }, asked): Decision => {
    const { transfer_lookup_key = false, currency_options: options, ...given } = input;
    requireFree(holder, it.id, transfer_lookup_key, asked);
    requireTaxBehavior(it, given.tax_behavior, asked);
    const changed = options ? withOptions(it, options, asked) : { currency_options: options === null ? {} : it.currency_options };
    return [freed(holder, it.id), set(it, { ...given, ...changed })];
  },
});

function requireTaxBehavior({ tax_behavior }: Price, given: string | undefined, asked: Asked): void {
  if (given === undefined || given === tax_behavior || tax_behavior === 'unspecified' || tax_behavior === null) return;
  const message = `The tax behavior of a price cannot be changed once it is ${tax_behavior}. Make another price.`;
  asked.refuse({ code: 'parameter_invalid', param: 'tax_behavior', message });
}

type Options = NonNullable<Parameters<typeof priced>[0]['currency_options']>;

/** The price's further currencies with those that are given in the place of their own. */
function withOptions({ billing_scheme, currency, currency_options }: Price, given: Options, asked: Asked): Pick<Price, 'currency_options'> {
  const options: Record<string, Price['currency_options'][string]> = { ...currency_options };
  for (const [code, sent] of Object.entries(given)) {
    const param = `currency_options[${code}]`;
    if (code === currency)
      return asked.refuse({ code: 'parameter_invalid', param, message: `${code} is the price's own currency. Make another price.` });
    const amounts = amountsOf(sent, billing_scheme, asked, param);
    options[code] = amounts;
  }
  return { currency_options: options };
}

/** The prices group. */
export const prices = [
  action('POST /v1/prices', create),
  action('POST /v1/prices/:id', update),
  retrieve(price, 'GET /v1/prices/:id'),
  search(price, 'GET /v1/prices/search', 'active:"true" AND lookup_key:"standard_monthly"'),
  list(
    price,
    ['GET /v1/prices', 'GET /v1/prices/list'],
    {
      ...pick(price.fields, 'active', 'currency', 'product', 'type'),
      lookup_keys: listOf(textOf(200), 10),
      recurring: object({
        interval: oneOf('day', 'week', 'month', 'year'),
        meter: ref('billing.meter'),
        usage_type: oneOf('licensed', 'metered'),
      }),
    },
    { columns: { lookup_key: { of: 'lookup_keys' } } },
  ),
] as const;
