import { set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { ref, text } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve, rule, search } from '../../../kernel/base/rules.js';
import { withMerchant } from '../../accounts/accounts/merchant.js';
import { capture, captureAnswered, release, released } from './capture.js';
import { charge } from './charge.js';
import { compare, create, inquire, screen, tried } from './direct.js';

/** Changes what describes a charge; the money stays as it is. */
export const update = rule(charge, 'update', {
  takes: {
    ...pick(charge.fields, 'description', 'fraud_details', 'metadata', 'receipt_email', 'shipping', 'transfer_group'),
    customer: about('The customer of a charge that has none yet.', ref('customer')),
  },
  decide: ({ it, input }, asked) => {
    if (input.customer === undefined || it.customer === null || it.customer === input.customer) return set(it, input);
    const message = `The charge ${it.id} is of the customer ${it.customer}, which cannot be changed. Leave customer out.`;
    return asked.refuse({ code: 'parameter_invalid', param: 'customer', message });
  },
});

/** The charges group. */
export const charges = [
  action('POST /v1/charges', create, {
    about:
      'Charges a card at once, without a PaymentIntent. The payer cannot authenticate, so payers in many countries are declined: prefer a PaymentIntent.',
  }),
  action('POST /v1/charges/:id', update, { about: 'Updates what describes a charge; its amounts cannot change.' }),
  action('POST /v1/charges/:id/capture', capture, {
    about:
      'Captures a charge that was created with `capture=false`, in full or in part. Capture the charge of a PaymentIntent with `POST /v1/payment_intents/:id/capture`.',
  }),
  tried,
  screen,
  compare,
  captureAnswered,
  released,
  release,
  inquire,
  retrieve(charge, 'GET /v1/charges/:id', { view: withMerchant(charge), about: 'Retrieves a charge.' }),
  list(
    charge,
    ['GET /v1/charges', 'GET /v1/charges/list'],
    {
      customer: about('Only charges of this customer.', ref('customer')),
      payment_intent: about('Only charges of this payment.', ref('payment_intent')),
      transfer_group: about('Only charges of this group.', text),
    },
    { about: 'Lists charges, newest first.' },
  ),
  search(charge, 'GET /v1/charges/search', 'payment_method_details.card.last4:"4242"', {
    about: 'Finds charges by amount, currency, customer, status, payment, card, dispute, refund or metadata.',
  }),
] as const;
