import { type Decision, run, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import { object, pick, sparse } from '../../../kernel/base/members.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule, unexpected } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { address } from '../../parts.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { update as updatePayment } from '../../payments/payment-intents/update.js';
import { shipped_monthly } from './checks.js';
import { payment_members } from './intent-data.js';
import { items_reads } from './items.js';
import { presentedSums } from './presentment.js';
import { replaced_items_input, replacedItems } from './replaced-items.js';
import { repriced } from './repriced.js';
import { type Session, session } from './session.js';
import { shipping_options_input, shippingOptions } from './shipping.js';
import { shippingOf, summedUp, termsOf } from './terms.js';
import { requireChargeable } from './types.js';
import { requireNotUnderWay } from './under-way.js';

const payment_input = sparse(
  pick(payment_members, 'description', 'metadata', 'setup_future_usage', 'statement_descriptor', 'statement_descriptor_suffix'),
);

const only_payments: Refusal = {
  code: 'parameter_invalid',
  param: 'payment_intent_data',
  message: 'You can only set payment_intent_data in payment mode.',
};

const unchanged = ({ line_items }: Session) => ({ items: line_items?.data ?? [], made: null, taxed_as: [] });

/** Changes what describes a session, and as long as it is open how it is sent. */
export const update = rule(session, 'update', {
  takes: {
    ...pick(session.fields, 'metadata'),
    collected_information: about(
      'What you have learned from the payer yourself.',
      object({
        shipping_details: about(
          'Where the goods are sent; it replaces what the payer has entered.',
          object({
            address: about('The address that the goods are sent to.', address),
            name: about('The name of the recipient, of at most 256 characters.', textOf(256)),
          }),
        ),
      }),
    ),
    line_items: about(
      'The whole list of line items after the update: those with an `id` are kept, those with a price are added, and the rest is removed.',
      replaced_items_input,
    ),
    payment_intent_data: about(
      'What the payment intent of the session is created with, or has by now; only in the mode `payment`.',
      payment_input,
    ),
    shipping_options: about(
      'The new shipping rates that the payer can choose from, at most 5; they replace the earlier ones.',
      shipping_options_input,
    ),
  },
  reads: {
    ...items_reads,
    account: own(account),
    customer,
    payment_intent: paymentIntent,
    shipping_rates: one(shippingRate, 'shipping_options.shipping_rate'),
  },
  decide: ({ it, input, payment_intent: intent, shipping_rates, account: owner, customer: buyer, ...sold }, asked): Decision => {
    const { collected_information, line_items, payment_intent_data: of_payment, shipping_options, ...given } = input;
    if (!collected_information && !line_items && !of_payment && !shipping_options) return set(it, given, null);
    if (it.status !== 'open') return asked.refuse(unexpected(update, it.status));
    requireNotUnderWay(intent, asked);
    if (it.mode === 'subscription' && shipping_options?.length) return asked.refuse(shipped_monthly);
    const shipping = shippingOptions(shipping_options ?? [], it.currency, shipping_rates, asked);
    if (of_payment && it.mode !== 'payment') return asked.refuse(only_payments);
    const chosen = line_items ? replacedItems(it, line_items, sold, asked) : unchanged(it);
    const offered = shipping_options ? shipping.options : it.shipping_options;
    const rate = offered.find((each) => each.shipping_rate === shippingOf(it)) ?? offered[0];
    const taxed_as = [...(it.taxed_as ?? []), ...chosen.taxed_as, ...shipping.taxed_as];
    const selling = { ...it, shipping_options: offered, taxed_as };
    const terms = termsOf(selling, rate?.shipping_rate ?? null, { account: owner, customer: buyer }, asked.now);
    const sums = summedUp(it.id, chosen.items, terms);
    requireChargeable({ ...it, ...sums }, asked);
    const changed = set(
      it,
      {
        ...given,
        ...sums,
        ...presentedSums({ ...sums, currency: it.currency }, it.presented),
        ...(collected_information && { collected_information }),
        ...(of_payment && { payment_intent_data: { ...it.payment_intent_data, ...of_payment } }),
        shipping_options: offered,
        taxed_as,
      },
      null,
    );
    return [chosen.made, shipping.made, changed, of_payment && intent && run(updatePayment, intent, of_payment), repriced(changed, intent)];
  },
});
