import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { integerOrDigits, ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { action, creation, list, on, result, retrieve, rule } from '../../../kernel/base/rules.js';
import { setUpMethod } from '../../../processors/questions.js';
import { card_networks, preferredIn } from '../../core/cards/card-input.js';
import { customer } from '../../customers/customers/customer.js';
import { token } from '../tokens/token.js';
import { attached, detached, requireAttachable } from './attach.js';
import { answered, asking, isAsked } from './attaching.js';
import { us_bank_account_changes } from './debits.js';
import { namedMember, paymentMethod } from './payment-method.js';
import { data_members, kept, methodFrom } from './payment-method-data.js';

/** Creates a payment method on its own; a SetupIntent is the better way to keep it for later. */
export const create = creation(paymentMethod, {
  takes: data_members,
  reads: { token: one(token, 'card.token') },
  decide: ({ it, input, token: named }, asked) => {
    const read = methodFrom(input, '', named, asked);
    const created = set(it, read.set);
    return [created, kept(created, read)];
  },
});

/** Changes billing details, metadata, whether it may be offered again, and a card's date of expiry. */
export const update = rule(paymentMethod, 'update', {
  takes: {
    ...pick(paymentMethod.fields, 'allow_redisplay', 'billing_details', 'metadata'),
    card: about(
      'What changes of a card: its expiration date, and the network that the payer prefers.',
      object({
        exp_month: about('The month in which the card expires, 1 to 12.', integerOrDigits({ minimum: 1, maximum: 12 })),
        exp_year: about('The year in which the card expires, with four digits.', integerOrDigits({ minimum: 2000, maximum: 2100 })),
        networks: card_networks,
      }),
    ),
    us_bank_account: about('What changes of a bank account in the US: whose and of which type it is.', object(us_bank_account_changes)),
  },
  decide: ({ it, input }, asked) => {
    const other = (['card', 'us_bank_account'] as const).find((type) => input[type] && it.type !== type);
    if (other)
      return asked.refuse({ code: 'parameter_invalid', param: other, message: `This payment method is of type ${it.type}, not ${other}.` });
    preferredIn(input.card?.networks, it.card?.networks.available ?? [], 'card[networks][preferred]', asked);
    // A bank account is stored as a whole.
    const { us_bank_account: changed } = input;
    return set(it, { ...input, ...(changed && { us_bank_account: { ...namedMember(it), ...changed } }) });
  },
});

/** Attaches a payment method to a customer, a card once its issuer allows it; attaching it again changes nothing. */
export const attach = rule(paymentMethod, 'attach', {
  takes: { customer: about('The customer to attach the payment method to.', required(ref('customer'))) },
  decide: ({ it, input: { customer } }, asked) => {
    requireAttachable(it, customer, asked);
    return isAsked(it) ? asking(it, it, customer, asked) : attached(it, customer);
  },
});

/** The issuer's answer for a card that a request attaches. */
export const attachAnswered = result(paymentMethod, setUpMethod, {
  decide: ({ it, answer, asked: sent }) => {
    const customer = sent.customer ?? it.kept_for;
    return customer ? answered(it, customer, answer).effects : null;
  },
});

/** Detaches a payment method for good from its customer, and clears the customer's default if it was this one. */
export const detach = rule(paymentMethod, 'detach', {
  reads: { customer },
  decide: ({ it, customer: owner }, asked) => {
    if (it.customer === null)
      return asked.refuse({ code: 'payment_method_unexpected_state', message: 'The payment method is not attached to a customer.' });
    return [
      detached(it, asked.now),
      owner?.invoice_settings.default_payment_method === it.id && set(owner, { invoice_settings: { default_payment_method: null } }),
    ];
  },
});

/** A customer who is deleted takes no payment method along: each is detached for good. */
export const leave = on(customer, 'customer.deleted', paymentMethod, {
  each: 'customer',
  decide: ({ it, by }, { now }) => it.customer === by.id && detached(it, now),
});

const filters = {
  type: about('Only payment methods of this type.', paymentMethod.fields.type),
  customer: about('Only payment methods of this customer.', ref('customer')),
  allow_redisplay: about('Only payment methods that pages may show again so far.', paymentMethod.fields.allow_redisplay),
};

/** The payment methods group. */
export const paymentMethods = [
  action('POST /v1/payment_methods', create, {
    about:
      'Creates a payment method from the data of a card, a bank account or another type. To save a payment method for later, collect it with a SetupIntent, or with a PaymentIntent and `setup_future_usage`, so that its issuer agrees.',
  }),
  action('POST /v1/payment_methods/:id', update, {
    about: 'Updates the billing details and metadata of a payment method, and the expiration date of a card.',
  }),
  action('POST /v1/payment_methods/:id/attach', attach, {
    about:
      'Attaches a payment method to a customer, so that it can be charged again. A card is first checked with its issuer, which may decline it. Repeating the request changes nothing.',
  }),
  attachAnswered,
  action('POST /v1/payment_methods/:id/detach', detach, {
    about: 'Detaches a payment method from its customer. It can never be used or attached again.',
  }),
  leave,
  retrieve(paymentMethod, 'GET /v1/payment_methods/:id', { about: 'Retrieves a payment method.' }),
  retrieve(paymentMethod, 'GET /v1/customers/:customer/payment_methods/:id', {
    within: 'customer',
    about: 'Retrieves a payment method of a customer.',
  }),
  list(paymentMethod, ['GET /v1/payment_methods', 'GET /v1/payment_methods/list'], filters, {
    about: 'Lists payment methods, newest first.',
  }),
  list(paymentMethod, 'GET /v1/customers/:customer/payment_methods', filters, {
    about: 'Lists the payment methods of a customer, newest first.',
  }),
] as const;
