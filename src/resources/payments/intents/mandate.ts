import { about, type Given, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { payment_method_type } from '../payment-methods/payment-method.js';
import { customer_acceptance } from './parts.js';

/** The payer's agreement to be charged later, once or again and again. */
export const mandate = resource({
  object: 'mandate',
  prefix: 'mandate',
  fields: {
    customer_acceptance,
    payment_method: about('The payment method that may be charged.', ref('payment_method')),
    payment_method_details: about(
      'The type of that payment method.',
      object({ type: about('The type of the payment method.', payment_method_type) }),
    ),
    type: about(
      'Whether the payment method may be charged once (`single_use`) or repeatedly (`multi_use`).',
      oneOf('multi_use', 'single_use'),
    ),
  },
  for_sdks: forSdks,
  start: { pending: null },
  states: { pending: { active: 'mandate.updated', inactive: 'mandate.updated' }, active: {}, inactive: {} },
});

const acceptance_members = { customer_acceptance: required(customer_acceptance) };

/** What the payer agreed to, as far as the request says. */
export type Acceptance = Given<typeof acceptance_members>['customer_acceptance'];
