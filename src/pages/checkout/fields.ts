import { countriesFor } from '../kit/country-names.js';
import { taxIdOptions } from '../kit/tax-id-names.js';
import { checkbox, filledWith, foreign, group, html, input, type Markup, type Shown, select } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import { type Filled, filledOf } from './filled.js';
import { asksOf, type Detail } from './methods.js';
import type { CheckoutSession, CustomField } from './session.js';
import { moneyIn, ofBusiness, type Speaking } from './speaking.js';
import { arrivalOf } from './summary.js';
import { customWords } from './texts.js';

/** What a script says of a field that is left empty. */
const filledIn = ({ fields }: Speaking): Readonly<Record<string, string>> => ({ checks: 'filled', 'fault-required': fields.required });

/** Who buys, and how they can be reached. */
export function contactFields(session: CheckoutSession, filling: Filled, speaking: Speaking): Markup {
  const { said, fields } = speaking;
  const { customer_email, name_collection, phone_number_collection, page } = session;
  const email = customer_email ?? page.payer?.email ?? '';
  return group(
    said.contact,
    'fields',
    input({
      ...filledOf(filling, 'email', email),
      label: fields.email,
      type: 'email',
      autocomplete: 'email',
      required: true,
      fixed: customer_email !== null,
      data: { checks: 'email', 'fault-required': fields.required, 'fault-invalid-email': fields.invalid_email },
    }),
    nameField('person_name', name_collection?.individual ?? null, said.person_name, filling, speaking),
    nameField('business_name', name_collection?.business ?? null, said.business_name, filling, speaking),
    phone_number_collection?.enabled &&
      input({
        ...filledOf(filling, 'phone', page.payer?.phone ?? ''),
        label: fields.phone,
        type: 'tel',
        autocomplete: 'tel',
        required: true,
        characters_max: 20,
        data: filledIn(speaking),
      }),
  );
}

type NameAsked = NonNullable<CheckoutSession['name_collection']>['individual'];

function nameField(name: string, asked: NameAsked, label: string, filling: Filled, speaking: Speaking): Shown {
  if (!asked?.enabled) return null;
  return input({
    ...filledOf(filling, name),
    label: asked.optional ? filled(speaking.said.optional, { label }) : label,
    autocomplete: name === 'person_name' ? 'name' : 'organization',
    required: !asked.optional,
    ...(!asked.optional && { data: filledIn(speaking) }),
  });
}

/** Whose address it is, as names of fields and browsers say it. */
type Whose = 'shipping' | 'billing';

/** The fields of an address, in the order in which most of the world asks for them. */
export const address_parts = ['country', 'line1', 'line2', 'postal_code', 'city', 'state'] as const;

type Part = Exclude<(typeof address_parts)[number], 'country'>;

/** What an address cannot do without, wherever it is. */
export const needed_parts = ['country', 'line1', 'city'] as const;

const autocompletes: Readonly<Record<Part, string>> = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
};

function addressFields(whose: Whose, allowed: readonly string[] | null, filling: Filled, speaking: Speaking): Markup[] {
  const { fields } = speaking;
  const labels: Readonly<Record<Part, string>> = fields;
  return address_parts.map((part) => {
    if (part === 'country') return countryField(whose, allowed, filling, speaking);
    const required = needed_parts.some((needed) => needed === part);
    return input({
      ...filledOf(filling, `${whose}_${part}`),
      label: labels[part],
      autocomplete: `${whose} ${autocompletes[part]}`,
      required,
      ...(required && { data: filledIn(speaking) }),
    });
  });
}

function countryField(whose: Whose, allowed: readonly string[] | null, filling: Filled, speaking: Speaking, of?: string): Markup {
  const { fields, locale } = speaking;
  const options = countriesFor(locale, allowed);
  const home = new Intl.Locale(locale.tag).region ?? '';
  const known = options.length === 1 ? (options[0]?.[0] ?? '') : options.some(([code]) => code === home) ? home : '';
  return select({
    ...filledOf(filling, `${whose}_country`, known),
    label: fields.country,
    autocomplete: `${whose} country`,
    required: true,
    options,
    of,
    data: filledIn(speaking),
  });
}

/** Where things are sent, and how. */
export function shippingFields(session: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { shipping_address_collection, custom_text, page } = session;
  const { said, fields } = speaking;
  return [
    shipping_address_collection &&
      group(
        said.shipping_address,
        'fields',
        input({
          ...filledOf(filling, 'shipping_name'),
          label: fields.name,
          autocomplete: 'shipping name',
          required: true,
          data: filledIn(speaking),
        }),
        addressFields('shipping', shipping_address_collection.allowed_countries, filling, speaking),
        customWords(custom_text?.shipping_address),
      ),
    page.shipping_options.length > 0 && shippingOptions(session, filling, speaking),
  ];
}

function shippingOptions({ page, currency }: CheckoutSession, { typed }: Filled, speaking: Speaking): Markup {
  const { said } = speaking;
  const chosen = typed.shipping_rate ?? page.shipping_rate;
  const rows = page.shipping_options.map((option) => {
    const price = option.amount > 0 && currency ? moneyIn(speaking, option.amount, currency) : said.free;
    const arrival = arrivalOf(option, speaking);
    return html`<label class="way"><input type="radio" name="shipping_rate" value="${option.id}" data-changes="order" data-testid="shipping-${option.id}"${option.id === chosen && html` checked`}><span>${foreign(option.display_name ?? '', 80)}${arrival && html`<small>${arrival}</small>`}</span><span class="amount">${price}</span></label>`;
  });
  const apply =
    page.shipping_options.length > 1 &&
    html`<button class="button small" type="submit" name="do" value="ship" data-testid="ship">${said.update}</button>`;
  return group(said.shipping_method, 'methods', rows, apply);
}

/** Who pays: what the ways to pay ask for together, and the address where the merchant wants to know it. What was saved knows both. */
export function billingFields(session: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { page, billing_address_collection, shipping_address_collection } = session;
  const { said, fields } = speaking;
  const isAddressed = billing_address_collection === 'required';
  const types = page.is_due ? page.types : [];
  const asking = (detail: Detail): readonly string[] => types.filter((type) => asksOf(type).details.includes(detail));
  const [named, placed] = [asking('name'), asking('country')];
  const name =
    named.length > 0 &&
    input({
      ...filledOf(filling, 'name', page.payer?.name ?? ''),
      label: fields.name,
      autocomplete: 'billing name',
      required: true,
      of: named.join(' '),
      data: filledIn(speaking),
    });
  const same =
    isAddressed && shipping_address_collection && checkbox({ name: 'same_address', label: said.same_address, chosen: isSame(filling) });
  const address = isAddressed
    ? html`<div class="fields billing-address">${addressFields('billing', null, filling, speaking)}</div>`
    : placed.length > 0 && countryField('billing', null, filling, speaking, placed.join(' '));
  if (!name && !address) return null;
  const of = isAddressed ? types : types.filter((type) => named.includes(type) || placed.includes(type));
  return html`<fieldset class="fields"${of.length > 0 && html` data-of="${of.join(' ')}"`}><legend>${isAddressed ? said.billing_address : speaking.pay.payer}</legend>${name}${same}${address}</fieldset>`;
}

/** Whether both addresses are the same; true by default. */
export const isSame = ({ typed }: Pick<Filled, 'typed'>): boolean => Object.keys(typed).length === 0 || typed.same_address === 'true';

/** What the merchant asks in words of its own, and by whose number the payer is taxed. */
export function furtherFields(session: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { custom_fields, tax_id_collection } = session;
  const { said } = speaking;
  if (custom_fields.length === 0 && !tax_id_collection?.enabled) return null;
  return group(
    said.further,
    'fields',
    custom_fields.map((field) => customField(field, filling, speaking)),
    tax_id_collection?.enabled && taxIdFields(session, filling, speaking),
  );
}

function customField(field: CustomField, filling: Filled, speaking: Speaking): Markup {
  const { key, type, optional } = field;
  const own = field[type];
  const label = field.label.custom ?? key;
  const common = {
    ...filledOf(filling, `custom_${key}`, own?.default_value ?? ''),
    label: optional ? filled(speaking.said.optional, { label }) : label,
    required: !optional,
    ...(!optional && { data: filledIn(speaking) }),
  };
  if (type === 'dropdown')
    return select({ ...common, options: (field.dropdown?.options ?? []).map(({ value, label: shown }) => [value, shown] as const) });
  const { maximum_length } = field[type] ?? { maximum_length: null };
  return input({ ...common, autocomplete: 'off', numeric: type === 'numeric', characters_max: maximum_length ?? 255 });
}

/** The kinds of numbers that most businesses have, by which they can be taxed; the API knows more. */
const tax_id_types = [
  'eu_vat',
  'gb_vat',
  'ch_vat',
  'no_vat',
  'us_ein',
  'ca_gst_hst',
  'ca_bn',
  'au_abn',
  'nz_gst',
  'in_gst',
  'br_cnpj',
  'br_cpf',
  'mx_rfc',
  'jp_cn',
  'jp_trn',
  'kr_brn',
  'sg_uen',
  'sg_gst',
  'hk_br',
  'th_vat',
  'my_sst',
  'id_npwp',
  'ph_tin',
  'za_vat',
  'ae_trn',
  'sa_vat',
  'tr_tin',
  'il_vat',
  'es_cif',
  'de_stn',
  'cl_tin',
  'tw_vat',
] as const;

function taxIdFields({ tax_id_collection, name_collection }: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { said, fields } = speaking;
  const optional = (label: string): string => (tax_id_collection?.required === 'if_supported' ? label : filled(said.optional, { label }));
  return [
    !name_collection?.business?.enabled &&
      input({ ...filledOf(filling, 'business_name'), label: optional(said.business_name), autocomplete: 'organization' }),
    select({
      ...filledOf(filling, 'tax_id_type'),
      label: optional(said.tax_id_kind),
      options: taxIdOptions(tax_id_types, speaking.locale),
    }),
    input({ ...filledOf(filling, 'tax_id'), label: optional(fields.tax_id), autocomplete: 'off', ltr: true, characters_max: 50 }),
  ];
}

/** What the payer agrees to, and what is kept for the next time. */
export function consentFields(session: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { consent_collection, custom_text, saved_payment_method_options, page } = session;
  const { said } = speaking;
  const { typed } = filling;
  const boxes = [
    saved_payment_method_options?.payment_method_save === 'enabled' &&
      page.is_due &&
      checkbox({
        name: 'save_payment_method',
        label: said.save_method,
        chosen: typed.save_payment_method === 'true',
        of: page.types.join(' '),
      }),
    consent_collection?.terms_of_service === 'required' &&
      checkbox({
        ...filledOf(filling, 'terms_of_service'),
        label: customWords(custom_text?.terms_of_service_acceptance) ?? termsLabel(speaking),
        chosen: typed.terms_of_service === 'true',
        required: true,
        data: { checks: 'agreed', 'fault-required': said.agree_needed },
      }),
    consent_collection?.promotions === 'auto' &&
      checkbox({ name: 'promotions', label: ofBusiness(speaking, said.promotions), chosen: typed.promotions === 'true' }),
  ].filter(Boolean);
  return boxes.length ? html`<div class="fields">${boxes}</div>` : null;
}

/** Accounts have no address of their terms. A merchant sets a custom text, which may have links. */
const termsLabel = (speaking: Speaking): Markup =>
  filledWith(speaking.said.agree, { terms: speaking.said.terms, business: foreign(speaking.business, 80) });
