import { about, type Given, required, sometimes } from '../../../kernel/base/fields.js';
import { amount, integer, oneOf, ref } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { payment_method_type } from '../payment-methods/payment-method.js';
import { terms } from './mandate-terms.js';
import { customer_acceptance } from './parts.js';

/** The payer's agreement to be charged later, once or again and again. */
export const mandate = resource({
  object: 'mandate',
  prefix: 'mandate',
  fields: {
    customer_acceptance,
    payment_method: about('The payment method that may be charged.', ref('payment_method')),
    payment_method_details: about(
      'The terms of the mandate, in the member that the type of the payment method names.',
      object({
        ...Object.fromEntries(
          Object.entries(terms).map(([type, members]) => [
            type,
            sometimes(about(`The terms of a mandate for \`${type}\`.`, object(members))),
          ]),
        ),
        type: about('The type of the payment method.', payment_method_type),
      }),
    ),
    multi_use: about(
      'What may be charged repeatedly, if `type` is `multi_use`; an empty object without an agreed amount.',
      sometimes(
        object({
          amount: about('The agreed amount in minor units; absent for any amount.', sometimes(integer())),
          currency: about('Its currency, a three-letter ISO 4217 code.', sometimes(currency)),
        }),
      ),
    ),
    on_behalf_of: about('The connected account that the mandate is for; absent for your own.', sometimes(ref('account'))),
    single_use: about(
      'What may be charged once, as the intent said; absent otherwise.',
      sometimes(
        object({
          amount: about('The amount in minor units.', amount),
          currency: about('Its currency, a three-letter ISO 4217 code.', currency),
        }),
      ),
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
