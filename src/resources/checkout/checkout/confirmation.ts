import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { email, flag, integer, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Customer } from '../../customers/customers/customer.js';
import { hasTaxIds } from '../../customers/tax-ids/formats.js';
import { address } from '../../parts.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';
import { payment_method_data } from '../../payments/payment-methods/payment-method-data.js';
import { isSentByServer } from './further.js';
import type { Session } from './session.js';

/** What a payer sends when they pay. */
export const confirming = {
  address: about('The billing address of the payer; its street is needed if the session requires it.', address),
  business_name: about("The name of the payer's business, if the session asks for it.", textOf(150)),
  consent: about(
    'What the payer agrees to, as far as the session asks for it.',
    object({
      promotions: about('Whether the payer wants to receive promotional messages.', oneOf('opt_in', 'opt_out')),
      terms_of_service: about('Whether the payer accepts your terms of service.', oneOf('accepted')),
    }),
  ),
  custom_fields: about("The answers to the session's custom fields, by their keys.", mapOf(textOf(200), textOf(255))),
  email: about('The e-mail address of the payer; required unless the session, the customer or the payment method has one.', email),
  expected_amount: about(
    'The total that the payer was shown, in minor units; a different total refuses the payment.',
    integer({ minimum: 0 }),
  ),
  name: about('The name of the payer, of at most 256 characters.', textOf(256)),
  payment_method: about('A saved payment method to pay with, in place of `payment_method_data`.', method_ref),
  payment_method_data: about('The payment method that the payer has entered.', payment_method_data),
  phone: about('The telephone number of the payer; required if the session collects it.', textOf(100)),
  save_payment_method: about('Whether the payment method is saved for later purchases, if the session offers that.', flag),
  shipping: about(
    'Where the goods are sent, if the session collects it.',
    object({
      address: about('The address that the goods are sent to; its country must be one of the allowed ones.', address),
      name: about('The name of the recipient, of at most 256 characters.', textOf(256)),
      phone: about('The telephone number of the recipient.', textOf(100)),
    }),
  ),
  tax_id: about(
    'The tax id of the payer, if the session collects it.',
    object({
      type: about('The type of the tax id, such as `eu_vat`.', textOf(40)),
      value: about('The tax number as the payer has entered it.', textOf(100)),
    }),
  ),
} as const;

/** The same as read. */
export type Confirming = Given<typeof confirming>;

const missing = (param: string, message = `Missing required param: ${param}.`): Refusal => ({ code: 'parameter_missing', param, message });
const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** Refuses a confirmation with missing or invalid payer data. */
export const requirePayer = (it: Session, said: Confirming, customer: Customer | null, asked: Asked): void => {
  requireExpectedAmount(it, said, asked);
  requireAsked(it, said, asked);
  requireContact(it, said, customer, asked);
  if (isSentByServer(it)) requireUnsent(it, said, asked);
  else requireShipping(it, said, asked);
  requireTaxId(it, said, customer, asked);
  requireFields(it, said.custom_fields ?? {}, asked);
  requireConsent(it, said, asked);
};

function requireExpectedAmount({ amount_total, currency }: Session, { expected_amount }: Confirming, asked: Asked): void {
  if (expected_amount === undefined || amount_total === null || expected_amount === amount_total) return;
  asked.refuse(wrong('expected_amount', `The total has changed to ${amount_total} ${currency}. Review it, and confirm again.`));
}

/** Whether payers may have kept what they pay with is for the merchant to say. */
const requireAsked = ({ saved_payment_method_options: kept }: Session, { save_payment_method }: Confirming, asked: Asked): void => {
  if (save_payment_method && kept?.payment_method_save !== 'enabled')
    asked.refuse(wrong('save_payment_method', 'This session does not save payment methods. Leave save_payment_method out.'));
};

function requireContact(it: Session, said: Confirming, customer: Customer | null, asked: Asked): void {
  if (!said.email && !it.customer_email && !customer?.email && !said.payment_method_data?.billing_details?.email)
    asked.refuse(missing('email'));
  if (it.phone_number_collection.enabled && !said.phone && !customer?.phone) asked.refuse(missing('phone'));
  const { business, individual } = it.name_collection ?? {};
  if (business?.enabled && !business.optional && !said.business_name) asked.refuse(missing('business_name'));
  if (individual?.enabled && !individual.optional && !said.name) asked.refuse(missing('name'));
  const where = said.address ?? said.payment_method_data?.billing_details?.address;
  const is_known = said.payment_method !== undefined || customer?.address;
  if (it.billing_address_collection === 'required' && !is_known && !where?.line1) asked.refuse(missing('address[line1]'));
}

function requireShipping({ shipping_address_collection: collection }: Session, { shipping }: Confirming, asked: Asked): void {
  if (!collection) return;
  const { address, name } = shipping ?? {};
  if (!name) asked.refuse(missing('shipping[name]'));
  if (!address?.line1) asked.refuse(missing('shipping[address][line1]'));
  if (!address.country) asked.refuse(missing('shipping[address][country]'));
  if (collection.allowed_countries.includes(address.country)) return;
  asked.refuse(
    wrong(
      'shipping[address][country]',
      `Goods are not shipped to ${address.country}. Send one of ${collection.allowed_countries.join(', ')}.`,
    ),
  );
}

/** The server of the merchant has said where goods are sent, and the page does not. */
function requireUnsent(
  { collected_information: known, shipping_address_collection }: Session,
  { shipping }: Confirming,
  asked: Asked,
): void {
  if (shipping)
    asked.refuse(wrong('shipping', 'Your server sets the shipping details of this session. Update the session in place of sending them.'));
  if (!shipping_address_collection || known?.shipping_details) return;
  const message = 'Set collected_information[shipping_details] by an update of the session first.';
  asked.refuse({ code: 'parameter_missing', param: 'collected_information[shipping_details]', message });
}

/** A payer from a country without tax ids has none to enter. */
function requireTaxId(
  { tax_id_collection: collection, tax_numbers_entered: entered }: Session,
  said: Confirming,
  customer: Customer | null,
  asked: Asked,
): void {
  if (!collection.enabled || collection.required !== 'if_supported') return;
  const where = said.address ?? said.payment_method_data?.billing_details?.address ?? said.shipping?.address ?? customer?.address;
  if (!where?.country || !hasTaxIds(where.country)) return;
  if (entered?.length) return;
  if (!said.tax_id?.value) asked.refuse(missing('tax_id[value]'));
  if (!said.tax_id.type) asked.refuse(missing('tax_id[type]'));
}

type CustomField = Session['custom_fields'][number];

function requireFields({ custom_fields }: Session, said: Readonly<Record<string, string>>, asked: Asked): void {
  const unknown = Object.keys(said).find((key) => !custom_fields.some((each) => each.key === key));
  if (unknown !== undefined) asked.refuse(wrong(`custom_fields[${unknown}]`, 'The session has no such field.'));
  for (const each of custom_fields) {
    requireField(each, said[each.key] ?? '', asked);
  }
}

function requireField({ dropdown, key, numeric, optional, text: plain, type }: CustomField, value: string, asked: Asked): void {
  const param = `custom_fields[${key}]`;
  if (value === '') {
    if (!optional) asked.refuse(missing(param));
    return;
  }
  if (type === 'dropdown') {
    if (!dropdown?.options.some((each) => each.value === value)) asked.refuse(wrong(param, 'Send one of the values that are offered.'));
    return;
  }
  if (type === 'numeric' && !/^\d+$/.test(value)) asked.refuse(wrong(param, 'Send digits alone.'));
  const { maximum_length: most = null, minimum_length: least = null } = (type === 'numeric' ? numeric : plain) ?? {};
  if (most !== null && value.length > most) asked.refuse(wrong(param, `Send at most ${most} characters.`));
  if (least !== null && value.length < least) asked.refuse(wrong(param, `Send at least ${least} characters.`));
}

const requireConsent = ({ consent_collection }: Session, { consent }: Confirming, asked: Asked): void => {
  if (consent_collection?.terms_of_service === 'required' && consent?.terms_of_service !== 'accepted')
    asked.refuse(missing('consent[terms_of_service]'));
};

const text_or_null = (value: string | undefined): string | null => value ?? null;

/** The customer details of a session. */
export function detailsOf(it: Session, said: Confirming, customer: Customer | null) {
  const of_method = said.payment_method_data?.billing_details ?? {};
  const name = said.name ?? of_method.name ?? customer?.name ?? null;
  const where = said.address ?? of_method.address ?? customer?.address ?? null;
  return {
    address: where && { ...nowhere, ...where },
    business_name: text_or_null(said.business_name),
    email: it.customer_email ?? said.email ?? of_method.email ?? customer?.email ?? null,
    individual_name: it.name_collection?.individual?.enabled ? name : null,
    name,
    phone: said.phone ?? of_method.phone ?? customer?.phone ?? null,
    tax_exempt: customer?.tax_exempt ?? ('none' as const),
    tax_ids: it.tax_id_collection.enabled ? [...(it.tax_numbers_entered ?? [])] : null,
  };
}

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null } as const;

/** Where goods go: as the payer says where they are asked, and otherwise as the merchant has said. */
function shippedTo(it: Session, { shipping }: Confirming) {
  if (!it.shipping_address_collection || !shipping) return it.collected_information?.shipping_details ?? null;
  return { address: { ...nowhere, ...shipping.address }, name: text_or_null(shipping.name) };
}

/** What was asked of the payer besides. */
export const collectedOf = (it: Session, said: Confirming): Session['collected_information'] => ({
  business_name: text_or_null(said.business_name),
  individual_name: it.name_collection?.individual?.enabled ? text_or_null(said.name) : null,
  shipping_details: shippedTo(it, said),
});

/** The payer's consent; null where the session asks for none. */
export const agreedBy = ({ consent_collection: sent }: Session, { consent }: Confirming): Session['consent'] =>
  sent && {
    promotions: sent.promotions === 'auto' ? (consent?.promotions ?? 'opt_out') : null,
    terms_of_service: sent.terms_of_service === 'required' ? (consent?.terms_of_service ?? null) : null,
  };

/** The fields with what the payer has typed in. */
export const answered = ({ custom_fields }: Session, { custom_fields: said = {} }: Confirming): Session['custom_fields'] =>
  custom_fields.map((each) => {
    const value = said[each.key] || null;
    if (each.type === 'dropdown') return { ...each, dropdown: each.dropdown && { ...each.dropdown, value } };
    const { default_value = null, maximum_length = null, minimum_length = null } = each[each.type] ?? {};
    return { ...each, [each.type]: { default_value, maximum_length, minimum_length, value } };
  });
