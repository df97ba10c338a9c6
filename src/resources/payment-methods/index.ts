import { change } from '../../base/decision.js';
import { object, pick, required } from '../../base/fields.js';
import { integerOrDigits, ref } from '../../base/kinds.js';
import { action } from '../../base/legacy.js';
import { list, retrieve } from '../../base/rules.js';
import { customer } from '../customers/customer.js';
import { unattachable } from './attach.js';
import { paymentMethod } from './payment-method.js';
import { data_members, methodFrom } from './payment-method-data.js';

/** Creates a payment method on its own; a SetupIntent is the better way to keep it for later. */
export const create = action(paymentMethod, 'POST /v1/payment_methods', data_members, ({ params, ...around }) => {
  const made = methodFrom(params, '', around);
  return 'refuse' in made ? made : { set: made.set, vault: made.vault };
});

/** Changes billing details, metadata, and a card's date of expiry. */
export const update = action(
  paymentMethod,
  'POST /v1/payment_methods/:id',
  {
    ...pick(paymentMethod.fields, 'billing_details', 'metadata'),
    card: object({ exp_month: integerOrDigits({ minimum: 1, maximum: 12 }), exp_year: integerOrDigits({ minimum: 2000, maximum: 2100 }) }),
  },
  ({ it, params }) =>
    params.card && it.type !== 'card'
      ? { refuse: { code: 'parameter_invalid', param: 'card', message: `This payment method is of type ${it.type}, not card.` } }
      : { set: params },
);

/** Attaches a payment method to a customer; attaching it again changes nothing. */
export const attach = action(
  paymentMethod,
  'POST /v1/payment_methods/:id/attach',
  { customer: required(ref('customer')) },
  ({ it, params: { customer } }) => {
    const refuse = unattachable(it, customer);
    if (refuse) return { refuse };
    return it.customer === customer ? {} : { set: { customer }, tell: 'payment_method.attached' };
  },
);

/** Detaches a payment method for good from its customer, who then has no default any more if it was this one. */
export const detach = action(
  paymentMethod,
  'POST /v1/payment_methods/:id/detach',
  {},
  ({ it, refs: { customer: owner }, now }) => {
    if (it.customer === null)
      return { refuse: { code: 'payment_method_unexpected_state', message: 'The payment method is not attached to a customer.' } };
    const without = { set: { invoice_settings: { default_payment_method: null } } };
    const also = owner?.invoice_settings.default_payment_method === it.id ? [change(customer, owner, without)] : [];
    return { set: { customer: null, detached_at: now }, tell: 'payment_method.detached', also };
  },
  { needs: { customer } },
);

const filters = pick(paymentMethod.fields, 'type');

/** The payment methods group. */
export const paymentMethods = [
  create,
  update,
  attach,
  detach,
  retrieve(paymentMethod, 'GET /v1/payment_methods/:id'),
  retrieve(paymentMethod, 'GET /v1/customers/:customer/payment_methods/:id', { within: 'customer' }),
  list(paymentMethod, ['GET /v1/payment_methods', 'GET /v1/payment_methods/list'], { ...filters, customer: ref('customer') }),
  list(paymentMethod, 'GET /v1/customers/:customer/payment_methods', { ...filters, customer: ref('customer') }),
] as const;
