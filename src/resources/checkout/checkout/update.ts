import { type Decision, run, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { one, own } from '../../../kernel/base/reads.js';
import { rule, unexpected } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { address } from '../../parts.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { askFor } from '../../payments/payment-intents/update.js';
import { shipped_monthly } from './checks.js';
import { session } from './session.js';
import { shipping_options_input, shippingOptions } from './shipping.js';
import { shippingOf, summedUp, termsOf } from './terms.js';
import { requireNotUnderWay } from './under-way.js';

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
    shipping_options: about(
      'The new shipping rates that the payer can choose from, at most 5; they replace the earlier ones.',
      shipping_options_input,
    ),
  },
  reads: { account: own(account), customer, payment_intent: paymentIntent, rates: one(shippingRate, 'shipping_options.shipping_rate') },
  decide: ({ it, input, payment_intent: intent, rates, ...parties }, asked): Decision => {
    const { collected_information, shipping_options, ...given } = input;
    if (!collected_information && !shipping_options) return set(it, given, null);
    if (it.status !== 'open') return asked.refuse(unexpected(update, it.status));
    requireNotUnderWay(intent, asked);
    if (it.mode === 'subscription' && shipping_options?.length) return asked.refuse(shipped_monthly);
    const shipping = shippingOptions(shipping_options ?? [], it.currency, rates, asked);
    const offered = shipping_options ? shipping.options : it.shipping_options;
    const rate = offered.find((each) => each.shipping_rate === shippingOf(it)) ?? offered[0];
    const taxed_as = [...(it.taxed_as ?? []), ...shipping.taxed_as];
    const selling = { ...it, shipping_options: offered, taxed_as };
    const terms = termsOf(selling, rate?.shipping_rate ?? null, parties, asked.now);
    const sums = summedUp(it.id, it.line_items?.data ?? [], terms);
    const changed = set(
      it,
      { ...given, ...sums, ...(collected_information && { collected_information }), shipping_options: offered, taxed_as },
      null,
    );
    const amount = sums.amount_total ?? 0;
    return [shipping.made, changed, intent && amount > 0 && amount !== intent.amount && run(askFor, intent, { amount })];
  },
});
