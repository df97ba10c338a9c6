import type { Refusal } from '../../base/errors.js';
import { listOf, nullable, object, pick } from '../../base/fields.js';
import { email, flag, integer, metadata, oneOf, ref, text, textOf } from '../../base/kinds.js';
import { action } from '../../base/legacy.js';
import { currency } from '../../base/money.js';
import { type It, resource } from '../../base/resource.js';
import { list, retrieve, search } from '../../base/rules.js';
import { address, shipping } from '../parts.js';
import { attaching } from '../payment-methods/attach.js';
import { paymentMethod } from '../payment-methods/payment-method.js';

/** A buyer of the merchant: who pays again, and with what. */
export const customer = resource({
  object: 'customer',
  prefix: 'cus',
  fields: {
    address: nullable(address),
    balance: integer({ minimum: -99_999_999, maximum: 99_999_999 }),
    currency: nullable(currency),
    default_source: nullable(text),
    delinquent: flag,
    description: nullable(text),
    email: nullable(email),
    invoice_prefix: nullable(textOf(12)),
    invoice_settings: object({ default_payment_method: nullable(ref('payment_method')), footer: nullable(text) }),
    metadata,
    name: nullable(textOf(256)),
    phone: nullable(textOf(100)),
    preferred_locales: listOf(textOf(35), 20),
    shipping: nullable(shipping),
    tax_exempt: oneOf('none', 'exempt', 'reverse'),
  },
  start: 'customer.created',
  events: { updated: 'customer.updated', removed: 'customer.deleted' },
  tombstone: true,
  columns: ['email'],
  searchable: ['email', 'name', 'phone'],
  telling: ['email', 'name', 'phone'],
});

const writable = pick(
  customer.fields,
  'address',
  'balance',
  'description',
  'email',
  'invoice_prefix',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
  'preferred_locales',
  'shipping',
  'tax_exempt',
);

const default_method = 'invoice_settings.default_payment_method';

type Refs = { readonly [default_method]: It<typeof paymentMethod> | null };

/** A default must be a payment method of this very customer; only what is being set is judged. */
function foreignDefault(
  given: { invoice_settings?: { default_payment_method?: string | null } },
  refs: Refs,
  own: (method: It<typeof paymentMethod>) => boolean,
): Refusal | null {
  const method = refs[default_method];
  if (!given.invoice_settings?.default_payment_method || !method || own(method)) return null;
  return {
    code: 'resource_missing',
    status: 400,
    param: 'invoice_settings[default_payment_method]',
    message: 'The customer has no such payment method. Attach it to the customer first.',
  };
}

/** Creates a customer; a payment method given with it is attached and becomes the default. */
export const create = action(
  customer,
  'POST /v1/customers',
  { ...writable, payment_method: ref('payment_method') },
  ({ it, params: { payment_method, ...given }, refs }) => {
    const refuse = foreignDefault(given, refs, ({ id }) => id === payment_method);
    if (refuse) return { refuse };
    if (!payment_method || !refs.payment_method) return { set: given };
    const attached = attaching(refs.payment_method, it.id);
    if ('refuse' in attached) return attached;
    return { set: { ...given, invoice_settings: { ...given.invoice_settings, default_payment_method: payment_method } }, also: [attached] };
  },
  { needs: { [default_method]: paymentMethod, payment_method: paymentMethod } },
);

/** Changes what is given and leaves the rest. */
export const update = action(
  customer,
  'POST /v1/customers/:id',
  writable,
  ({ it, params, refs }) => {
    const refuse = foreignDefault(params, refs, (method) => method.customer === it.id);
    return refuse ? { refuse } : { set: params };
  },
  { needs: { [default_method]: paymentMethod } },
);

/** Deletes a customer for good; what it paid stays. */
export const remove = action(customer, 'DELETE /v1/customers/:id', {}, () => ({ remove: true }));

/** The customers group. */
export const customers = [
  create,
  update,
  remove,
  search(customer, 'GET /v1/customers/search', 'email:"jo@example.com"'),
  retrieve(customer, 'GET /v1/customers/:id'),
  list(customer, ['GET /v1/customers', 'GET /v1/customers/list'], pick(customer.fields, 'email')),
] as const;
