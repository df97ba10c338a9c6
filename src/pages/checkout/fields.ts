import { addressFields } from '../kit/address-fields.js';
import { type AddressForm, addressFormOf } from '../kit/address-form.js';
import { countriesFor } from '../kit/country-names.js';
import type { Texts } from '../kit/form-texts.js';
import { checkbox, filledWith, foreign, group, html, input, type Markup, type Shown, select } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import { type Filled, filledOf } from './filled.js';
import { asksOf, type Detail } from './methods.js';
import type { CheckoutSession } from './session.js';
import { moneyIn, ofBusiness, type Speaking } from './speaking.js';
import { arrivalOf } from './summary.js';
import { customWords } from './texts.js';

/** What a script says of a field that is left empty. */
export const filledIn = ({ fields }: Speaking): Readonly<Record<string, string>> => ({
  checks: 'filled',
  'fault-required': fields.required,
});

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
    namedBy(session, true) === 'name' && payerName(session, filling, speaking),
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

/** The form by which an address that was sent is judged. */
export const sentForm = (texts: Texts, whose: Whose): AddressForm => addressFormOf(texts[`${whose}_country`] ?? '', 'en');

/** The country, and the fields that it asks for: a script exchanges these when another country is chosen. */
function placeFields(whose: Whose, allowed: readonly string[] | null, filling: Filled, speaking: Speaking): Shown {
  const country = filling.typed[`${whose}_country`] ?? likelyCountry(allowed, speaking);
  return [
    countryField(whose, allowed, filling, speaking, { data: { changes: 'address' } }),
    html`<div data-place="${whose}">${addressFields({
      form: addressFormOf(country, speaking.locale.language),
      words: speaking.fields,
      kind: whose,
      is_required: true,
      filling: (part) => filledOf(filling, `${whose}_${part}`),
    })}</div>`,
  ];
}

/** The only country that is allowed, or that of the payer's browser. */
function likelyCountry(allowed: readonly string[] | null, { locale }: Speaking): string {
  if (allowed?.length === 1) return allowed[0] ?? '';
  const home = new Intl.Locale(locale.tag).region ?? '';
  return countriesFor(locale, allowed).some(([code]) => code === home) ? home : '';
}

function countryField(
  whose: Whose,
  allowed: readonly string[] | null,
  filling: Filled,
  speaking: Speaking,
  { of, data }: { readonly of?: string; readonly data?: Readonly<Record<string, string>> },
): Markup {
  return select({
    ...filledOf(filling, `${whose}_country`, likelyCountry(allowed, speaking)),
    label: speaking.fields.country,
    autocomplete: `${whose} country`,
    required: true,
    options: countriesFor(speaking.locale, allowed),
    of,
    data: { ...filledIn(speaking), ...data },
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
        placeFields('shipping', shipping_address_collection.allowed_countries, filling, speaking),
        customWords(custom_text?.shipping_address, session.origin_context),
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

/** The ways to pay that ask for something of the payer. */
const asking = ({ page }: CheckoutSession, detail: Detail): readonly string[] =>
  page.is_due ? page.types.filter((type) => asksOf(type).details.includes(detail)) : [];

/** The field that the payer's name is typed into: a page asks for it once. Null where no way to pay needs it; `same` says whether both addresses are one. */
export function namedBy(session: CheckoutSession, same: boolean): 'person_name' | 'shipping_name' | 'name' | null {
  if (asking(session, 'name').length === 0) return null;
  if (session.name_collection?.individual?.enabled && !session.name_collection.individual.optional) return 'person_name';
  const is_elsewhere = session.billing_address_collection === 'required' && !same;
  return session.shipping_address_collection && !is_elsewhere ? 'shipping_name' : 'name';
}

/** The name of who pays. */
function payerName(session: CheckoutSession, filling: Filled, speaking: Speaking): Markup {
  return input({
    ...filledOf(filling, 'name', session.page.payer?.name ?? ''),
    label: speaking.fields.name,
    autocomplete: 'billing name',
    required: true,
    of: asking(session, 'name').join(' '),
    data: filledIn(speaking),
  });
}

/** Where who pays lives, as far as the ways to pay or the merchant ask for it. */
export function billingFields(session: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { page, billing_address_collection, shipping_address_collection } = session;
  const { said } = speaking;
  const placed = asking(session, 'country');
  if (billing_address_collection !== 'required')
    return (
      placed.length > 0 && groupOf(speaking.pay.payer, placed, countryField('billing', null, filling, speaking, { of: placed.join(' ') }))
    );
  const can_differ = shipping_address_collection !== null && namedBy(session, false) === 'name';
  return groupOf(
    said.billing_address,
    page.is_due ? page.types : [],
    shipping_address_collection && checkbox({ name: 'same_address', label: said.same_address, chosen: isSame(filling) }),
    html`<div class="fields billing-address">${can_differ && payerName(session, filling, speaking)}${placeFields('billing', null, filling, speaking)}</div>`,
  );
}

const groupOf = (legend: string, of: readonly string[], ...content: readonly Shown[]): Markup =>
  html`<fieldset class="fields"${of.length > 0 && html` data-of="${of.join(' ')}"`}><legend>${legend}</legend>${content}</fieldset>`;

/** Whether both addresses are the same; true by default. */
export const isSame = ({ typed }: Pick<Filled, 'typed'>): boolean => Object.keys(typed).length === 0 || typed.same_address === 'true';

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
        label: customWords(custom_text?.terms_of_service_acceptance, session.origin_context) ?? termsLabel(speaking),
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
