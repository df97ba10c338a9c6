import { type Field, initially, invalid, nullable, required } from '../../../kernel/base/fields.js';
import { country, flag, integer, oneOf, ref, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { address, replaced } from '../../parts.js';
import { payment_method_options as options } from '../../payments/payment-intents/options.js';
import { payment_method_type } from '../../payments/payment-methods/payment-method.js';

/** How many things one purchase may be made of. */
export const items_max = 100;

const of_text = object({
  default_value: nullable(textOf(255)),
  maximum_length: nullable(integer({ minimum: 1, maximum: 255 })),
  minimum_length: nullable(integer({ minimum: 1, maximum: 255 })),
  value: nullable(textOf(255)),
});

/** What a payer is asked besides, in the merchant's own words. */
export const custom_fields = listOf(
  object({
    dropdown: nullable(
      object({
        default_value: nullable(textOf(100)),
        options: listOf(object({ label: required(textOf(100)), value: required(textOf(100)) }), 200),
        value: nullable(textOf(100)),
      }),
    ),
    key: required(textOf(200)),
    label: required(object({ custom: required(textOf(50)), type: required(oneOf('custom')) })),
    numeric: nullable(of_text),
    optional: flag,
    text: nullable(of_text),
    type: required(oneOf('dropdown', 'numeric', 'text')),
  }),
  3,
);

const of_text_for_visitor = { default_value: true, maximum_length: true, minimum_length: true } as const;

/** The questions without the answers of an earlier attempt. */
export const custom_fields_for_visitor = {
  dropdown: { default_value: true, options: { label: true, value: true } },
  key: true,
  label: { custom: true, type: true },
  numeric: of_text_for_visitor,
  optional: true,
  text: of_text_for_visitor,
  type: true,
} as const;

const of_text_for_payer = { ...of_text_for_visitor, value: true } as const;

/** All of it: it is for them to answer. */
export const custom_fields_for_payer = {
  ...custom_fields_for_visitor,
  dropdown: { ...custom_fields_for_visitor.dropdown, value: true },
  numeric: of_text_for_payer,
  text: of_text_for_payer,
} as const;

const said = nullable(object({ message: required(textOf(1200)) }));

/** What the page says in the merchant's own words. */
export const custom_text = object({
  after_submit: said,
  shipping_address: said,
  submit: said,
  terms_of_service_acceptance: said,
});

const said_to_payer = { message: true } as const;

/** All of it: it is for them to read. */
export const custom_text_for_payer = {
  after_submit: said_to_payer,
  shipping_address: said_to_payer,
  submit: said_to_payer,
  terms_of_service_acceptance: said_to_payer,
} as const;

/** What the payer is asked to agree to. */
export const consent_collection = nullable(
  object({
    payment_method_reuse_agreement: nullable(object({ position: required(oneOf('auto', 'hidden')) })),
    promotions: nullable(oneOf('auto', 'none')),
    terms_of_service: nullable(oneOf('none', 'required')),
  }),
);

const asked_name = object({ enabled: required(flag), optional: flag });

/** Whose name is asked for. */
export const name_collection = nullable(object({ business: nullable(asked_name), individual: nullable(asked_name) }));

/** Where goods are sent to. */
export const shipping_address_collection = nullable(object({ allowed_countries: required(listOf(country, 250)) }));

/** By whose number the payer may be taxed. */
export const tax_id_collection = object({ enabled: flag, required: oneOf('never', 'if_supported') });

/** Whether the payer is asked for a phone number. */
export const phone_number_collection = object({ enabled: flag });

/** What a payer may have sent, and for how much (`shipping_amount`, in minor units). */
export const shipping_options = listOf(object({ shipping_amount: integer({ minimum: 0 }), shipping_rate: ref('shipping_rate') }), 5);

/** How many of something the payer may choose. */
export const adjustable_quantity = nullable(
  object({
    enabled: required(flag),
    maximum: nullable(integer({ minimum: 1, maximum: 999_999 })),
    minimum: nullable(integer({ minimum: 0, maximum: 999_999 })),
  }),
);

/** What both a session and a link that makes sessions say of their page. */
export const of_page = {
  billing_address_collection: nullable(oneOf('auto', 'required')),
  consent_collection,
  custom_fields,
  custom_text,
  name_collection,
  payment_method_collection: nullable(oneOf('always', 'if_required')),
  phone_number_collection,
  shipping_address_collection,
  submit_type: nullable(oneOf('auto', 'book', 'donate', 'pay', 'subscribe')),
  tax_id_collection,
} as const;

const kept_or_not = oneOf('never', 'auto');

/** Whether a customer is made of who pays. */
export const customer_creation = nullable(oneOf('always', 'if_required'));

/** What of a customer is changed by what they say when they pay. */
export const customer_update = object({ address: kept_or_not, name: kept_or_not, shipping: kept_or_not });

/** The types that may pay, as callers name them. */
export const types_input = listOf(payment_method_type, 100);

/** What is said of some types only. */
export const payment_method_options = nullable(replaced(options));

/** Who has paid, as they have said it on the page. */
export const customer_details = nullable(
  object({
    address: nullable(address),
    business_name: nullable(text),
    email: nullable(text),
    individual_name: nullable(text),
    name: nullable(text),
    phone: nullable(text),
    tax_exempt: nullable(oneOf('none', 'exempt', 'reverse')),
    tax_ids: nullable(listOf(object({ type: text, value: nullable(text) }), 50)),
  }),
);

/** What was asked of the payer besides how to pay. */
export const collected_information = nullable(
  object({
    business_name: nullable(text),
    individual_name: nullable(text),
    shipping_details: nullable(object({ address, name: nullable(text) })),
  }),
);

/** What the payer has agreed to. */
export const consent = nullable(
  object({ promotions: nullable(oneOf('opt_in', 'opt_out')), terms_of_service: nullable(oneOf('accepted')) }),
);

/** Whether a payer can recover the session after it has expired. */
export const after_expiration = nullable(
  object({
    recovery: nullable(
      object({
        allow_promotion_codes: flag,
        enabled: required(flag),
        expires_at: nullable(timestamp),
        url: nullable(text),
      }),
    ),
  }),
);

/** What happens to what a customer has saved. */
export const saved_payment_method_options = nullable(
  object({
    allow_redisplay_filters: nullable(listOf(oneOf('always', 'limited', 'unspecified'), 3)),
    payment_method_remove: nullable(oneOf('disabled', 'enabled')),
    payment_method_save: nullable(oneOf('disabled', 'enabled')),
  }),
);

/** Where a payer is redirected after paying by a link. */
export const after_completion = object({
  hosted_confirmation: nullable(object({ custom_message: nullable(textOf(500)) })),
  redirect: nullable(object({ url: required(url) })),
  type: initially('hosted_confirmation', oneOf('hosted_confirmation', 'redirect')),
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
