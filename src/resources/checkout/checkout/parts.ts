import { about, type Field, initially, invalid, nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { country, flag, integer, oneOf, ref, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { address, replaced } from '../../parts.js';
import { options_of_pages } from '../../payments/payment-intents/options.js';
import { configuration_details } from '../../payments/payment-method-configurations/offered.js';
import { allowed_types, payment_method_type, redisplay } from '../../payments/payment-methods/payment-method.js';
import { custom_fields, custom_text } from './custom.js';

/** How many things one purchase may be made of. */
export const items_max = 100;

/** What the payer is asked to agree to. */
export const consent_collection = nullable(
  object({
    payment_method_reuse_agreement: about(
      'How the agreement to save a card is shown.',
      nullable(
        object({
          position: about(
            'Whether the page shows the agreement (`auto`) or you show it yourself (`hidden`).',
            required(oneOf('auto', 'hidden')),
          ),
        }),
      ),
    ),
    promotions: about(
      'Whether the payer can agree to receive promotional messages; null or `none` does not ask.',
      nullable(oneOf('auto', 'none')),
    ),
    terms_of_service: about(
      'Whether the payer must accept your terms of service; null or `none` does not ask.',
      nullable(oneOf('none', 'required')),
    ),
  }),
);

const asked_name = object({
  enabled: about('Whether the page asks for this name.', required(flag)),
  optional: about('Whether the payer can leave the name out; false by default.', flag),
});

/** Whose name is asked for. */
export const name_collection = nullable(
  object({
    business: about("Whether the page asks for the name of the payer's business.", nullable(asked_name)),
    individual: about('Whether the page asks for the name of the payer.', nullable(asked_name)),
  }),
);

/** Where goods are sent to. */
export const shipping_address_collection = nullable(
  object({ allowed_countries: about('The countries that you ship to, as two-letter ISO 3166-1 codes.', required(listOf(country, 250))) }),
);

/** By whose number the payer may be taxed. */
export const tax_id_collection = object({
  enabled: about('Whether the payer can enter a tax id.', flag),
  required: about(
    'Whether the payer must enter a tax id: never, or if there are tax ids in the country of the billing address (`if_supported`).',
    oneOf('never', 'if_supported'),
  ),
});

/** Whether the payer is asked for a phone number. */
export const phone_number_collection = object({ enabled: about('Whether the payer must enter a telephone number.', flag) });

/** What a payer may have sent, and for how much (`shipping_amount`, in minor units). */
export const shipping_options = listOf(
  object({
    shipping_amount: about("What the shipping costs, in minor units of the session's currency.", integer({ minimum: 0 })),
    shipping_rate: about('The shipping rate that the payer can choose.', ref('shipping_rate')),
  }),
  5,
);

/** How many of something the payer may choose. */
export const adjustable_quantity = nullable(
  object({
    enabled: about('Whether the payer can change the quantity on the page.', required(flag)),
    maximum: about('The largest quantity that the payer can choose; 99 by default.', nullable(integer({ minimum: 1, maximum: 999_999 }))),
    minimum: about('The smallest quantity that the payer can choose; 0 by default.', nullable(integer({ minimum: 0, maximum: 999_999 }))),
  }),
);

/** What both a session and a link that makes sessions say of their page. */
export const of_page = {
  billing_address_collection: about(
    'Whether the payer must enter a billing address (`required`), or only where the payment method needs it.',
    nullable(oneOf('auto', 'required')),
  ),
  consent_collection: about('What the payer is asked to agree to; null for nothing.', consent_collection),
  custom_fields: about("Up to three further fields that the page shows, with the payer's answers.", custom_fields),
  custom_text: about('Your own texts on the page.', custom_text),
  name_collection: about('Which names the page asks for; null for none besides those that payment methods need.', name_collection),
  payment_method_collection: about(
    'Whether a subscription without an amount due today needs a payment method: always, the default, or only if required.',
    nullable(oneOf('always', 'if_required')),
  ),
  phone_number_collection: about('Whether the page asks for a telephone number.', phone_number_collection),
  shipping_address_collection: about(
    'The countries that goods are sent to; null if no shipping address is asked for.',
    shipping_address_collection,
  ),
  submit_type: about(
    'What the button that pays says: to book, to donate, or to pay by default.',
    nullable(oneOf('auto', 'book', 'donate', 'pay', 'subscribe')),
  ),
  tax_id_collection: about('Whether the page asks for a tax id.', tax_id_collection),
} as const;

const kept_or_not = oneOf('never', 'auto');

/** Whether a customer is made of who pays. */
export const customer_creation = nullable(oneOf('always', 'if_required'));

/** What of a customer is changed by what they say when they pay. */
export const customer_update = object({
  address: about('Whether the billing address of the payer is saved to the customer; `never` by default.', kept_or_not),
  name: about('Whether the name of the payer is saved to the customer; `never` by default.', kept_or_not),
  shipping: about('Whether the shipping details of the payer are saved to the customer; `never` by default.', kept_or_not),
});

/** The types that may pay, as callers name them. */
export const types_input = listOf(payment_method_type, 100);

/** What is said of some types only. */
export const payment_method_options = nullable(replaced(options_of_pages));

/** The types of payment method of the page, and the configuration that chose them. */
export const of_types = {
  allowed_payment_method_types: about(
    'The only types of payment method that the page can offer, as you allowed them; null for all that are suitable.',
    nullable(types_input),
  ),
  excluded_payment_method_types: about(
    'The types of payment method that the page does not offer, as you excluded them; absent for none.',
    sometimes(types_input),
  ),
  payment_method_configuration_details: about(
    'The configuration that chose the types of payment method; null where you named the types.',
    nullable(configuration_details),
  ),
  payment_method_options: about('Settings for single types of payment method; null for none.', payment_method_options),
  payment_method_types: about('The types of payment method that the page can offer; the amount can exclude some of them.', allowed_types),
} as const;

/** Who has paid, as they have said it on the page. */
export const customer_details = nullable(
  object({
    address: about('The billing address; null if the payer has not given one.', nullable(address)),
    business_name: about("The name of the payer's business; null if it was not asked for.", nullable(text)),
    email: about('The e-mail address of the payer; null if it is not known.', nullable(text)),
    individual_name: about('The name of the payer, if the session collects it; otherwise null.', nullable(text)),
    name: about('The name of the payer; null if it is not known.', nullable(text)),
    phone: about('The telephone number of the payer; null if it is not known.', nullable(text)),
    tax_exempt: about(
      "Whether the payer's customer is exempt from tax or pays it by reverse charge; `none` for a new payer.",
      nullable(oneOf('none', 'exempt', 'reverse')),
    ),
    tax_ids: about(
      'The tax ids that the payer has entered; null if none are collected.',
      nullable(
        listOf(
          object({
            type: about('The type of the tax id, such as `eu_vat`.', text),
            value: about('The tax number as the payer has entered it.', nullable(text)),
          }),
          50,
        ),
      ),
    ),
  }),
);

/** What was asked of the payer besides how to pay. */
export const collected_information = nullable(
  object({
    business_name: about("The name of the payer's business; null if it was not asked for.", nullable(text)),
    individual_name: about('The name of the payer; null if it was not asked for.', nullable(text)),
    shipping_details: about(
      'Where the goods are sent; null if it is not known.',
      nullable(
        object({
          address: about('The address that the goods are sent to.', address),
          name: about('The name of the recipient; null if it is not known.', nullable(text)),
        }),
      ),
    ),
  }),
);

/** What the payer has agreed to. */
export const consent = nullable(
  object({
    promotions: about(
      'Whether the payer wants to receive promotional messages; null if the session did not ask.',
      nullable(oneOf('opt_in', 'opt_out')),
    ),
    terms_of_service: about(
      'Whether the payer has accepted your terms of service; null if the session did not ask.',
      nullable(oneOf('accepted')),
    ),
  }),
);

/** Whether a payer can recover the session after it has expired. */
export const after_expiration = nullable(
  object({
    recovery: about(
      'Whether and how the session can be recovered; null if it cannot.',
      nullable(
        object({
          allow_promotion_codes: about('Whether the payer can enter promotion codes in the recovered session; false by default.', flag),
          enabled: about('Whether the payer can recover the session within 30 days after it expired.', required(flag)),
          expires_at: about(
            'Until when the expired session can be recovered, in Unix seconds; null while it is open.',
            nullable(timestamp),
          ),
          url: about('The address at which the payer recovers the session; null while it is open.', nullable(text)),
        }),
      ),
    ),
  }),
);

/** What happens to what a customer has saved. */
export const saved_payment_method_options = nullable(
  object({
    allow_redisplay_filters: about(
      'Which saved payment methods the page offers, by their `allow_redisplay`; all by default.',
      nullable(listOf(redisplay, 3)),
    ),
    payment_method_remove: about(
      'Whether the payer can remove saved payment methods on the page; `disabled` by default.',
      nullable(oneOf('disabled', 'enabled')),
    ),
    payment_method_save: about(
      'Whether the payer can save the payment method for later purchases; `disabled` by default.',
      nullable(oneOf('disabled', 'enabled')),
    ),
  }),
);

/** Where a payer is redirected after paying by a link. */
export const after_completion = object({
  hosted_confirmation: about(
    'The confirmation page of the type `hosted_confirmation`; null for a default one.',
    nullable(
      object({
        custom_message: about(
          'Your message on the confirmation page, of at most 500 characters; null for a default one.',
          nullable(textOf(500)),
        ),
      }),
    ),
  ),
  redirect: about(
    'The redirect of the type `redirect`; otherwise null.',
    nullable(object({ url: about('The address to which the payer is sent after paying.', required(url)) })),
  ),
  type: about(
    'Whether a confirmation page follows the payment, the default, or a redirect.',
    initially('hosted_confirmation', oneOf('hosted_confirmation', 'redirect')),
  ),
});

/** The languages of a page: that of the payer's browser, or one that the merchant names. */
export const locale: Field<string, string, 'optional'> = (() => {
  const inner = textOf(10, { pattern: '^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,4})?)$' });
  return {
    ...inner,
    read: (value, at, reading) => {
      const read = inner.read(value, at, reading);
      if (read === undefined || /^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,4})?)$/.test(read)) return read;
      return invalid(reading, at, 'Invalid locale: send auto, or a language such as de or pt-BR.');
    },
  };
})();
